"""Accelerators as the commands show and use them."""

from tests.cli.conftest import Rechenwerk
from wizard.catalogs.load import load_catalog


def test_the_disagreement_is_shown(rechenwerk: Rechenwerk) -> None:
    shown = rechenwerk("catalog", "show", "B200 SXM").out
    assert "8,000 (7,700–8,000)" in shown
    assert "aiconfigurator 7700" in shown


def test_fields_of_use_are_shown_in_the_language_asked_for(rechenwerk: Rechenwerk) -> None:
    """R098: an entry shows its fields of use."""
    assert "Wissenschaftliches Rechnen" in " ".join(
        rechenwerk("catalog", "show", "h100-sxm-80", "--lang", "de").out.split()
    )
    assert "scientific computing" in " ".join(rechenwerk("catalog", "show", "h100-sxm-80").out.split())


def test_chips_for_rent_only_are_in_no_server(rechenwerk: Rechenwerk) -> None:
    """R022: what its maker only rents out is never offered for purchase."""
    rented = {card.id for card in load_catalog().accelerators.values() if card.cloud_only}
    assert rented == {"tpu-v5e", "tpu-v5p", "tpu-v6e", "trainium2"}
    listed = rechenwerk("catalog", "list", "servers", "--json").document["servers"]
    assert not {server["accelerator"] for server in listed} & rented
