"""Processor time of rendering a report, child process included, without the evaluation before it."""

import resource
import tempfile
from datetime import date
from pathlib import Path

from _measure import show
from wizard.cli.demo import EXAMPLE
from wizard.datafiles.packaged import data_folder
from wizard.report import missing_pdf_libraries
from wizard.session import Session


def _cpu_ms() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in used) * 1000


if __name__ == "__main__":
    session = Session.open(data_folder("questionnaires") / "examples" / EXAMPLE, read_only=True)
    as_of = date(2026, 11, 30)
    session.evaluate(8192, as_of=as_of)
    for formats in (("html",), ("html", "pdf")):
        if "pdf" in formats and missing_pdf_libraries():
            continue
        samples = []
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                before = _cpu_ms()
                session.render_report(Path(folder), formats=formats, as_of=as_of)
                samples.append(_cpu_ms() - before)
        show(f"report as {' and '.join(formats)}, processor time", samples)
