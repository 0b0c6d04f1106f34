"""Whether hardware that holds the weights also holds the cache a service needs, and what would.

A card may carry a model and still serve almost nobody: the room beside the weights is what batching lives on.
"""

from collections.abc import Iterator

from wizard.decision.wording import filled, number
from wizard.domain.catalog import Catalog
from wizard.domain.configuration import Configuration
from wizard.domain.language import Text, text
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import InferenceLoad
from wizard.sizing.architecture import sequence_kv_bytes
from wizard.sizing.memory import cache_capacity_tokens, memory_budget

WANTED = "load.cache_full_length_requests"


def full_length_requests(configuration: Configuration, context: float) -> float:
    """Requests of full length the cache of one replica holds; 0 when not even the weights fit."""
    return max(0.0, configuration.memory.kv_capacity_tokens) / context


def cache_warning(
    catalog: Catalog, arch: ModelArchitecture, configuration: Configuration, load: InferenceLoad
) -> Text | None:  # fmt: skip
    """A warning when the weights fit but the cache is too small to batch requests of full length.

    Names the smallest remedy of the same card: twice as many, or 4-bit weights on the same number.
    """
    wanted, context = catalog.figure(WANTED).value, load.context_max
    room = full_length_requests(configuration, context)
    fits = configuration.memory.weights_gb < configuration.memory.usable_gb
    if not fits or room >= wanted or sequence_kv_bytes(arch, context, configuration.kv_format) <= 0:
        return None
    remedies = list(_remedies(catalog, arch, configuration, load))
    return filled(
        text(
            "The weights fit ({weights} of {usable} GB per GPU), the cache for regular service does not: room for "
            "{room} requests of full length ({context} tokens), {wanted} are the planning minimum. {remedies}",
            "Die Gewichte passen ({weights} von {usable} GB je GPU), der Cache für den regulären Betrieb nicht: Platz "
            "für {room} Anfragen voller Länge ({context} Token), Planungsminimum sind {wanted}. {remedies}",
        ),
        weights=number(configuration.memory.weights_gb),
        usable=number(configuration.memory.usable_gb),
        room=number(float(int(room))),
        context=number(context, 0),
        wanted=number(wanted),
        remedies=_joined(remedies),
    )


def _remedies(
    catalog: Catalog, arch: ModelArchitecture, configuration: Configuration, load: InferenceLoad
) -> Iterator[Text]:  # fmt: skip
    double = configuration.tensor_parallel * 2
    gpus = double * configuration.pipeline_parallel
    yield filled(
        text("{gpus} of these GPUs hold {room}.", "{gpus} dieser GPUs fassen {room}."),
        gpus=number(float(gpus)), room=_room(catalog, arch, configuration, load, tensor_parallel=double),
    )  # fmt: skip
    if configuration.weights_format not in ("int4", "fp4"):
        yield filled(
            text("With 4-bit weights the same GPUs hold {room}.", "Mit 4-Bit-Gewichten fassen dieselben GPUs {room}."),
            room=_room(catalog, arch, configuration, load, weights_format="int4"),
        )  # fmt: skip


def _room(
    catalog: Catalog, arch: ModelArchitecture, configuration: Configuration, load: InferenceLoad, **changes: object
) -> Text:
    deployment = configuration.deployment(load.adapters).model_copy(update=changes)
    accelerator = catalog.accelerators[configuration.accelerator]
    budget = memory_budget(arch, accelerator, deployment, catalog.figures)
    tokens = cache_capacity_tokens(budget, arch, deployment, load.context_max, catalog.figures)
    return number(float(int(max(0.0, tokens) / load.context_max)))


def _joined(parts: list[Text]) -> Text:
    return text(" ".join(p.en for p in parts), " ".join(p.de for p in parts))
