"""What the workloads ask for: load of the busiest hour and length of the requests."""

from wizard.domain.result import Result
from wizard.domain.workload import TokenLengths
from wizard.domain.workload_result import ModelFacts, WorkloadResult
from wizard.report.labels import METHOD, MODEL
from wizard.report.plain_text import plain
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.names import evidence_word
from wizard.report.view.pen import Pen
from wizard.sizing.service_wording import unit_name

CUSTOM = "custom"


def kind_beside(pen: Pen, workload: WorkloadResult) -> str:
    """What the workload does, under a name of its own; empty where that is its name already."""
    return pen.kind(workload.kind) if workload.label else ""


def workload_title(pen: Pen, workload: WorkloadResult) -> str:
    return plain(workload.label, 80) or pen.kind(workload.kind)


def model_name(pen: Pen, workload: WorkloadResult) -> str:
    """The model as its makers write it, or the size class in words."""
    ref = workload.model.ref
    if ref == CUSTOM:
        return pen.translate("own model, described by its size")
    return pen.choice(MODEL, ref) if ref in pen.labels.choices.get(MODEL, {}) else plain(ref, 80)


def demand_tables(pen: Pen, result: Result) -> tuple[Table, ...]:
    _ = pen.translate
    sized = [w for w in result.workloads if w.demand]
    services = [w for w in result.workloads if w.service]
    trainings = [w for w in result.workloads if w.training]
    tables = [_load_table(pen, sized), _token_table(pen, sized)] if sized else []
    tables += [_service_table(pen, services)] if services else []
    return (*tables, *([_training_table(pen, trainings)] if trainings else []))


def demand_lead(pen: Pen, result: Result) -> str:
    """What is asked for, in a sentence for each kind of workload."""
    _ = pen.translate
    said = [s for s in (_language_lead(pen, result), _service_lead(pen, result), _training_lead(pen, result)) if s]
    return " ".join(said) or _("No workload is described well enough to compute its load.")


def _language_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    sized = [w for w in result.workloads if w.demand]
    peak = pen.number(sum(w.demand.in_flight_p99 for w in sized if w.demand), 0)
    if len(sized) == 1 and peak == "1":
        return _("{workload} keeps at most one request in flight in the busiest hour (P99).").format(
            workload=workload_title(pen, sized[0])
        )
    if len(sized) == 1:
        return _("{workload} keeps up to {peak} requests in flight in the busiest hour (P99).").format(
            workload=workload_title(pen, sized[0]), peak=peak
        )
    if not sized:
        return ""
    return _("{count} workloads keep up to {peak} requests in flight in the busiest hour (sum of the P99).").format(
        count=pen.number(len(sized), 0), peak=peak
    )


def _service_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    said = [
        _("{workload} answers up to {rate}.").format(
            workload=workload_title(pen, w), rate=pen.rate(w.service.per_s_peak, pen.say(unit_name(w.service.unit)))
        )
        for w in result.workloads
        if w.service
    ]  # fmt: skip
    return " ".join(said)


def _training_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    said = [
        _("{workload} computes {flops} a run.").format(
            workload=workload_title(pen, w), flops=pen.power(w.training.flops_per_run, "FLOP")
        )
        for w in result.workloads
        if w.training
    ]
    return " ".join(said)


def method_name(pen: Pen, method: str) -> str:
    return pen.choice(METHOD, method)


def _service_table(pen: Pen, workloads: list[WorkloadResult]) -> Table:
    _ = pen.translate
    columns = (
        Column(_("Workload")),
        Column(_("Unit")),
        Column(_("Peak rate"), numeric=True),
        Column(_("Mean rate"), numeric=True),
        Column(_("Streams"), numeric=True),
        Column(_("Latency P95"), numeric=True),
    )
    rows = tuple(
        Row(
            (
                Cell(workload_title(pen, w), sub=kind_beside(pen, w)),
                Cell(pen.say(unit_name(s.unit))),
                Cell(pen.rate(s.per_s_peak)),
                Cell(pen.rate(s.per_s_mean)),
                Cell("–" if s.streams is None else pen.number(s.streams, 0)),
                Cell(_("no limit") if s.latency_p95_s is None else pen.quantity(s.latency_p95_s, "s")),
            )
        )
        for w in workloads
        for s in [w.service]
        if s is not None
    )
    return Table(_("Load of the services"), columns, rows)


