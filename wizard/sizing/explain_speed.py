"""Where each performance figure of a configuration comes from."""

from dataclasses import dataclass

from wizard.domain.configuration import Performance
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence
from wizard.domain.quantities import GB
from wizard.sizing.derive import added, constant, figure_leaf, leaf, multiplied, number, result
from wizard.sizing.figures import engine_key
from wizard.sizing.performance import Traffic
from wizard.sizing.predict import Replica
from wizard.sizing.spread import parts_of_tpot
from wizard.sizing.steady import State

_MS = 1000.0
_SHARE = {"p50": "0", "p95": "1.645", "p99": "2.326"}


@dataclass(frozen=True)
class Served:
    """A configuration at its load, as the prediction saw it."""

    replica: Replica
    traffic: Traffic
    state: State
    performance: Performance


def explain_performance(field: str, served: Served) -> Derivation:
    """The tree behind one field of ``Performance``."""
    metric, _, statistic = field.rpartition("_")
    if metric in ("ttft_ms", "tpot_ms", "e2e_s"):
        mean = {"ttft_ms": ttft, "tpot_ms": tpot, "e2e_s": e2e}[metric](served)
        return mean if statistic == "mean" else _quantile(served, metric, statistic, mean)
    trees = {
        "requests_per_s": requests_per_s,
        "output_tokens_per_s": tokens_per_s,
        "concurrency": concurrency,
        "max_concurrency": max_concurrency,
        "utilisation": utilisation,
    }
    return trees[field](served)


def tpot(served: Served) -> Derivation:
    """Parts of one output token; prefills of other requests included."""
    parts = parts_of_tpot(served.state, served.replica.load)
    if served.replica.load.steps < 1:
        return leaf(_TPOT, 0.0, "ms", "a single output token has no second one to wait for")
    detail = {
        "weights": _reading(served),
        "cache": _cache(served),
        "compute": _computing(served),
        "communication": _links(served),
        "fixed": _fixed(served),
    }
    labels = {
        "weights": text("reading weights", "Gewichte lesen"),
        "cache": text("reading the cache", "Cache lesen"),
        "compute": text("computing and prefills of others", "Rechnen und Prefill anderer"),
        "communication": text("communication", "Kommunikation"),
        "fixed": text("fixed time of a step", "feste Zeit je Schritt"),
    }
    inputs = [
        result(labels[name], parts[name] * _MS, "ms", formula, leaves)
        for name, (formula, leaves) in detail.items()
    ]  # fmt: skip
    return added(_TPOT, "ms", inputs)


_TPOT = text("time per output token, mean", "Zeit je Ausgabe-Token, Mittel")


def _reading(served: Served) -> tuple[str, list[Derivation]]:
    replica, model = served.replica, served.replica.model
    inputs = [
        leaf(
            text("weights every token reads", "Gewichte je Schritt"), model.dense_bytes / GB, "GB", "counted, one GPU"
        ),
        _bandwidth(replica),
        constant(text("reached share", "erreichter Anteil"), replica.facts, "memory_efficiency", _generation(replica)),
    ]
    formula = "(C³ + R³)^(1/3) − C with R = bytes / (bandwidth · share), C = time to compute"
    if model.experts:
        touched = model.touched(max(served.state.decoding, 1.0) / model.pipeline)
        inputs += [
            leaf(text("experts", "Experten"), model.expert_bytes / GB, "GB", "counted, one GPU"),
            leaf(text("share touched", "berührter Anteil"), touched, "share", "1 − (1 − k/E)^B"),
            constant(text("factor for experts", "Faktor für Experten"), replica.facts, "expert_memory_factor"),
        ]
        formula += "; experts apart: bytes · share touched"
    return formula, inputs


def _bandwidth(replica: Replica) -> Derivation:
    accelerator = replica.accelerator
    label = text("memory bandwidth", "Speicherbandbreite")
    return figure_leaf(label, accelerator.id, accelerator.memory_bandwidth_gb_per_s)


