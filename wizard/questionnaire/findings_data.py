"""Reads the findings rules: ``questionnaires/findings/``, one file for each area."""

from functools import cache

from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.finding import FindingRule
from wizard.questionnaire.expressions import compile_expression

AREAS = ("mem", "perf", "net", "host", "base", "fin", "law", "site", "ops", "sec", "qa")
"""Files in the order their findings are listed in, within one severity."""


@cache
def load_finding_rules() -> tuple[FindingRule, ...]:
    """The shipped rules area by area, read once; every condition compiles.

    Raises:
        CodedError: a damaged YAML file, or a condition outside the language.
        pydantic.ValidationError: a rule that breaks the schema.
    """
    rules = tuple(rule for area in AREAS for rule in _rules_of(area))
    for rule in rules:
        compile_expression(rule.when)
    return rules


def _rules_of(area: str) -> list[FindingRule]:
    content = read_yaml(data_folder("questionnaires") / "findings" / f"{area}.yaml")
    shared = {key: value for key, value in content.items() if key != "findings"}
    return [FindingRule.model_validate({**shared, **entry}) for entry in content["findings"]]
