"""Time of messages between the accelerators of a replica, on the link it has.

Sources: ring all-reduce, Thakur et al. 2005; two sums a layer as in Megatron-LM, arXiv 1909.08053; tokens sent to their
experts, arXiv 2006.16668; pipeline stages, arXiv 1811.06965.
"""

from math import log2

from wizard.domain.language import text
from wizard.domain.provenance import Derivation, Figure
from wizard.sizing.derive import again, computed, constant, figure_leaf, leaf, multiplied, picked, symbolised
from wizard.sizing.explain_shapes import Fields
from wizard.sizing.figures import pick, pick_link
from wizard.sizing.limits import node_size
from wizard.sizing.operators import HALF_BYTES, Experts
from wizard.sizing.replica import Replica
from wizard.sizing.steps import link_gb_per_s, link_variant

_MB = 1e6
_LATENCY = text("l, latency", "l, Latenz")
_MESSAGE = text("m, message", "m, Nachricht")
_RATE = text("r, rate of the link", "r, Rate der Verbindung")


def messages(replica: Replica, rows: Derivation) -> list[Derivation]:
    """Sums over the ranks of a stage, and messages from stage to stage; none on one accelerator."""
    model, found = replica.model, []
    if model.ranks == 1 and model.tensor > 1:
        found.append(_sums(replica, rows))
    if model.pipeline > 1:
        found.append(_stages(replica, rows))
    return found


def _link(replica: Replica) -> Derivation:
    card = replica.accelerator
    label = text(f"link, one direction ({link_variant(card)})", f"Verbindung, eine Richtung ({link_variant(card)})")
    if card.interconnect_gb_per_s is None:
        return leaf(label, link_gb_per_s(card), "GB/s", f"{card.id}: PCIe {card.pcie or '4.0'}, 16 lanes")
    return figure_leaf(label, f"{card.id} interconnect_gb_per_s", card.interconnect_gb_per_s)


def _rate(replica: Replica, figure: Figure) -> Derivation:
    share = picked(text("share of the link reached", "erreichter Anteil der Verbindung"), replica.facts, figure)
    return multiplied(_RATE, "GB/s", [_link(replica), share])


def _ranks(replica: Replica) -> Derivation:
    label = text("g, GPUs of one stage", "g, GPUs einer Stufe")
    return leaf(label, replica.model.tensor, "GPUs", "layout of the configuration")


def _hidden(replica: Replica) -> Derivation:
    return Fields(replica).of(text("h, hidden size", "h, Hidden Size"), replica.arch.hidden)


def _message(replica: Replica, rows: Derivation) -> Derivation:
    """Activations in 16 bit."""
    return computed(
        _MESSAGE, "MB", "T · h · 2 / 10^6", lambda t, h: t * h * HALF_BYTES / _MB, [rows, _hidden(replica)]
    )  # fmt: skip


def _sums(replica: Replica, rows: Derivation) -> Derivation:
    """Two a layer: behind attention and behind the feed-forward part."""
    ranks, card = _ranks(replica), replica.accelerator
    reached = pick_link(replica.facts, "link_efficiency", card, link_variant(card))
    one = computed(
        text("one sum over all GPUs", "eine Summe über alle GPUs"), "µs", "l + 2 · (g − 1) / g · m · 1000 / r",
        lambda l, g, m, r: l + 2 * (g - 1) / g * m * 1e3 / r,  # noqa: E741 - as in the formula
        [_latency(replica, ranks), ranks, _message(replica, rows), _rate(replica, reached)],
        "Thakur et al. 2005",
    )  # fmt: skip
    count = computed(
        text("sums", "Summen"), "1", "2 · L", lambda layers: 2 * layers,
        [Fields(replica).of(text("L, layers", "L, Schichten"), replica.model.layers)], "arXiv 1909.08053",
    )  # fmt: skip
    return multiplied(
        text("messages: sums over the GPUs", "Nachrichten: Summen über die GPUs"), "ms", [count, one], 1e-3
    )


