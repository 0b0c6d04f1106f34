"""Result and client copy of the assessment → ReportView."""

from wizard.domain.assessment import Assessment
from wizard.domain.result import Result
from wizard.report.brand import Brand
from wizard.report.labels import Labels
from wizard.report.view import (
    advice,
    appendix,
    dated,
    demand,
    fleet,
    front,
    infrastructure,
    method,
    options,
    room,
    sizing,
)
from wizard.report.view.costs import costs
from wizard.report.view.lead import lead_hangs_on
from wizard.report.view.model import Chapter, ReportView
from wizard.report.view.names import option_name
from wizard.report.view.pen import Pen


def build_view(
    assessment: Assessment, result: Result, language: str, brand: Brand, labels: Labels, *, draft: bool = False
) -> ReportView:
    """Everything the templates show, formatted for one language.

    Args:
        assessment: the client copy; of notes only those marked for the report are used.
        labels: names of questions.
    """
    pen = Pen(language, labels, result.currency)
    cover = front.cover(pen, assessment, result, brand, draft=draft)
    workloads = tuple(sizing.workload_view(pen, result, w, brand) for w in result.workloads)
    option_views = options.option_views(pen, result, brand)
    remarks = appendix.notes(pen, assessment)
    advised = advice.advice_views(pen, result)
    roadmap = advice.roadmap_table(pen, result)
    sections = {
        "sizing": tuple((w.anchor, w.title) for w in workloads),
        "options": tuple((o.anchor, o.title) for o in option_views),
    }
    left_out = {key for key, there in (("notes", remarks), ("advice", advised), ("roadmap", roadmap)) if not there}
    return ReportView(
        language=language,
        title=f"{cover.title} – {cover.client}" if cover.client else cover.title,
        description=cover.kicker,
        created=result.provenance.as_of.isoformat(),
        cover=cover,
        chapters=_chapters(pen, result, sections, left_out),
        legend=method.legend(pen),
        decision=front.decision(pen, result),
        demand=demand.demand_tables(pen, result),
        demand_open=tuple(
            f"{demand.workload_title(pen, w)}: {pen.say(w.open)}" for w in result.workloads if w.open is not None
        ),
        workloads=workloads,
        costs=costs(pen, result, brand),
        criteria=options.criteria_tables(pen, result),
        common_gates=options.common_gates(pen, result),
        options=option_views,
        infrastructure=infrastructure.infrastructure_table(pen, result),
        room=room.room_tables(pen, result),
        fleet=fleet.fleet_view(pen, result),
        roadmap=roadmap,
        advice=advised,
        findings=appendix.findings(pen, result),
        minor=appendix.minor(pen, result),
        to_check=appendix.to_check(pen, result),
        questions=appendix.questions(pen, result),
        assumptions=appendix.assumptions(pen, result),
        tornado=appendix.swings(pen, result, brand),
        lead=lead_hangs_on(pen, result, brand),
        sources=appendix.sources(pen, result),
        catalogue=appendix.catalogue(pen, result),
        banner=appendix.expired_banner(pen, result),
        dated=dated.dated_table(pen, result),
        orientation=dated.orientation(pen, result),
        dated_banner=dated.dated_banner(pen, result),
        method=method.method(pen),
        reproduce=method.reproduce(pen),
        limits=method.limits(pen),
        imprint=front.imprint(brand),
        legal=pen.say(brand.legal),
        notes=remarks,
    )


def _chapters(
    pen: Pen, result: Result, sections: dict[str, tuple[tuple[str, str], ...]], left_out: set[str]
) -> dict[str, Chapter]:
    _ = pen.translate
    titles = {
        "decision": (_("The decision on one page"), ""),
        "demand": (_("What is needed"), demand.demand_lead(pen, result)),
        "sizing": (_("Sizing"), _sizing_lead(pen, result)),
        "costs": (_("What it costs"), front.money_basis(pen, result)),
        "options": (_("Options and gates"), _options_lead(pen, result)),
        "roadmap": (_("Roadmap"), _roadmap_lead(pen, result)),
        "advice": (_("Advice for operation"), _("Only what follows from the answers and figures of this report.")),
        "findings": (_("Findings"), _findings_lead(pen, result)),
        "questions": (_("Open questions"), _questions_lead(pen, result)),
        "assumptions": (_("Assumptions"), _assumptions_lead(pen, result)),
        "sources": (_("Sources"), ""),
        "method": (_("Method"), _("How the figures come about, in the order of the computation.")),
        "notes": (_("Remarks"), _("Remarks from the meetings, as agreed for this report.")),
    }
    kept = {key: texts for key, texts in titles.items() if key not in left_out}
    return {
        key: Chapter(number, key, title, lead, sections.get(key, ()))
        for number, (key, (title, lead)) in enumerate(kept.items(), start=1)
    }


def _roadmap_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    steps = {s.id for s in result.recommendation.roadmap_steps}
    if "pilot" in steps and "order" in steps:
        return _("Start on rented GPUs, measure, then buy: each step with the numbers that decide it.")
    if "order" in steps:
        return _("The order comes first; each step with the numbers that decide it.")
    return _("Start, measure, and bind only what the measurement confirms: each step with the numbers that decide it.")


def _sizing_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    best = result.option(result.recommendation.option) if result.recommendation.option else None
    gpus = front.gpu_count(pen, best) if best else ""
    if best is None or not gpus:
        return _("Which hardware carries each workload, and why the others do not.")
    return _("The recommendation rests on {gpus} for all workloads together.").format(gpus=gpus)


def _options_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    by_state = {s: [option_name(_, o.id) for o in result.options if o.feasible == s] for s in ("yes", "open", "no")}
    parts = []
    if by_state["yes"]:
        parts.append(_("Feasible: {options}.").format(options=pen.listing(by_state["yes"])))
    if by_state["open"]:
        parts.append(_("Still open: {options}.").format(options=pen.listing(by_state["open"])))
    if by_state["no"]:
        parts.append(_("Excluded by a gate: {options}.").format(options=pen.listing(by_state["no"])))
    return " ".join(parts)


def _findings_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    if not result.findings:
        return _("No rule found anything to report with the answers so far.")
    found = [f for f in result.findings if not f.questions]
    heavy = sum(f.severity in ("blocker", "high") for f in found)
    return _("Findings: {count}; of high weight: {heavy}; still to check: {open}.").format(
        count=pen.number(len(found), 0),
        heavy=pen.number(heavy, 0),
        open=pen.number(len(result.findings) - len(found), 0),
    )


def _questions_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    if not result.completeness.open_questions:
        return _("No question is open.")
    return _("What is unknown runs on a sourced default range and widens the result. These answers would narrow it.")


def _assumptions_lead(pen: Pen, result: Result) -> str:
    _ = pen.translate
    if not result.assumptions:
        return _("The result rests on no assumption.")
    moving = [a for a in result.assumptions if a.impact_eur]
    if not moving:
        return _("The values below were assumed because no answer was given.")
    top = max(moving, key=lambda a: abs(a.impact_eur or 0.0))
    return _("“{assumption}” moves the net present value most: {money} between its low and its high value.").format(
        assumption=pen.assumed(top), money=pen.compact(abs(top.impact_eur or 0.0))
    )
