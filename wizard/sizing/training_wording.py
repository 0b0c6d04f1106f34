"""Reasons, remedies and warnings of training in both languages."""

from wizard.domain.language import Text, text
from wizard.sizing.training_run import Layout
from wizard.sizing.wording import filled, number

_TERABYTE_FROM = 1000.0


def amount(gb: float) -> Text:
    """``640 GB``, from 1,000 GB on ``1.2 TB``."""
    value = number(gb / 1000, 1) if gb >= _TERABYTE_FROM else number(gb)
    unit = "TB" if gb >= _TERABYTE_FROM else "GB"
    return filled("{value} {unit}", "{value} {unit}", value=value, unit=unit)


def too_little_memory(gpus: int, each_gb: float, needed_gb: float, remedy: Text) -> Text:
    return filled(
        "Does not fit: {gpus} × {each} GB = {have}, needed {needed}. {remedy}",
        "Passt nicht: {gpus} × {each} GB = {have}, gebraucht {needed}. {remedy}",
        gpus=gpus,
        each=number(each_gb),
        have=amount(gpus * each_gb),
        needed=amount(needed_gb),
        remedy=remedy,
    )


def too_little_spare(usable_gb: float, needed_gb: float, remedy: Text) -> Text:
    """It fits by a hair, which is no reason to buy it."""
    return filled(
        "Fits without reserve only: {needed} of {usable} usable. New hardware is chosen with some memory left free. "
        "{remedy}",
        "Passt nur ohne Reserve: {needed} von {usable} nutzbaren. Neue Hardware wird so gewählt, dass etwas Speicher "
        "frei bleibt. {remedy}",
        needed=amount(needed_gb),
        usable=amount(usable_gb),
        remedy=remedy,
    )


def remedy_memory(holding: Layout | None, *, adapters: bool, quantised: bool) -> Text:
    """How many cards hold it, spread in which way, and the ways that need fewer."""
    cards = (
        text("No cluster of these cards up to the search's limit holds it.",
             "Kein Verbund dieser Karten bis zur Suchgrenze fasst es.")
        if holding is None
        else _holding(holding)
    )  # fmt: skip
    if not adapters:
        way = text(
            "LoRA or QLoRA is the way out with few cards: only adapters are trained.",
            "Mit wenigen Karten hilft LoRA oder QLoRA: Trainiert werden nur Adapter.",
        )
    elif not quantised:
        way = text("QLoRA needs a quarter of the weights' memory.", "QLoRA braucht ein Viertel des Gewichtsspeichers.")
    else:
        way = text(
            "Shorter samples, full recomputation or a smaller model also help.",
            "Auch kürzere Beispiele, vollständige Neuberechnung oder ein kleineres Modell helfen.",
        )
    return filled("{cards} {way}", "{cards} {way}", cards=cards, way=way)


def _holding(layout: Layout) -> Text:
    """The number alone would mislead: it belongs to this way to spread the run."""
    if layout.gpus == 1:
        return filled(
            "One card holds it with a micro-batch of {micro}.",
            "Eine Karte fasst es mit einem Micro-Batch von {micro}.",
            micro=layout.micro_batch,
        )  # fmt: skip
    return filled(
        "{n} cards hold it, spread as {way} with a micro-batch of {micro}.",
        "{n} Karten fassen es, verteilt als {way} mit einem Micro-Batch von {micro}.",
        n=layout.gpus,
        way=_way(layout),
        micro=layout.micro_batch,
    )


def lower_stage_needs_less(stage: int, needed_gb: float) -> Text:
    return filled(
        "ZeRO stage {stage} needs less here, {needed} GB: what a higher stage gathers is more than what it divides.",
        "ZeRO-Stufe {stage} braucht hier weniger, {needed} GB: Eine höhere Stufe sammelt mehr ein, als sie aufteilt.",
        stage=stage,
        needed=number(needed_gb, 1),
    )


def misses_deadline(hours: float, limit: float, gpus: int, remedy: int | None) -> Text:
    more = (
        text("No cluster of these cards up to the search's limit is fast enough: allow more time or train less.",
             "Kein Verbund dieser Karten bis zur Suchgrenze ist schnell genug: mehr Zeit einräumen oder weniger "
             "trainieren.")
        if remedy is None
        else filled("{n} of them would do.", "{n} davon würden reichen.", n=remedy)
    )  # fmt: skip
    return filled(
        "Too slow: one run takes {hours} h on {gpus} GPUs, allowed are {limit} h. {more}",
        "Zu langsam: Ein Lauf dauert auf {gpus} GPUs {hours} h, erlaubt sind {limit} h. {more}",
        hours=_hours(hours),
        limit=_hours(limit),
        gpus=gpus,
        more=more,
    )


def simplest_way(layout: Layout) -> Text:
    if layout.gpus == 1:
        return text("One GPU holds it.", "Eine GPU fasst es.")
    return filled(
        "{way}: the simplest way that fits; no other is clearly faster.",
        "{way}: der einfachste Weg, der passt; kein anderer ist deutlich schneller.",
        way=_way(layout),
    )


def faster_way(layout: Layout, gain: float) -> Text:
    return filled(
        "{way}: {gain} % faster at the wanted batch than the simplest way that fits.",
        "{way}: beim gewünschten Batch {gain} % schneller als der einfachste Weg, der passt.",
        way=_way(layout),
        gain=number(gain * 100, 0),
    )


def _way(layout: Layout) -> Text:
    parts = [
        f"{name} {degree}"
        for name, degree in (
            ("TP", layout.tensor_parallel), ("PP", layout.pipeline_parallel), ("EP", layout.expert_parallel),
            ("DP", layout.data_parallel),
        )
        if degree > 1
    ]  # fmt: skip
    said = ", ".join(parts) + (f", ZeRO {layout.zero_stage}" if layout.zero_stage else "")
    return text(said, said)


