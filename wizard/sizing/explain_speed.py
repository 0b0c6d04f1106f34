"""Where each performance figure of a configuration comes from."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, floor

from wizard.domain.configuration import Performance
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence
from wizard.domain.quantities import GB
from wizard.sizing.derive import (
    added,
    again,
    computed,
    constant,
    figure_leaf,
    leaf,
    multiplied,
    number,
    result,
    symbolised,
)
from wizard.sizing.explain_memory import draft_request_gb, request_gb
from wizard.sizing.explain_speculative import DraftedTree
from wizard.sizing.explain_step import StepTree
from wizard.sizing.figures import running_key
from wizard.sizing.performance import Traffic
from wizard.sizing.queueing import SCORE
from wizard.sizing.replica import Replica
from wizard.sizing.steady import State

_MS = 1000.0
_SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
_NOTHING = 1e-9
"""Relative difference below which two ways to compute one number agree."""


@dataclass(frozen=True)
class Served:
    """A configuration at its load, as the prediction saw it."""

    replica: Replica
    traffic: Traffic
    state: State
    performance: Performance

    @cached_property
    def steps(self) -> StepTree:
        tree = StepTree if self.replica.drafting is None else DraftedTree
        return tree(self.replica, self.state.decoding)


def explain_performance(field: str, served: Served) -> Derivation:
    """The tree behind one field of ``Performance``."""
    metric, _, statistic = field.rpartition("_")
    if metric in ("ttft_ms", "tpot_ms", "e2e_s"):
        if metric == "e2e_s":
            return e2e(served, statistic)
        mean = tpot(served) if metric == "tpot_ms" else ttft(served)
        return mean if statistic == "mean" else _quantile(served, metric, statistic)
    trees = {
        "requests_per_s": requests_per_s,
        "output_tokens_per_s": tokens_per_s,
        "concurrency": concurrency,
        "max_concurrency": max_concurrency,
        "utilisation": utilisation,
    }
    return trees[field](served)


def tpot(served: Served) -> Derivation:
    """A decode step, and the prefills of others between two of its tokens."""
    label = text("time per output token, mean", "Zeit je Ausgabe-Token, Mittel")
    if served.replica.load.steps < 1:
        return leaf(label, 0.0, "ms", "a single output token has no second one to wait for")
    step = served.steps.decode
    prefills = leaf(
        text("prefills of others within one token", "Prefills anderer während eines Tokens"),
        served.state.others / served.state.prefill, "1",
        "steady state (Orca, OSDI 2022): requests decoding / (output tokens − 1), or in a closed loop the requests "
        "that do not start together",
    )  # fmt: skip
    others = multiplied(text("prefills of others", "Prefills anderer"), "ms", [prefills, served.steps.prefill_shared])
    return added(label, "ms", [*step.inputs, others])


def ttft(served: Served) -> Derivation:
    """The service, and the wait for a free slot before it."""
    service = _service(served)
    wait = _slot_wait(served.performance.ttft_ms_mean, service)
    return added(text("time to first token, mean", "Zeit bis zum ersten Token, Mittel"), "ms", [*service.inputs, wait])


def _service(served: Served) -> Derivation:
    """From the start of service: the prefill, the step that runs, and the prefills waited for."""
    alone, state = served.steps.prefill_alone, served.state
    parts = [alone]
    if state.decoding > 1 and served.replica.load.steps >= 1:
        half = leaf(text("half of it", "davon die Hälfte"), 0.5, "1", "mean of an arrival at any moment")
        label = text("rest of the running step", "Rest des laufenden Schritts")
        parts.append(multiplied(label, "ms", [half, served.steps.running]))
    shared = served.steps.prefill_shared
    missing = state.ttft * _MS - sum(number(part) for part in parts)
    ahead = leaf(
        text("prefills waited for, on average", "abgewartete Prefills, im Mittel"), missing / number(shared), "1",
        "difference to the steady state: ρ / (2 · (1 − ρ)) (Pollaczek–Khinchine), or in a closed loop the requests "
        "that start together",
        Evidence.ASSUMED,
    )  # fmt: skip
    wait = text("wait for prefills of others", "Warten auf Prefills anderer")
    parts.append(multiplied(wait, "ms", [ahead, shared]))
    return added(text("time to first token in service", "Zeit bis zum ersten Token ab Bedienung"), "ms", parts)


def _slot_wait(whole: float, service: Derivation) -> Derivation:
    """What the queue in front of the replicas adds to the service."""
    value = whole - number(service)
    if abs(value) < _NOTHING * whole:
        value = 0.0
    return leaf(
        text("wait for a free slot", "Warten auf freien Platz"), value, "ms",
        "difference to the service: Allen–Cunneen over all slots, in a closed loop requests beyond the slots / rate",
        Evidence.ASSUMED,
    )  # fmt: skip


def e2e(served: Served, statistic: str = "mean") -> Derivation:
    """First token and all others."""
    first = ttft(served) if statistic == "mean" else _quantile(served, "ttft_ms", statistic)
    each = tpot(served) if statistic == "mean" else _quantile(served, "tpot_ms", statistic)
    steps = leaf(
        text("output tokens − 1", "Ausgabe-Token − 1"), served.replica.load.steps, "tokens",
        "mean of answer w.tokens_out",
    )  # fmt: skip
    rest = multiplied(text("all further tokens", "alle weiteren Token"), "ms", [steps, each])
    label = text(f"whole answer, {statistic}", f"ganze Antwort, {_german(statistic)}")
    inputs = [symbolised("f", first), symbolised("r", rest)]
    return computed(label, "s", "(f + r) / 1000", lambda f, r: (f + r) / _MS, inputs)


def _german(statistic: str) -> str:
    return "Mittel" if statistic == "mean" else statistic


def _quantile(served: Served, metric: str, statistic: str) -> Derivation:
    """Lognormal around the mean in service, and the same share of the wait for a slot."""
    first = metric == "ttft_ms"
    mean = _service(served) if first else tpot(served)
    sigma = "ttft_sigma" if first else "tpot_sigma"
    score = SCORE[_SHARES[statistic]]
    inputs = [
        symbolised("m", mean),
        constant(text("σ, spread over requests", "σ, Streuung über Anfragen"), served.replica.facts, sigma),
        leaf(text("z, of the share", "z, zum Anteil"), score, "1", f"normal distribution, {statistic}"),
    ]
    within = computed(
        text(f"in service, {statistic}", f"ab Bedienung, {statistic}"), "ms", "m · exp(z · σ − σ^2 / 2)",
        lambda m, s, z: m * exp(z * s - s * s / 2), inputs, "lognormal distribution of this mean",
    )  # fmt: skip
    names = {
        "ttft_ms": ("time to first token", "Zeit bis zum ersten Token"),
        "tpot_ms": ("time per output token", "Zeit je Ausgabe-Token"),
    }
    english, german = names[metric]
    label = text(f"{english}, {statistic}", f"{german}, {statistic}")
    if not first:
        return within.model_copy(update={"label": label})
    value = getattr(served.performance, f"{metric}_{statistic}")
    return added(label, "ms", [within, _slot_wait(value, within)])


def _replica_rate(served: Served) -> Derivation:
    """By Little's law: those who decode, over the time they do."""
    label = text("rate of one replica", "Rate eines Replikats")
    name = text("N, requests decoding", "N, Anfragen in der Ausgabe")
    decoding = leaf(name, served.state.decoding, "requests", "steady state of one replica")
    if served.replica.load.steps < 1:
        service = _service(served)
        first = symbolised("t", service)
        return computed(label, "1/s", "N · 1000 / t", lambda n, t: n * _MS / t, [decoding, first], "Little 1961")
    steps = leaf(
        text("O, output tokens − 1", "O, Ausgabe-Token − 1"), served.replica.load.steps, "tokens",
        "mean of answer w.tokens_out",
    )  # fmt: skip
    token = tpot(served)
    each = symbolised("t", token)
    inputs = [decoding, steps, each]
    return computed(label, "1/s", "N · 1000 / (O · t)", lambda n, o, t: n * _MS / (o * t), inputs, "Little 1961")


