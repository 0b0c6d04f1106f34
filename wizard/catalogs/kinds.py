"""The kinds of entries a catalogue holds. Imports nothing, because the command line names them in its help."""

KINDS = (
    "accelerators", "servers", "offers", "models", "apis", "seats", "colocation", "parts", "processors",
    "server_products", "storage_offers", "electricity", "vat_rates", "eur_per_unit", "figures", "rules",
    "model_classes", "law", "software", "model_licences",
)  # fmt: skip
FILE_KINDS = ("header", *KINDS, "decision")
"""What a catalogue file may be about; ``header`` is ``catalog.yaml``."""
