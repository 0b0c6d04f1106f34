"""How long the live panel waits for a result (512 samples), and the commands (4,096).

The first run searches; the median is that after an answer that changes no workload.
"""

from datetime import date
from pathlib import Path

from _measure import show, timed
from wizard.catalogs.load import load_catalog
from wizard.cli.demo import EXAMPLE
from wizard.datafiles.packaged import data_folder
from wizard.engine import evaluate
from wizard.questionnaire.loader import load_questionnaire
from wizard.store.codec import read_assessment

CASES = {
    "the example": data_folder("questionnaires") / "examples" / EXAMPLE,
    "chat, LoRA and speech": Path(__file__).parents[1] / "data" / "three_workloads.yaml",
}

if __name__ == "__main__":
    catalog, questions = load_catalog(), load_questionnaire()
    for name, path in CASES.items():
        assessment = read_assessment(path)
        for samples in (512, 4096):
            runs = timed(
                lambda a=assessment, n=samples: evaluate(a, catalog, questions, as_of=date(2026, 11, 30), samples=n), 7
            )
            show(f"evaluate {name}, {samples} samples", runs)
