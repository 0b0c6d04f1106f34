"""Names of accelerators: one spelling for separators, never a guess."""

import pytest
from wizard.catalogs.find import find_accelerator
from wizard.catalogs.load import load_catalog


@pytest.mark.parametrize("spelling", ["A100-80GB", "A100 80GB", " a100_80gb "])
def test_separators_are_spelling(spelling: str) -> None:
    """People type a space where lists write a hyphen; what is left out is never guessed."""
    assert find_accelerator(load_catalog(), spelling).id == "a100-sxm-80"
