"""Speculative decoding: a small model drafts tokens, one step of the served model verifies them.

A step of the served model with γ drafted tokens a request yields ``(1 − α^(γ + 1)) / (1 − α)`` tokens when each is
accepted with the chance α (Leviathan et al. 2023, arXiv 2211.17192, equation 1). It computes γ + 1 rows a request and
reads weights and cache once, after γ passes of the draft. While reading sets the pace that is nearly free; once
computing does, the rows that are thrown away cost as much as those that are kept, and the draft slows down.

The draft is divided over the tensor ranks like the served model: vLLM sets ``draft_tensor_parallel_size`` to that of
the target and refuses others for draft models (docs.vllm.ai, v0.16.0, vllm.v1.spec_decode.draft_model), SGLang loads
its standalone draft on every rank of the target (sglang/srt/speculative/standalone_worker.py); both keep the caches of
both models in one pool; read 2026-12-01.
"""

from dataclasses import dataclass, replace

from wizard.domain.configuration import DraftedMemory, Memory
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.model import ModelArchitecture
from wizard.domain.quantities import GB
from wizard.domain.workload import Deployment
from wizard.sizing import draft_wording
from wizard.sizing.architecture import count_parameters
from wizard.sizing.errors import SizingError
from wizard.sizing.figures import Facts, pick
from wizard.sizing.formats import check_formats, compute_format, resolve_weights
from wizard.sizing.limits import undivided_heads
from wizard.sizing.memory import request_cache_bytes, weights_per_gpu
from wizard.sizing.steps import StepModel, StepTime

MOST_DRAFTED = 64
"""Tokens a step; published settings are 2 to 16."""


def expected_tokens(drafted: int, accepted: float) -> float:
    """Tokens of one verified step: those accepted, and one of the served model itself."""
    if accepted >= 1.0:
        return drafted + 1.0
    expected: float = (1 - accepted ** (drafted + 1)) / (1 - accepted)
    return expected


@dataclass(frozen=True)
class Speculation:
    """What a draft model brings at the predicted load."""

    expected_tokens: float
    """Of one verified step and request."""
    speed_up: tuple[float, float, float]
    """Time of a token without the draft over that with it: low, value, high. All equal where the share is measured."""
    counted: bool
    """False: the share accepted is not known, and the speeds count no gain."""


@dataclass(frozen=True)
class Drafting:
    """A draft model as it runs beside the served one."""

    arch: ModelArchitecture
    deployment: Deployment
    """Of the draft itself, on the accelerators of the served model."""
    tokens: int
    accepted: float
    """Measured, or the middle of what was published."""
    measured: bool
    """False: nobody knows the share for this use, so that no speed-up is counted, only a slow-down."""

    @property
    def expected(self) -> float:
        return expected_tokens(self.tokens, self.accepted)

    def weights(self, facts: Facts) -> float:
        """Bytes on the fullest accelerator."""
        return weights_per_gpu(self.arch, self.deployment, facts)

    def at(self, accepted: float) -> "Drafting":
        """As if this share had been measured."""
        return replace(self, accepted=accepted, measured=True)


