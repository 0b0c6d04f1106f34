"""The shipped catalogue, and a proposal as the command and the wizard ask for it."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from wizard.catalogs.load import load_catalog
from wizard.domain.catalog import Catalog
from wizard.quotes.order import Order
from wizard.quotes.proposal import Proposal
from wizard.quotes.propose import propose_file

AS_OF = date(2026, 11, 30)
Propose = Callable[..., Proposal]


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture
def propose(catalog: Catalog) -> Propose:
    """Reads a file as the order says, over overrides that are empty unless given."""

    def proposed(path: Path, order: Order | None = None, overrides: Mapping[str, Any] | None = None) -> Proposal:
        known = load_catalog(dict(overrides)) if overrides else catalog
        return propose_file(path, order or Order(), known, overrides or {}, AS_OF)

    return proposed