def _generation(replica: Replica) -> str:
    return replica.accelerator.architecture


def _cache(served: Served) -> tuple[str, list[Derivation]]:
    replica = served.replica
    return "requests decoding · cached bytes at input + output/2 / (bandwidth · share)", [
        _decoding(served),
        leaf(text("mean context", "mittlerer Kontext"), replica.load.context, "tokens", "input + output / 2"),
        _bandwidth(replica),
        constant(text("reached share", "erreichter Anteil"), replica.facts, "cache_efficiency", _generation(replica)),
    ]


def _decoding(served: Served) -> Derivation:
    label = text("requests decoding", "Anfragen in der Ausgabe")
    return leaf(label, served.state.decoding, "requests", "steady state of one replica (Little's law)")


def _computing(served: Served) -> tuple[str, list[Derivation]]:
    replica, model = served.replica, served.replica.model
    rate = replica.accelerator.dense_tflops[model.units]
    return "operations of B tokens / (rate · share) + B · prefill of one request / (output − 1)", [
        _decoding(served),
        figure_leaf(text(f"rate in {model.units}", f"Rechenleistung in {model.units}"), replica.accelerator.id, rate),
        constant(text("reached share", "erreichter Anteil"), replica.facts, "compute_efficiency", _generation(replica)),
        leaf(text("prefill of one request", "Prefill einer Anfrage"), served.state.prefill * _MS, "ms", _PREFILL),
        leaf(text("output tokens", "Ausgabe-Token"), replica.load.output, "tokens", "mean of answer w.tokens_out"),
    ]


_PREFILL = "2 · active parameters · input + attention over input²/2 pairs, over the reached rate (arXiv 2402.16363)"


def _links(served: Served) -> tuple[str, list[Derivation]]:
    replica = served.replica
    pcie = replica.accelerator.interconnect in ("pcie", "none")
    variant = "pcie" if pcie else replica.accelerator.interconnect
    return "2 all-reduces a layer · (latency + 2 · (TP − 1)/TP · message / link), 0 on one GPU", [
        leaf(text("TP", "TP"), replica.deployment.tensor_parallel, "GPUs", "layout of the configuration"),
        leaf(text("link", "Verbindung"), replica.model.link_rate / GB, "GB/s", "catalogue figure · reached share"),
        constant(text("latency", "Latenz"), replica.facts, "link_latency_us", variant),
        constant(text("reached share", "erreichter Anteil"), replica.facts, "link_efficiency", variant),
    ]


def _fixed(served: Served) -> tuple[str, list[Derivation]]:
    facts, engine = served.replica.facts, engine_key(served.replica.deployment.engine)
    return "step + layers · layer", [
        constant(text("step", "Schritt"), facts, "step_fixed_ms", engine),
        constant(text("layer", "Schicht"), facts, "layer_fixed_us", engine),
        leaf(text("layers", "Schichten"), served.replica.model.layers, "1", served.replica.arch.ref),
    ]


def ttft(served: Served) -> Derivation:
    """Prefill, its queue and the running step, and the wait for a free slot."""
    replica, state = served.replica, served.state
    alone = replica.model.prefill_alone(replica.load.prompt) * _MS
    inside = leaf(
        text("queue of prefills and running step", "Warten auf Prefill anderer und laufenden Schritt"),
        state.ttft * _MS - alone,
        "ms",
        "ρ · prefill / (2 · (1 − ρ)) (Pollaczek–Khinchine), in a closed loop at least synchrony · (1 − ρ)² · others · "
        "prefill / 2; + step / 2",
    )
    first = leaf(text("prefill of the request", "Prefill der Anfrage"), alone, "ms", _PREFILL)
    wait = leaf(
        text("wait for a free slot", "Warten auf freien Platz"),
        served.performance.ttft_ms_mean - state.ttft * _MS,
        "ms",
        "open loop: Allen–Cunneen over all slots; closed loop: requests beyond the slots / rate",
        Evidence.ASSUMED,
    )
    return added(text("time to first token, mean", "Zeit bis zum ersten Token, Mittel"), "ms", [first, inside, wait])


