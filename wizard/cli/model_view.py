"""Shows the architecture of a model: sizes, cache per kind of layer, formats, context."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from wizard.cli.table import table
from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from wizard.domain.model import Attention, ModelArchitecture

_CACHE_FORMATS = ("bf16", "fp8")
_BILLION = 1e9


def architecture_facts(architecture: "ModelArchitecture") -> dict[str, Any]:
    """Numbers that follow from the architecture; bytes a token are those of a cache not yet at its window."""
    from wizard.sizing.architecture import count_parameters, kv_bytes_per_token

    sizes = count_parameters(architecture)
    stored = architecture.quantisation
    return {
        "model_type": architecture.model_type,
        "parameters": sizes.total,
        "active_parameters": sizes.active,
        "layers": architecture.layer_count,
        "hidden": architecture.hidden,
        "vocabulary": architecture.vocab,
        "tied_embeddings": architecture.tied_embeddings,
        "context": architecture.context,
        "native_format": architecture.native_format.value,
        "quantisation": stored.model_dump(mode="json") if stored else None,
        "kv_bytes_per_token": {name: kv_bytes_per_token(architecture, name) for name in _CACHE_FORMATS},
        "layer_kinds": [_kind(attention, count, architecture) for attention, count in _kinds(architecture).items()],
        "experts": _experts(architecture),
    }


def _kinds(architecture: "ModelArchitecture") -> "dict[Attention, int]":
    counts: dict[Attention, int] = {}
    for group in architecture.layers:
        counts[group.attention] = counts.get(group.attention, 0) + group.count
    return counts


def _kind(attention: "Attention", count: int, architecture: "ModelArchitecture") -> dict[str, Any]:
    from wizard.domain.model import LayerGroup
    from wizard.sizing.architecture import kv_bytes_per_token

    layer = LayerGroup(count=1, attention=attention, feed_forward=None)
    alone = architecture.model_copy(update={"layers": (layer,)})
    return {
        "kind": attention.kind,
        "layers": count,
        "heads": attention.heads,
        "kv_heads": attention.kv_heads,
        "head_dim": attention.head_dim,
        "window": attention.window,
        "kv_lora_rank": attention.kv_lora_rank,
        "kv_bytes_per_token_and_layer": {name: kv_bytes_per_token(alone, name) for name in _CACHE_FORMATS},
        "state_bytes_per_sequence_and_layer": attention.state_bytes,
    }


def _experts(architecture: "ModelArchitecture") -> list[dict[str, int]]:
    found = {
        (part.experts, part.experts_per_token, part.shared_experts)
        for group in architecture.layers
        if (part := group.feed_forward) is not None and part.experts
    }
    return [{"experts": total, "per_token": used, "shared": shared} for total, used, shared in sorted(found)]


def architecture_lines(architecture: "ModelArchitecture", talk: Talk) -> Iterator[str]:
    """The facts for a person."""
    from wizard.i18n.format import format_number

    _, language = talk.translate, talk.language
    facts = architecture_facts(architecture)

    def number(value: float | None, digits: int = 0) -> str:
        return "–" if value is None else format_number(value, language, digits)

    stored = architecture.quantisation
    formats = architecture.native_format.value
    if stored:
        formats = f"{stored.format.value} ({stored.method}, {number(stored.bits, 2)} bit), {formats}"
    cache = facts["kv_bytes_per_token"]
    yield from table(
        [
            (_("built like"), architecture.model_type),
            (_("parameters, 10^9"), number(facts["parameters"] / _BILLION, 2)),
            (_("active for a token, 10^9"), number(facts["active_parameters"] / _BILLION, 2)),
            (_("layers × width"), f"{architecture.layer_count} × {number(architecture.hidden)}"),
            *(
                (_("experts"), _("{n}, {used} a token, {shared} shared").format(
                    n=one["experts"], used=one["per_token"], shared=one["shared"]))
                for one in facts["experts"]
            ),
            (_("context, tokens"), number(architecture.context)),
            (_("format of the weights"), formats),
            (_("KV cache, bytes a token"), f"{number(cache['bf16'])} (bf16), {number(cache['fp8'])} (fp8)"),
        ],
        indent="  ",
    )  # fmt: skip
    yield from _layer_lines(facts["layer_kinds"], talk)


def _layer_lines(kinds: list[dict[str, Any]], talk: Talk) -> Iterator[str]:
    from wizard.i18n.format import format_number

    _, language = talk.translate, talk.language
    for kind in kinds:
        size = format_number(kind["kv_bytes_per_token_and_layer"]["bf16"], language, 0)
        line = _("  {layers} layers {kind}: {size} bytes a token and layer (bf16)").format(**kind, size=size)
        if kind["kind"] in ("full", "sliding"):
            line += _(", {kv_heads} key heads × {head_dim}").format(**kind)
        if kind["window"]:
            line += _(", window of {window} tokens").format(window=format_number(kind["window"], language, 0))
        if kind["kv_lora_rank"]:
            line += _(", latent of {rank}").format(rank=kind["kv_lora_rank"])
        if kind["state_bytes_per_sequence_and_layer"]:
            state = format_number(kind["state_bytes_per_sequence_and_layer"], language, 0)
            line += _(", {state} bytes of constant state a sequence").format(state=state)
        yield line