def beyond_plan(hours: float, limit: float) -> Text:
    return filled(
        "One run takes {hours} h; the planning value of {limit} h, which nobody stated, would need more GPUs than the "
        "search considers. State the deadline.",
        "Ein Lauf dauert {hours} h; der Planungswert von {limit} h, den niemand genannt hat, brauchte mehr GPUs, als "
        "die Suche betrachtet. Die Frist nennen.",
        hours=_hours(hours),
        limit=_hours(limit),
    )


def _hours(hours: float) -> Text:
    return number(hours, 0 if hours >= 100 else 1)


def no_hardware_format(accelerator: str, precision: str) -> Text:
    return filled(
        "{accelerator} has no hardware for {precision}; train in 16-bit mixed precision instead.",
        "{accelerator} beherrscht {precision} nicht in Hardware; stattdessen in gemischter 16-Bit-Präzision "
        "trainieren.",
        accelerator=accelerator,
        precision=precision.removesuffix("_mixed").upper(),
    )


def tight(high_gb: float, usable_gb: float) -> Text:
    return filled(
        "Tight: with 32-bit gradients or unfavourable software one GPU may need up to {high} GB of {usable} GB usable. "
        "Try it before ordering.",
        "Knapp: Mit 32-Bit-Gradienten oder ungünstiger Software braucht eine GPU bis zu {high} GB von {usable} GB "
        "nutzbaren. Vor der Bestellung ausprobieren.",
        high=number(high_gb),
        usable=number(usable_gb),
    )


def batch_grows(asked: int, real: int) -> Text:
    return filled(
        "Every GPU needs a sample of its own: the batch grows from {asked} to {real}. Very large batches can hurt the "
        "result; check it.",
        "Jede GPU braucht ein eigenes Beispiel: Der Batch wächst von {asked} auf {real}. Sehr große Batches können das "
        "Ergebnis verschlechtern; das ist zu prüfen.",
        asked=number(asked),
        real=number(real),
    )


def accumulates(micro: int, steps: int, batch: int) -> Text:
    return filled(
        "Each GPU computes micro-batches of {micro}; gradient accumulation over {steps} of them keeps the batch of "
        "{batch} at the price of time.",
        "Jede GPU rechnet Micro-Batches von {micro}; Gradientenakkumulation über {steps} davon hält den Batch von "
        "{batch} – auf Kosten der Zeit.",
        micro=number(micro),
        steps=number(steps),
        batch=number(batch),
    )


def long_run(hours: float) -> Text:
    return filled(
        "One run takes about {days} days: plan checkpoints, monitoring and restarts after failures.",
        "Ein Lauf dauert etwa {days} Tage: Checkpoints, Überwachung und Neustarts nach Ausfällen einplanen.",
        days=number(hours / 24),
    )


def slow_link(accelerator: str, bridge: str | None = None) -> Text:
    if bridge is not None:
        return filled(
            "{accelerator}: a bridge ({bridge}) between a few cards is optional and not counted; several of them "
            "exchange gradients over PCIe, which costs speed.",
            "{accelerator}: Eine Brücke ({bridge}) zwischen wenigen Karten ist optional und nicht eingerechnet; "
            "mehrere tauschen Gradienten über PCIe aus, das kostet Tempo.",
            accelerator=accelerator, bridge=bridge,
        )  # fmt: skip
    return filled(
        "{accelerator} has no NVLink or equal link: several of them exchange gradients over PCIe, which costs speed.",
        "{accelerator} hat kein NVLink oder Vergleichbares: Mehrere tauschen Gradienten über PCIe aus; das kostet "
        "Tempo.",
        accelerator=accelerator,
    )


def between_servers() -> Text:
    return text(
        "Spans several servers: it needs a network with RDMA (InfiniBand or RoCE) between them; NVLink ends at the "
        "server.",
        "Erstreckt sich über mehrere Server: Dazwischen ist ein Netz mit RDMA (InfiniBand oder RoCE) nötig; NVLink "
        "endet am Server.",
    )


def no_brain_float(accelerator: str) -> Text:
    return filled(
        "{accelerator} has no hardware for BF16; it is counted at the speed of FP16. Train in FP16 mixed precision "
        "with loss scaling (fp16_mixed).",
        "{accelerator} beherrscht BF16 nicht in Hardware; gerechnet ist mit dem Tempo von FP16. In gemischter "
        "FP16-Präzision mit Loss-Skalierung trainieren (fp16_mixed).",
        accelerator=accelerator,
    )


def beyond_context(length: int, context: int) -> Text:
    return filled(
        "A sequence of {length} tokens is longer than the {context} the model was made for: extend its positions first "
        "(RoPE scaling), and check the result.",
        "Eine Sequenz von {length} Token ist länger als die {context}, für die das Modell gemacht ist: zuerst seine "
        "Positionen erweitern (RoPE-Skalierung) und das Ergebnis prüfen.",
        length=number(length),
        context=number(context),
    )


def by_size_only() -> Text:
    return text(
        "Of this model the weights are known, not its attention: the time is that of 6 operations a parameter and "
        "position at the efficiency of such trainings, and rough.",
        "Von diesem Modell sind die Gewichte bekannt, nicht seine Attention: Die Zeit ist die von 6 Operationen je "
        "Parameter und Position bei der Effizienz solcher Trainings, also grob.",
    )


def encoder_and_decoder() -> Text:
    return text(
        "A token is counted with encoder and decoder, as if both read sequences of this length; where they differ, the "
        "speed does too.",
        "Ein Token zählt mit Encoder und Decoder, als läsen beide Sequenzen dieser Länge; weichen sie ab, tut es auch "
        "das Tempo.",
    )
