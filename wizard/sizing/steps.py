"""Time of one decode step and of one prefill of a replica: the sum of its operators, and what the engine adds.

Operators and their sources are in ``operators``, the shapes in ``layers``. What an engine adds per layer, step,
sequence and request is fitted to published measurements (``catalogs/sizing.yaml``).
"""

from copy import copy
from math import ceil, log2
from typing import NamedTuple

from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import Deployment
from wizard.sizing.figures import Facts, engine_key, pick, pick_for, pick_link, pick_running
from wizard.sizing.layers import (
    CacheGroup,
    attending_layers,
    cache_groups,
    head_matrix,
    matrices,
    routed_experts,
    units_of,
)  # fmt: skip
from wizard.sizing.limits import node_size
from wizard.sizing.operators import GIGA, HALF_BYTES, MICRO, NOTHING, TERA, Links, Spent, matrix_kernel, spent_on

MILLI = 1e-3
PCIE_GB_PER_S = {"3.0": 16.0, "4.0": 32.0, "5.0": 64.0, "6.0": 128.0}
"""One direction, 16 lanes."""
PCIE_KINDS = ("pcie", "none")


class StepTime(NamedTuple):
    """Seconds of one step by what they are spent on; their sum is the step."""

    weights: float
    """Reading weights, beyond what computing hides."""
    cache: float
    compute: float
    communication: float
    fixed: float

    @property
    def total(self) -> float:
        return self.weights + self.cache + self.compute + self.communication + self.fixed


class StepModels:
    """Replicas of one model on one card, in one format and engine: what they have in common is worked out once."""

    def __init__(self, arch: ModelArchitecture, accelerator: Accelerator, facts: Facts) -> None:
        self._of = arch, accelerator, facts
        self._first: StepModel | None = None

    def model(self, deployment: Deployment) -> "StepModel":
        """The step times of this layout."""
        if self._first is not None:
            return self._first.laid_out(deployment)
        arch, accelerator, facts = self._of
        self._first = StepModel(arch, accelerator, deployment, facts)
        return self._first


