"""A quoted server: a new entry, built like a class of the catalogue, with the price and support of the quote."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from wizard.domain.errors import CodedError
from wizard.domain.hardware import Server
from wizard.domain.language import Text, text
from wizard.quotes.entries import class_like, dumped, slug
from wizard.quotes.errors import QuoteError
from wizard.quotes.plausible import Usual, held_against
from wizard.quotes.proposal import Block, Change, figure_of
from wizard.quotes.setting import Priced, Setting, in_place

MAINTENANCE = "finance.maintenance_share_per_year"
_ONE = Decimal(1)
_WATTS = 1000.0
_LEAST_KW = 0.05
_SIX = Decimal("0.000001")


@dataclass(frozen=True)
class Machine:
    """One server of the quote: price net, in the currency of the quote."""

    accelerator: str
    count: int
    price: Decimal
    support_per_year: Decimal | None = None


def priced_server(setting: Setting, machine: Machine) -> Priced:
    """The blocks of a quoted server.

    Raises:
        CodedError: C066, C070, C074 to C076.
    """
    like = class_like(setting.catalog, setting.order, machine.accelerator, machine.count, setting.place)
    identity = identity_of(setting, machine.accelerator, machine.count)
    price = setting.figure(machine.price, setting.currency)
    path = f"servers.{identity}.price"
    rate = setting.euro(1.0) / setting.euro(1.0, like.price_currency)
    share = machine.count / like.accelerators
    warnings = list(
        held_against(
            setting.catalog, float(machine.price), Usual(like.price.value * share / rate, f"servers.{like.id}"),
            field=path, unit=setting.currency, place=setting.row or setting.place,
        )
    )  # fmt: skip
    known = setting.catalog.servers.get(identity)
    change = Change(
        "servers", identity, "price", known.price if known else like.price, figure_of(price),
        standing="" if known else f"{like.id} ({like.price_currency})", converted=_converted(setting, known or like),
    )  # fmt: skip
    blocks = [Block("servers", identity, _entry(setting, machine, like, price), whole=True)]
    changes = [change]
    if machine.support_per_year is not None:
        block, support = _support(setting, identity, machine.support_per_year / machine.price)
        blocks.append(block)
        changes.append(support)
    build = text(
        f"Power, cores, memory and form are those of the class {like.id}; only the price is the vendor's. It stands in "
        "for the assumed price of every class with the same accelerators.",
        f"Leistung, Kerne, Speicher und Bauform sind die der Klasse {like.id}, nur der Preis ist der des Anbieters. Er "
        "tritt an die Stelle des angenommenen Preises jeder Klasse mit denselben Beschleunigern.",
    )
    return Priced(
        f"servers.{identity}",
        machine.accelerator,
        tuple(blocks),
        tuple(changes),
        tuple(warnings),
        (build, *_other(setting, machine, like)),
    )


def _converted(setting: Setting, standing: Server) -> float | None:
    """The price that stands there in the currency of the quote, where it is another one."""
    if standing.price_currency == setting.currency:
        return None
    return setting.euro(standing.price.value, standing.price_currency) / setting.euro(1.0)


def identity_of(setting: Setting, accelerator: str, count: int) -> str:
    """The same quote gives the same id; another vendor or number gives another entry."""
    document = setting.document
    number = document.number or document.file.rpartition(".")[0] or document.day.isoformat()
    return slug("quote", document.vendor, number, f"{count}x", accelerator)


def priced_support(setting: Setting, share: Decimal, server: str | None) -> Priced:
    """Maintenance a year as a share of the price, of one server or of all that are bought.

    Raises:
        CodedError: C066 a share that is none, C077 another quote stands there.
    """
    if not 0 < share < _ONE:
        value = f"{share * 100:.4g} %"
        raise CodedError(QuoteError.NUMBER, place=setting.place, field=MAINTENANCE, value=value)
    name = f"{MAINTENANCE}.{server}" if server else MAINTENANCE
    before = setting.catalog.figures.get(name)
    priced = in_place(setting, "figures", name, {"": share.quantize(_SIX)}, {"": "1/a"}, setting.currency, {"": before})
    return priced if before or not server else _beside(priced, setting)


def _beside(priced: Priced, setting: Setting) -> Priced:
    """The share of one server stands in for the one of all."""
    (change,) = priced.changes
    general = Change(
        change.section, change.id, "", setting.catalog.figures[MAINTENANCE], change.after, standing=MAINTENANCE
    )
    return Priced(priced.entry, None, priced.blocks, (general,), priced.warnings)


def _support(setting: Setting, identity: str, share: Decimal) -> tuple[Block, Change]:
    name = f"{MAINTENANCE}.{identity}"
    figure = setting.figure(share.quantize(_SIX), "1/a", marked=True)
    known = setting.catalog.figures.get(name)
    change = Change(
        "figures", name, "", known or setting.catalog.figures[MAINTENANCE], figure_of(figure),
        standing="" if known else MAINTENANCE,
    )  # fmt: skip
    return Block("figures", name, figure, whole=True), change


def _entry(setting: Setting, machine: Machine, like: Server, price: dict[str, Any]) -> dict[str, Any]:
    accelerator = setting.catalog.accelerators[machine.accelerator]
    short = accelerator.name.removeprefix("NVIDIA ").removeprefix("AMD ")
    entry = {
        **dumped(
            like, "notes", "price", "price_currency", "name", "vendor", "accelerator", "accelerators", "max_power_kw"
        ),
        "name": f"{setting.document.vendor}: {machine.count}x {short}",
        "vendor": setting.document.vendor,
        "accelerator": machine.accelerator,
        "accelerators": machine.count,
        "max_power_kw": _power(setting, machine, like),
        "price": price,
        "price_currency": setting.currency,
        "notes": Text(
            en=f"Priced by a quote; built like the class {like.id}.",
            de=f"Preis laut Angebot; im Aufbau wie die Klasse {like.id}.",
        ).model_dump(),
    }
    return {"visibility": "internal", **entry} if setting.order.internal else entry


def _other(setting: Setting, machine: Machine, like: Server) -> tuple[Text, ...]:
    """Says so where the class has other accelerators than the quoted server."""
    if machine.accelerator == like.accelerator:
        return ()
    names = [setting.catalog.accelerators[one].name for one in (like.accelerator, machine.accelerator)]
    return (
        text(
            f"The class has {names[0]}, the quote {names[1]}: power follows the TDP of both.",
            f"Die Klasse hat {names[0]}, das Angebot {names[1]}: Die Leistung folgt der TDP von beiden.",
        ),
    )


def _power(setting: Setting, machine: Machine, like: Server) -> dict[str, Any]:
    """That of the class: in proportion to the number of accelerators, and less or more by their TDP."""
    figure = like.max_power_kw
    if (machine.accelerator, machine.count) == (like.accelerator, like.accelerators):
        return figure.model_dump(mode="json", exclude_none=True)
    share = machine.count / like.accelerators
    own, standing = (setting.catalog.accelerators[one].tdp_w for one in (machine.accelerator, like.accelerator))
    more = (own.value - standing.value) * machine.count / _WATTS if own and standing else 0.0
    span = figure.range()
    value, low, high = (max(end * share + more, _LEAST_KW) for end in (span.value, span.low, span.high))
    note = f"{like.id} in proportion to {machine.count} accelerators, TDP as of {machine.accelerator}"
    scaled = {"value": value, "low": low, "high": high, "basis": "derived", "note": note}
    return figure.model_copy(update=scaled).model_dump(mode="json", exclude_none=True)
