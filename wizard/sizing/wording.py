"""Reasons and remedies in both languages; numbers in each language's notation."""

from wizard.domain.language import Text, text


def number(value: float, digits: int = 0) -> Text:
    """``12,345.6`` and ``12.345,6``."""
    english = f"{value:,.{digits}f}"
    return text(english, english.translate(str.maketrans(",.", ".,")))


def filled(en: str, de: str, **parts: Text | str | int) -> Text:
    """Both templates with their parts in the same language."""
    shown = {name: number(part) if isinstance(part, int) else part for name, part in parts.items()}
    english = {k: v.en if isinstance(v, Text) else v for k, v in shown.items()}
    german = {k: v.de if isinstance(v, Text) else v for k, v in shown.items()}
    return text(en.format(**english), de.format(**german))


def weights_too_large(needed_gb: float, usable_gb: float, gpus: int, remedy: Text) -> Text:
    return filled(
        "Does not fit: the weights alone need {needed} GB per GPU, {usable} GB are usable on each of {gpus}. {remedy}",
        "Passt nicht: Allein die Gewichte brauchen {needed} GB je GPU, nutzbar sind {usable} GB auf jeder von {gpus}. "
        "{remedy}",
        needed=number(needed_gb, 1),
        usable=number(usable_gb, 1),
        gpus=gpus,
        remedy=remedy,
    )


def too_large_while_loading(needed_gb: float, usable_gb: float) -> Text:
    return filled(
        "Fits at rest, but not while loading: with the layer that is being rearranged {needed} GB per GPU are needed, "
        "{usable} GB are usable. Use more accelerators per replica or a narrower weight format.",
        "Passt im Betrieb, aber nicht beim Laden: Mit der Schicht, die gerade umgeordnet wird, sind {needed} GB je GPU "
        "nötig, nutzbar sind {usable} GB. Abhilfe: mehr Beschleuniger je Replikat oder ein schmaleres Gewichtsformat.",
        needed=number(needed_gb, 1),
        usable=number(usable_gb, 1),
    )


def messages_over_pcie(tensor: int, share: float) -> Text:
    return filled(
        "Tensor parallelism over PCIe: {tensor} accelerators spend {share} % of the time of a prompt on messages "
        "to each other. Fewer, larger ones or those with direct links (NVLink, Infinity Fabric) avoid that.",
        "Tensor-Parallelität über PCIe: {tensor} Beschleuniger verbringen {share} % der Zeit eines Prompts mit "
        "Nachrichten untereinander. Wenige größere oder solche mit direkter Verbindung (NVLink, Infinity Fabric) "
        "vermeiden das.",
        tensor=tensor,
        share=number(100 * share),
    )


def attention_apart(ranks: int) -> Text:
    return filled(
        "Each of the {ranks} GPUs attends to requests of its own and the experts are spread over all of them "
        "(data-parallel attention with expert parallelism), so that the cache is not held {ranks} times. The engine "
        "has to be started that way.",
        "Jede der {ranks} GPUs rechnet die Attention für eigene Anfragen, die Experten sind über alle verteilt "
        "(datenparallele Attention mit Expertenparallelität): So liegt der Cache nicht {ranks}-mal vor. Die Engine ist "
        "so zu starten.",
        ranks=ranks,
    )


def cache_too_small(held: float, needed: float, remedy: Text) -> Text:
    return filled(
        "The weights fit, but there is room for only {held} tokens of cache where {needed} are needed. {remedy}",
        "Die Gewichte passen, aber der Cache fasst nur {held} Token, gebraucht werden {needed}. {remedy}",
        held=number(held),
        needed=number(needed),
        remedy=remedy,
    )


def little_cache(requests: int) -> Text:
    return filled(
        "The weights fit, but the cache holds only {n} full-length requests: batching hardly helps, throughput is "
        "poor.",
        "Die Gewichte passen, aber der Cache fasst nur {n} Anfragen voller Länge: Bündelung hilft kaum, der Durchsatz "
        "ist gering.",
        n=requests,
    )


def started_fuller(share: float, default: float) -> Text:
    return filled(
        "The cache counts on the engine being started to fill {n} % of the GPU instead of {d} % (its default): too "
        "little would be left for it.",
        "Der Cache setzt voraus, dass die Engine {n} % statt {d} % (Voreinstellung) der GPU füllen darf; sonst bliebe "
        "ihm zu wenig.",
        n=round(100 * share), d=round(100 * default),
    )  # fmt: skip


