"""Entries of the catalogue that a quote may price, by exact id or alias."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from wizard.catalogs.find import exact_ids, find_accelerator
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Server
from wizard.domain.language import Text
from wizard.domain.provenance import Figure
from wizard.quotes.errors import QuoteError
from wizard.quotes.missing import missing
from wizard.quotes.order import Kind, Order

SECTION: Mapping[Kind, str] = {
    "server": "servers", "rent": "offers", "api": "apis", "electricity": "electricity", "colocation": "colocation",
    "maintenance": "servers", "card": "accelerators",
}  # fmt: skip
"""Where the entry of each kind stands; that of maintenance is the server it belongs to."""
_UNSAFE = re.compile(r"[^a-z0-9]+")
_LEGAL = re.compile(r"\s+(?:GmbH|AG|SE|KG|OHG|UG|Co\.?|Ltd\.?|Inc\.?|LLC|B\.V\.|&)(?=\s|$)", re.IGNORECASE)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def entry_of(catalog: Catalog, kind: Kind, name: str) -> str:
    """The id of the entry called so.

    Raises:
        CodedError: C011 an unknown accelerator, C075 another unknown entry; both may name similar ones.
    """
    if kind == "card":
        return find_accelerator(catalog, name).id
    entries = getattr(catalog, SECTION[kind])
    found = exact_ids(entries, name.removeprefix(f"{SECTION[kind]}."))
    if len(found) == 1:
        return found[0]
    near = ", ".join(get_close_matches(name.casefold(), entries, n=3)) or f"rechenwerk catalog list {SECTION[kind]}"
    remedy = Text(
        en=f"nothing among {SECTION[kind]} is called “{name}”; the nearest name is never assumed ({near})",
        de=f"nichts unter {SECTION[kind]} heißt „{name}“; der nächstliegende Name wird nie angenommen ({near})",
    )
    raise missing("entry", remedy)


def class_like(catalog: Catalog, order: Order, accelerator: str, count: int, place: str) -> Server:
    """The server class whose build (power, cores, memory, form) stands for a quoted server.

    Raises:
        CodedError: C075 where none has this accelerator in this number, or several have, and none was named.
    """
    if order.entry is not None:
        return catalog.servers[entry_of(catalog, "server", order.entry)]
    fitting = [
        s for s in catalog.servers.values() if (s.accelerator, s.accelerators) == (accelerator, count) and _shipped(s)
    ]
    if len(fitting) == 1:
        return fitting[0]
    same = ", ".join(s.id for s in catalog.servers.values() if s.accelerator == accelerator)
    same = same or "–, rechenwerk catalog list servers"
    remedy = Text(
        en=f"no single server class has {count} × {accelerator}; which class is built most like it? With this "
        f"accelerator: {same}",
        de=f"keine einzelne Serverklasse hat {count} × {accelerator}; welche Klasse gleicht ihm im Aufbau? Mit diesem "
        f"Beschleuniger: {same}",
    )
    raise missing("entry", remedy, place)


def slug(*parts: str) -> str:
    """An id of lower-case words, the same for the same parts; the legal form of a company is left out."""
    words = (
        _UNSAFE.sub("-", _LEGAL.sub("", part).casefold().translate(_UMLAUTS)).strip("-")[:30].strip("-")
        for part in parts
    )
    return "-".join(word for word in words if word)


def dumped(record: Any, *without: str) -> dict[str, Any]:
    """The record as an override writes it; figures keep their own source, date and layer."""
    fields: dict[str, Any] = record.model_dump(mode="json", exclude={"id", *without}, exclude_none=True)
    return fields


def in_euro(catalog: Catalog, value: float, currency: str, place: str) -> float:
    """Euro at the catalogue's rate.

    Raises:
        CodedError: C070.
    """
    if currency == "EUR":
        return value
    rate = catalog.eur_per_unit.get(currency)
    if rate is None:
        known = ", ".join(sorted({"EUR", *catalog.eur_per_unit}))
        raise CodedError(QuoteError.NO_RATE, place=place, currency=currency, known=known)
    return value * rate.value


def _shipped(server: Server) -> bool:
    price: Figure = server.price
    return price.basis != "quote" or price.layer == "shipped"
