"""Time of one decode step and of one prefill: bytes over bandwidth, operations over rate, links, fixed time.

Sources: roofline, Williams et al. 2009 and arXiv 2402.16363; distinct experts E·(1 − (1 − k/E)^B); ring all-reduce
2·(t−1)/t·M/BW, Thakur et al. 2005. Efficiencies with their spans in ``catalogs/sizing.yaml``.
"""

from dataclasses import dataclass, replace
from math import ceil

from wizard.domain.hardware import Accelerator
from wizard.domain.model import Attention, FeedForward, ModelArchitecture
from wizard.domain.workload import Deployment
from wizard.sizing.architecture import CACHE_BYTES, count_parameters
from wizard.sizing.figures import Facts, engine_key, pick
from wizard.sizing.formats import HALF, compute_format, stored_bits, weight_bytes

TERA = 1e12
GIGA = 1e9
MICRO = 1e-6
MILLI = 1e-3
_PCIE_GB_PER_S = {"3.0": 16.0, "4.0": 32.0, "5.0": 64.0, "6.0": 128.0}
"""One direction, 16 lanes."""
_HALF_BYTES = 2.0


@dataclass(frozen=True, slots=True)
class StepTime:
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


@dataclass(frozen=True, slots=True)
class _CacheGroup:
    """Layers with equal attention: bytes and operations a cached token costs one accelerator."""

    bytes_per_token: float
    flops_per_token: float
    flops_per_pair: float
    """In a prompt, where latent attention works on unfolded heads."""
    window: float

    def held(self, tokens: float) -> float:
        return min(tokens, self.window)

    def prompt_pairs(self, tokens: float) -> float:
        """Query-key pairs of a causal prompt."""
        if tokens <= self.window:
            return tokens * tokens / 2
        return self.window * (tokens - self.window / 2)