def remedy_more(gpus: int | None) -> Text:
    if gpus is None:
        return text(
            "Use a narrower weight format, a smaller model or accelerators with more memory.",
            "Abhilfe: schmaleres Gewichtsformat, kleineres Modell oder Beschleuniger mit mehr Speicher.",
        )
    return filled(
        "{n} of these accelerators per replica would do, or a narrower weight format.",
        "{n} dieser Beschleuniger je Replikat würden reichen, oder ein schmaleres Gewichtsformat.",
        n=gpus,
    )


def remedy_cache() -> Text:
    return text(
        "Remedy: more accelerators, an 8-bit cache, shorter contexts, fewer requests at once, or less "
        "memory kept free by the engine.",
        "Abhilfe: mehr Beschleuniger, ein 8-Bit-Cache, kürzere Kontexte, weniger gleichzeitige Anfragen oder eine "
        "kleinere Speicherreserve der Engine.",
    )


def engine_without_hardware(engine: str, accelerator: str) -> Text:
    return filled(
        "{engine} does not run on {accelerator}; vLLM is the nearest that may.",
        "{engine} läuft nicht auf {accelerator}; am ehesten kommt vLLM infrage.",
        engine=engine, accelerator=accelerator,
    )  # fmt: skip


def no_cache_format(engine: str, accelerator: str, wanted: str) -> Text:
    return filled(
        "{engine} keeps no cache in {wanted} on {accelerator}; nearest possible format: 16 bit (or INT8 where the "
        "engine offers it).",
        "{engine} hält auf {accelerator} keinen Cache in {wanted}; nächstmögliches Format: 16 Bit (oder INT8, wo die "
        "Engine es anbietet).",
        engine=engine, accelerator=accelerator, wanted=wanted.upper(),
    )  # fmt: skip


def slow_experts(engine: str, wanted: str, layer_us: float) -> Text:
    return filled(
        "{engine} was measured to add {n} µs to each layer with experts in {wanted} (one request at a time); a newer "
        "version may be much faster. Measure before deciding against it.",
        "{engine} braucht laut Messung je Schicht mit Experten in {wanted} {n} µs zusätzlich (einzelne Anfragen); "
        "neuere Versionen können viel schneller sein. Vor einer Absage messen.",
        engine=engine, wanted=wanted.upper(), n=round(layer_us),
    )  # fmt: skip


def no_hardware_format(accelerator: str, wanted: str, nearest: str) -> Text:
    if wanted == "fp32":
        return filled(
            "The catalogue holds no matrix rate of {accelerator} in FP32, which serving engines do not use; nearest "
            "possible format: {nearest}.",
            "Der Katalog führt für {accelerator} keine Matrixleistung in FP32, das Engines nicht nutzen; "
            "nächstmögliches Format: {nearest}.",
            accelerator=accelerator, nearest=nearest.upper(),
        )  # fmt: skip
    return filled(
        "{accelerator} has no hardware for {wanted}; nearest possible format: {nearest}.",
        "{accelerator} beherrscht {wanted} nicht in Hardware; nächstmögliches Format: {nearest}.",
        accelerator=accelerator,
        wanted=wanted.upper(),
        nearest=nearest.upper(),
    )


def unpacked(wanted: str) -> Text:
    return filled(
        "{wanted} weights are unpacked to 16 bit on this accelerator: memory is saved, computing time is not.",
        "{wanted}-Gewichte werden auf diesem Beschleuniger zu 16 Bit entpackt: Das spart Speicher, nicht Rechenzeit.",
        wanted=wanted.upper(),
    )


def heads_not_divisible(heads: int, tensor: int, possible: str) -> Text:
    return filled(
        "{heads} attention heads cannot be divided over {tensor} accelerators; possible: {possible}.",
        "{heads} Attention-Köpfe lassen sich nicht auf {tensor} Beschleuniger verteilen; möglich: {possible}.",
        heads=heads,
        tensor=tensor,
        possible=possible,
    )


def splits_blocks(width: int, block: int, tensor: int, possible: str, *, spread: bool) -> Text:
    also = (
        text(f", or expert parallelism {tensor}", f", oder Expertenparallelität {tensor}") if spread else text("", "")
    )
    found = filled(
        "Experts {width} wide in {tensor} parts break the blocks of {block} weights that share a scale; possible "
        "tensor parallelism: {possible}",
        "Experten der Breite {width} in {tensor} Teilen zerschneiden die Blöcke von {block} Gewichten mit gemeinsamer "
        "Skala; mögliche Tensorparallelität: {possible}",
        width=width, tensor=tensor, block=block, possible=possible,
    )  # fmt: skip
    return text(f"{found.en}{also.en}.", f"{found.de}{also.de}.")


