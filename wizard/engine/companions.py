"""Models that run beside a language model: the memory to plan for them."""

from wizard.domain.catalog import Catalog
from wizard.domain.language import Text
from wizard.questionnaire.resolve import Values
from wizard.sizing.service_wording import companions_beside


def companion_warning(values: Values, catalog: Catalog, workload_id: str) -> tuple[Text, ...]:
    """One line with the memory of all companions together; none where there are none.

    Their own load is not sized: a workload of its kind does that.
    """
    named = values.given("w.companions", workload_id).value
    figures = {
        name: catalog.figures[f"service.companion_gb.{name}"]
        for name in (named if isinstance(named, list | tuple) else ())
        if f"service.companion_gb.{name}" in catalog.figures
    }
    if not figures:
        return ()
    return (companions_beside(tuple(figures), sum(figure.value for figure in figures.values())),)
