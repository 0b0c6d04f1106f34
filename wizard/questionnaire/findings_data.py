"""Reads the findings rules: ``questionnaires/findings.yaml``."""

from functools import cache

from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.finding import FindingRule
from wizard.questionnaire.expressions import compile_expression


@cache
def load_finding_rules() -> tuple[FindingRule, ...]:
    """The shipped rules in file order, read once; every condition compiles.

    Raises:
        CodedError: a damaged YAML file, or a condition outside the language.
        pydantic.ValidationError: a rule that breaks the schema.
    """
    content = read_yaml(data_folder("questionnaires") / "findings.yaml")
    shared = {"as_of": content["as_of"], "checked_on": content["checked_on"]}
    rules = tuple(FindingRule.model_validate({**shared, **entry}) for entry in content["findings"])
    for rule in rules:
        compile_expression(rule.when)
    return rules
