"""Power at the wall of whole machines: every shipped row is answered, and says what it is built from."""

import pytest
from wizard.accuracy.answer import world_of
from wizard.accuracy.basis import BASIS
from wizard.accuracy.benchmarks import shipped_table
from wizard.accuracy.kinds import POWER
from wizard.accuracy.names import Names
from wizard.accuracy.validate import Validation, validate
from wizard.catalogs.load import load_catalog


@pytest.fixture(scope="module")
def found() -> Validation:
    catalog = load_catalog()
    return validate(shipped_table(POWER), world_of(catalog, Names(catalog, {})), lambda *_: False)


def test_every_row_is_predicted_within_its_range(found: Validation) -> None:
    """Power-limited machines too: their limits are published."""
    assert found.unanswered() == []
    assert all(p.predicted is not None and p.predicted.low <= p.measured <= p.predicted.high for p in found.pairs)


def test_language_models_are_within_fifteen_per_cent(found: Validation) -> None:
    """MLPerf v4.1 and v5.1; speech and graphs load the cards less and are off by a third."""
    texts = [p for p in found.pairs if not any(word in p.row.text("model") for word in ("whisper", "rgat"))]
    errors = [abs(p.predicted.value / p.measured - 1) for p in texts if p.predicted is not None]
    assert len(errors) == 9
    assert max(errors) <= 0.15


def test_the_check_says_what_it_is_built_from() -> None:
    assert "ML.ENERGY" in BASIS[POWER].en
    assert "ML.ENERGY" in BASIS[POWER].de
