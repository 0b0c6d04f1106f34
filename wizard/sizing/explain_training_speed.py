"""Explains speed, duration and energy of a training down to the parts of a step and their figures."""

from wizard.domain.configuration import TrainingPerformance
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence
from wizard.sizing.derive import figure_leaf, leaf, multiplied, result, stated
from wizard.sizing.errors import SizingError
from wizard.sizing.explain_training_parts import active, answers, degrees, figure
from wizard.sizing.training_goodput import goodput
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_setting import Part
from wizard.sizing.training_speed import (
    TERA,
    compute_format,
    mixed_experts,
    rate_of,
    recipe_key,
    samples_per_step,
    step,
)
from wizard.sizing.training_step import Step


class Run:
    """A run that was predicted."""

    def __init__(
        self, trained: Trained, accelerator: Accelerator, layout: Layout, speed: TrainingPerformance
    ) -> None:  # fmt: skip
        self.trained, self.accelerator, self.layout, self.speed = trained, accelerator, layout, speed


def count(name: str, value: int, trained: Trained, layout: Layout) -> Derivation:
    """A count of the layout."""
    label = Text(de=name, en=name)
    if name in ("gpus_per_replica", "total_gpus"):
        return result(label, value, "GPUs", "tensor · pipeline · data parallel", degrees(layout))
    if name in ("accumulation_steps", "samples_per_step"):
        micro = leaf(text("micro-batch", "Micro-Batch"), layout.micro_batch, "samples", "largest one that fits")
        inputs = [answers(trained)[1], micro, *degrees(layout)]
        formula = "⌈batch / (micro-batch · data parallel)⌉"
        return result(label, value, "1", formula if name == "accumulation_steps" else f"{formula} · both", inputs)
    fixed = {
        "replicas": "a run is one", "spare_replicas": "a run needs no spare; it restarts from a checkpoint",
        "expert_parallel": "one, or more GPUs where spreading the experts is clearly faster",
        "micro_batch": "largest power of two that fits into memory",
    }  # fmt: skip
    source = fixed.get(name, "smallest layout of the search that holds the training and meets its deadline")
    return leaf(label, value, "1", source)


def explain_performance(field: str, run: Run) -> Derivation:
    """The tree behind one figure of the performance.

    Raises:
        CodedError: E109.
    """
    value = getattr(run.speed, field)
    label = Text(de=field, en=field)
    if value is None:
        raise CodedError(SizingError.PATH, path=f"performance.{field}")
    if field == "tokens_per_s_per_gpu":
        return _rate(run)
    if field == "goodput":
        return _goodput(run)
    if field == "step_time_ms":
        return _step_time(run, label, value)
    if field == "mfu":
        formula = "rate · operations a token, without recomputation / peak"
        return result(label, value, "share", formula, [_rate(run), token_operations(run.trained), _peak(run)])
    if field == "steps":
        samples = count("samples_per_step", samples_per_step(run.trained, run.layout), run.trained, run.layout)
        inputs = [amount(run.trained), samples, answers(run.trained)[0]]
        return result(label, value, "1", "amount of data / (samples · positions)", inputs)
    return _duration(field, label, value, run)


def _step_time(run: Run, label: Text, value: float) -> Derivation:
    samples = count("samples_per_step", samples_per_step(run.trained, run.layout), run.trained, run.layout)
    inputs = [samples, answers(run.trained)[0], _rate(run), _gpus(run)]
    return result(label, value, "ms", "samples · positions / (rate · GPUs)", inputs)


def _gpus(run: Run) -> Derivation:
    return leaf(text("GPUs", "GPUs"), run.layout.gpus, "GPUs", "layout of the configuration")


def _duration(field: str, label: Text, value: float, run: Run) -> Derivation:
    hours = result(
        text("duration of a run", "Dauer eines Laufs"), run.speed.duration_h, "h",
        "amount of data / (rate · GPUs) / share of the time in training steps",
        [amount(run.trained), _rate(run), _gpus(run), _goodput(run)],
    )  # fmt: skip
    if field == "duration_h":
        return hours
    if field == "epoch_h":
        epochs = stated(text("epochs", "Epochen"), run.trained.task.epochs, "1", "w.epochs")
        return result(label, value, "h", "duration / epochs", [hours, epochs])
    total = multiplied(text("GPU hours", "GPU-Stunden"), "h", [hours, _gpus(run)])
    if field == "gpu_hours":
        return total
    power = run.accelerator.tdp_w
    assert power is not None  # noqa: S101 - without it no energy is stated
    inputs = [total, figure_leaf(text("rated power", "Nennleistung"), run.accelerator.id, power),
              figure(text("share the card draws", "Anteil der Karte"), run.trained, "card_power_share"),
              figure(text("share of the server", "Anteil des Servers"), run.trained, "host_power_share")]  # fmt: skip
    return result(label, value, "kWh", "GPU hours · rated power · (card + server)", inputs)


