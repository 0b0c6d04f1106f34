"""The questionnaire as data: modules, questions, options, defaults. Read from ``questionnaires/``; frozen."""

import difflib
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from wizard.domain.base import Frozen
from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.domain.provenance import Evidence
from wizard.questionnaire.errors import SchemaError
from wizard.questionnaire.expressions import compile_expression

QuestionType = Literal[
    "text", "int", "float", "percent", "bool", "date", "money", "enum", "multi",
    "range", "span", "model_ref", "weights", "struct", "table",
]  # fmt: skip
FieldType = Literal["text", "int", "float", "percent", "bool", "date", "money", "enum", "multi"]
Who = Literal["business", "ml", "it", "facility", "finance", "legal"]
Path = Literal["quick", "normal", "full"]
NUMBER_TYPES = ("int", "float", "percent", "money")
NO_TEXT = Text(de="", en="")


def fault(error: SchemaError) -> PydanticCustomError:
    """A schema fault that keeps its code through pydantic."""
    return PydanticCustomError(error.name, "{message}", {"message": error.message.en})


class Option(Text):
    """One choice: the stored ``value`` and its name in both languages."""

    value: str
    only_for: tuple[str, ...] = ()
    """Workload kinds the option is limited to; empty: all."""

    @property
    def text(self) -> Text:
        return self


class FieldSpec(Text):
    """A named field of a struct, table or weights question."""

    type: FieldType = "float"
    unit: str | None = None
    unit_text: Text = NO_TEXT
    range: tuple[float, float] | None = None
    options: tuple[Option, ...] = ()


class WeightField(Text):
    """A group of decision criteria that gets points of the client."""

    criteria: tuple[str, ...]


class ModelClass(Text):
    """A stand-in while no model is named; parameters in billions."""

    params_b: float
    active_b: float | None = None


class Case(Frozen):
    """A default value with its span; ``formula`` computes instead of ``value``."""

    value: Any = None
    low: Any = None
    high: Any = None
    p95: float | None = None
    formula: str | None = None
    formula_low: str | None = None
    formula_high: str | None = None
    derived: bool = False
    """The value follows by definition, so it holds even where the question is not asked."""


class Rule(Case):
    """A case that holds when its condition over answers and earlier defaults is true."""

    when: str = "true"


class Default(Case):
    """What stands in for a missing answer: the first true rule, else the case for ``by``, else the plain value."""

    rules: tuple[Rule, ...] = ()
    by: str | None = None
    """A question whose value picks the case; ``other`` is the fallback."""
    cases: dict[str, Case] = {}
    from_catalog: bool = False
    """The engine takes the figure from the dated catalogue (prices by country)."""
    steers: bool = False
    """Conditions use this default while the answer is missing, because the engine must assume something as well."""
    basis: Text
    """Where the value comes from, as the report prints it."""

    def all_cases(self) -> tuple[Case, ...]:
        return (*self.rules, *self.cases.values(), self)


class Question(Frozen):
    """One question. ``range`` bounds numbers, the length of texts, and the fields of number structs."""

    id: str = Field(pattern=r"^[a-z]+\.[a-z0-9_]+$")
    title: Text
    help: Text
    type: QuestionType
    unit: str | None = None
    unit_text: Text = NO_TEXT
    """Filled from ``unit_texts`` by the loader."""
    unit_by: dict[str, str] = {}
    """Unit by workload kind, where it differs."""
    unit_text_by: dict[str, Text] = {}
    range: tuple[float, float] | None = None
    options: tuple[Option, ...] = ()
    exclusive: tuple[str, ...] = ()
    fields: dict[str, FieldSpec] = {}
    default: Default
    ask_if: str | None = None
    quick: bool = False
    optional: bool = False
    who: Who
    evidence: Evidence | None = None
    """The evidence level an answer to this question normally has."""
    probe: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.type in ("enum", "multi") and not self.options:
            raise fault(SchemaError.OPTIONS_NEEDED)
        if self.type in ("struct", "table", "weights") and not self.fields:
            raise fault(SchemaError.FIELDS_NEEDED)
        values = [option.value for option in self.options]
        if len(set(values)) != len(values):
            raise fault(SchemaError.OPTION_TWICE)
        if self.range is not None and self.range[0] > self.range[1]:
            raise fault(SchemaError.RANGE_BACKWARDS)
        if not set(self.exclusive) <= set(values):
            raise fault(SchemaError.EXCLUSIVE_UNKNOWN)
        return self

    @property
    def repeat(self) -> bool:
        """Asked once per workload."""
        return self.id.startswith("w.")

    @property
    def why(self) -> Text:
        """What the answer is needed for."""
        return self.help

    def option(self, value: str) -> Option | None:
        return next((option for option in self.options if option.value == value), None)


class Module(Frozen):
    """A section of the interview; ``repeat`` modules run once per workload."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    title: Text
    intro: Text | None = None
    repeat: bool = False
    ask_if: str | None = None
    questions: tuple[Question, ...]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if not self.questions:
            raise fault(SchemaError.NO_QUESTIONS)
        if any(question.repeat != self.repeat for question in self.questions):
            raise fault(SchemaError.PREFIX)
        return self


class Questionnaire(Frozen):
    """All modules in interview order, with the names that questions share."""

    version: str
    title: Text
    path_titles: dict[Path, Text]
    groups: dict[str, tuple[str, ...]]
    weight_fields: dict[str, WeightField]
    types: dict[QuestionType, Text]
    unit_texts: dict[str, Text]
    model_classes: dict[str, ModelClass]
    value_texts: dict[str, Text]
    basis_texts: dict[str, Text]
    modules: tuple[Module, ...] = ()

    @cached_property
    def index(self) -> dict[str, Question]:
        return {question.id: question for module in self.modules for question in module.questions}

    @cached_property
    def conditions(self) -> dict[str, str]:
        """Question id → the module's condition joined with the question's own; questions always asked are absent."""
        joined: dict[str, str] = {}
        for module in self.modules:
            for question in module.questions:
                parts = [f"({part})" for part in (module.ask_if, question.ask_if) if part]
                if parts:
                    joined[question.id] = " and ".join(parts)
        return joined

    @cached_property
    def deciders(self) -> dict[str, tuple[Question, ...]]:
        """Question id → the questions its condition looks at."""
        found: dict[str, tuple[Question, ...]] = {}
        for question_id, condition in self.conditions.items():
            heads = {".".join(name.split(".")[:2]) for name in compile_expression(condition).names}
            found[question_id] = tuple(question for key, question in self.index.items() if key in heads)
        return found

    def question(self, question_id: str) -> Question:
        """The question with this id.

        Raises:
            CodedError: Q105, with near names.
        """
        found = self.index.get(question_id)
        if found is None:
            near = ", ".join(difflib.get_close_matches(question_id[:80], self.index, n=3)) or "–"
            raise CodedError(SchemaError.UNKNOWN_QUESTION, question=question_id[:80], near=near)
        return found