def requests_per_s(served: Served) -> Derivation:
    label = text("requests a second", "Anfragen je Sekunde")
    return multiplied(label, "1/s", [_replica_rate(served), _replicas(served)])


def _replicas(served: Served) -> Derivation:
    return leaf(text("replicas", "Replikate"), served.traffic.replicas, "1", "counts of the configuration")


def tokens_per_s(served: Served) -> Derivation:
    output = leaf(
        text("output tokens", "Ausgabe-Token"), served.replica.load.output, "tokens", "mean of answer w.tokens_out"
    )
    label = text("output tokens a second", "Ausgabe-Token je Sekunde")
    return multiplied(label, "tokens/s", [requests_per_s(served), output])


def concurrency(served: Served) -> Derivation:
    label = text("requests at once", "gleichzeitige Anfragen")
    if served.traffic.concurrency is not None:
        return leaf(label, served.performance.concurrency, "requests", "answer w.inflight_peak", Evidence.STATED)
    return _running(served, label)


def _running(served: Served, label: Text) -> Derivation:
    """By Little's law: those who arrive in the time one is served."""
    first = _service(served)
    steps = leaf(
        text("output tokens − 1", "Ausgabe-Token − 1"),
        served.replica.load.steps,
        "tokens",
        "mean of answer w.tokens_out",
    )
    rest = multiplied(text("all further tokens", "alle weiteren Token"), "ms", [steps, again(tpot(served))])
    time = added(text("time in service", "Zeit in Bearbeitung"), "ms", [first, rest])
    return multiplied(label, "requests", [requests_per_s(served), time], 1 / _MS)


