"""Works on an assessment without end, to be killed: ``python kill_driver.py PATH``.

For each line on standard input, the number of a first operation, a forked worker opens the file and goes on from
there, acknowledging each finished operation by its number. The parent kills the worker whose id it was told.
"""

import os
import sys
from itertools import count
from pathlib import Path

from wizard.domain.assessment import Answer
from wizard.session import Session

QUESTIONS = ("client.name", "client.sector", "client.country", "client.employees", "project.stage")


def operation(number: int) -> tuple[str, str]:
    """The kind of the n-th operation, and the question it is about."""
    if number % 17 == 16:
        return "save", ""
    if number % 7 in (3, 4):
        return "undo", ""
    return ("redo", "") if number % 7 == 5 else ("apply", QUESTIONS[number % len(QUESTIONS)])


def work(path: Path, first: int) -> None:
    session = Session.open(path)
    for number in count(first):
        kind, question = operation(number)
        if kind == "apply":
            session.apply(question, Answer(value=number))
        else:
            getattr(session, kind)()
        os.write(1, f"{number}\n".encode())


def main(path: Path) -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            work(path, int(line))
        os.write(1, f"pid {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"end\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
