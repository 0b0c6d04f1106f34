"""The method in short: one line a step, with its formula."""

from wizard.report.view.model import LegendEntry
from wizard.report.view.names import evidence_word, gate_verdict
from wizard.report.view.pen import Pen


def legend(pen: Pen) -> tuple[LegendEntry, ...]:
    """What the words and symbols of the report mean."""
    _ = pen.translate
    gates = {
        "pass": _("The rule holds with the answers given."),
        "fail": _("The rule excludes the option."),
        "open": _("Not known yet; excludes nothing and stands under the open questions."),
    }
    evidence = {
        "measured": _("Read from a machine or a benchmark."),
        "documented": _("Data sheet, contract, law or published source."),
        "stated": _("Said in a meeting."),
        "assumed": _("No answer; a sourced default range stands in."),
    }
    entries = []
    for verdict, meaning in gates.items():
        word, symbol = gate_verdict(_, verdict)
        entries.append(LegendEntry(word, meaning, symbol))
    entries += [LegendEntry(evidence_word(_, level), meaning) for level, meaning in evidence.items()]
    entries.append(
        LegendEntry("P5–P95", _("In 90 of 100 sampled cases the value lies in this range; P50 is the middle case."))
    )
    return tuple(entries)


def method(pen: Pen) -> tuple[tuple[str, str, str], ...]:
    """(step, formula, explanation) in the order of the computation."""
    _ = pen.translate
    return (
        (
            _("Requests in flight"),
            "L = λ · W",
            _("Little's law: arrival rate times time in the system, taken in the busiest hour with a burst factor."),
        ),
        (
            _("Weights"),
            _("parameters · bytes per parameter / GPUs"),
            _("Counted layer by layer from the architecture, never typed; quantised formats include their scales."),
        ),
        (
            _("KV cache"),
            _("2 · layers · KV heads · head size · bytes · tokens"),
            _("Per running request at full length; other attention types use their own form."),
        ),
        (
            _("Time per output token"),
            _("Σ operators (bytes / bandwidth and operations / compute, partly at once) + messages + engine"),
            _("Operators from measured kernels, continuous batching at the asked load; 90% spans from left-out rows."),
        ),
        (
            _("Replicas"),
            _("ceiling(requests in flight / requests per replica) + spare"),
            _("The same model, load and latency target in every comparison."),
        ),
        (
            _("Net present value"),
            _("Σ cash flow / (1 + i)^(t/12)"),
            _("Monthly cash flows, sampled over all uncertain inputs; the figures shown are percentiles."),
        ),
        (
            _("Hybrid split"),
            _("own machine K while share of hours(load > K) > c / (p − v)"),
            _("Critical fractile on the load duration curve: machine at rest over rent less running; whole machines."),
        ),
        (
            _("Phased purchase"),
            _("min Σ year (machines ordered + rent above own machines)"),
            _("Mixed-integer program over the years: whole machines, budget, power, resale; the exact optimum."),
        ),
        (
            _("Gates"),
            _("met · not met · open"),
            _("Gates come before scores. What is unknown is open and excludes nothing."),
        ),
        (
            _("Value of an option"),
            _("Σ weight · score"),
            _("Scores on fixed anchors; the probability counts how often an option is best over all samples."),
        ),
    )


def reproduce(pen: Pen) -> str:
    _ = pen.translate
    return _(
        "The same assessment, catalogue, date, seed and sample count give the same figures again. "
        "Every figure can be explained down to answers and sources with the command “explain”."
    )


def limits(pen: Pen) -> str:
    _ = pen.translate
    return _(
        "Statements on tax, law and electrical installation are for orientation; tax adviser, lawyer and electrician "
        "decide. Forecasts of speed rest on published facts and should be confirmed by a benchmark with your own data."
    )
