"""Time of matrix products and experts, down to counted bytes, measured kernels and the accelerator's data sheet.

A product starts, reads and computes; reading and computing overlap as ``(R^z + C^z)^(1/z)``. Sources: roofline,
Williams et al. 2009 and arXiv 2402.16363; distinct experts ``E·(1 − (1 − k/E)^B)``.
"""

from dataclasses import dataclass

from wizard.domain.language import Text, text
from wizard.domain.model import FeedForward
from wizard.domain.provenance import Derivation
from wizard.sizing.architecture import BITS_PER_BYTE
from wizard.sizing.derive import added, again, computed, figure_leaf, leaf, multiplied, number, picked
from wizard.sizing.explain_shapes import Fields, Shape, shapes, vocabulary
from wizard.sizing.figures import engine_key, key_for
from wizard.sizing.layers import expert_layer_figure
from wizard.sizing.operators import HALF_BYTES, OWN_KERNELS, UNPACKED, matrix_kernel
from wizard.sizing.replica import Replica

_ROOFLINE = "Williams et al. 2009; arXiv 2402.16363"
_TO_MS = 1e-3
_MB = 1e6
_GFLOP = 1e9


@dataclass(frozen=True)
class Tokens:
    """What a step passes through the layers: rows on one accelerator, sampled rows, and tokens of the whole replica."""

    rows: Derivation
    sampled: Derivation
    routed: Derivation


@dataclass(frozen=True)
class _Kernels:
    """Figures of one number format on one generation."""

    replica: Replica
    units: str
    peak: str

    def of(self, label: Text, name: str, *, engine: bool = False) -> Derivation:
        replica = self.replica
        running = engine_key(replica.deployment.engine) if engine else None
        key = key_for(replica.facts, name, replica.accelerator, self.units, running)
        return figure_leaf(label, key, replica.facts[key])

    def pace(self, name: str) -> Derivation:
        label = text("p, pace against the measured kernel", "p, Tempo gegenüber dem gemessenen Kernel")
        if name == "matrix_pace" and self.units in OWN_KERNELS:
            return leaf(label, 1.0, "×", "figures of this engine come from whole deployments")
        return self.of(label, name, engine=True)

    def reading_rate(self, name: str) -> Derivation:
        share = self.of(text("share the kernel reaches", "Anteil, den der Kernel erreicht"), name)
        return multiplied(text("r, reading rate", "r, Leserate"), "GB/s", [bandwidth(self.replica), share])

    def computing_rate(self, kind: str, width: Derivation) -> Derivation:
        """Narrow matrices fill the matrix units less."""
        return computed(
            text("r, computing rate", "r, Rechenrate"), "TFLOPS", "P · s · W / (W + u)",
            lambda peak, share, wide, half: peak * share * wide / (wide + half),
            [
                dense_peak(self.replica, self.peak),
                self.of(text("s, share the kernel reaches", "s, Anteil, den der Kernel erreicht"), f"{kind}_compute"),
                width,
                self.of(text("u, width of half the rate", "u, Breite der halben Rate"), f"{kind}_half_width"),
            ],
        )  # fmt: skip

    def overlap(self, kind: str) -> Derivation:
        label = text("z, overlap of reading and computing", "z, Überlappung von Lesen und Rechnen")
        return self.of(label, f"{kind}_ridge")


def bandwidth(replica: Replica) -> Derivation:
    card = replica.accelerator
    label = text("memory bandwidth", "Speicherbandbreite")
    return figure_leaf(label, f"{card.id} memory_bandwidth_gb_per_s", card.memory_bandwidth_gb_per_s)


def dense_peak(replica: Replica, units: str) -> Derivation:
    card = replica.accelerator
    label = text(f"P, dense peak in {units}", f"P, dichte Spitzenleistung in {units}")
    return figure_leaf(label, f"{card.id} dense_tflops.{units}", card.dense_tflops[units])


def matrix_products(replica: Replica, tokens: Tokens) -> Derivation:
    """All products of one pass but those of routed experts."""
    first, *others = shapes(replica)
    parts = [_product(replica, first, tokens.rows)]
    parts += [_product(replica, shape, again(tokens.rows)) for shape in others]
    parts.append(_product(replica, vocabulary(replica), tokens.sampled))
    return added(text("matrix products", "Matrixprodukte"), "ms", parts)