def _training_table(pen: Pen, workloads: list[WorkloadResult]) -> Table:
    _ = pen.translate
    columns = (
        Column(_("Workload")),
        Column(_("Model")),
        Column(_("Tokens per run"), numeric=True),
        Column(_("Arithmetic per run"), numeric=True),
        Column(_("Runs per month"), numeric=True),
        Column(_("Longest time for a run"), numeric=True),
    )
    rows = tuple(
        Row(
            (
                Cell(workload_title(pen, w), sub=method_name(pen, t.method)),
                Cell(model_name(pen, w), sub=parameters(pen, w)),
                Cell(pen.count(t.tokens_per_run), sub=_("samples") if t.method == "other" else ""),
                Cell(pen.power(t.flops_per_run, "FLOP")),
                Cell(pen.significant(t.runs_per_month)),
                Cell(_("no limit") if t.deadline_h is None else pen.hours(t.deadline_h)),
            )
        )
        for w in workloads
        for t in [w.training]
        if t is not None
    )
    return Table(_("Training runs"), columns, rows)


def _load_table(pen: Pen, workloads: list[WorkloadResult]) -> Table:
    _ = pen.translate
    columns = (
        Column(_("Workload")),
        Column(_("Model")),
        Column(_("Requests/s at peak"), numeric=True),
        Column(_("Requests in flight, mean"), numeric=True),
        Column(_("P95"), numeric=True),
        Column(_("P99"), numeric=True),
    )
    rows = []
    for workload in workloads:
        demand = workload.demand
        assert demand is not None  # noqa: S101 - filtered by the caller
        rows.append(
            Row(
                (
                    Cell(workload_title(pen, workload), sub=kind_beside(pen, workload)),
                    Cell(model_name(pen, workload), sub=parameters(pen, workload)),
                    Cell(pen.significant(demand.requests_per_s_peak)),
                    Cell(pen.number(demand.in_flight_mean, 1)),
                    Cell(pen.number(demand.in_flight_p95, 0)),
                    Cell(pen.number(demand.in_flight_p99, 0)),
                )
            )
        )
    note = _("In flight: requests that are being worked on at the same moment in the busiest hour.")
    return Table(_("Load of the busiest hour"), columns, tuple(rows), note)


def parameters(pen: Pen, workload: WorkloadResult) -> str:
    _ = pen.translate
    model = workload.model
    if model.params_b is None:
        return _("parameters unknown")
    if model.params_b < 1:
        return _small(pen, model)
    total = pen.number(model.params_b, 1)
    evidence = evidence_word(_, model.evidence)
    if model.active_params_b is not None and model.active_params_b < 0.99 * model.params_b:
        return _("{total} billion parameters, {active} active ({evidence})").format(
            total=total, active=pen.number(model.active_params_b, 1), evidence=evidence
        )
    return _("{total} billion parameters ({evidence})").format(total=total, evidence=evidence)


def _small(pen: Pen, model: ModelFacts) -> str:
    """Below a billion parameters; empty for what has none, such as trees."""
    _ = pen.translate
    millions = 1000 * (model.params_b or 0.0)
    if millions < 0.1:
        return ""
    return _("{total} million parameters ({evidence})").format(
        total=pen.significant(float(f"{millions:.3g}")), evidence=evidence_word(_, model.evidence)
    )


def _token_table(pen: Pen, workloads: list[WorkloadResult]) -> Table:
    _ = pen.translate

    def lengths(tokens: TokenLengths) -> tuple[Cell, Cell]:
        return Cell(pen.number(tokens.typical, 0)), Cell(pen.number(tokens.p95, 0))

    columns = (
        Column(_("Workload")),
        Column(_("Input tokens, typical"), numeric=True),
        Column(_("Input, P95"), numeric=True),
        Column(_("Output tokens, typical"), numeric=True),
        Column(_("Output, P95"), numeric=True),
    )
    rows = tuple(
        Row((Cell(workload_title(pen, w)), *lengths(w.demand.input_tokens), *lengths(w.demand.output_tokens)))
        for w in workloads
        if w.demand
    )
    return Table(_("Length of the requests"), columns, rows)