def max_concurrency(served: Served) -> Derivation:
    """Within cache, engine and, where there are targets, latency."""
    each = served.performance.max_concurrency / served.traffic.replicas
    inputs = [_engine_limit(served.replica)]
    symbols = ["e"]
    if served.replica.budget.pool > 0 and number(request_gb(served.replica)) > 0:
        inputs.append(_cache_slots(served.replica))
        symbols.append("c")
    if each < served.replica.slots * (1 - _NOTHING):
        name = text("t, requests within the latency targets", "t, Anfragen innerhalb der Latenzziele")
        source = "largest number whose mean TTFT and TPOT keep the targets, by bisection over the steady state"
        inputs.append(leaf(name, each, "requests", source))
        symbols.append("t")
    one = computed(
        text("most requests of one replica", "höchstens gleichzeitig je Replikat"), "requests",
        f"min({', '.join(symbols)})", lambda *limits: min(limits), inputs,
    )  # fmt: skip
    return multiplied(text("most requests at once", "höchstens gleichzeitig"), "requests", [one, _replicas(served)])


def _engine_limit(replica: Replica) -> Derivation:
    key = running_key(replica.facts, "max_running_requests", replica.deployment.engine, replica.accelerator)
    return figure_leaf(text("e, requests the engine runs", "e, Anfragen der Engine"), key, replica.facts[key])


def _cache_slots(replica: Replica) -> Derivation:
    """Whole requests of full length."""
    source = "kv_pool_gb of this configuration, or of its memory budget where one request alone is shown"
    room = leaf(text("p, room for the cache", "p, Platz für den Cache"), replica.budget.pool / GB, "GB", source)
    inputs = [room, symbolised("o", request_gb(replica))]
    label = text("c, requests the cache holds", "c, Anfragen im Cache")
    if replica.drafting is None:
        return computed(label, "requests", "⌊p / o⌋", lambda p, o: floor(p / o * (1 + 1e-12)), inputs)
    inputs.append(symbolised("d", draft_request_gb(replica)))
    return computed(label, "requests", "⌊p / (o + d)⌋", lambda p, o, d: floor(p / (o + d) * (1 + 1e-12)), inputs)


def utilisation(served: Served) -> Derivation:
    """Running requests over the most; 1 where the load is beyond what the replicas carry."""
    label = text("utilisation", "Auslastung")
    running = _running(served, text("r, requests running", "r, laufende Anfragen"))
    most = max_concurrency(served)
    inputs = [running, symbolised("m", most)]
    carried = number(most) > 0 and min(1.0, number(running) / number(most))
    if not carried or abs(carried - served.performance.utilisation) > _NOTHING:
        return result(label, served.performance.utilisation, "share", "1: more load than the replicas carry", inputs)
    return computed(label, "share", "min(1, r / m)", lambda r, m: min(1.0, r / m), inputs)
