"""Writes values in one language: texts cleaned, numbers formatted, ids replaced by names."""

import re
from dataclasses import dataclass
from datetime import date

from wizard.decision.wording import COUNTRIES, country
from wizard.domain.configuration import Configuration
from wizard.domain.language import Text, text
from wizard.domain.offers import NO_PLACE
from wizard.domain.part_names import hardware_name
from wizard.domain.result import Assumption, Percentiles, ShownCurrency
from wizard.i18n.catalog import Translate, translator
from wizard.i18n.format import (
    format_compact_money,
    format_count,
    format_date,
    format_money,
    format_number,
    format_percent,
    format_power,
    format_quantity,
)
from wizard.i18n.sources import source_in
from wizard.report.labels import KIND, Labels
from wizard.report.plain_text import plain
from wizard.report.view.names import provider_name, readable

EUR = "EUR"
ONE_MONTH = text("month", "Monat")
FROM_DAYS = 72.0
SHARES = ("share", "1/a")
"""Units of numbers that people read in per cent, alone or a year."""


@dataclass(frozen=True, slots=True)
class Pen:
    language: str
    labels: Labels
    currency: ShownCurrency | None = None
    """Of the client; None: euro."""

    @property
    def translate(self) -> Translate:
        return translator(self.language, "report")

    def say(self, text: Text, limit: int | None = None) -> str:
        return _bound(plain(text.in_language(self.language), limit))

    def says(self, texts: tuple[Text, ...]) -> tuple[str, ...]:
        return tuple(self.say(t) for t in texts)

    def question(self, question_id: str) -> str:
        """The title of a question; else the id itself."""
        label = self.labels.titles.get(question_id)
        return self.say(label, 160) if label else plain(question_id, 80)

    def assumed(self, assumption: Assumption) -> str:
        label = self.say(assumption.label, 160) if assumption.label else self.question(assumption.question)
        return label[:1].upper() + label[1:]

    def kind(self, workload_kind: str) -> str:
        return self.choice(KIND, workload_kind)

    def choice(self, question_id: str, value: str) -> str:
        """The name of an option of a question; else the value as it stands."""
        label = self.labels.choices.get(question_id, {}).get(value)
        return self.say(label, 120) if label else readable(value)

    def parts(self, question_id: str, value: str) -> str:
        """``cost=25; control=20`` with the names of the parts."""
        names = self.labels.fields.get(question_id, {})
        shown = []
        for part in value.split("; "):
            key, _equals, amount = part.partition("=")
            if amount in ("", "None"):
                continue
            name = self.say(names[key]) if key in names else readable(key)
            unit = self.labels.part_units.get(f"{question_id}.{key}", "")
            shown.append(f"{name}: {self.stored(f'{question_id}.{key}', amount, unit)}")
        return ", ".join(shown) or "–"

    def stored(self, question_id: str, value: str, unit: str = "") -> str:
        """A value in its stored form: number, truth value, option, list of options."""
        _ = self.translate
        try:
            return self.with_unit(float(value), unit)
        except ValueError:
            pass
        if value.lower() in ("true", "false"):
            return _("yes") if value.lower() == "true" else _("no")
        return ", ".join(self.choice(question_id, part.strip()) for part in value.split(","))

    def with_unit(self, value: float, unit: str) -> str:
        _ = self.translate
        if unit in SHARES:
            percent = self.quantity(float(f"{100 * value:.3g}"), "%")
            return percent if unit == "share" else _("{share} a year").format(share=percent)
        if unit.startswith("EUR"):
            return self.price(value, unit)
        return self.quantity(value, plain(unit, 30)) if unit and unit != "factor" else self.significant(value)

    def source(self, source: str, limit: int | None = None) -> str:
        return plain(source_in(self.language, source), limit)

    def price(self, value: float, unit: str) -> str:
        """Money with what it is paid for: ``0,226 € je kWh``."""
        _ = self.translate
        per = {
            "EUR": "{money}",
            "EUR/a": _("{money} a year"),
            "EUR/month": _("{money} a month"),
            "EUR/TB": _("{money} per TB"),
            "EUR/kWh": _("{money} per kWh"),
            "EUR/kW/month": _("{money} per kW and month"),
            "EUR/GPU/a": _("{money} per GPU and year"),
        }
        digits = _digits(value) if value < 10 else 0
        return per.get(unit, "{money}" + unit.removeprefix("EUR")).format(money=self.money(value, digits=digits))

    def place(self, region: str) -> str:
        """A region as the provider calls it, a country by its name."""
        if region in NO_PLACE:
            return self.translate("region not stated")
        code = {"FIN": "FI"}.get(region, region)
        return self.say(country(code)) if code in COUNTRIES else plain(region, 40)

    def hardware(self, identifier: str) -> str:
        return provider_name(self.translate, hardware_name(identifier, self.labels.hardware))

    def rule(self, rule_id: str) -> str:
        rule = self.labels.rules.get(rule_id)
        return self.say(rule.title, 120) if rule else readable(rule_id)

    def criterion(self, name: str) -> str:
        anchor = self.labels.criteria.get(name)
        return self.say(anchor.title, 120) if anchor else readable(name)

    def criterion_formula(self, name: str, otherwise: str) -> str:
        anchor = self.labels.criteria.get(name)
        return self.say(anchor.formula, 240) if anchor else plain(otherwise, 240)

    def signed(self, amount: float) -> str:
        """A difference in euro, with its sign."""
        return ("+" if amount > 0 else "") + self.compact(amount)

    def number(self, value: float | None, digits: int | None = None) -> str:
        return "–" if value is None else _minus(format_number(value, self.language, digits))

    def significant(self, value: float) -> str:
        """About three significant digits, never fewer than the whole part has."""
        return _minus(format_number(value, self.language, _digits(value)))

    def money(self, value: float | None, currency: str | None = None, digits: int = 0) -> str:
        """An amount in euro in the client's currency, or one of the named ``currency`` as it stands."""
        if value is None:
            return "–"
        amount, code = self._shown(value, currency)
        return _minus(format_money(amount, code, self.language, digits))

    def compact(self, value: float, currency: str | None = None) -> str:
        """Three significant digits: a forecast is not known to the euro."""
        amount, code = self._shown(value, currency)
        size = len(str(int(abs(amount))))
        return _minus(format_compact_money(round(amount, min(0, 3 - size)), code, self.language))

    def _shown(self, value: float, currency: str | None) -> tuple[float, str]:
        if currency is not None or self.currency is None:
            return value, currency or EUR
        return self.currency.of(value), self.currency.code

    def money_span(self, value: Percentiles) -> str:
        return self.span(self.compact(value.p5), self.compact(value.p95))

    def span(self, low: str, high: str) -> str:
        _ = self.translate
        return low if low == high else _("{low} to {high}").format(low=low, high=high)

    def count(self, value: float) -> str:
        return format_count(value, self.language)

    def power(self, value: float, unit: str) -> str:
        return format_power(value, unit, self.language)

    def rate(self, per_second: float, unit: str = "") -> str:
        """``10 Bilder je Sekunde``; below one a second by the hour."""
        _ = self.translate
        often = per_second >= 1
        number = self.significant(float(f"{per_second if often else 3600 * per_second:.3g}"))
        counted = f"{number} {unit}".strip()
        return (_("{number} per second") if often else _("{number} per hour")).format(number=counted)

    def hours(self, value: float) -> str:
        """Hours; from three days on the days beside them."""
        _ = self.translate
        shown = self.quantity(float(f"{value:.3g}"), "h")
        if value < FROM_DAYS:
            return shown
        return _("{hours} ({days} days)").format(hours=shown, days=self.number(value / 24, 0 if value >= 240 else 1))

    def volume(self, gigabytes: float) -> str:
        """``182 GB``, from 1,000 GB on ``1,12 TB``."""
        if gigabytes >= 1000:
            return self.quantity(float(f"{gigabytes / 1000:.3g}"), "TB")
        return self.quantity(float(f"{gigabytes:.3g}"), "GB")

    def interval(self, configuration: Configuration, metric: str) -> str:
        """The 90 % interval of a figure; empty where there is none."""
        low_high = configuration.interval.get(metric)
        if low_high is None:
            return ""
        low, high = (self.significant(float(f"{end:.3g}")) for end in low_high)
        return "" if low == high else f"{low}–{high}"

    def percent(self, share: float | None) -> str:
        return "–" if share is None else _minus(format_percent(share, self.language))

    def quantity(self, value: float, unit: str) -> str:
        name = self.labels.units.get(unit, unit)
        if unit == "months" and value == 1:
            name = ONE_MONTH
        return _minus(format_quantity(value, name, self.language, _digits(value)))

    def date(self, day: date) -> str:
        return format_date(day, self.language)

    def gigabytes(self, value: float) -> str:
        return format_number(value, self.language, 1)

    def listing(self, parts: list[str] | tuple[str, ...]) -> str:
        """A, B und C."""
        _ = self.translate
        if len(parts) < 2:
            return "".join(parts)
        return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


_SECTION = re.compile(r"§ (?=\d)")
_UNIT = re.compile(r"(?<=\d) (?=(?:%|€|GB|TB|kW|ms|s|h|Mio\.|Mrd\.)(?![\w]))")


def _bound(said: str) -> str:
    """Numbers stay on one line with their unit, sections of an act with their sign."""
    return _UNIT.sub("\u202f", _SECTION.sub("§\u00a0", said))


def _minus(number: str) -> str:
    """The typographic minus sign."""
    return number.replace("-", "−", 1) if number.startswith(("-", "€-", "$-")) else number


def _digits(value: float) -> int:
    """Decimals that show about three significant digits; none that would be zero."""
    digits = 0
    while digits < 4 and abs(value) < 10 ** (2 - digits) and round(value, digits) != value:
        digits += 1
    return digits
