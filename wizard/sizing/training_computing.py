"""Time of what one GPU computes and moves for one micro-batch.

Forward and backward are worth ``1 + b`` products, where b is 2, or 1 with a frozen base; attention backward recomputes
the scores (2.5 times forward, Dao, arXiv 2307.08691); what is no product moves twice its values backward. Recomputation
adds forward passes. Shares of peak and bandwidth are those of measured kernels (``catalogs/kernels.yaml``); how much
longer all this takes in training was fitted by generation, number format and software (``catalogs/training.yaml``).
"""

from collections.abc import Iterator

from wizard.domain.language import text
from wizard.sizing.figures import pick_for
from wizard.sizing.training_setting import HALF_BYTES, TERA, Part, Stepping
from wizard.sizing.training_work import Product

MICRO = 1e-6
ATTENTION_BACKWARD = 2.5
VALUES_BACKWARD = 2.0


def products(found: Stepping) -> Part:
    key = found.key("matrix_pace", *found.generation(found.units))
    half = pick_for(found.facts, "matrix_half_width", found.accelerator, found.units).value
    each = sum(_flops(product, half) for product in found.work.products)
    flops = found.rank_tokens * each * (1 + found.again + found.backward)
    return Part(
        "products", text("matrix products of the layers", "Matrixprodukte der Schichten"),
        flops / found.rate("matrix_compute", found.units, found.peak) * found.figure(key).value, (key,),
        "tokens · Σ 2·width·depth·(width + half width)/width · passes / (peak · measured share · clock) · pace",
        flops, "FLOP", found.kernels("matrix_compute", "matrix_half_width"),
    )  # fmt: skip


def _flops(product: Product, half_width: float) -> float:
    """Two a weight, and the time a narrow product wastes as if it were operations."""
    return 2.0 * product.count * product.depth * (product.width + half_width)


def head(found: Stepping) -> Part:
    key = found.key("matrix_pace", *found.generation("bf16"))
    half = pick_for(found.facts, "matrix_half_width", found.accelerator, "bf16").value
    rate = found.rate("matrix_compute", "bf16", found.half_peak)
    flops = found.rank_tokens * _flops(found.work.head, half) * (1 + found.backward)
    return Part(
        "head", text("projection onto the vocabulary", "Projektion auf das Vokabular"),
        flops / rate * found.figure(key).value, (key,), "tokens · 2·vocabulary·hidden · passes / (16-bit rate) · pace",
        flops, "FLOP", found.kernels("matrix_compute", "matrix_half_width", units="bf16"),
    )  # fmt: skip


def attention(found: Stepping) -> Part:
    key = found.key("attention_pace", *found.generation(found.software))
    share = pick_for(found.facts, "prompt_compute", found.accelerator).value
    peak = found.accelerator.dense_tflops[found.half_peak].value * TERA * found.power * found.wide
    extra = found.facts[found.key("softmax_width")].value
    each = found.work.attention + extra * found.work.softmaxed
    flops = found.rank_tokens * each * (1 + found.again + ATTENTION_BACKWARD)
    return Part(
        "attention", text("attention", "Attention"), flops / (peak * share) * found.figure(key).value, (key,),
        "tokens · Σ 2·heads·(key + value size + softmax width)·keys looked at · passes / (16-bit peak · measured share "
        "· clock) · pace", flops, "FLOP", found.kernels("prompt_compute"),
    )  # fmt: skip


def elements(found: Stepping) -> Iterator[Part]:
    """Everything beside products and attention: norms, activations, rotations, number formats, the loss."""
    passes = 1 + found.again + VALUES_BACKWARD
    moved = found.tokens * HALF_BYTES
    key = found.key("element_pace", f"{found.software}.{found.accelerator.architecture}", found.software)
    keys, values = [key], found.work.values
    if found.work.scanned:
        keys.append(found.key("mixer_pace"))
        values += found.work.scanned * found.figure(keys[1]).value
    read = moved * values * passes
    yield Part(
        "elements", text("norms, activations, sums", "Normen, Aktivierungen, Summen"),
        read / found.bandwidth * found.figure(key).value, tuple(keys),
        "tokens · values · 2 bytes · passes / bandwidth · pace", read, "B",
    )  # fmt: skip
    if found.units in ("fp8", "fp4"):
        key = found.key("convert_pace", found.units)
        back = found.work.outputs * (0.5 if found.trained.adapters else 1.0)
        read = moved * 2.0 * (found.work.inputs * (1 + found.again) + back)
        yield Part(
            "conversion", text("conversion to the narrow format", "Umwandlung ins schmale Format"),
            read / found.bandwidth * found.figure(key).value, (key,),
            "tokens · (inputs · forward passes + gradients) read and written in both directions / bandwidth · pace",
            read, "B",
        )  # fmt: skip
    key = found.key("logit_traffic", found.software)
    read = found.tokens * found.trained.arch.vocab * found.figure(key).value
    yield Part(
        "logits", text("logits and loss", "Logits und Verlustfunktion"), read / found.bandwidth, (key,),
        "tokens · vocabulary · bytes over all passes / bandwidth", read, "B",
    )  # fmt: skip


def experts(found: Stepping) -> Part:
    key = found.key("expert_pace", *found.generation(found.units))
    half = pick_for(found.facts, "expert_half_width", found.accelerator, found.units).value
    each = sum(one.layers * one.flops * (one.width + half) / one.width for one in found.work.routed)
    flops = found.tokens * each * (1 + found.again + found.backward)
    return Part(
        "experts", text("products of the experts", "Produkte der Experten"),
        flops / found.rate("expert_compute", found.units, found.peak) * found.figure(key).value, (key,),
        "tokens · experts a token · Σ 2·width·hidden·(width + half width)/width · passes / (peak · measured share · "
        "clock) · pace", flops, "FLOP", found.kernels("expert_compute", "expert_half_width"),
    )  # fmt: skip


def moves(found: Stepping) -> Part:
    key = found.key("route_pace", f"{found.software}.{found.accelerator.architecture}", found.software)
    narrow = 2.0 if found.units in ("fp8", "fp4") else 0.0
    values = sum(one.layers * (one.values + narrow * one.inputs) for one in found.work.routed)
    read = found.tokens * values * HALF_BYTES * (1 + found.again + VALUES_BACKWARD)
    return Part(
        "routing", text("sorting tokens for the experts", "Sortieren der Token für die Experten"),
        read / found.bandwidth * found.figure(key).value, (key,),
        "tokens · experts a token · (4·hidden + matrices·width) · 2 bytes · passes / bandwidth · pace", read, "B",
    )  # fmt: skip


def launches(found: Stepping) -> Part:
    key = found.key("layer_fixed_us", found.software)
    keys, micros = [key], found.work.layers * found.figure(key).value
    if found.work.routed:
        layer, one = found.key("expert_layer_fixed_us", found.software), found.key("expert_fixed_us", found.software)
        ranks = found.layout.expert_parallel
        keys += [layer, one]
        micros += sum(
            part.layers * (found.figure(layer).value + part.experts / ranks * found.figure(one).value)
            for part in found.work.routed
        )
    return Part(
        "launches", text("starting kernels, host", "Kernelstarts, Host"), micros * MICRO, tuple(keys),
        "layers · fixed time, and experts of the GPU · fixed time", micros, "µs",
    )  # fmt: skip