def _latency(replica: Replica, ranks: Derivation) -> Derivation:
    """Over PCIe once for every doubling of the ranks."""
    variant = link_variant(replica.accelerator)
    figure = pick_link(replica.facts, "link_latency_us", replica.accelerator, variant)
    measured = picked(text("a, latency of the link", "a, Latenz der Verbindung"), replica.facts, figure)
    if variant != "pcie":
        return computed(_LATENCY, "µs", "a", lambda a: a, [measured])
    return computed(_LATENCY, "µs", "a · max(1, log2(g))", lambda a, g: a * max(1.0, log2(g)), [measured, ranks])


def exchange(replica: Replica, sent: Derivation) -> Derivation | None:
    """Tokens travel to the ranks of their experts, and the answers back."""
    model = replica.model
    if model.ranks == 1 or model.experts is None:
        return None
    ranks = _ranks(replica)
    message = computed(
        _MESSAGE, "MB", "B / g · d · h · 2 / 10^6", lambda b, g, d, h: b / g * d * h * HALF_BYTES / _MB,
        [sent, ranks, _destinations(replica, model.experts), _hidden(replica)],
    )  # fmt: skip
    variant = link_variant(replica.accelerator)
    one = computed(
        text("one exchange, there and back", "ein Austausch, hin und zurück"), "µs",
        "2 · (l + m · (g − 1) / g · 1000 / r)",
        lambda l, g, m, r: 2 * (l + m * (g - 1) / g * 1e3 / r),  # noqa: E741 - as in the formula
        [
            constant(_LATENCY, replica.facts, "exchange_latency_us", variant), ranks, message,
            _rate(replica, pick(replica.facts, "exchange_efficiency", variant)),
        ],
        "arXiv 2006.16668",
    )  # fmt: skip
    layers = leaf(text("layers with experts", "Schichten mit Experten"), model.experts.layers, "1", replica.arch.ref)
    label = text("messages: tokens to their experts", "Nachrichten: Token zu ihren Experten")
    return multiplied(label, "ms", [layers, one], 1e-3)


def _destinations(replica: Replica, experts: Experts) -> Derivation:
    """Each rank gets a token once, however many of its experts are chosen."""
    holders = leaf(
        text("q, GPUs with experts of their own", "q, GPUs mit eigenen Experten"), experts.ranks, "GPUs",
        "layout of the configuration",
    )  # fmt: skip
    chosen = Fields(replica).of(text("k, experts a token", "k, Experten je Token"), experts.per_token)
    return computed(
        text("d, GPUs a token is sent to", "d, GPUs, an die ein Token geht"), "1", "q · (1 − (1 − 1 / q)^k)",
        lambda q, k: q * (1 - (1 - 1 / q) ** k), [holders, chosen],
    )  # fmt: skip


def _stages(replica: Replica, rows: Derivation) -> Derivation:
    """From stage to stage, and back to the first."""
    one = computed(
        text("one stage to the next", "eine Stufe zur nächsten"), "µs", "l + m · 1000 / r",
        lambda l, m, r: l + m * 1e3 / r,  # noqa: E741 - as in the formula
        [constant(_LATENCY, replica.facts, "stage_latency_us"), _message(replica, again(rows)), _stage_rate(replica)],
        "arXiv 1811.06965",
    )  # fmt: skip
    count = leaf(
        text("pipeline stages", "Pipeline-Stufen"), replica.model.pipeline, "GPUs", "layout of the configuration"
    )
    label = text("messages: from stage to stage", "Nachrichten: von Stufe zu Stufe")
    return multiplied(label, "ms", [count, one], 1e-3)


def _stage_rate(replica: Replica) -> Derivation:
    """Within one server the link of the accelerators, beyond it the network where that is slower."""
    if replica.deployment.gpus_per_replica <= node_size(replica.accelerator, replica.facts):
        return _rate(replica, pick(replica.facts, "stage_efficiency"))
    network = constant(
        text("n, network between servers", "n, Netz zwischen Servern"), replica.facts, "network_gb_per_s"
    )
    return computed(_RATE, "GB/s", "min(n, k)", min, [network, symbolised("k", _link(replica))])