def _product(replica: Replica, shape: Shape, rows: Derivation) -> Derivation:
    units = replica.model.units
    kernels = (
        _Kernels(replica, units.figures, units.peak)
        if shape.narrow
        else _Kernels(replica, units.half_figures, units.half_peak)
    )
    stored = units.stored_bits / BITS_PER_BYTE if shape.narrow else HALF_BYTES
    pace = kernels.pace("matrix_pace")
    weights = computed(
        text("M, weights of one matrix", "M, Gewichte einer Matrix"), "1", "W · D", lambda w, d: w * d,
        [shape.width, shape.depth],
    )  # fmt: skip
    overlap = kernels.overlap("matrix")
    start = _start(kernels, "matrix_start_us", pace)

    def parts(of: Derivation) -> list[Derivation]:
        computing = _computing(kernels, shape, weights, of, pace)
        return [_beyond(_reading(kernels, shape, weights, stored, of, pace), computing, overlap), computing]

    few = _one_by_one(kernels, weights, rows)
    one = added(
        _ONE if few is None else text("A, all rows at once", "A, alle Zeilen zugleich"), "µs", [start, *parts(rows)]
    )
    if few is not None:
        fewest = leaf(
            text("T, rows up to n", "T, Zeilen bis n"), min(number(rows), number(few.inputs[2])), "rows", "min(T, n)"
        )
        slow = added(text("S, rows one by one", "S, Zeilen einzeln"), "µs", [start, *parts(fewest), few])
        one = computed(_ONE, "µs", "max(A, S)", max, [one, slow])
    layers = leaf(text("products of this shape", "Produkte dieser Form"), shape.layers, "1", replica.arch.ref)
    return multiplied(shape.name, "ms", [layers, one], _TO_MS)


_ONE = text("one of them", "eines davon")


def _start(kernels: _Kernels, name: str, pace: Derivation) -> Derivation:
    measured = kernels.of(text("start of the measured kernel", "Start des gemessenen Kernels"), name)
    return multiplied(text("start", "Start"), "µs", [measured, again(pace)])


def _beyond(reading: Derivation, computing: Derivation, overlap: Derivation) -> Derivation:
    """What reading takes beyond the time of computing."""
    return computed(
        text("reading beyond computing", "Lesen über das Rechnen hinaus"), "µs", "(R^z + C^z)^(1/z) − C",
        lambda r, c, z: (r**z + c**z) ** (1 / z) - c, [reading, again(computing), overlap], _ROOFLINE,
    )  # fmt: skip


def _reading(
    kernels: _Kernels, shape: Shape, weights: Derivation, stored: float, rows: Derivation, pace: Derivation
) -> Derivation:
    replica = kernels.replica
    values = matrix_kernel(
        replica.accelerator, replica.facts, kernels.units, kernels.peak, engine_key(replica.deployment.engine)
    ).activation_bytes  # fmt: skip
    format_of = f"weights format {replica.deployment.weights_format}" if shape.narrow else "16 bit"
    read = computed(
        text("B, read and written", "B, gelesen und geschrieben"), "MB", "(M · b + T · (D · a + W · 2)) / 10^6",
        lambda m, b, t, d, a, w: (m * b + t * (d * a + w * HALF_BYTES)) / _MB,
        [
            weights,
            leaf(text("b, bytes a weight", "b, Byte je Gewicht"), stored, "bytes", format_of),
            rows,
            again(shape.depth),
            leaf(text("a, bytes an input value", "a, Byte je Eingabewert"), values, "bytes", kernels.units),
            again(shape.width),
        ],
    )  # fmt: skip
    return computed(
        text("R, reading", "R, Lesen"), "µs", "B · 1000 / r · p", lambda b, r, p: b * 1e3 / r * p,
        [read, kernels.reading_rate("matrix_read"), pace],
    )  # fmt: skip


