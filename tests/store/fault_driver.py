"""Runs one save with one fault, for every fault at every file operation; run with ``faultfs.so`` preloaded.

``python fault_driver.py FOLDER KIND…`` prints a JSON list of outcomes. Each case is a fork, so that the program is
imported once.
"""

import json
import os
import sys
from pathlib import Path

from wizard.domain.assessment import Answer
from wizard.domain.errors import CodedError
from wizard.session import Session
from wizard.store.codec import read_assessment

QUESTION = "client.name"


def scenario(path: Path, say: int) -> None:
    """Answers, saves and closes, and goes on after a fault. Each small letter on ``say`` is one promise."""
    session = None
    try:
        session = Session.open(path)
        work(session, "new", say)
    except CodedError as error:
        os.write(say, f"[{error.error.code}]".encode())
        if session is not None and not session.read_only:
            work(session, "newer", say)
    except BaseException as error:
        os.write(say, f"<{type(error).__name__}: {error}>".encode())
    os._exit(0)


def work(session: Session, value: str, say: int) -> None:
    session.apply(QUESTION, Answer(value=value))
    os.write(say, b"a")
    session.save()
    os.write(say, b"s")
    session.close()
    os.write(say, b"c")


def prepared(folder: Path) -> Path:
    path = folder / "a.yaml"
    with Session.create(path, language="de", questionnaire_path="quick", title="Ä" * 300) as session:
        session.apply(QUESTION, Answer(value="old"))
    return path


def run(path: Path, **faults: str) -> str:
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.environ.update(FAULT_DIR=str(path.parent), **faults)
        scenario(path, theirs)
    os.close(theirs)
    with os.fdopen(ours, "rb") as stream:
        said = stream.read().decode()
    os.waitpid(child, 0)
    return said


def outcome(folder: Path, kind: str, at: int) -> dict[str, object]:
    folder.mkdir()
    path = prepared(folder)
    said = run(path, FAULT_KIND=kind, FAULT_AT=str(at))
    in_file = read_assessment(path).answers[QUESTION].value
    with Session.open(path) as session:
        resumed = session.assessment.answers[QUESTION].value
        writable = not session.read_only
    return {"at": at, "said": said, "in_file": in_file, "resumed": resumed, "writable": writable}


def main(root: Path, kinds: list[str]) -> None:
    traced = root / "traced"
    traced.mkdir()
    run(prepared(traced), FAULT_LOG=str(root / "log"))
    steps = (root / "log").read_text().splitlines()
    cases = {k: [outcome(root / f"{k}-{at}", k, at) for at in range(1, len(steps) + 1)] for k in kinds}
    print(json.dumps({"steps": [step.split()[0] for step in steps], "cases": cases}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
