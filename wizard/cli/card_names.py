"""Accelerators as people call them."""


def card_name(accelerator: str) -> str:
    """The name in the shipped catalogue; a client's own card keeps its id."""
    from wizard.catalogs.load import load_catalog
    from wizard.domain.part_names import hardware_name

    return hardware_name(accelerator, {key: card.name for key, card in load_catalog().accelerators.items()})