def drafting_of(
    arch: ModelArchitecture, draft: ModelArchitecture | None, deployment: Deployment, facts: Facts
) -> Drafting | None:  # fmt: skip
    """The draft of a deployment, with its own format and the layout of the served model; None without one.

    Raises:
        CodedError: E104 an unknown format, E108 no architecture, E110 to E113 a draft that cannot serve this model.
    """
    asked = deployment.draft
    if asked is None:
        return None
    if draft is None or not draft.layers:
        raise CodedError(SizingError.NO_LAYERS, ref=asked.ref)
    if not 1 <= asked.tokens <= MOST_DRAFTED:
        raise CodedError(SizingError.DRAFTED, value=asked.tokens, limit=MOST_DRAFTED)
    if asked.accepted is not None and not 0 <= asked.accepted <= 1:
        raise CodedError(SizingError.ACCEPTED, value=f"{asked.accepted * 100:g}")
    if draft.vocab != arch.vocab:
        raise CodedError(
            SizingError.DRAFT_VOCABULARY, draft=draft.ref, ref=arch.ref, has=draft.vocab, needs=arch.vocab
        )  # fmt: skip
    sizes = [count_parameters(one).total / 1e9 for one in (draft, arch)]
    if sizes[0] > sizes[1]:
        has, most = (f"{size:.1f}" for size in sizes)
        raise CodedError(SizingError.DRAFT_LARGER, draft=draft.ref, ref=arch.ref, has=has, most=most)
    experts = any(g.feed_forward is not None and g.feed_forward.experts for g in draft.layers)
    own = deployment.model_copy(
        update={
            "weights_format": resolve_weights(draft, asked.weights_format),
            "pipeline_parallel": 1,
            "expert_parallel": deployment.expert_parallel if experts else 1,
            "adapters": 0,
            "draft": None,
        }
    )
    check_formats(own.weights_format, own.kv_format)
    share = pick(facts, "draft_accepted").value if asked.accepted is None else asked.accepted
    return Drafting(draft, own, asked.tokens, share, asked.accepted is not None)


def draft_obstacles(
    drafting: Drafting, deployment: Deployment, accelerator: Accelerator, length: float
) -> list[Text]:  # fmt: skip
    """Why this draft cannot run beside the served model; empty when it can."""
    found = []
    arch, tensor = drafting.arch, drafting.deployment.tensor_parallel
    if deployment.pipeline_parallel > 1:
        found.append(draft_wording.draft_with_stages(deployment.pipeline_parallel))
    heads = undivided_heads(arch, drafting.deployment.attention_shards)
    if heads is not None:
        found.append(draft_wording.draft_heads(arch.ref, heads, tensor))
    if compute_format(arch, drafting.deployment.weights_format, accelerator) is None:
        found.append(draft_wording.draft_format(accelerator.name, drafting.deployment.weights_format))
    if arch.context and length > arch.context:
        found.append(draft_wording.draft_context(arch.ref, length, arch.context))
    return found


def drafted_memory(memory: Memory, weights: float, cache: float, share: float) -> DraftedMemory:
    """``memory`` of the served model and the parts of the draft; bytes on one accelerator.

    ``share`` is that of the served model in the cache of one request of both.
    """
    parts = memory.model_dump()
    parts["total_gb"] += (weights + cache) / GB
    parts["kv_capacity_tokens"] *= share
    return DraftedMemory(**parts, draft_weights_gb=weights / GB, draft_cache_gb=cache / GB)


def served_share(
    arch: ModelArchitecture, deployment: Deployment, drafting: Drafting, length: float, facts: Facts
) -> float:
    """Share of the served model in the cache a request has in both."""
    own = request_cache_bytes(arch, deployment, length, facts)
    more = request_cache_bytes(drafting.arch, drafting.deployment, length, facts)
    return own / (own + more) if own + more > 0 else 1.0