def _computing(
    kernels: _Kernels, shape: Shape, weights: Derivation, rows: Derivation, pace: Derivation
) -> Derivation:  # fmt: skip
    tile = kernels.of(
        text("t, rows a tile always fills", "t, Zeilen, die eine Kachel immer füllt"), "matrix_tile_tokens"
    )
    filled = computed(
        text("F, rows computed", "F, gerechnete Zeilen"), "tokens", "(T^4 + t^4)^(1/4)",
        lambda many, few: (many**4 + few**4) ** 0.25, [again(rows), tile],
    )  # fmt: skip
    operations = computed(
        text("O, operations", "O, Operationen"), "GFLOP", "2 · M · F / 10^9", lambda m, f: 2 * m * f / _GFLOP,
        [again(weights), filled],
    )  # fmt: skip
    return _computed_time(operations, kernels.computing_rate("matrix", again(shape.width)), pace)


def _one_by_one(kernels: _Kernels, weights: Derivation, rows: Derivation) -> Derivation | None:
    """What a kernel without matrix units takes for all rows but the first, where the engine has one for few rows."""
    if kernels.units not in OWN_KERNELS or number(rows) <= 1:
        return None
    few = kernels.of(text("n, rows taken one by one", "n, einzeln genommene Zeilen"), "matrix_few_rows")
    if number(few) <= 1:
        return None
    label = text("s, share the kernel reaches", "s, Anteil, den der Kernel erreicht")
    reached = [dense_peak(kernels.replica, kernels.peak), kernels.of(label, "matrix_few_compute")]
    rate = multiplied(text("r, computing rate", "r, Rechenrate"), "TFLOPS", reached)
    return computed(
        text("further rows, one by one", "weitere Zeilen, einzeln"), "µs", "2 · M · (min(T, n) − 1) / r / 10^6",
        lambda m, t, n, r: 2 * m * (min(t, n) - 1) / r / _MB, [again(weights), again(rows), few, rate],
    )  # fmt: skip


def _computed_time(operations: Derivation, rate: Derivation, pace: Derivation) -> Derivation:
    return computed(
        text("C, computing", "C, Rechnen"), "µs", "O · 1000 / r · p", lambda o, r, p: o * 1e3 / r * p,
        [operations, rate, again(pace)],
    )  # fmt: skip


def routed_experts(replica: Replica, routed: Derivation) -> Derivation | None:
    """The routed experts of all layers on one accelerator; ``routed`` are tokens of the whole replica."""
    experts = replica.model.experts
    if experts is None:
        return None
    units, part = replica.model.units, _first_experts(replica)
    own = units.figures in OWN_KERNELS
    kernels = _Kernels(replica, UNPACKED if own else units.figures, units.half if own else units.peak)
    layer = _ExpertLayer(kernels, part, routed)
    one = added(text("one layer", "eine Schicht"), "µs", layer.parts())
    layers = leaf(text("layers with experts", "Schichten mit Experten"), experts.layers, "1", replica.arch.ref)
    return multiplied(text("routed experts", "geroutete Experten"), "ms", [layers, one], _TO_MS)


def _first_experts(replica: Replica) -> FeedForward:
    parts = (group.feed_forward for group in replica.arch.layers)
    return next(part for part in parts if part is not None and part.experts)