class StepModel:
    """Coefficients of one replica; all times in seconds.

    Pipeline stages work on different micro-batches, so that a token passes all layers at 1/PP of the batch.
    """

    def __init__(
        self, arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts
    ) -> None:  # fmt: skip
        self._known: dict[float, tuple[float, float]] = {}
        self.tensor = deployment.tensor_parallel
        self.pipeline = deployment.pipeline_parallel
        self.expert_ranks = deployment.expert_parallel
        self.hidden = arch.hidden
        self.layers = arch.layer_count
        self.chunk = pick(facts, "batched_tokens", engine_key(deployment.engine)).value
        self._weights(arch, deployment, facts)
        self._rates(arch, accelerator, deployment, facts)
        self._links(accelerator, facts)
        self.cache_groups = _cache_groups(arch, deployment)
        self.state_bytes = sum(
            g.count * g.attention.state_bytes / min(self.tensor, max(1, g.attention.heads)) for g in arch.layers
        )
        engine = engine_key(deployment.engine)
        self.fixed = (
            pick(facts, "step_fixed_ms", engine).value * MILLI
            + self.layers * pick(facts, "layer_fixed_us", engine).value * MICRO
        )
        self.synchrony = pick(facts, "closed_loop_synchrony").value
        self.request_fixed = pick(facts, "request_fixed_ms", engine).value * MILLI

    def _weights(self, arch: ModelArchitecture, deployment: Deployment, facts: Facts) -> None:
        parts = weight_bytes(arch, deployment.weights_format, facts)
        parameters = count_parameters(arch)
        head = parts.head or parts.embedding
        divided = parts.attention - parts.replicated + parts.dense + head
        self.dense_bytes = divided / self.tensor + parts.replicated + parts.router + parts.norms
        self.expert_bytes = parts.experts / self.tensor
        tied_head = parameters.head or arch.vocab * arch.hidden
        self.dense_flops = 2 * (parameters.attention + parameters.dense + parameters.router) / self.tensor
        self.head_flops = 2 * tied_head / self.tensor
        self.expert_flops = 2 * parameters.experts_active / self.tensor
        routed = next((g.feed_forward for g in arch.layers if g.feed_forward and g.feed_forward.experts), None)
        self.experts = routed.experts if routed else 0
        self.active_share = routed.experts_per_token / routed.experts if routed else 0.0
        self.expert_layers = sum(g.count for g in arch.layers if g.feed_forward and g.feed_forward.experts)
        self.dispatch_bytes = _dispatch_bytes(routed, arch.hidden)

    def _rates(self, arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts) -> None:
        runs = compute_format(arch, deployment.weights_format, accelerator)
        units = runs or next(iter(accelerator.dense_tflops))
        generation = accelerator.architecture
        reading = pick(facts, "memory_efficiency", generation).value
        if runs in ("bf16", "fp16") and stored_bits(arch, deployment.weights_format, facts) < HALF:
            reading *= pick(facts, "weight_only_efficiency", deployment.weights_format).value
        engine = engine_key(deployment.engine)
        computing = pick(facts, "compute_efficiency", generation).value * pick(facts, "engine_compute", engine).value
        narrow = pick(facts, "narrow_compute_factor", units).value if units in ("fp8", "int8", "fp4") else 1.0
        bandwidth = accelerator.memory_bandwidth_gb_per_s.value * GIGA
        self.units = units
        self.read_rate = bandwidth * reading
        self.expert_read_rate = self.read_rate * pick(facts, "expert_memory_factor").value
        plain = bandwidth * pick(facts, "memory_efficiency", generation).value
        self.cache_rate = plain * pick(facts, "cache_efficiency", generation).value
        self.compute_rate = accelerator.dense_tflops[units].value * TERA * computing * narrow
        half = "bf16" if "bf16" in accelerator.dense_tflops else "fp16"
        half_rate = accelerator.dense_tflops.get(half, accelerator.dense_tflops[units]).value
        self.attention_rate = half_rate * TERA * computing
        self.expert_compute_factor = pick(facts, "expert_compute_factor").value
        self.half_tokens = pick(facts, "half_efficiency_tokens").value
        self.imbalance = pick(facts, "expert_imbalance").value if self.expert_ranks > 1 else 1.0

    def _links(self, accelerator: Accelerator, facts: Facts) -> None:
        kind = accelerator.interconnect
        variant = "pcie" if kind in ("pcie", "none") else kind
        self.link_rate = link_gb_per_s(accelerator) * GIGA * pick(facts, "link_efficiency", variant).value
        self.link_latency = pick(facts, "link_latency_us", variant).value * MICRO
        self.network_rate = pick(facts, "network_gb_per_s").value * GIGA

    def touched(self, tokens: float) -> float:
        """Share of the experts that ``tokens`` independent tokens read."""
        return 1 - (1 - self.active_share) ** tokens if self.experts else 0.0

    def decode(self, requests: float, context: float) -> StepTime:
        """One token for each of ``requests`` running requests with ``context`` tokens behind them."""
        batch = requests / self.pipeline
        compute, weights = self._matrices(batch, batch)
        read = sum(g.bytes_per_token * g.held(context) for g in self.cache_groups) * batch
        operations = sum(g.flops_per_token * g.held(context) for g in self.cache_groups) * batch
        cache = (read + 2 * self.state_bytes * batch) / self.cache_rate
        attention = operations / self.attention_rate
        if attention > cache:
            compute, cache = compute + attention, 0.0
        return StepTime(weights, cache, compute, self._communication(batch), self.fixed)

    def _matrices(self, tokens: float, sampled: float) -> tuple[float, float]:
        """Seconds of computing, and of reading weights beyond it (smooth maximum of both)."""
        efficiency = tokens / (tokens + self.half_tokens)
        dense = (self.dense_flops * tokens + self.head_flops * sampled) / (self.compute_rate * efficiency)
        compute, rest = _smooth(dense, self.dense_bytes / self.read_rate)
        if self.experts:
            touched = self.touched(tokens)
            each = tokens * self.active_share / touched
            rate = self.compute_rate * self.expert_compute_factor * each / (each + self.half_tokens)
            routed = self.expert_flops * tokens / rate * self.imbalance
            reading = self.expert_bytes * touched * self.imbalance / self.expert_read_rate
            more, more_rest = _smooth(routed, reading)
            return compute + more, rest + more_rest
        return compute, rest

    def _communication(self, tokens: float) -> float:
        seconds = 0.0
        if self.tensor > 1:
            message = tokens * self.hidden * _HALF_BYTES
            reduce = self.link_latency + 2 * (self.tensor - 1) / self.tensor * message / self.link_rate
            expert_layers = self.expert_layers if self.expert_ranks > 1 else 0
            seconds += (2 * self.layers - expert_layers) * reduce
            if expert_layers:
                share = (self.expert_ranks - 1) / self.expert_ranks / self.expert_ranks
                exchange = 2 * (self.link_latency + tokens * self.dispatch_bytes * share / self.link_rate)
                seconds += expert_layers * exchange
        if self.pipeline > 1:
            hop = self.link_latency + tokens * self.hidden * _HALF_BYTES / self.network_rate
            seconds += (self.pipeline - 1) * hop
        return seconds

    def prefill_shared(self, prompt: float) -> float:
        """Time a prompt adds to a busy replica: its computing and its messages; the weights are read anyway."""
        return self._prefills(prompt)[0]

    def prefill_alone(self, prompt: float) -> float:
        """Time to the first token of a single request on an idle replica."""
        return self._prefills(prompt)[1]

    def _prefills(self, prompt: float) -> tuple[float, float]:
        """Both times, computed once for a prompt: the steady state asks for them in every round."""
        if prompt not in self._known:
            messages = self._communication(prompt)
            busy, _ = self._prefill_compute(prompt, max(prompt, self.chunk))
            steps = ceil(prompt / self.chunk)
            compute, weights = self._prefill_compute(prompt, min(prompt, self.chunk))
            alone = compute + weights * steps + messages + steps * self.fixed + self.request_fixed
            self._known[prompt] = (busy + messages) / self.pipeline, alone
        return self._known[prompt]

    def _prefill_compute(self, prompt: float, step_tokens: float) -> tuple[float, float]:
        steps = prompt / step_tokens
        compute, weights = self._matrices(step_tokens, 1.0)
        pairs = sum(g.flops_per_pair * g.prompt_pairs(prompt) for g in self.cache_groups)
        return compute * steps + pairs / self.attention_rate, weights