class DraftedModel(StepModel):
    """The served model with its draft; a step time is that of one output token."""

    def __init__(self, target: StepModel, draft: StepModel, drafting: Drafting) -> None:
        self.__dict__.update(target.__dict__)
        self.answered = {}
        self.draft, self.drafting = draft, drafting
        self.step_tokens = drafting.expected if drafting.measured else 1.0

    def decode(self, requests: float, context: float) -> StepTime:
        """Seconds of one output token of each request; an unmeasured draft counts only where it slows down."""
        drafted = self.drafted(requests, context)
        if self.drafting.measured:
            return drafted
        plain = super().decode(requests, context)
        return plain if plain.total >= drafted.total else drafted

    def drafted(self, requests: float, context: float) -> StepTime:
        """``(verification + γ · pass of the draft) / expected tokens``, part by part."""
        verified, passed = self.verify(requests, context), self.draft_pass(requests, context)
        drafted, expected = self.drafting.tokens, self.drafting.expected
        return StepTime(*((v + drafted * p) / expected for v, p in zip(verified, passed, strict=True)))

    def verify(self, requests: float, context: float) -> StepTime:
        """A step of the served model with γ + 1 rows a request, which reads weights and cache once."""
        rows = self.drafting.tokens + 1
        batch = requests / self.pipeline
        each = max(batch / self.ranks, 1.0)
        products = self._products(each * rows, each * rows, max(batch, 1.0) * rows)
        held, operations = self._attends(context)
        cache = (held * each + 2 * self.state_bytes * each) / self.cache_rate
        compute, attention = products.compute, operations * each * rows / self.cache_compute_rate
        if attention > cache:
            compute, cache = compute + attention, 0.0
        waiting = 1 + self.stage_loss
        starts = products.start + self.attention_start + self.layer_fixed
        return StepTime(
            weights=products.read * waiting,
            cache=cache * waiting,
            compute=compute * waiting,
            communication=self._messages(each * rows, batch * rows) * waiting,
            fixed=starts * waiting + self.step_fixed + self.sequence_fixed * requests,
        )

    def draft_pass(self, requests: float, context: float) -> StepTime:
        """One token of the draft; what the engine does once a step and request is counted with the verification."""
        step = self.draft.decode(requests, context)
        scheduled = self.draft.step_fixed + self.draft.sequence_fixed * requests
        return step._replace(fixed=step.fixed - scheduled)

    def speed_up(self, requests: float, context: float, accepted: float) -> float:
        """Time of a token without the draft over that with it."""
        with_draft = self.drafted(requests, context).total * self.drafting.expected
        plain = StepModel.decode(self, requests, context).total
        return plain * expected_tokens(self.drafting.tokens, accepted) / with_draft

    def engine_time(self, requests: float) -> float:
        """Of one output token."""
        each = super().engine_time(requests)
        return (each + self.drafting.tokens * self.draft.layer_fixed) / self.drafting.expected

    def prefill_shared(self, prompt: float, cached: float = 0.0) -> float:
        """Both models read the prompt, which arrives once."""
        return super().prefill_shared(prompt, cached) + self.draft.prefill_shared(prompt, cached) - self.draft.arrival

    def prefill_alone(self, prompt: float, cached: float = 0.0) -> float:
        once = self.draft.arrival + self.draft.request_fixed
        return super().prefill_alone(prompt, cached) + self.draft.prefill_alone(prompt, cached) - once

    def mixed_step(
        self, decoding: float, context: float, tokens: float, attention: float, complete: float
    ) -> float:  # fmt: skip
        """As without a draft, which reads the same prompts; its attention in proportion to its operations."""
        whole = super().mixed_step(decoding, context, tokens, attention, complete)
        if not tokens:
            return whole
        served, own = (sum(g.flops_per_pair for g in model.cache_groups) for model in (self, self.draft))
        share = attention * own / served if served else 0.0
        return whole + self.draft.mixed_step(0.0, context, tokens, share, 0.0)


def speculation_of(model: DraftedModel, decoding: float, context: float, facts: Facts) -> Speculation:
    """What the draft brings to ``decoding`` requests, with the share stated or those that were published."""
    drafting, span = model.drafting, pick(facts, "draft_accepted").range()
    shares = (drafting.accepted,) * 3 if drafting.measured else (span.low, span.value, span.high)
    low, value, high = (model.speed_up(max(decoding, 1.0), context, share) for share in shares)
    return Speculation(drafting.expected, (low, value, high), drafting.measured)


def speculation_warnings(speculation: Speculation, facts: Facts) -> list[Text]:
    """A gain that is not counted, and a draft that costs more than it saves."""
    found, span = [], pick(facts, "draft_accepted").range()
    low, value, high = speculation.speed_up
    if not speculation.counted:
        found.append(draft_wording.not_counted(low, high, 100 * span.low, 100 * span.high))
    if value < 1:
        found.append(draft_wording.slows_down(value))
    return found