class _ExpertLayer:
    """The experts of one layer with the tokens routed to them."""

    def __init__(self, kernels: _Kernels, part: FeedForward, routed: Derivation) -> None:
        self._kernels, self._routed = kernels, routed
        replica = self._replica = kernels.replica
        fields = Fields(replica)
        self._pace = kernels.pace("expert_pace")
        self._experts = fields.of(text("E, experts", "E, Experten"), part.experts)
        self._chosen = fields.of(text("k, experts a token", "k, Experten je Token"), part.experts_per_token)
        self._hidden = fields.of(
            text("H, width the experts work in", "H, Arbeitsbreite der Experten"), part.latent or fields.size
        )
        self._ranks = leaf(
            text("G, GPUs with experts of their own", "G, GPUs mit eigenen Experten"),
            max(1, replica.deployment.expert_parallel), "GPUs", "layout of the configuration",
        )  # fmt: skip
        tensor = leaf(
            text("S, GPUs of one stage", "S, GPUs einer Stufe"),
            replica.deployment.tensor_parallel,
            "GPUs",
            "layout of the configuration",
        )
        inner = fields.of(text("f, width of one expert", "f, Breite eines Experten"), part.intermediate)
        self._width = computed(
            text("W, width on one GPU", "W, Breite auf einer GPU"), "1", "f · G / S", lambda f, g, s: f * g / s,
            [inner, self._ranks, tensor],
        )  # fmt: skip
        matrices = fields.of(text("m, matrices an expert", "m, Matrizen je Experte"), 3 if part.gated else 2)
        self._weights = computed(
            text("V, weights of one expert", "V, Gewichte eines Experten"), "1", "m · W · H", lambda m, w, h: m * w * h,
            [matrices, self._width, self._hidden],
        )  # fmt: skip
        self._touched = computed(
            text("τ, share of the experts touched", "τ, Anteil berührter Experten"), "share", "1 − (1 − k / E)^B",
            lambda e, k, b: 1 - (1 - k / e) ** b, [self._experts, self._chosen, routed], "arXiv 2402.16363",
        )  # fmt: skip

    def parts(self) -> list[Derivation]:
        reading, computing = self._reading(), self._computing()
        start = _start(self._kernels, "expert_start_us", self._pace)
        beyond = _beyond(reading, computing, self._kernels.overlap("expert"))
        return [start, *self._engine(), beyond, computing, self._moving()]

    def _engine(self) -> list[Derivation]:
        """Only where the engine adds something."""
        replica = self._replica
        figure = expert_layer_figure(replica.deployment, replica.facts)
        label = text("engine, a layer with experts", "Engine, eine Schicht mit Experten")
        return [picked(label, replica.facts, figure)] if figure.value else []

    def _reading(self) -> Derivation:
        stored = self._replica.model.units.stored_bits / BITS_PER_BYTE
        source = f"weights format {self._replica.deployment.weights_format}"
        read = computed(
            text("B, experts read", "B, gelesene Experten"), "MB", "E · τ / G · V · b / 10^6",
            lambda e, t, g, v, b: e * t / g * v * b / _MB,
            [
                again(self._experts), self._touched, again(self._ranks), self._weights,
                leaf(text("b, bytes a weight", "b, Byte je Gewicht"), stored, "bytes", source),
            ],
        )  # fmt: skip
        return computed(
            text("R, reading", "R, Lesen"), "µs", "B · 1000 / r · p", lambda b, r, p: b * 1e3 / r * p,
            [read, self._kernels.reading_rate("expert_read"), self._pace],
        )  # fmt: skip

    def _computing(self) -> Derivation:
        kernels, shared = self._kernels, [again(self._routed), again(self._chosen)]
        each = computed(
            text("A, tokens a touched expert", "A, Token je berührtem Experten"), "tokens", "B · k / E / τ",
            lambda b, k, e, t: b * k / e / t, [*shared, again(self._experts), again(self._touched)],
        )  # fmt: skip
        operations = computed(
            text("O, operations of the busiest GPU", "O, Operationen der vollsten GPU"), "GFLOP",
            "B · k / G · i · 2 · V · (A + a) / A / 10^9",
            lambda b, k, g, i, v, many, half: b * k / g * i * 2 * v * (many + half) / many / _GFLOP,
            [
                *shared, again(self._ranks), self._imbalance(), again(self._weights), each,
                kernels.of(text("a, tokens of half the rate", "a, Token der halben Rate"), "expert_half_tokens"),
            ],
        )  # fmt: skip
        return _computed_time(operations, kernels.computing_rate("expert", again(self._width)), self._pace)

    def _imbalance(self) -> Derivation:
        label = text("i, busiest GPU over the mean", "i, vollste GPU über dem Mittel")
        if number(self._ranks) <= 1:
            return leaf(label, 1.0, "1", "every GPU holds a part of each expert")
        facts, card = self._replica.facts, self._replica.accelerator
        key = key_for(facts, "expert_imbalance", card)
        return figure_leaf(label, key, facts[key])

    def _moving(self) -> Derivation:
        """Tokens are sorted to their experts and back."""
        label = text("q, values moved a token", "q, bewegte Werte je Token")
        rate = bandwidth(self._replica)
        named = rate.model_copy(update={"label": text("r, memory bandwidth", "r, Speicherbandbreite")})
        moved = self._kernels.of(label, "expert_moves")
        return computed(
            text("sorting tokens to experts", "Token zu den Experten sortieren"), "µs", "q · H · 2 · B / r / 1000 · p",
            lambda q, h, b, r, p: q * h * HALF_BYTES * b / r * 1e-3 * p,
            [moved, again(self._hidden), again(self._routed), named, again(self._pace)],
        )  # fmt: skip
