"""Accelerators as people call them."""


def card_name(accelerator: str) -> str:
    """The name in the shipped catalogue; a client's own card keeps its id."""
    from wizard.catalogs.load import load_catalog

    found = load_catalog().accelerators.get(accelerator)
    return accelerator if found is None else found.name
