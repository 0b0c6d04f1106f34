"""Real machines of a server class, and what they tell where the class itself states nothing."""

from wizard.domain.catalog import Catalog
from wizard.domain.hardware import Server
from wizard.domain.language import Text, text
from wizard.domain.products import ServerProduct
from wizard.domain.provenance import Figure
from wizard.sizing.wording import filled, number

_SHOWN = 4
_AT_A_DESK = ("mini", "tower", "workstation")
_LIMITS = ("rack_units", "max_power_kw", "depth_mm", "weight_kg")
_UNITS = {
    "rack_units": text("U", "HE"), "max_power_kw": text("kW", "kW"), "depth_mm": text("mm", "mm"),
    "weight_kg": text("kg", "kg"),
}  # fmt: skip


def products_of(catalog: Catalog, server: Server) -> tuple[ServerProduct, ...]:
    """Products that hold the accelerators of the class, those of its size and with most published figures first."""
    fitting = (p for p in catalog.server_products.values() if _fits(p, server))
    return tuple(sorted(fitting, key=lambda p: (p.max_accelerators, -len(_published(p)), p.id)))


def largest(catalog: Catalog, server: Server, limit: str) -> Figure | None:
    """The limit of the class, else the largest one published of its products: the room must take either."""
    own = getattr(server, limit)
    if own is not None:
        return own if isinstance(own, Figure) else None
    known = [figure for p in products_of(catalog, server) if (figure := getattr(p, limit)) is not None]
    return max(known, key=lambda figure: figure.value, default=None)


def shown(catalog: Catalog, server: Server) -> tuple[Text, ...]:
    """A few products with what was published of them."""
    return tuple(_described(product) for product in products_of(catalog, server)[:_SHOWN])


def _fits(product: ServerProduct, server: Server) -> bool:
    if server.accelerator not in product.accelerators or (product.max_accelerators or 0) < server.accelerators:
        return False
    if product.cooling == "liquid" and server.cooling == "air":
        return False
    if server.form_factor == "sxm":
        return product.sxm and product.form_factor == "rack"
    if server.form_factor == "rack":
        return product.form_factor == "rack" and not product.sxm
    return product.form_factor in _AT_A_DESK


def _published(product: ServerProduct) -> tuple[str, ...]:
    return tuple(name for name in _LIMITS if getattr(product, name) is not None)


def _described(product: ServerProduct) -> Text:
    facts = [_amount(getattr(product, name), _UNITS[name]) for name in _published(product)]
    if not facts:
        return Text(de=product.name, en=product.name)
    joined = Text(de=", ".join(f.de for f in facts), en=", ".join(f.en for f in facts))
    return filled("{name} ({facts})", "{name} ({facts})", name=product.name, facts=joined)


def _amount(figure: Figure, unit: Text) -> Text:
    digits = 0 if figure.value >= 20 or figure.value == round(figure.value) else 1
    return filled("{number} {unit}", "{number} {unit}", number=number(figure.value, digits), unit=unit)