def _smooth(compute: float, read: float) -> tuple[float, float]:
    """Computing, and the rest of ``(compute³ + read³)^(1/3)``: near the ridge neither hides the other fully."""
    whole = (compute**3 + read**3) ** (1 / 3)
    return (compute, whole - compute) if compute <= whole else (whole, 0.0)


def _cache_groups(arch: ModelArchitecture, deployment: Deployment) -> tuple[_CacheGroup, ...]:
    size, tensor = CACHE_BYTES[deployment.kv_format], deployment.tensor_parallel
    return tuple(
        group
        for g in arch.layers
        if g.attention.kind in _HOLDING
        for group in _cache_parts(g.attention, g.count, size, tensor)
    )


_HOLDING = ("full", "sliding", "mla")


def _cache_parts(attention: Attention, count: int, size: float, tensor: int) -> list[_CacheGroup]:
    """One group, or two where compressed entries stand beside the last tokens.

    All compressed entries are read, although an indexer may pick some: the longest time it can take.
    """
    if attention.kind != "mla" or not attention.window:
        return [_cache_group(attention, count, size, tensor)]
    whole = _cache_group(attention, count, size, tensor)
    parts = [replace(whole, window=float(attention.window))]
    if attention.compress:
        share = 1 / attention.compress
        index = count * attention.index_dim * size
        entries = _CacheGroup(
            (whole.bytes_per_token + index) * share, whole.flops_per_token * share, whole.flops_per_pair * share,
            whole.window,
        )  # fmt: skip
        parts.append(entries)
    return parts


def _cache_group(attention: Attention, count: int, size: float, tensor: int) -> _CacheGroup:
    window = float(attention.window) if attention.kind == "sliding" and attention.window else float("inf")
    if attention.kind == "mla":
        rank, rope = attention.kv_lora_rank or 0, attention.qk_rope_head_dim or 0
        flops = 2 * attention.heads * (2 * rank + rope) / tensor
        unfolded = 2 * attention.heads * (attention.head_dim + (attention.v_head_dim or 0)) / tensor
        return _CacheGroup(count * (rank + rope) * size, count * flops, count * unfolded, window)
    width = attention.head_dim + (attention.v_head_dim or attention.head_dim)
    values = attention.kv_heads * width / min(tensor, attention.kv_heads)
    flops = count * 2 * attention.heads * width / tensor
    return _CacheGroup(count * values * size, flops, flops, window)


def _dispatch_bytes(routed: FeedForward | None, hidden: int) -> float:
    """Bytes a token sends to its experts, one way."""
    return routed.experts_per_token * (routed.latent or hidden) * _HALF_BYTES if routed else 0.0


def link_gb_per_s(accelerator: Accelerator) -> float:
    """One direction between accelerators of one server; without a figure that of the PCIe slot."""
    if accelerator.interconnect_gb_per_s is not None:
        return accelerator.interconnect_gb_per_s.value
    generation = (accelerator.pcie or "4.0").split()[0]
    return _PCIE_GB_PER_S.get(generation, _PCIE_GB_PER_S["4.0"])
