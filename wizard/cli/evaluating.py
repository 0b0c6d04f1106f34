"""From a file to an evaluation: the same way for every command that computes."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.cli.clock import as_of
from wizard.cli.options import add_as_of, add_catalog_choice, add_sampling
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.domain.assessment import Assessment
    from wizard.engine import Evaluation
    from wizard.session import Session

SAMPLES = 4_096
REPORT_SAMPLES = 8_192


def add_evaluation(parser: argparse.ArgumentParser, _: Translate, samples: int = SAMPLES) -> None:
    """The file and everything that decides about the numbers computed from it."""
    parser.add_argument("file", type=Path, metavar="PATH", help=_("the assessment"))
    add_as_of(parser, _)
    add_catalog_choice(parser, _)
    add_sampling(parser, _, samples=samples)


def open_for_reading(file: Path) -> "Session":
    """The assessment as it stands, with changes a crash left in the journal. Touches nothing on disk.

    Raises:
        CodedError: the file cannot be read.
    """
    from wizard.session import Session

    return Session.open(file, read_only=True)


def evaluated(arguments: argparse.Namespace) -> "tuple[Assessment, Evaluation]":
    """Evaluates ``arguments.file`` as ``--as-of``, ``--seed`` and ``--samples`` say.

    Raises:
        CodedError: the file cannot be read or used.
    """
    session = open_for_reading(arguments.file)
    with naming(arguments.file):
        evaluation = session.evaluate(arguments.samples, seed=arguments.seed, as_of=as_of(arguments))
    return session.assessment, evaluation


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Errors inside come from what the file says: their place begins with its name."""
    from wizard.domain.errors import CodedError

    try:
        yield
    except CodedError as error:
        if error.place.startswith(file.name):
            raise
        place = ": ".join(part for part in (file.name, error.place) if part)
        raise CodedError(error.error, place=place, **error.details) from error
