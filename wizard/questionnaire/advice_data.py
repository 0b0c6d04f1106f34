"""Reads the advice rules: ``questionnaires/advice.yaml``."""

from functools import cache

from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.advice import AdviceBook, AdviceRule
from wizard.questionnaire.expressions import compile_expression


@cache
def load_advice() -> AdviceBook:
    """The shipped rules in file order, read once; every condition compiles.

    Raises:
        CodedError: a damaged YAML file, or a condition outside the language.
        pydantic.ValidationError: a rule that breaks the schema.
    """
    content = read_yaml(data_folder("questionnaires") / "advice.yaml")
    rules = tuple(AdviceRule.model_validate({"as_of": content["as_of"], **entry}) for entry in content["advice"])
    for rule in rules:
        compile_expression(rule.when)
        compile_expression(rule.first_when or "true")
    return AdviceBook.model_validate({"titles": content["topics"], "rules": rules})
