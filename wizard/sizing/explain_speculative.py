"""The steps of a replica with a draft model: verification, passes of the draft, and the tokens they yield."""

from functools import cached_property

from wizard.domain.language import text
from wizard.domain.provenance import Derivation, Evidence
from wizard.sizing.derive import added, again, computed, constant, leaf, symbolised
from wizard.sizing.explain_attention import attention_starts, cache_attention
from wizard.sizing.explain_memory import served_draft
from wizard.sizing.explain_products import Tokens
from wizard.sizing.explain_step import ALONE, ROUTED, ROWS, SHARED, StepTree
from wizard.sizing.replica import Replica
from wizard.sizing.speculative import Drafting, expected_tokens

_PAPER = "Leviathan et al. 2023, arXiv 2211.17192"


class DraftedTree(StepTree):
    """As ``StepTree``; a decode step is the time of one output token."""

    def __init__(self, replica: Replica, decoding: float) -> None:
        super().__init__(replica, decoding)
        assert replica.drafting is not None  # noqa: S101 - chosen only for replicas with a draft
        self._drafting: Drafting = replica.drafting
        self._draft = StepTree(served_draft(replica), decoding)

    @cached_property
    def decode(self) -> Derivation:
        """An unmeasured draft counts only where it makes a token slower."""
        drafted = self._token
        if self._drafting.measured:
            return added(text("decode step", "Decode-Schritt"), "ms", [drafted])
        plain = super().decode.model_copy(
            update={"label": text("p, without the draft", "p, ohne Entwurfsmodell")}
        )  # fmt: skip
        label = text("time of a token, no speed-up counted", "Zeit eines Tokens, ohne Gewinn")
        slower = computed(label, "ms", "max(p, d)", max, [plain, symbolised("d", drafted)])
        return added(text("decode step", "Decode-Schritt"), "ms", [slower])

    @property
    def running(self) -> Derivation:
        return self._step if self._drafting.measured else self.decode

    @cached_property
    def _token(self) -> Derivation:
        label = text("time of a token with the draft", "Zeit eines Tokens mit Entwurfsmodell")
        inputs = [symbolised("s", self._step), symbolised("e", self._expected())]
        return computed(label, "ms", "s / e", lambda s, e: s / e, inputs, _PAPER)

    @cached_property
    def _step(self) -> Derivation:
        """One verification and γ passes of the draft."""
        passing = added(
            text("one pass of the draft", "ein Durchlauf des Entwurfsmodells"), "ms", self._draft.decode_parts()
        )  # fmt: skip
        inputs = [symbolised("v", self._verified()), self._drafted(), symbolised("d", passing)]
        label = text("verified step", "geprüfter Schritt")
        return computed(label, "ms", "v + γ · d", lambda v, g, d: v + g * d, inputs, _PAPER)

    def _drafted(self) -> Derivation:
        label = text("γ, tokens drafted", "γ, Entwurfs-Token")
        return leaf(label, self._drafting.tokens, "tokens", "setting of the draft", Evidence.STATED)

    def _expected(self) -> Derivation:
        name = text("α, share accepted", "α, Anteil angenommen")
        share = (
            leaf(name, self._drafting.accepted, "share", "as stated", Evidence.STATED)
            if self._drafting.measured
            else constant(name, self._replica.facts, "draft_accepted")
        )
        inputs = [share, again(self._drafted())]
        return computed(
            text("tokens of a step", "Token je Schritt"), "tokens", "(1 − α^(γ + 1)) / (1 − α)",
            lambda a, g: expected_tokens(int(g), a), inputs, f"{_PAPER}, equation 1",
        )  # fmt: skip

    def _verified(self) -> Derivation:
        """All rows pass the products and messages; weights and cache are read once."""
        inputs = [self.decoding, self._groups]
        requests = computed(
            text("T, requests on one GPU", "T, Anfragen auf einer GPU"), "requests", "max(1, N / g)",
            lambda n, g: max(1.0, n / g), inputs,
        )  # fmt: skip
        named = [symbolised("t", again(requests)), self._drafted()]
        rows = computed(ROWS, "tokens", "t · (γ + 1)", lambda t, g: t * (g + 1), named)
        batch = computed(ROUTED, "tokens", "N · (γ + 1)", lambda n, g: n * (g + 1), [self.decoding, self._drafted()])
        parts = self._passing(Tokens(rows, rows, batch), again(rows), again(batch))
        parts.append(cache_attention(self._replica, requests, again(rows)))
        parts += [attention_starts(self._replica), self._layers_fixed(), self._step_fixed(), self._sequences()]
        return added(text("verification", "Prüfung"), "ms", parts)

    @cached_property
    def prefill_shared(self) -> Derivation:
        """Both models read the prompt."""
        draft = self._draft.prompt_busy.model_copy(
            update={"label": text("the same prompt in the draft", "derselbe Prompt im Entwurfsmodell")}
        )
        return added(SHARED, "ms", [*super().prefill_shared.inputs, draft])

    @cached_property
    def prefill_alone(self) -> Derivation:
        label = text("the same prompt in the draft", "derselbe Prompt im Entwurfsmodell")
        draft = added(label, "ms", self._draft.prompt_alone)
        return added(ALONE, "ms", [*super().prefill_alone.inputs, draft])
