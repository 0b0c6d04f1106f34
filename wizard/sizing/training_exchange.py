"""Time of what GPUs of a training send each other, and of the optimizer's step."""

from collections.abc import Iterator

from wizard.domain.language import text
from wizard.sizing.training_offload import updating
from wizard.sizing.training_setting import HALF_BYTES, Part, Stepping
from wizard.sizing.training_work import Routed

ADAM_BYTES = 30.0
"""An optimizer step reads and writes weight, gradient, master weight and two moments of a parameter."""
GRADIENTS_DIVIDED = 2
"""ZeRO stage from which on gradients are divided, and so exchanged with every micro-batch."""


def exchange(found: Stepping) -> Part:
    """To the ranks of the experts and back, forward and backward; once to each group of directly linked GPUs."""
    ranks, links = found.layout.expert_parallel, found.links
    times = found.tokens * 2.0 * (2 + found.again) * HALF_BYTES
    near = times * sum(one.layers * one.hidden * one.per_token for one in found.work.routed) * (ranks - 1) / ranks
    keys = [found.key("exchange_pace", "linked")]
    seconds = near / links.inner * found.figure(keys[0]).value
    far = 0.0
    if ranks > links.domain:
        keys.append(found.key("exchange_pace", "network"))
        far = times * sum(one.layers * one.hidden * _groups(one, ranks / links.domain) for one in found.work.routed)
        seconds += far / links.outer * found.figure(keys[1]).value
    return Part(
        "exchange", text("exchange of tokens between experts' GPUs", "Austausch der Token zwischen Experten-GPUs"),
        seconds, tuple(keys),
        "tokens · there and back · (experts a token · hidden / link + groups · hidden / network) · passes",
        near + far, "B",
    )  # fmt: skip


def _groups(one: Routed, groups: float) -> float:
    """Other groups of linked GPUs that a token is sent to."""
    if groups <= 1:
        return 0.0
    missed: float = (1 - 1 / groups) ** one.per_token
    return groups * (1 - missed) * (groups - 1) / groups


def messages(found: Stepping) -> Iterator[Part]:
    tensor, context = found.layout.tensor_parallel, found.layout.context_parallel
    if tensor > 1:
        key = found.key("tensor_exposed", found.software)
        message = found.rank_tokens * found.trained.arch.hidden * HALF_BYTES * (tensor - 1) / tensor
        sent = found.work.messages * 2 * message * (2 + found.again)
        yield Part(
            "tensor", text("exchange within layers (TP)", "Austausch in den Schichten (TP)"),
            sent / found.links.gather(tensor, 1) * found.figure(key).value, (key,),
            "layers · 2 · gather and scatter · tokens · hidden · 2 bytes · passes / link · share not hidden", sent, "B",
        )  # fmt: skip
    if context > 1:
        key = found.key("context_exposed")
        sent = found.rank_tokens * found.work.key_values / tensor * HALF_BYTES * 3 * (context - 1)
        yield Part(
            "context", text("exchange of keys and values (CP)", "Austausch von Schlüsseln und Werten (CP)"),
            sent / found.links.gather(context, tensor) * found.figure(key).value, (key,),
            "tokens · keys and values · 2 bytes · 3 · (GPUs − 1) / link · share not hidden", sent, "B",
        )  # fmt: skip


def gathering(found: Stepping) -> Iterator[Part]:
    """Weights gathered and gradients scattered for every micro-batch (FSDP, ZeRO 3, 2)."""
    stage = found.layout.zero_stage
    if found.layout.shards == 1 or stage < GRADIENTS_DIVIDED:
        return
    key = found.key("shard_exposed", found.software)
    sent = _gathered_bytes(found) * stage
    yield Part(
        "shards", text("gathering of divided weights (FSDP)", "Einsammeln verteilter Gewichte (FSDP)"),
        sent / _gather_rate(found) * found.figure(key).value, (key,),
        "stage · parameters of the GPU group · 2 bytes · (GPUs − 1)/GPUs / rate · share not hidden", sent, "B",
    )  # fmt: skip


def _gathered_bytes(found: Stepping) -> float:
    layout, ranks = found.layout, found.layout.shards
    held = found.trained.total / (layout.tensor_parallel * layout.pipeline_parallel)
    return held * HALF_BYTES * (ranks - 1) / ranks


def _gather_rate(found: Stepping) -> float:
    return found.links.gather(found.layout.shards, found.layout.tensor_parallel)


def once(found: Stepping) -> Iterator[Part]:
    layout = found.layout
    if layout.shards > 1 and layout.zero_stage < GRADIENTS_DIVIDED:
        key = found.key("gradient_exposed")
        sent = 2 * _gathered_bytes(found) * found.trained.trained / found.trained.total
        yield Part(
            "gradients", text("exchange of gradients (DP)", "Austausch der Gradienten (DP)"),
            sent / _gather_rate(found) * found.figure(key).value, (key,),
            "2 · trained parameters · 2 bytes · (GPUs − 1)/GPUs / rate · share not hidden", sent, "B",
        )  # fmt: skip
    yield from updating(found)
    if found.trained.recipe.offload != "none":
        return
    held = found.trained.trained / (layout.tensor_parallel * layout.pipeline_parallel)
    read = held / (layout.shards if layout.zero_stage >= 1 else 1) * ADAM_BYTES
    yield Part(
        "optimizer", text("optimizer step", "Optimiererschritt"), read / found.bandwidth, (),
        "trained parameters of the GPU · 30 bytes / bandwidth", read, "B",
    )  # fmt: skip