def _rate(run: Run) -> Derivation:
    """Tokens of a step over its time, or what was measured."""
    trained = run.trained
    label = text("rate of one GPU", "Tempo einer GPU")
    unit = "samples/s" if trained.sample_kind else "tokens/s"
    if trained.measured_rate is not None:
        return leaf(label, trained.measured_rate, unit, "measured, stated by the client", Evidence.MEASURED)
    found = step(trained, run.accelerator, run.layout)
    if trained.supply is not None and rate_of(trained, found, run.layout.gpus) > run.speed.tokens_per_s_per_gpu * (
        trained.positions * 1.000001
    ):
        most = leaf(text("data delivered", "gelieferte Daten"), trained.supply, unit, "storage and processors, stated")
        return result(label, run.speed.tokens_per_s_per_gpu, unit, "data delivered / GPUs", [most, _gpus(run)])
    tokens = leaf(
        text("tokens of a step", "Token je Schritt"), found.tokens, "tokens",
        "micro-batches · micro-batch · positions · data parallel",
    )  # fmt: skip
    inputs = [tokens, explain_step(run, found), _gpus(run)]
    formula = "tokens of a step / time of a step / GPUs"
    if (key := recipe_key(trained)) is not None:
        inputs.append(figure_leaf(text("share of the recipe", "Anteil des Rezepts"), key, trained.facts[key]))
        formula += " · share of the recipe"
    if trained.sample_kind:
        name = text("positions a sample", "Positionen je Beispiel")
        inputs.append(leaf(name, trained.positions, "1", "arXiv 2010.11929"))
        formula += " / positions a sample"
    return result(label, run.speed.tokens_per_s_per_gpu, unit, formula, inputs)


def explain_step(run: Run, found: Step) -> Derivation:
    """The sum of the parts, the largest first."""
    label = text("time of a step", "Zeit eines Schritts")
    parts = sorted(found.parts, key=lambda part: -part.seconds)
    micro = result(
        text("time of a micro-batch", "Zeit eines Micro-Batchs"), found.micro_seconds, "s", "sum of the parts",
        [_part(part, run) for part in parts],
    )  # fmt: skip
    many = leaf(text("micro-batches", "Micro-Batches"), found.micro_batches, "1", "⌈batch / (micro-batch · data)⌉")
    empty = leaf(
        text("empty pipeline", "leere Pipeline"), found.bubble, "share", "(stages − 1)/(micro-batches · virtual stages)"
    )  # fmt: skip
    slower = result(
        text("factor of a large cluster", "Faktor eines großen Verbunds"), found.slower, "1", "max(1, GPUs/8)^exponent",
        [_gpus(run), figure(text("exponent", "Exponent"), run.trained, "cluster_exponent")],
    )  # fmt: skip
    once = [_part(part, run) for part in found.once]
    formula = "(micro-batch · micro-batches · (1 + empty pipeline) + once a step) · factor of a large cluster"
    return result(label, found.seconds, "s", formula, [micro, many, empty, *once, slower], "arXiv 2104.04473")


def _part(part: Part, run: Run) -> Derivation:
    facts = run.trained.facts
    work = leaf(text("work", "Arbeit"), part.amount, part.unit, "counted from the architecture and the layout")
    rate = leaf(
        text("rate reached", "erreichtes Tempo"), part.amount / part.seconds if part.seconds else 0.0,
        f"{part.unit}/s", "peak, bandwidth or link of the accelerator with the figures beside this",
    )  # fmt: skip
    figures = [figure_leaf(Text(de=key, en=key), key, facts[key]) for key in (*part.keys, *part.kernels)]
    return result(part.label, part.seconds, "s", part.formula, [work, rate, *figures, *_peaks(part, run)])


def _peaks(part: Part, run: Run) -> list[Derivation]:
    card = run.accelerator
    if part.unit == "FLOP":
        return [_peak(run)]
    if part.unit == "B" and part.name in ("elements", "conversion", "logits", "routing", "optimizer"):
        return [figure_leaf(text("bandwidth", "Bandbreite"), card.id, card.memory_bandwidth_gb_per_s)]
    return []


