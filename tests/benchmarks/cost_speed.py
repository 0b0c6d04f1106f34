"""The cost engine alone, after import: all options of the example as the live panel and as the commands price them."""

from dataclasses import replace
from datetime import date

from _measure import show, timed
from wizard.catalogs.load import load_catalog
from wizard.cli.demo import EXAMPLE
from wizard.costs.engine import CostTable, price_plans
from wizard.costs.influence import influences
from wizard.datafiles.packaged import data_folder
from wizard.engine import evaluate
from wizard.questionnaire.loader import load_questionnaire
from wizard.store.codec import read_assessment


def main() -> None:
    """Prices, then tornado and total effects of every option and of one lead; the last line is both together."""
    assessment = read_assessment(data_folder("questionnaires") / "examples" / EXAMPLE)
    found = evaluate(assessment, load_catalog(), load_questionnaire(), as_of=date(2026, 11, 30), samples=512)
    assert found.priced is not None
    table, plans = found.priced.table, [entry.plan for entry in found.priced.table.plans]
    kept = [option.index for option in found.priced.options]
    for samples in (512, 4_096, 8_192):
        asked = table.question.model_copy(update={"samples": samples})
        priced = replace(price_plans(plans, asked), question=asked)

        def moved(of: CostTable = priced) -> None:
            for index in kept:
                influences(of, index)
            influences(of, kept[0], kept[-1])

        def both(question=asked, moved=moved) -> None:  # type: ignore[no-untyped-def]
            price_plans(plans, question)
            moved()

        show(f"prices of {len(plans)} plans, {samples} samples", timed(lambda q=asked: price_plans(plans, q), 7))  # type: ignore[misc]
        show(f"tornado and total effects, {samples} samples", timed(moved, 7))
        show(f"costs in all, {samples} samples", timed(both, 7))


if __name__ == "__main__":
    main()
