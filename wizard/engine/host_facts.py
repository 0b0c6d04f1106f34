"""What one option asks of its hosts, storage, network and room: answers and the chosen configurations."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wizard.domain.catalog import Catalog
from wizard.domain.configuration import Configuration
from wizard.domain.economics import CapacityNeed
from wizard.engine.exchanges import exchanges
from wizard.engine.loads import SECONDS_PER_HOUR
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.sizing.architecture import count_parameters
from wizard.sizing.figures import pick
from wizard.sizing.host_demand import FileProfile, HostDemand, ModelFiles, Preprocessing, SiteDemand, TrainingIo
from wizard.sizing.host_states import host_states_gb
from wizard.sizing.storage import ckpt_gb

_PERCENT = 100.0
_BYTES_PER_TB, _BYTES_PER_MB, _MB_PER_GB = 1e12, 1e6, 1e3
_PREPROCESSING: dict[str, Preprocessing] = {"none": "none", "light": "light", "heavy": "heavy"}
_PROFILES: dict[str, FileProfile] = {"packed": "packed", "mixed": "mixed", "many_small": "many_small"}
_NO_STORAGE, _LOCAL, _SHARED = "none", "local_nvme", "parallel_fs"
LARGEST_MACHINE = 8
"""Accelerators: training on more of them spans machines."""

Pair = tuple[SizedWorkload, Configuration]


@dataclass(frozen=True)
class HostReader:
    """Reads the answers of one assessment."""

    values: Values
    catalog: Catalog

    def demand(self, sized: Sequence[SizedWorkload], needs: Sequence[CapacityNeed]) -> HostDemand:
        """The demand of the configurations an option has chosen."""
        chosen = _chosen(sized, needs)
        served = [pair for pair in chosen if pair[0].run is None]
        trained = [pair for pair in chosen if pair[0].run is not None]
        loading = self._struct("ops.model_loading")
        return HostDemand(
            preprocess=self._preprocess(chosen),
            measured_cores_per_gpu=self.measured_cores_per_gpu(),
            requests_per_s=sum(_requests_per_s(w) for w, _ in served),
            tokens_per_s=sum(_tokens_per_s(w) for w, _ in served),
            requests_per_month=sum(_requests_per_month(w) for w, _ in served),
            items_gb_s=sum(self._items_gb_s(w) for w, _ in served),
            models=tuple(
                ModelFiles(
                    workload_id=w.result.id, weights_gb=c.memory.weights_gb * c.gpus_per_replica,
                    gpus_per_replica=c.gpus_per_replica,
                )
                for w, c in served
            ),
            models_per_server=int(loading.get("models") or 1),
            resident=int(_number(loading.get("resident"), 1.0)),
            cold_start_s=_number(loading.get("cold_start_ok_s"), 0.0) or None,
            cold_start_stated=self.values.given("ops.model_loading").known,
            training=tuple(self._training(w, c) for w, c in trained),
            data_tb=_number(self.values.given("data.train_tb").value, 0.0),
            file_profile=_PROFILES.get(str(self.values.given("data.file_profile").value), "mixed"),
            vectors_m=_number(self.values.given("data.vectors_m").value, 0.0),
            exchanges=exchanges(chosen),
            storage_tier=self._tier(spanning=any(c.gpus_per_replica > LARGEST_MACHINE for _w, c in trained)),
            storage_gb_s=self._measured_read_gb_s(),
            backup_needs_system=self._no_storage(),
            site=self.site(),
        )  # fmt: skip

    def country(self) -> str:
        return str(self.values.given("client.country").value)

    def site_mwh(self) -> float | None:
        """What the site takes in a year beside the machines, as stated."""
        given = self.values.given("fin.site_prices")
        stated = given.value if given.known and isinstance(given.value, dict) else {}
        value = stated.get("site_mwh")
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def measured_cores_per_gpu(self) -> float | None:
        """Cores a GPU keeps busy, from a measured run on hardware whose cores and GPUs are known.

        ``cores · CPU load / (1 − share of time waiting for data) / GPUs``: while the GPU waits, the loaders limit.
        """
        host, nodes = self.values.given("base.host"), self.values.given("hw.nodes")
        if not (host.known and nodes.known) or not isinstance(host.value, dict) or not isinstance(nodes.value, list):
            return None
        load, wait = host.value.get("cpu_util_pct"), _number(host.value.get("data_wait_pct"), 0.0)
        row = next((r for r in nodes.value if r.get("cpu_cores") and r.get("count")), None)
        if row is None or load is None or wait >= _PERCENT:
            return None
        busy = float(row["cpu_cores"]) * float(load) / _PERCENT
        return busy / (1.0 - wait / _PERCENT) / float(row["count"])

    def _preprocess(self, chosen: Sequence[Pair]) -> Preprocessing:
        feeds = any(w.run is not None or w.service is not None for w, _ in chosen)
        value = str(self.values.given("data.preprocess").value)
        return _PREPROCESSING.get(value, "serving") if feeds else "serving"

    def _training(self, workload: SizedWorkload, configuration: Configuration) -> TrainingIo:
        run, performance = workload.run, configuration.training
        assert run is not None  # noqa: S101 - asked for training workloads only
        policy = self._struct("w.checkpoint_policy", workload.result.id)
        trained, optimizer = _trained(workload)
        facts = self.catalog.figures
        return TrainingIo(
            workload_id=workload.result.id,
            gpus=configuration.gpus_per_replica,
            duration_h=performance.duration_h if performance is not None else 0.0,
            bytes_per_pass=self._bytes_per_pass(workload),
            samples_per_pass=_samples(workload),
            epochs=run.task.epochs,
            checkpoint_gb=ckpt_gb(
                trained, facts, optimizer_gb=optimizer, with_optimizer=policy.get("include_optimizer") is not False
            ),
            result_gb=ckpt_gb(trained, facts, with_optimizer=False),
            interval_min=_number(policy.get("interval_min"), 60.0),
            kept=int(_number(policy.get("kept"), 3.0)),
            runs_per_month=run.task.runs_per_month.value,
            host_states_gb=host_states_gb(workload.trained, facts) if workload.trained is not None else 0.0,
        )

    def _bytes_per_pass(self, workload: SizedWorkload) -> float:
        """Text by its tokens; other data by its stated volume, else by the usual size of a sample."""
        assert workload.run is not None  # noqa: S101 - asked for training workloads only
        task, facts = workload.run.task, self.catalog.figures
        if task.method != "other":
            return task.tokens.value * pick(facts, "text_bytes_per_token").value
        volume = self.values.given("data.train_tb")
        if volume.known:
            return _number(volume.value, 0.0) * _BYTES_PER_TB
        return task.tokens.value * pick(facts, "sample_mb").value * _BYTES_PER_MB

    def _items_gb_s(self, workload: SizedWorkload) -> float:
        asked = workload.result.service
        if asked is None:
            return 0.0
        return asked.per_s_peak * pick(self.catalog.figures, "item_mb", asked.unit).value / _MB_PER_GB

    def _tier(self, *, spanning: bool) -> str:
        """The named storage; where nobody named one the planned one: NVMe, shared where a run spans machines."""
        given = self.values.given("data.storage_tier")
        if given.known and isinstance(given.value, str):
            return given.value
        return _SHARED if spanning else _LOCAL

    def _measured_read_gb_s(self) -> float | None:
        given = self.values.given("data.read_gb_per_s")
        return _number(given.value, 0.0) or None if given.known else None

    def _no_storage(self) -> bool:
        given = self.values.given("data.storage_tier")
        return given.known and given.value == _NO_STORAGE

    def site(self) -> SiteDemand:
        """The place for own machines, as answered or by default."""
        feed, usual = self._struct("site.feed"), SiteDemand()
        limit, place = self.values.given("site.rack_kw"), self.values.given("site.place").value
        rack, volt = limit.value, feed.get("volt")
        people, noise = self.values.given("site.noise_limit"), self.values.given("site.noise_limit_dba")
        return SiteDemand(
            volt=float(volt) if volt is not None else None,
            phases=int(_number(feed.get("phases"), usual.phases)),
            amps=_number(feed.get("amps"), usual.amps),
            rack_kw=float(rack) if isinstance(rack, int | float) else None,
            place=place if isinstance(place, str) else None,
            rack_stated=limit.known,
            noise_limit_dba=_number(noise.value, 0.0) or None if noise.known or people.known else None,
            nobody_near=people.known and people.value == "no",
        )

    def _struct(self, question: str, workload_id: str | None = None) -> dict[str, Any]:
        value = self.values.given(question, workload_id).value
        return value if isinstance(value, dict) else {}


def _chosen(sized: Sequence[SizedWorkload], needs: Sequence[CapacityNeed]) -> list[Pair]:
    by_id = {w.result.id: w for w in sized}
    return [(by_id[n.workload_id], by_id[n.workload_id].configuration(n.configuration_id)) for n in needs]


def _trained(workload: SizedWorkload) -> tuple[float, float | None]:
    """Trained parameters in 10^9 and the optimizer's state in GB; None: that of Adam."""
    memory = workload.result.training_memory
    if memory is not None:
        return memory.trained_b, memory.optimizer_gb
    known = workload.result.model.params_b
    if known is not None:
        return known, None
    found = workload.architecture or (workload.model.architecture if workload.model is not None else None)
    return (count_parameters(found).total / 1e9 if found is not None else 0.0), None


def _samples(workload: SizedWorkload) -> float:
    assert workload.run is not None  # noqa: S101 - asked for training workloads only
    task = workload.run.task
    return task.tokens.value if task.method == "other" else task.tokens.value / max(task.seq_len, 1)


def _requests_per_s(workload: SizedWorkload) -> float:
    if workload.result.demand is not None:
        return workload.result.demand.requests_per_s_peak
    asked = workload.result.service
    if asked is None:
        return 0.0
    return asked.streams if asked.streams is not None else asked.per_s_peak


def _tokens_per_s(workload: SizedWorkload) -> float:
    asked = workload.result.demand
    return asked.requests_per_s_peak * asked.output_tokens.typical if asked is not None else 0.0


def _requests_per_month(workload: SizedWorkload) -> float:
    load = workload.load.load if workload.load is not None else workload.service.load if workload.service else None
    if load is None:
        return 0.0
    return _requests_per_s(workload) * load.mean_to_peak * load.active_hours_per_month * SECONDS_PER_HOUR


def _number(value: object, fallback: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else fallback
