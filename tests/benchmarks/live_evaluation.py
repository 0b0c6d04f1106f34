"""How long the live panel waits for a result (512 samples), and the commands (4,096)."""

from datetime import date

from _measure import show, timed
from wizard.catalogs.load import load_catalog
from wizard.cli.demo import EXAMPLE
from wizard.datafiles.packaged import data_folder
from wizard.engine import evaluate
from wizard.questionnaire.loader import load_questionnaire
from wizard.store.codec import read_assessment

if __name__ == "__main__":
    assessment = read_assessment(data_folder("questionnaires") / "examples" / EXAMPLE)
    catalog, questions = load_catalog(), load_questionnaire()
    for samples in (512, 4096):
        runs = timed(lambda n=samples: evaluate(assessment, catalog, questions, as_of=date(2026, 11, 30), samples=n), 7)
        show(f"evaluate the example, {samples} samples", runs)
