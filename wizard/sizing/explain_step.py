"""One decode step and one prefill as the sum of their parts: products, experts, attention, messages, the engine.

Sources: Kwon et al., arXiv 2309.06180 (cache); Dao, arXiv 2307.08691 (attention in a prompt); chunked prefill, Agrawal
et al., arXiv 2403.02310; Thakur et al. 2005 (ring all-reduce).
"""

from functools import cached_property
from math import ceil

from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.sizing.derive import added, again, computed, constant, figure_leaf, leaf, multiplied, number, symbolised
from wizard.sizing.explain_attention import attention_starts, cache_attention, prompt_attention
from wizard.sizing.explain_messages import exchange, messages
from wizard.sizing.explain_products import Tokens, matrix_products, routed_experts
from wizard.sizing.figures import engine_key, running_key
from wizard.sizing.replica import Replica

ROWS = text("T, tokens on one GPU", "T, Token auf einer GPU")
ROUTED = text("B, tokens of the replica", "B, Token des Replikats")
_LAYOUT = "layout of the configuration"


class StepTree:
    """Trees of one replica; times in ms."""

    def __init__(self, replica: Replica, decoding: float) -> None:
        self._replica, self._model = replica, replica.model
        self._engine = engine_key(replica.deployment.engine)
        self.decoding = leaf(
            text("N, requests decoding, at least one", "N, Anfragen in der Ausgabe, mindestens eine"),
            max(decoding, 1.0), "requests", "steady state of one replica (Little 1961)",
        )  # fmt: skip
        self._stages = leaf(text("s, pipeline stages", "s, Pipeline-Stufen"), self._model.pipeline, "GPUs", _LAYOUT)
        self._groups = leaf(
            text("g, groups that share the requests", "g, Gruppen, die sich die Anfragen teilen"),
            self._model.ranks, "1", _LAYOUT,
        )  # fmt: skip

    @property
    def running(self) -> Derivation:
        """The step a new request finds running."""
        return self.decode

    @cached_property
    def decode(self) -> Derivation:
        """One token for each running request."""
        parts = self.decode_parts()
        if self._model.pipeline > 1:
            label = text("one pass through all stages", "ein Durchlauf aller Stufen")
            passing = added(label, "ms", parts)
            held = text("with waiting for the slowest stage", "mit Warten auf die langsamste Stufe")
            parts = [multiplied(held, "ms", [passing, self._waiting()])]
        return added(text("decode step", "Decode-Schritt"), "ms", [*parts, self._step_fixed(), self._sequences()])

    def decode_parts(self) -> list[Derivation]:
        """Of one decode step, without what the engine does for each step and request."""
        inputs = [self.decoding, self._stages, self._groups]
        rows = computed(ROWS, "tokens", "max(1, N / s / g)", lambda n, s, g: max(1.0, n / s / g), inputs)
        batch = computed(ROUTED, "tokens", "max(1, N / s)", lambda n, s: max(1.0, n / s), inputs[:2])
        sent = computed(ROUTED, "tokens", "N / s", lambda n, s: n / s, inputs[:2])
        return [
            *self._passing(Tokens(rows, rows, batch), again(rows), sent),
            cache_attention(self._replica, again(rows)),
            attention_starts(self._replica),
            self._layers_fixed(),
        ]

    def _passing(self, tokens: Tokens, rows: Derivation, sent: Derivation) -> list[Derivation]:
        """Products and messages of one pass; ``rows`` and ``sent`` are the tokens of the messages."""
        parts = [matrix_products(self._replica, tokens), routed_experts(self._replica, tokens.routed)]
        parts += [exchange(self._replica, sent), *messages(self._replica, rows)]
        return [part for part in parts if part is not None]

    @cached_property
    def prefill_shared(self) -> Derivation:
        """What a prompt adds to a busy replica."""
        return added(SHARED, "ms", [self.prompt_busy, self._arrival()])

    @cached_property
    def prompt_busy(self) -> Derivation:
        """Its share of a full step."""
        read, full = self._read(), self._full()
        rows = computed(ROWS, "tokens", "t / g", lambda t, g: t / g, [full, self._groups])
        routed = computed(ROUTED, "tokens", "t", lambda t: t, [full])
        whole = added(
            text("a full step of prompts", "ein voller Schritt mit Prompts"), "ms",
            self._passing(Tokens(rows, _one_row(), routed), again(rows), again(routed)),
        )  # fmt: skip
        share = computed(
            text("share of the prompt", "Anteil des Prompts"), "share", "t / f", lambda t, f: t / f,
            [read, again(full).model_copy(update={"label": text("f, full step", "f, voller Schritt")})],
        )  # fmt: skip
        attention = computed(
            text("attention in the prompt, by group", "Attention im Prompt, je Gruppe"), "ms", "a / g",
            lambda a, g: a / g, [symbolised("a", self._prompt_attention()), self._groups],
        )  # fmt: skip
        part = multiplied(text("its part of the step", "sein Teil des Schritts"), "ms", [whole, share])
        work = added(text("work on the prompt", "Arbeit am Prompt"), "ms", [part, attention])
        factors = [work, self._prefill_pace()]
        if self._model.pipeline > 1:
            once = text("1 / stages", "1 / Stufen")
            factors += [self._waiting(), computed(once, "1", "1 / s", lambda s: 1 / s, [self._stages])]
        return multiplied(text("prompt in a busy replica", "Prompt im beschäftigten Replikat"), "ms", factors)

    @cached_property
    def prefill_alone(self) -> Derivation:
        """From the request to its first token on an idle replica."""
        fixed = constant(
            text("start of a request", "Start einer Anfrage"), self._replica.facts, "request_fixed_ms", self._engine
        )
        return added(ALONE, "ms", [*self.prompt_alone, self._arrival(), fixed])

    @cached_property
    def prompt_alone(self) -> list[Derivation]:
        """The work on a prompt that runs alone, and the fixed time of its steps."""
        read = self._read()
        rows = computed(ROWS, "tokens", "t", lambda t: t, [read])
        routed = computed(ROUTED, "tokens", "t", lambda t: t, [again(read)])
        parts = self._passing(Tokens(rows, _one_row(), routed), again(rows), again(routed))
        parts.append(self._prompt_attention())
        work = added(text("work on the prompt", "Arbeit am Prompt"), "ms", parts)
        paced = multiplied(
            text("prompt at the engine's pace", "Prompt im Tempo der Engine"), "ms", [work, self._prefill_pace()]
        )
        return [paced, self._steps_of(again(read))]

    def _steps_of(self, read: Derivation) -> Derivation:
        """The prompt is read in chunks, each a step of its own."""
        chunk = self._chunk()
        steps = computed(
            text("steps", "Schritte"), "1", "⌈t / c⌉", lambda t, c: ceil(t / c), [read, chunk], "arXiv 2403.02310"
        )
        once = [self._layers_fixed(), attention_starts(self._replica), self._step_fixed()]
        each = added(text("fixed time of a step", "feste Zeit je Schritt"), "ms", once)
        return multiplied(text("fixed time of its steps", "feste Zeit seiner Schritte"), "ms", [steps, each])

    def _prompt(self, label: Text) -> Derivation:
        return leaf(label, self._replica.load.prompt, "tokens", "mean of answer w.tokens_in")

    def _read(self) -> Derivation:
        """What the cache does not keep from earlier requests that begin alike."""
        cached = self._replica.load.cached
        if not cached:
            return self._prompt(text("t, prompt", "t, Prompt"))
        source = "share of the prompt that is equal in many requests (answer w.shared_prefix_pct), in whole blocks"
        kept = leaf(text("k, of these kept", "k, davon vorhanden"), cached, "tokens", source)
        label = text("t, tokens read of the prompt", "t, gelesene Token des Prompts")
        prompt = self._prompt(text("l, prompt", "l, Prompt"))
        return computed(label, "tokens", "max(1, l − k)", lambda l, k: max(1.0, l - k), [prompt, kept])  # noqa: E741

    def _prompt_attention(self) -> Derivation:
        """Tokens read attend to those kept as well."""
        whole = prompt_attention(self._replica, self._prompt(text("t, prompt", "t, Prompt")))
        rest = self._replica.load.prompt - number(self._read())
        if rest <= 0:
            return whole
        kept = leaf(text("t, of these kept", "t, davon vorhanden"), rest, "tokens", "prompt − tokens read")
        spared = prompt_attention(self._replica, kept)
        inputs = [symbolised("A", whole), symbolised("K", spared)]
        label = text("attention of the tokens read", "Attention der gelesenen Token")
        return computed(label, "ms", "A − K", lambda a, k: a - k, inputs)

    def _chunk(self) -> Derivation:
        facts, deployment = self._replica.facts, self._replica.deployment
        key = running_key(facts, "batched_tokens", deployment.engine, self._replica.accelerator)
        return figure_leaf(text("c, tokens a step", "c, Token je Schritt"), key, facts[key])

    def _full(self) -> Derivation:
        label = text("t, tokens of a full step", "t, Token eines vollen Schritts")
        read = self._read().model_copy(update={"label": text("l, tokens read", "l, gelesene Token")})
        return computed(label, "tokens", "max(l, c)", max, [read, self._chunk()])

    def _prefill_pace(self) -> Derivation:
        label = text("pace of prompts in this engine", "Tempo von Prompts in dieser Engine")
        return constant(label, self._replica.facts, "prefill_pace", self._engine)

    def _arrival(self) -> Derivation:
        label = text("tokenising and scheduling", "Tokenisierung und Einplanung")
        return constant(label, self._replica.facts, "arrival_ms", self._engine)

    def _waiting(self) -> Derivation:
        loss = constant(
            text("v, loss a further stage", "v, Verlust je weiterer Stufe"), self._replica.facts, "stage_loss"
        )
        return computed(
            text("waiting of stages", "Warten der Stufen"), "×", "1 + v · (s − 1)", lambda v, s: 1 + v * (s - 1),
            [loss, self._stages],
        )  # fmt: skip

    def _layers_fixed(self) -> Derivation:
        facts, arch = self._replica.facts, self._replica.arch
        layers = leaf(text("layers", "Schichten"), self._model.layers, "1", arch.source or arch.ref)
        each = constant(text("engine, each layer", "Engine, je Schicht"), facts, "layer_fixed_us", self._engine)
        return multiplied(text("engine, all layers", "Engine, alle Schichten"), "ms", [layers, each], 1e-3)

    def _step_fixed(self) -> Derivation:
        return constant(
            text("engine, each step", "Engine, je Schritt"), self._replica.facts, "step_fixed_ms", self._engine
        )

    def _sequences(self) -> Derivation:
        facts = self._replica.facts
        each = constant(text("engine, each request", "Engine, je Anfrage"), facts, "sequence_fixed_us", self._engine)
        return multiplied(text("engine, all requests", "Engine, alle Anfragen"), "ms", [self.decoding, each], 1e-3)


SHARED = text("prefill of one request in a busy replica", "Prefill einer Anfrage im beschäftigten Replikat")
ALONE = text("prefill of the request", "Prefill der Anfrage")


def _one_row() -> Derivation:
    return leaf(ROWS, 1.0, "tokens", "only the last token of a prompt is continued")
