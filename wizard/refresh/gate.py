"""Decides price by price whether it may replace the last good one. What is implausible stays out, with its reason.

The limits are figures of the catalogue, ``refresh.*``. A price is first held against its predecessor, then against the
prices beside it; where too many of a source fail, the source has changed and nothing of it is taken.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from wizard.catalogs.load import shipped_catalog
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure
from wizard.refresh.errors import RefreshError
from wizard.refresh.neighbours import misfits
from wizard.refresh.source import Key, Price, Source

_BEYOND = 1e9
"""No figure a source gives is of this size; without a predecessor nothing else would stop it."""
_FEW = 3
"""Figures a source must give before a share of them says anything."""


@dataclass(frozen=True)
class Verdict:
    """A figure with its last good value and, where a source gave one, the new price; taken without a refusal."""

    key: Key
    old: Figure | None
    price: Price | None
    refusal: CodedError | None = None

    @property
    def taken(self) -> bool:
        return self.refusal is None

    @property
    def change(self) -> float | None:
        """The new value as a share above the old one."""
        if self.old is None or self.price is None or not self.old.value or not math.isfinite(self.price.value):
            return None
        return self.price.value / self.old.value - 1.0


@dataclass(frozen=True)
class Judged:
    """The verdicts on one source; ``failure`` is why nothing of it was taken."""

    source: Source
    verdicts: tuple[Verdict, ...] = ()
    failure: CodedError | None = None

    @property
    def taken(self) -> tuple[Verdict, ...]:
        return () if self.failure else tuple(verdict for verdict in self.verdicts if verdict.taken)

    @property
    def complete(self) -> bool:
        return self.failure is None and all(verdict.taken for verdict in self.verdicts)


def judge(catalog: Catalog, source: Source, prices: Iterable[Price], today: date) -> Judged:
    """Verdicts on the prices of a source, against the catalogue as it stands."""
    found: dict[Key, list[Price]] = {}
    for price in prices:
        found.setdefault(price.key, []).append(price)
    keys = dict.fromkeys((*source.covers(catalog), *found))
    verdicts = [_alone(catalog, key, found.get(key, []), today) for key in keys]
    for key, refusal in misfits(catalog, source, verdicts_taken(verdicts)):
        verdicts = [replace(one, refusal=refusal) if one.key == key and one.taken else one for one in verdicts]
    return Judged(source, tuple(verdicts), _whole(verdicts))


def verdicts_taken(verdicts: Sequence[Verdict]) -> list[Price]:
    """The prices that may be taken."""
    return [verdict.price for verdict in verdicts if verdict.taken and verdict.price is not None]


def standing(catalog: Catalog, key: Key) -> Figure | None:
    """The figure as it stands."""
    entry = getattr(catalog, key.section)[key.id]
    figure: Figure | None = getattr(entry, key.field) if key.field else entry
    return figure


def _alone(catalog: Catalog, key: Key, prices: Sequence[Price], today: date) -> Verdict:
    old = standing(catalog, key)
    values = sorted({price.value for price in prices}, key=lambda value: (math.isnan(value), value))
    if not prices:
        return Verdict(key, old, None, _refused(RefreshError.MISSING, key))
    if len(values) > 1:
        listed = ", ".join(f"{value:g}" for value in values[:4])
        return Verdict(key, old, prices[0], _refused(RefreshError.AMBIGUOUS, key, values=listed))
    return Verdict(key, old, prices[0], _refusal(catalog, prices[0], old, today))


def _refusal(catalog: Catalog, price: Price, old: Figure | None, today: date) -> CodedError | None:
    key = price.key
    if not 0.0 < price.value < _BEYOND:  # not a number is neither
        return _refused(RefreshError.NOT_A_PRICE, key, new=f"{price.value:g}")
    currency = getattr(getattr(catalog, key.section)[key.id], "currency", "EUR")
    if price.currency != currency:
        return _refused(RefreshError.CURRENCY, key, found=price.currency[:20], expected=currency)
    if price.observed_on > today or (old is not None and price.observed_on < old.retrieved_on):
        days = {"found": price.observed_on, "standing": old.retrieved_on if old else "-", "today": today}
        return _refused(RefreshError.DATE, key, **days)
    return _jump(catalog, price, old) if old is not None and old.value else None


def _jump(catalog: Catalog, price: Price, old: Figure) -> CodedError | None:
    kind, ratio = _kind(catalog, price.key), price.value / old.value
    least, most = (limit(f"refresh.{end}_change.{kind}") for end in ("least", "most"))
    if least <= ratio <= most:
        return None
    details = {"new": f"{price.value:g}", "old": f"{old.value:g}", "ratio": f"{ratio:.4g}"}
    return _refused(RefreshError.CHANGE, price.key, **details, least=f"{least:g}", most=f"{most:g}")


def _kind(catalog: Catalog, key: Key) -> str:
    if key.section == "eur_per_unit":
        return "exchange_rate"
    if key.section == "apis":
        return "api"
    return "spot" if key.field == "spot_per_hour" else catalog.offers[key.id].price_class


def _whole(verdicts: Sequence[Verdict]) -> CodedError | None:
    """An old list is no sign of a wrong one, so figures that are only not newer do not count."""
    refused = sum(one.refusal is not None and one.refusal.error is not RefreshError.DATE for one in verdicts)
    most, everything = limit("refresh.most_refused_share"), len(verdicts)
    if refused and (refused == everything or (everything >= _FEW and refused > most * everything)):
        return CodedError(RefreshError.SOURCE, refused=refused, all=everything, most=f"{most:g}")
    return None


def _refused(error: RefreshError, key: Key, **details: object) -> CodedError:
    return CodedError(error, place=str(key), **details)


def limit(name: str) -> float:
    """A limit as it came with the program: nothing refreshed may widen it."""
    return shipped_catalog().figure(name).value
