"""What the workloads ask for: load of the busiest hour and length of the requests."""

from wizard.domain.result import Result, WorkloadResult
from wizard.domain.workload import TokenLengths
from wizard.report.labels import MODEL
from wizard.report.plain_text import plain
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.names import evidence_word
from wizard.report.view.pen import Pen


def workload_title(pen: Pen, workload: WorkloadResult) -> str:
    return plain(workload.label, 80) or pen.kind(workload.kind)


def model_name(pen: Pen, workload: WorkloadResult) -> str:
    """The model as its makers write it, or the size class in words."""
    ref = workload.model.ref
    return pen.choice(MODEL, ref) if ref in pen.labels.choices.get(MODEL, {}) else plain(ref, 80)


def demand_tables(pen: Pen, result: Result) -> tuple[Table, ...]:
    _ = pen.translate
    sized = [w for w in result.workloads if w.demand]
    if not sized:
        return ()
    return (_load_table(pen, sized), _token_table(pen, sized))


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
                    Cell(workload_title(pen, workload), sub=pen.kind(workload.kind)),
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
    total = pen.number(model.params_b, 1)
    evidence = evidence_word(_, model.evidence)
    if model.active_params_b is not None and model.active_params_b < 0.99 * model.params_b:
        return _("{total} billion parameters, {active} active ({evidence})").format(
            total=total, active=pen.number(model.active_params_b, 1), evidence=evidence
        )
    return _("{total} billion parameters ({evidence})").format(total=total, evidence=evidence)


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
