"""Reads the plan of a phased purchase: a YAML file with load, node, rent and limits by year."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text

if TYPE_CHECKING:
    from wizard.costs.inputs import Array
    from wizard.costs.purchase import PurchasePlan, YearTerms

MOST_YEARS = 15
MOST_UNITS = 1_000_000
_MOST_MONEY = 1e15
_KEYS = {
    "": ("years", "currency", "mean_demand", "growth_per_year", "profile", "column", "node", "cloud", "budget",
         "total_budget", "power_kw", "discount_rate"),
    "node": ("units", "price", "price_change_per_year", "running_per_year", "own_variable_per_hour", "power_kw",
             "life_years", "lead_months", "minimum_order", "residual", "standing", "fixed_per_year"),
    "cloud": ("per_hour", "committed_per_hour", "price_change_per_year"),
}  # fmt: skip
_GIVEN = text("given", "angegeben")
_PEAK = text(f"with a peak up to {MOST_UNITS} units", f"mit einer Spitze bis {MOST_UNITS} Einheiten")


class PurchaseFile:
    """One plan file; every fault names the file, its line and the key."""

    def __init__(self, path: Path, default_rate: float) -> None:
        """Reads the YAML; ``default_rate`` stands in where the plan names no discount rate.

        Raises:
            CodedError: ``Y…`` for damaged YAML, ``P047`` for a file that cannot be read, ``P048`` for other keys.
        """
        from wizard.datafiles.strict_yaml import parse_yaml

        self._path, self._rate = path, default_rate
        self._source = _read(path)
        content = parse_yaml(self._source, str(path))
        self._root = self._mapping("", content)
        self._node = self._mapping("node", self._root.get("node"))
        self._cloud = self._mapping("cloud", self._root.get("cloud") or {})
        self._years = self._whole("years", "years", most=MOST_YEARS)

    @property
    def currency(self) -> str:
        return str(self._root.get("currency", ""))

    def plan(self) -> "PurchasePlan":
        """The plan with a load hour by hour.

        Raises:
            CodedError: ``P041`` to ``P046`` for the profile, ``P049`` and ``P050`` for a value.
        """
        from wizard.costs.purchase import PurchasePlan

        life = self._whole("node.life_years", "life_years", self._node, default=5, most=50)
        return PurchasePlan(
            years=self._terms(),
            units_per_node=self._whole("node.units", "units", self._node, most=MOST_UNITS),
            discount_rate=self._number("discount_rate", self._root.get("discount_rate", self._rate), most=1.0),
            node_kw=self._number("node.power_kw", self._node.get("power_kw", 0.0)),
            life_years=life,
            lead_months=self._number("node.lead_months", self._node.get("lead_months", 0.0), most=11.9),
            minimum_order=self._whole("node.minimum_order", "minimum_order", self._node, default=1, most=10_000),
            residual=self._residual(life),
            fixed_per_year=self._number("node.fixed_per_year", self._node.get("fixed_per_year", 0.0)),
            standing=self._whole("node.standing", "standing", self._node, default=0, least=0, most=MOST_UNITS),
            total_budget=self._number("total_budget", self._root["total_budget"])
            if "total_budget" in self._root
            else math.inf,
        )

    def _terms(self) -> "tuple[YearTerms, ...]":
        from wizard.costs.purchase import YearTerms

        shape, years = self._shape(), self._years
        means = self._needed("mean_demand", self._root, "growth_per_year", most=MOST_UNITS)
        if max(means) * float(shape.max()) > MOST_UNITS:
            raise self._fault("mean_demand", max(means), _PEAK)
        price = self._needed("node.price", self._node, "price_change_per_year")
        running = self._by_year("node.running_per_year", self._node) or [0.0] * years
        use = self._by_year("node.own_variable_per_hour", self._node) or [0.0] * years
        rent = self._by_year("cloud.per_hour", self._cloud, "price_change_per_year", above=0.0)
        commit = self._by_year("cloud.committed_per_hour", self._cloud, "price_change_per_year", above=0.0)
        budget = self._by_year("budget", self._root) or [math.inf] * years
        power = self._by_year("power_kw", self._root) or [math.inf] * years
        return tuple(
            YearTerms(
                demand=shape * means[y], node_price=price[y], running_per_year=running[y], own_use_per_hour=use[y],
                cloud_per_hour=rent[y] if rent else None, committed_per_hour=commit[y] if commit else None,
                budget=budget[y], power_kw=power[y],
            )
            for y in range(years)
        )  # fmt: skip

    def _shape(self) -> "Array":
        """The load against its mean, hour by hour; flat without a profile."""
        import numpy as np

        from wizard.cli.cost_profile import read_profile

        given = self._root.get("profile")
        if given is None:
            return np.ones(1)
        column = self._root.get("column")
        loads = np.array(read_profile(self._path.parent / str(given), None if column is None else str(column)))
        loads /= loads.max()
        shape: Array = loads / loads.mean()
        return shape

    def _residual(self, life: int) -> tuple[float, ...]:
        """By age; a single share is that at the end of life, younger nodes keep more."""
        given = self._node.get("residual", 0.0)
        if isinstance(given, list) and given:
            return tuple(self._number("node.residual", share, most=1.0) for share in given)
        last = self._number("node.residual", given, most=1.0)
        return tuple(last ** (age / life) for age in range(1, life + 1))

    def _needed(self, key: str, where: Mapping[str, Any], change: str, most: float = _MOST_MONEY) -> list[float]:
        found = self._by_year(key, where, change, above=0.0, most=most)
        if found is None:
            raise self._fault(key, "–", _GIVEN)
        return found

    def _by_year(
        self, key: str, where: Mapping[str, Any], change: str = "", *, above: float | None = None,
        most: float = _MOST_MONEY,
    ) -> list[float] | None:  # fmt: skip
        """A value a year: a list, or one number with its change a year; None: not given."""
        group, _dot, name = key.rpartition(".")
        given = where.get(name)
        if given is None:
            return None
        if isinstance(given, list):
            if len(given) != self._years:
                wanted = text(f"one number or a list of {self._years}", f"eine Zahl oder eine Liste mit {self._years}")
                raise self._fault(key, f"[{len(given)}]", wanted)
            return [self._number(key, value, above=above, most=most) for value in given]
        first = self._number(key, given, above=above, most=most)
        rate = self._number(f"{group}.{change}".lstrip("."), where.get(change, 0.0), least=-0.9, most=10.0)
        return [first * (1.0 + rate) ** year for year in range(self._years)]

    def _whole(
        self, key: str, name: str, where: Mapping[str, Any] | None = None, *, least: int = 1, most: int,
        default: int | None = None,
    ) -> int:  # fmt: skip
        given = (self._root if where is None else where).get(name, default)
        if isinstance(given, int) and not isinstance(given, bool) and least <= given <= most:
            return given
        wanted = text(f"a whole number from {least} to {most}", f"eine ganze Zahl von {least} bis {most}")
        raise self._fault(key, "–" if given is None else given, wanted)

    def _number(
        self, key: str, given: Any, *, least: float = 0.0, above: float | None = None, most: float = _MOST_MONEY
    ) -> float:
        good = isinstance(given, int | float) and not isinstance(given, bool) and math.isfinite(given)
        if good and least <= given <= most and (above is None or given > above):
            return float(given)
        from_, von = (
            (f"above {above:g}", f"über {above:g}") if above is not None else (f"from {least:g}", f"ab {least:g}")
        )
        raise self._fault(key, given, text(f"a number {from_} to {most:g}", f"eine Zahl {von} bis {most:g}"))

    def _mapping(self, name: str, given: Any) -> dict[str, Any]:
        if not isinstance(given, dict):
            raise self._fault(name or "years", "–", _GIVEN)
        for key in given:
            if key not in _KEYS[name]:
                from wizard.cli.cost_errors import CostInputError

                place = self._place([*([name] if name else []), str(key)])
                raise CodedError(CostInputError.PLAN_KEY, place=place, key=key, known=", ".join(_KEYS[name]))
        return given

    def _fault(self, key: str, given: object, wanted: Text) -> CodedError:
        from wizard.cli.cost_errors import CostInputError

        return CodedError(
            CostInputError.PLAN_VALUE, place=self._place(key.split(".")), key=key, given=given, wanted=wanted
        )

    def _place(self, keys: list[str]) -> str:
        from wizard.datafiles.lines import line_of

        return f"{self._path}:{line_of(self._source, keys) or 1}"


def _read(path: Path) -> str:
    from wizard.cli.cost_errors import CostInputError
    from wizard.cli.cost_profile import read_text

    try:
        return read_text(path)
    except CodedError as error:
        if error.error is CostInputError.NO_FILE:
            raise CodedError(CostInputError.NO_PLAN, place=str(path)) from None
        raise