class StepModel:
    """One replica, ready for any number of requests; all times in seconds.

    Pipeline stages work on different micro-batches, so that a token passes all layers at 1/PP of the batch.
    """

    step_tokens = 1.0
    """Output tokens a request gets from a step, on average."""

    def __init__(
        self, arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts
    ) -> None:  # fmt: skip
        self._of = arch, accelerator, facts
        self.hidden = arch.hidden
        self.layers = arch.layer_count
        engine = engine_key(deployment.engine)
        self.units = units = units_of(arch, accelerator, deployment, facts)
        self._narrow = matrix_kernel(accelerator, facts, units.figures, units.peak, engine)
        self._half = matrix_kernel(accelerator, facts, units.half_figures, units.half_peak, engine)
        self._attention(arch, accelerator, engine, facts)
        self._engine(engine, facts)
        self.chunk = pick_running(facts, "batched_tokens", deployment.engine, accelerator).value
        self._lay_out(deployment)

    def laid_out(self, deployment: Deployment) -> "StepModel":
        """The same card, formats and engine with other parallelism, at a fraction of the work."""
        other = copy(self)
        other._lay_out(deployment)
        return other

    def _lay_out(self, deployment: Deployment) -> None:
        arch, accelerator, facts = self._of
        self._known: dict[tuple[float, float], tuple[float, float]] = {}
        self._passed: dict[float, float] = {}
        self._summed: dict[tuple[float, float, float], Spent] = {}
        self._attended: dict[float, tuple[float, float]] = {}
        self.answered: dict[tuple[object, ...], object] = {}
        """What the steady state has found for this replica: a search asks the same several times."""
        self.tensor = deployment.tensor_parallel
        self.pipeline = deployment.pipeline_parallel
        self.ranks = deployment.attention_ranks
        self.matrices = matrices(arch, deployment, self.units, self._narrow, self._half)
        self.head = head_matrix(arch, deployment, self._half)
        self.experts = routed_experts(arch, accelerator, deployment, self.units, facts)
        self.cache_groups = cache_groups(arch, deployment)
        self.state_bytes = sum(
            g.count * g.attention.state_bytes / min(deployment.attention_shards, max(1, g.attention.heads))
            for g in arch.layers
        )
        self._links(accelerator, deployment, facts)
        self.stage_loss = self._stage_loss * (self.pipeline - 1)

    def _attention(
        self, arch: ModelArchitecture, accelerator: Accelerator, engine: str, facts: Facts
    ) -> None:  # fmt: skip
        pace = pick_for(facts, "cache_pace", accelerator, None, engine).value
        half_rate = accelerator.dense_tflops[self.units.half].value * TERA
        reached = pick_for(facts, "cache_read", accelerator).value
        self.cache_rate = accelerator.memory_bandwidth_gb_per_s.value * GIGA * reached / pace
        self.cache_compute_rate = half_rate * pick_for(facts, "cache_compute", accelerator).value / pace
        self.attention_start = attending_layers(arch) * pick_for(facts, "cache_start_us", accelerator).value * MICRO
        self.attention_start *= pace
        self.prompt_rate = half_rate * pick_for(facts, "prompt_compute", accelerator).value
        self.prompt_rate /= pick_for(facts, "prompt_pace", accelerator, None, engine).value
        self.prompt_rate /= pick(facts, "prompt_engine_pace", engine).value
        self.prompt_half = pick_for(facts, "prompt_half_tokens", accelerator).value

    def _links(self, accelerator: Accelerator, deployment: Deployment, facts: Facts) -> None:
        variant = link_variant(accelerator)
        peers = link_gb_per_s(accelerator) * GIGA
        steps = max(1.0, log2(self.tensor)) if variant == "pcie" else 1.0
        self.links = Links(
            tensor=self.tensor,
            rate=peers * pick_link(facts, "link_efficiency", accelerator, variant).value,
            latency=pick_link(facts, "link_latency_us", accelerator, variant).value * MICRO * steps,
            exchange_rate=peers * pick(facts, "exchange_efficiency", variant).value,
            exchange_latency=pick(facts, "exchange_latency_us", variant).value * MICRO,
        )
        across = deployment.gpus_per_replica > node_size(accelerator, facts)
        network = pick(facts, "network_gb_per_s").value * GIGA
        self.stage_rate = min(network, peers) if across else peers * pick(facts, "stage_efficiency").value
        self.stage_latency = pick(facts, "stage_latency_us").value * MICRO

    def _engine(self, engine: str, facts: Facts) -> None:
        self.layer_fixed = self.layers * pick(facts, "layer_fixed_us", engine).value * MICRO
        self.step_fixed = pick(facts, "step_fixed_ms", engine).value * MILLI
        self.sequence_fixed = pick(facts, "sequence_fixed_us", engine).value * MICRO
        self.request_fixed = pick(facts, "request_fixed_ms", engine).value * MILLI
        self.prefill_pace = pick(facts, "prefill_pace", engine).value
        self.arrival = pick(facts, "arrival_ms", engine).value * MILLI
        self.burst_arrival = pick(facts, "burst_arrival_ms", engine).value * MILLI
        self.mixed_pace = pick(facts, "mixed_pace", engine).value
        self.prefill_first = pick(facts, "prefill_first", engine).value > 0
        self._idle = self.layer_fixed + self.attention_start + self.step_fixed
        self.synchrony = pick(facts, "closed_loop_synchrony").value
        self._stage_loss = pick(facts, "stage_loss").value

    def touched(self, tokens: float) -> float:
        """Share of the experts that ``tokens`` independent tokens read."""
        return self.experts.touched(tokens) if self.experts else 0.0

    def decode(self, requests: float, context: float) -> StepTime:
        """One token for each of ``requests`` running requests with ``context`` tokens behind them."""
        batch = requests / self.pipeline
        each = max(batch / self.ranks, 1.0)
        products = self._products(each, each, max(batch, 1.0))
        held, operations = self._attends(context)
        cache = (held * each + 2 * self.state_bytes * each) / self.cache_rate
        compute, attention = products.compute, operations * each / self.cache_compute_rate
        if attention > cache:
            compute, cache = compute + attention, 0.0
        waiting = 1 + self.stage_loss
        starts = products.start + self.attention_start + self.layer_fixed
        return StepTime(
            weights=products.read * waiting,
            cache=cache * waiting,
            compute=compute * waiting,
            communication=self._messages(each, batch) * waiting,
            fixed=starts * waiting + self.step_fixed + self.sequence_fixed * requests,
        )

    def _attends(self, context: float) -> tuple[float, float]:
        """Bytes and operations of one request's attention to its ``context``, summed once for a length."""
        if context not in self._attended:
            groups = [(g.bytes_per_token, g.flops_per_token, g.held(context)) for g in self.cache_groups]
            self._attended[context] = sum(b * n for b, _, n in groups), sum(f * n for _, f, n in groups)
        return self._attended[context]

    def engine_time(self, requests: float) -> float:
        """Seconds of a step that the engine adds on the host, beside the start of kernels."""
        return (
            self.layer_fixed * (1 + self.stage_loss) + self.step_fixed + self.sequence_fixed * max(requests, 1.0)
        )  # fmt: skip

    def _products(self, tokens: float, sampled: float, routed: float) -> Spent:
        """``tokens`` and ``sampled`` rows on each accelerator, ``routed`` tokens of the whole replica to experts."""
        asked = (tokens, sampled, routed)
        if asked not in self._summed:
            spent = spent_on(self.matrices, tokens, spent_on((self.head,), sampled, NOTHING))
            if self.experts:
                more = self.experts.spent(routed)
                spent = Spent(spent.start + more.start, spent.read + more.read, spent.compute + more.compute)
            self._summed[asked] = spent
        return self._summed[asked]

    def _messages(self, tokens: float, routed: float) -> float:
        """Of one pass: two sums a layer, or tokens to their experts and back; and from stage to stage."""
        seconds = 0.0
        if self.ranks > 1:
            if self.experts:
                message = routed / self.tensor * self.experts.ranks_per_token * self.hidden * HALF_BYTES
                seconds += self.experts.layers * self.links.exchange(message)
        elif self.tensor > 1:
            seconds += 2 * self.layers * self.links.all_reduce(tokens * self.hidden * HALF_BYTES)
        if self.pipeline > 1:
            seconds += self.pipeline * (self.stage_latency + tokens * self.hidden * HALF_BYTES / self.stage_rate)
        return seconds

    def prefill_shared(self, prompt: float, cached: float = 0.0) -> float:
        """Time a prompt adds to a busy replica, as its share of a full step; ``cached`` of its tokens are kept."""
        return self._prefills(prompt, cached)[0]

    def prefill_alone(self, prompt: float, cached: float = 0.0) -> float:
        """Time to the first token of a single request on an idle replica."""
        return self._prefills(prompt, cached)[1]

    def _prefills(self, prompt: float, cached: float) -> tuple[float, float]:
        """Both times, computed once for a prompt: the steady state asks for them in every round."""
        if (prompt, cached) not in self._known:
            read = max(1.0, prompt - cached)
            full = max(read, self.chunk)
            attention = self.prompt_attention(prompt) - self.prompt_attention(prompt - read)
            busy = self._passing(full / self.ranks, full) * read / full + attention / self.ranks
            busy *= self.prefill_pace * (1 + self.stage_loss) / self.pipeline
            alone = (self._passing(read, read) + attention) * self.prefill_pace
            alone += ceil(read / self.chunk) * self._idle
            self._known[prompt, cached] = busy + self.arrival, alone + self.arrival + self.request_fixed
        return self._known[prompt, cached]

    def mixed_step(
        self, decoding: float, context: float, tokens: float, attention: float, complete: float
    ) -> float:  # fmt: skip
        """A step that gives ``decoding`` requests a token and reads ``tokens`` of prompts.

        ``attention`` are the seconds of the prompts' own attention, ``complete`` the prompts that end in this step.
        """
        running = self.decode(decoding, context).total if decoding else self._idle
        if not tokens:
            return running
        alone = self._step_passing(decoding) if decoding else 0.0
        reading = self._step_passing(decoding + tokens) - alone + attention / self.ranks
        reading *= self.prefill_pace * self.mixed_pace * (1 + self.stage_loss) / self.pipeline
        return running + reading + (self.sequence_fixed + self.burst_arrival) * complete

    def _step_passing(self, tokens: float) -> float:
        """Products and messages of ``tokens`` tokens of the replica, computed once for a number."""
        if tokens not in self._passed:
            self._passed[tokens] = self._passing(tokens / self.ranks, tokens)
        return self._passed[tokens]

    def _passing(self, tokens: float, routed: float) -> float:
        """Products and messages of a pass with ``tokens`` rows on each accelerator that ends in one token."""
        products = self._products(tokens, 1.0, routed)
        return products.start + products.read + products.compute + self._messages(tokens, routed)

    def message_share(self, prompt: float) -> float:
        """Of the time a prompt takes beside its attention, what accelerators spend on messages to each other."""
        tokens = max(1.0, min(prompt, self.chunk))
        return self._messages(tokens / self.ranks, tokens) / self._passing(tokens / self.ranks, tokens)

    def prompt_attention(self, prompt: float) -> float:
        """Seconds of all layers' attention within a prompt."""
        if prompt <= 0:
            return 0.0
        pairs = sum(g.flops_per_pair * g.prompt_pairs(prompt) for g in self.cache_groups)
        return pairs / self.prompt_rate * (prompt + self.prompt_half) / prompt


def link_variant(accelerator: Accelerator) -> str:
    """Kind of link in the figures."""
    return "pcie" if accelerator.interconnect in PCIE_KINDS else accelerator.interconnect


def link_gb_per_s(accelerator: Accelerator) -> float:
    """One direction between accelerators of one server; without a figure that of the PCIe slot."""
    if accelerator.interconnect_gb_per_s is not None:
        return accelerator.interconnect_gb_per_s.value
    generation = (accelerator.pcie or "4.0").split()[0]
    return PCIE_GB_PER_S.get(generation, PCIE_GB_PER_S["4.0"])


__all__ = ["PCIE_GB_PER_S", "CacheGroup", "StepModel", "StepTime", "link_gb_per_s", "link_variant"]
