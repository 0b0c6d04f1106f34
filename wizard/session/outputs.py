"""Evaluation and report of the current assessment. Both may run in another thread, on an immutable snapshot."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from wizard.domain.assessment import Assessment
from wizard.domain.language import Text
from wizard.session.view import View, catalog_for
from wizard.store.client_copy import client_copy
from wizard.store.codec import to_yaml

if TYPE_CHECKING:
    from wizard.engine import Evaluation
    from wizard.report.attachment import Attachment

Cancelled = Callable[[], bool] | None
ReportProgress = Callable[[str, float], None] | None
Key = tuple[int, int, int, date]


class Outputs(View):
    """``report_warnings`` holds what the last report had to leave out."""

    report_warnings: tuple[Text, ...] = ()

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._cache: dict[Key, Evaluation] = {}
        self._cache_lock = Lock()

    def evaluate(
        self,
        samples: int = 512,
        cancelled: Cancelled = None,
        progress: ReportProgress = None,
        *,
        seed: int = 1,
        as_of: date | None = None,
    ) -> "Evaluation":
        """The result for the current revision, computed once per revision.

        Args:
            samples: of the cost distribution; 512 while typing, 8192 for a report.
            cancelled: asked now and then; True ends the computation with the engine's own exception.
            progress: told a phase and the share done.
            seed: of the samples.
            as_of: the only clock; today by default.

        Raises:
            CodedError: catalogue or engine cannot work with these answers.
        """
        return self._evaluated(self.snapshot, samples, cancelled, progress, seed=seed, as_of=as_of)

    def _evaluated(
        self,
        snapshot: tuple[int, Assessment],
        samples: int,
        cancelled: Cancelled,
        progress: ReportProgress,
        *,
        seed: int,
        as_of: date | None,
    ) -> "Evaluation":
        from wizard.engine import evaluate

        revision, assessment = snapshot
        when = as_of or date.today()  # noqa: DTZ011 - the consultant's own calendar day
        key = (revision, samples, seed, when)
        with self._cache_lock:
            known = self._cache.get(key)
        if known is not None:
            return known
        evaluation = evaluate(
            assessment,
            catalog_for(assessment),
            self.questionnaire,
            as_of=when,
            seed=seed,
            samples=samples,
            revision=revision,
            cancelled=cancelled,
            progress=progress,
        )
        with self._cache_lock:
            self._cache = {k: v for k, v in self._cache.items() if k[0] >= revision} | {key: evaluation}
        return evaluation

    def render_report(
        self,
        out_dir: Path,
        *,
        languages: tuple[str, ...] | None = None,
        formats: tuple[str, ...] = ("html", "pdf"),
        brand: Path | None = None,
        pdf: Literal["a3a", "ua1"] = "a3a",
        attach: Literal["client", "none", "full"] = "client",
        draft: bool = False,
        samples: int = 8192,
        seed: int = 1,
        as_of: date | None = None,
        progress: ReportProgress = None,
        cancelled: Cancelled = None,
    ) -> list[Path]:
        """Renders the report of the client copy and returns its files.

        Args:
            out_dir: folder for the files.
            languages: the assessment's own by default.
            formats: of ``html``, ``pdf``, ``json``.
            brand: colours, logo and names of the consultancy or the client.
            pdf: PDF/A-3a or PDF/UA-1.
            attach: the assessment embedded in the PDF, so that it can be reopened from there: the client copy, none,
                or the full one with internal notes, of which the caller warns.
            draft: marks every page.
            samples: as in ``evaluate``; so are ``seed`` and ``as_of``.
            progress: told a stage and the share done.
            cancelled: asked now and then.

        Raises:
            CodedError: the report cannot be made; says which component is missing.
        """
        from wizard.accuracy.reported import result_with_measurements
        from wizard.report import render

        revision, assessment = self.snapshot
        evaluation = self._evaluated((revision, assessment), samples, cancelled, progress, seed=seed, as_of=as_of)
        evaluation = replace(evaluation, result=result_with_measurements(evaluation))
        shown = client_copy(assessment)
        attachments = () if attach == "none" else (_attachment(assessment if attach == "full" else shown),)
        outcome = render(
            shown,
            evaluation,
            out_dir,
            languages=languages or (str(assessment.language),),
            formats=formats,
            brand=brand,
            pdf=pdf,
            attachments=attachments,
            draft=draft,
            progress=progress,
            cancelled=cancelled,
        )
        self.report_warnings = tuple(outcome.warnings)
        return list(outcome.files)

    def _evaluated_catalog(self) -> str | None:
        with self._cache_lock:
            versions = [evaluation.result.provenance.catalog_version for evaluation in self._cache.values()]
        return versions[-1] if versions else None


def _attachment(assessment: Assessment) -> "Attachment":
    from wizard.report.attachment import ASSESSMENT_NAME, Attachment

    return Attachment(ASSESSMENT_NAME, to_yaml(assessment).encode())
