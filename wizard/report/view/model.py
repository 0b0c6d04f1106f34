"""The frozen view of one report. Templates only place these texts; they compute nothing and format nothing."""

from dataclasses import dataclass, field
from typing import Literal

Tone = Literal["plain", "good", "bad", "open", "strong", "muted"]
SymbolId = Literal["pass", "fail", "open", "blocker", "high", "medium", "low", "info", "positive"]


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    sub: str = ""
    """Second line in small print."""
    symbol: SymbolId | None = None
    """Drawn before the text; the text always says the same in words."""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    numeric: bool = False
    width: int | None = None
    """Per cent of the table width; None: as the content asks."""


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Cell, ...]
    emphasis: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""
    compact: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    svg: str
    caption: str
    table: Table | None = None
    """The figure's data, for readers who do not see it."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A key figure of the decision page."""

    label: str
    value: str
    detail: str


@dataclass(frozen=True, slots=True)
class Cover:
    kicker: str
    title: str
    client: str
    date: str
    prepared_by: str
    marking: str
    draft: str
    """Empty: not a draft."""
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    headline: str
    machine: str
    """What to procure, in one sentence; empty while nothing is priced."""
    verdict: str
    verdict_symbol: SymbolId
    verdict_explained: str
    tiles: tuple[Tile, ...]
    money_basis: str
    reasons: tuple[str, ...]
    changes: tuple[str, ...]
    unchanged: str
    """Stands where no change turns the answer."""
    measure_first: tuple[str, ...]
    next_steps: tuple[str, ...]
    ranking: Table | None


@dataclass(frozen=True, slots=True)
class WorkloadView:
    anchor: str
    title: str
    intro: str
    open: str
    """Says what is not computed; empty: everything is."""
    answer: str = ""
    """The short answer where no GPU is needed."""
    facts: tuple[tuple[str, str], ...] = ()
    configurations: Table | None = None
    chosen_note: str = ""
    warnings: tuple[str, ...] = ()
    memory: Figure | None = None
    states: Figure | None = None
    """Of a training, beside the rule of thumb."""
    states_explained: str = ""
    check: tuple[tuple[str, str], ...] = ()
    """Stated computing time against the arithmetic."""
    check_explained: str = ""
    cpu: str = ""
    """What processors alone can or cannot do."""
    tokens: Table | None = None
    why_not: Table | None = None
    accuracy: tuple[str, ...] = ()
    """How far predictions of this class are off published measurements."""
    measurements: Table | None = None


@dataclass(frozen=True, slots=True)
class OptionView:
    anchor: str
    title: str
    status: str
    status_symbol: SymbolId
    lead: str
    """``recommended``, ``favoured`` or ``ahead`` for the first option; else empty."""
    notes: tuple[str, ...]
    gates: Table | None
    facts: tuple[tuple[str, str], ...]
    items: Table | None
    parts: Table | None = None
    """Bill of materials beside the machines."""
    pictures: tuple[tuple[Figure, tuple[str, ...]], ...] = ()
    """How own and rented machines share the load and the years, with the explanation below."""


@dataclass(frozen=True, slots=True)
class FindingView:
    severity: str
    symbol: SymbolId
    title: str
    text: str
    advice: str
    basis: str


@dataclass(frozen=True, slots=True)
class LegendEntry:
    word: str
    meaning: str
    symbol: SymbolId | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    number: int
    anchor: str
    title: str
    lead: str
    """One or two sentences that answer before the tables do."""
    sections: tuple[tuple[str, str], ...] = ()
    """(anchor, title) of its sections, for the contents."""


@dataclass(frozen=True, slots=True)
class Costs:
    cumulative: Figure | None
    years: Table | None
    components: Figure | None
    component_tables: tuple[Table, ...]
    open: str


@dataclass(frozen=True, slots=True)
class AdviceView:
    """One topic of the advice."""

    anchor: str
    title: str
    items: tuple[tuple[str, str, str], ...]
    """(what to do, why, source)."""


@dataclass(frozen=True, slots=True)
class FleetView:
    """All workloads together on the machines of one option."""

    lead: str
    facts: Table
    gpus: Table
    years: Table | None
    in_turns: Table | None = None


@dataclass(frozen=True, slots=True)
class ReportView:
    language: str
    title: str
    description: str
    created: str
    """ISO date, the only date in the file's metadata."""
    cover: Cover
    chapters: dict[str, Chapter]
    legend: tuple[LegendEntry, ...]
    decision: Decision
    demand: tuple[Table, ...]
    demand_open: tuple[str, ...]
    workloads: tuple[WorkloadView, ...]
    costs: Costs
    criteria: tuple[Table, ...]
    common_gates: Table | None
    options: tuple[OptionView, ...]
    infrastructure: Table | None
    room: tuple[Table, ...]
    """Links, loading, power, connections and places of own machines."""
    fleet: FleetView | None
    roadmap: Table | None
    advice: tuple[AdviceView, ...]
    findings: tuple[FindingView, ...]
    """Those of high weight; the rest stands in ``minor``."""
    minor: Table | None
    to_check: Table | None
    """Findings that hang on missing answers."""
    questions: Table | None
    assumptions: tuple[Table, ...]
    tornado: Figure | None
    lead: Figure | None
    """What the lead of the best option hangs on."""
    sources: Table | None
    catalogue: tuple[tuple[str, str], ...]
    banner: str
    """Warns of expired prices; empty: none."""
    dated: Table | None
    """Law and product states the result rests on, with their age."""
    orientation: str
    """What statements on law and tax are not; empty: there are none."""
    dated_banner: str
    """Warns of those that have to be read again; empty: none."""
    method: tuple[tuple[str, str, str], ...]
    """(what, formula, explanation)."""
    reproduce: str
    imprint: str
    legal: str
    limits: str
    notes: tuple[tuple[str, str], ...] = field(default=())
    """(question, remark of the consultant for the report)."""