def _peak(run: Run) -> Derivation:
    precision = run.trained.task.precision
    name = compute_format(precision, run.accelerator)
    assert name is not None  # noqa: S101 - a run that was predicted has a format
    read = figure_leaf(
        text(f"dense {name} peak", f"dichte {name}-Spitze"), run.accelerator.id, run.accelerator.dense_tflops[name]
    )
    label = text("peak in FLOP/s", "Spitzenleistung in FLOP/s")
    if precision != "fp32":
        return multiplied(label, "FLOP/s", [read], TERA)
    share = figure(
        text("share in 32 bit", "Anteil in 32 Bit"), run.trained, "fp32_peak_share", run.accelerator.architecture
    )
    return multiplied(label, "FLOP/s", [read, share], TERA)


def token_operations(trained: Trained, *, hardware: bool = False) -> Derivation:
    """Operations of one token, with or without what is recomputed."""
    flops = trained.flops
    passes = leaf(
        text("passes", "Durchläufe"), flops.passes + (flops.recomputed if hardware else 0.0), "1",
        "forward 1, backward 2 (1 where the base is frozen); full recomputation 1 more, which only the hardware counts",
    )  # fmt: skip
    attention = leaf(
        text("attention, one pass", "Attention, ein Durchlauf"), flops.attention, "FLOP",
        "Σ layers 2 · heads · (key + value size) · sequence, arXiv 2204.02311",
    )  # fmt: skip
    value = flops.hardware if hardware else flops.model
    label = text("operations a token", "Rechenoperationen je Token")
    formula = "passes · (2 · parameters + attention)"
    return result(label, value, "FLOP", formula, [passes, active(trained), attention], "arXiv 2001.08361")


def amount(trained: Trained) -> Derivation:
    """Tokens of all epochs."""
    data = stated(text("data a pass", "Daten je Durchgang"), trained.task.tokens.value, "tokens", "w.train_tokens")
    epochs = stated(text("epochs", "Epochen"), trained.task.epochs, "1", "w.epochs")
    return multiplied(text("amount of data", "Datenmenge"), "tokens", [data, epochs])


def _goodput(run: Run) -> Derivation:
    """What evaluation, checkpoints and failures leave."""
    found, trained = goodput(run.trained, run.layout), run.trained
    failures = result(
        text("lost to failures", "Verlust durch Ausfälle"), found.failures, "share of the time in steps",
        "(restart + half the time between checkpoints) · GPUs / MTBF of one",
        [figure(text("hours between failures of one GPU", "Stunden zwischen Ausfällen einer GPU"), trained,
                "gpu_mtbf_h"),
         figure(text("restart", "Neustart"), trained, "restart_min"), _gpus(run),
         leaf(text("time between checkpoints", "Zeit zwischen Checkpoints"), found.checkpoint_every_h, "h",
              "√(2 · stall · MTBF of the cluster), Young 1974, at most training.checkpoint_longest_h")],
    )  # fmt: skip
    stalls = result(
        text("lost to checkpoints", "Verlust durch Checkpoints"), found.stalls, "share of the time in steps",
        "checkpoint / storage rate / time between checkpoints",
        [leaf(text("checkpoint", "Checkpoint"), found.checkpoint_gb, "GB", "trained parameters · bytes of the states"),
         leaf(text("stall of one", "Stillstand je Checkpoint"), found.stall_s, "s", "sizing.storage_write_gb_s")],
    )  # fmt: skip
    pauses = figure(text("evaluation and pauses", "Auswertung und Pausen"), trained, "pause_share")
    label = text("share in training steps", "Anteil der Trainingsschritte")
    formula = "1 / (1 + pauses + checkpoints + failures)"
    return result(label, found.share.value, "share", formula, [pauses, stalls, failures], "arXiv 2407.21783")


def explain_range(metric: str, side: str, bound: float, run: Run) -> Derivation:
    """One end of an interval."""
    end = text("lower end, 90 %", "unteres Ende, 90 %") if side == "0" else text("upper end, 90 %", "oberes Ende, 90 %")
    value = explain_performance(metric, run)
    kind = "experts" if mixed_experts(run.trained) else "dense"
    kind = "measured" if run.trained.measured_rate is not None else kind
    rest = figure(text("residual of the formulas", "Restfehler der Formeln"), run.trained, "residual_speed", kind)
    formula = (
        "value · exp(∓ √(Σ (share of the part · ln(span of its figures))² + ln(span of recipe, peak)² + residual²)); "
        "durations with the spans of goodput and data"
    )
    return result(end, bound, value.unit, formula, [value, rest])