def beyond_node(tensor: int, node: int) -> Text:
    return filled(
        "Tensor parallelism over {tensor} accelerators leaves the server (at most {node}); use pipeline stages "
        "instead.",
        "Tensor-Parallelität über {tensor} Beschleuniger verlässt den Server (höchstens {node}); stattdessen "
        "Pipeline-Stufen verwenden.",
        tensor=tensor,
        node=node,
    )


def too_many_stages(stages: int, layers: int) -> Text:
    return filled(
        "{stages} pipeline stages for {layers} layers; at most {layers} are possible.",
        "{stages} Pipeline-Stufen für {layers} Schichten; möglich sind höchstens {layers}.",
        stages=stages,
        layers=layers,
    )


def attention_without_experts(ranks: int, tensor: int) -> Text:
    return text(
        f"Attention to requests of its own on each GPU needs expert parallel over the same GPUs: {ranks} of {tensor}.",
        f"Attention je GPU für eigene Anfragen braucht Expertenparallelität über dieselben GPUs: {ranks} von {tensor}.",
    )


def experts_not_divisible(experts: int, ranks: int, tensor: int) -> Text:
    if not experts or tensor == 1:
        return filled(
            "Expert parallelism of {ranks} does not fit {experts} experts on {tensor} accelerators; possible: 1.",
            "Expertenparallelität {ranks} passt nicht zu {experts} Experten auf {tensor} Beschleunigern; möglich: 1.",
            experts=experts, ranks=ranks, tensor=tensor,
        )  # fmt: skip
    return filled(
        "Expert parallelism of {ranks} does not fit {experts} experts on {tensor} accelerators; possible: 1 "
        "or {tensor}.",
        "Expertenparallelität {ranks} passt nicht zu {experts} Experten auf {tensor} Beschleunigern; möglich: 1 oder "
        "{tensor}.",
        experts=experts, ranks=ranks, tensor=tensor,
    )  # fmt: skip


def beyond_context(asked: float, limit: int) -> Text:
    return filled(
        "{asked} tokens a request exceed the model's context of {limit}; shorten the requests or choose another model.",
        "{asked} Token je Anfrage überschreiten den Kontext des Modells von {limit}; Anfragen kürzen oder ein anderes "
        "Modell wählen.",
        asked=number(asked),
        limit=number(limit),
    )


def overload(asked: float, carried: float) -> Text:
    return filled(
        "{asked} requests/s arrive, {carried} can be served: the queue grows. Use more replicas.",
        "{asked} Anfragen/s kommen an, {carried} sind zu schaffen: Die Warteschlange wächst. Mehr Replikate einsetzen.",
        asked=number(asked, 2),
        carried=number(carried, 2),
    )


def misses_target(metric: str, reached_ms: float, target_ms: float) -> Text:
    return filled(
        "Misses the target: {metric} {reached} ms (95 %) instead of {target} ms. Fewer requests per replica, more "
        "tensor parallelism or a faster accelerator help.",
        "Verfehlt das Ziel: {metric} {reached} ms (95 %) statt {target} ms. Es helfen weniger Anfragen je Replikat, "
        "mehr Tensor-Parallelität oder ein schnellerer Beschleuniger.",
        metric=metric,
        reached=number(reached_ms, 0 if reached_ms >= 100 else 1),
        target=number(target_ms, 0 if target_ms >= 100 else 1),
    )


def no_room_to_target() -> Text:
    return filled(
        "A single request only just meets the target: no replica could promise it.",
        "Eine einzelne Anfrage hält das Ziel nur knapp ein: Kein Replikat könnte es zusagen.",
    )


def queues_in_front(running: float, asked: float) -> Text:
    return filled(
        "Only {running} of {asked} requests run at once, the others wait.",
        "Nur {running} von {asked} Anfragen laufen gleichzeitig, die übrigen warten.",
        running=number(running),
        asked=number(asked),
    )


def unknown_engine(engine: str) -> Text:
    return filled(
        "No figures for the engine '{engine}'; general ones were used.",
        "Für die Engine „{engine}“ liegen keine Werte vor; verwendet wurden allgemeine.",
        engine=engine,
    )


def too_few_given(given: int, needed: int) -> Text:
    return filled(
        "The {given} accelerators given are too few for the load: {needed} are needed (without spare).",
        "Die angegebenen {given} Beschleuniger reichen für die Last nicht: gebraucht werden {needed} (ohne Reserve).",
        given=given,
        needed=needed,
    )
