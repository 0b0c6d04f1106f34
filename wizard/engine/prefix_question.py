"""What an answer about prompts that begin alike could bring: nothing of it is in the result while nobody gave it."""

from collections.abc import Mapping, Sequence

from wizard.domain.configuration import Configuration
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import InferenceLoad, ServiceTarget
from wizard.engine.loads import PERCENT, number
from wizard.questionnaire.resolve import Given
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.figures import Facts
from wizard.sizing.search import size_workload
from wizard.sizing.wording import filled
from wizard.sizing.wording import number as written

QUESTION = "w.shared_prefix_pct"
_WORTH_ASKING = 0.9
"""Time to the first token, with sharing over without, from which on the question is not worth a line."""


def prefix_question(
    given: Given, questionnaire: Questionnaire, arch: ModelArchitecture, load: InferenceLoad,
    target: ServiceTarget | None, found: Sequence[Configuration], cards: Mapping[str, Accelerator], facts: Facts,
) -> tuple[Text, ...]:  # fmt: skip
    """A line where the question is open and its answer could change the best configuration; else nothing."""
    best = next((c for c in found if c.feasible and c.origin == "search"), None)
    most = float(given.high) if isinstance(given.high, int | float) else number(given, fallback=0.0)
    if given.known or best is None or not most:
        return ()
    shared = size_workload(
        arch, load.model_copy(update={"shared_prefix": most / PERCENT}), target, [cards[best.accelerator]],
        facts=facts, formats=(best.weights_format,), kv_format=best.kv_format, engine=best.engine,
        spare_replicas=best.spare_replicas, largest={best.accelerator: best.gpus_per_replica},
    )[0]  # fmt: skip
    before, after = best.serving, shared.serving
    if before is None or after is None or not shared.feasible:
        return ()
    if shared.total_gpus >= best.total_gpus and after.ttft_ms_mean > _WORTH_ASKING * before.ttft_ms_mean:
        return ()
    fewer = shared.total_gpus < best.total_gpus
    return (
        filled(
            _FEWER.en if fewer else _SOONER.en, _FEWER.de if fewer else _SOONER.de,
            title=questionnaire.question(QUESTION).title, share=written(most), after=shared.total_gpus,
            before=best.total_gpus, quick=written(after.ttft_ms_mean), slow=written(before.ttft_ms_mean),
        ),
    )  # fmt: skip


_FEWER = text(
    "Open: “{title}”. Nothing of it is counted. At {share} %, prefix caching would carry the same load with {after} "
    "instead of {before} GPUs.",
    "Offen: „{title}“. Davon ist nichts eingerechnet. Bei {share} % trüge Prefix-Caching dieselbe Last mit {after} "
    "statt {before} GPUs.",
)
_SOONER = text(
    "Open: “{title}”. Nothing of it is counted. At {share} %, prefix caching would give the first token after {quick} "
    "instead of {slow} ms on average; the number of GPUs would stay the same.",
    "Offen: „{title}“. Davon ist nichts eingerechnet. Bei {share} % käme mit Prefix-Caching das erste Token im Mittel "
    "nach {quick} statt {slow} ms; die Zahl der GPUs bliebe gleich.",
)