def e2e(served: Served) -> Derivation:
    """First token and all others."""
    steps = leaf(
        text("output tokens − 1", "Ausgabe-Token − 1"),
        served.replica.load.steps,
        "tokens",
        "mean of answer w.tokens_out",
    )
    inputs = [ttft(served), tpot(served), steps]
    first, each, count = (number(i) for i in inputs)
    label = text("whole answer, mean", "ganze Antwort, Mittel")
    return result(label, (first + count * each) / _MS, "s", "TTFT + (output tokens − 1) · TPOT", inputs)


def _quantile(served: Served, metric: str, statistic: str, mean: Derivation) -> Derivation:
    value = getattr(served.performance, f"{metric}_{statistic}")
    unit = "s" if metric == "e2e_s" else "ms"
    if metric == "e2e_s":
        formula, inputs = f"TTFT {statistic} + (output tokens − 1) · TPOT {statistic}", [mean]
    else:
        name = "ttft_sigma" if metric == "ttft_ms" else "tpot_sigma"
        formula = f"service mean · exp({_SHARE[statistic]} · σ − σ²/2) + {statistic} of the wait for a slot"
        inputs = [
            mean,
            constant(text("σ, spread over requests", "σ, Streuung über Anfragen"), served.replica.facts, name),
        ]
    label = Text(de=f"{metric} {statistic}", en=f"{metric} {statistic}")
    return result(label, value, unit, formula, inputs)


def requests_per_s(served: Served) -> Derivation:
    steps = served.replica.load.steps
    one = result(
        text("rate of one replica", "Rate eines Replikats"),
        served.state.rate,
        "1/s",
        "decoding / ((output − 1) · TPOT)" if steps >= 1 else "requests / their prefills one after the other",
        [_decoding(served), tpot(served)],
        "Little 1961",
    )
    return multiplied(text("requests a second", "Anfragen je Sekunde"), "1/s", [one, _replicas(served)])


def _replicas(served: Served) -> Derivation:
    return leaf(text("replicas", "Replikate"), served.traffic.replicas, "1", "counts of the configuration")


def tokens_per_s(served: Served) -> Derivation:
    output = leaf(
        text("output tokens", "Ausgabe-Token"), served.replica.load.output, "tokens", "mean of answer w.tokens_out"
    )
    label = text("output tokens a second", "Ausgabe-Token je Sekunde")
    return multiplied(label, "tokens/s", [requests_per_s(served), output])


def concurrency(served: Served) -> Derivation:
    value = served.performance.concurrency
    label = text("requests at once", "gleichzeitige Anfragen")
    if served.traffic.concurrency is not None:
        return leaf(label, value, "requests", "answer w.inflight_peak", Evidence.STATED)
    time = leaf(
        text("time in service", "Zeit in Bearbeitung"), served.state.e2e(served.replica.load), "s", "TTFT + decoding"
    )
    return multiplied(label, "requests", [requests_per_s(served), time])


def max_concurrency(served: Served) -> Derivation:
    replica = served.replica
    inputs = [
        leaf(text("requests the cache holds", "Anfragen im Cache"), replica.memory_slots, "requests", "room / request"),
        constant(text("requests the engine runs", "Anfragen der Engine"), replica.facts, "max_running_requests"),
        _replicas(served),
    ]
    label = text("most requests at once", "höchstens gleichzeitig")
    formula = "replicas · largest number within cache, engine and both latency targets"
    return result(label, served.performance.max_concurrency, "requests", formula, inputs)


def utilisation(served: Served) -> Derivation:
    inputs = [concurrency(served), max_concurrency(served)]
    label = text("utilisation", "Auslastung")
    formula = "running requests / most requests, 1 when the load exceeds them"
    return result(label, served.performance.utilisation, "share", formula, inputs)
