"""A small world for the cost tests: one eight-GPU server, one cloud offer, one dedicated offer, all inputs certain."""

from datetime import date
from typing import Any

from wizard.domain.economics import CapacityNeed, CostQuestion, OwnPlan, RentPlan, UncertainInput
from wizard.domain.hardware import Offer, Server
from wizard.domain.language import text
from wizard.domain.provenance import Confidence, Evidence, Figure
from wizard.domain.quantities import Range

CERTAIN: dict[str, float] = {
    "demand_factor": 1.0,
    "growth_per_year": 0.0,
    "electricity_eur_per_kwh": 0.2,
    "pue": 1.5,
    "discount_rate": 0.07,
    "hardware_price_factor": 1.0,
    "cloud_price_factor": 1.0,
    "cloud_price_change_per_year": 0.0,
    "residual_share": 0.0,
    "maintenance_share_per_year": 0.0,
    "insurance_share_per_year": 0.0,
    "install_share": 0.0,
    "staff_fte_own": 0.0,
    "staff_fte_rented": 0.0,
    "fte_eur_per_year": 90_000.0,
    "licence_eur_per_gpu_year": 0.0,
    "egress_tb_per_month": 0.0,
    "egress_eur_per_tb": 0.0,
    "power_utilisation": 0.0,
    "lead_months": 0.0,
    "network_storage_share": 0.0,
    "colo_price_factor": 1.0,
    "pue_hosted": 1.3,
    "remote_hands_hours_per_server_month": 0.0,
    "staff_fte_hosted": 0.0,
    "api_price_factor": 1.0,
    "api_price_change_per_year": 0.0,
    "seat_price_change_per_year": 0.0,
    "hybrid_fixed_eur_per_month": 0.0,
    "vat_unrecoverable_share": 1.0,
    "spares_share": 0.0,
    "cloud_support_share": 0.0,
    "idle_share": 0.0,
    "spot_overhead_share": 0.0,
    "migration_days": 0.0,
    "exit_days": 0.0,
    "stored_tb": 0.0,
    "storage_eur_per_tb_month": 0.0,
}

SPREAD: dict[str, tuple[float, float, float]] = {
    "demand_factor": (0.6, 1.0, 1.8),
    "growth_per_year": (0.0, 0.2, 0.6),
    "electricity_eur_per_kwh": (0.15, 0.2, 0.3),
    "pue": (1.2, 1.5, 1.8),
    "discount_rate": (0.04, 0.07, 0.1),
    "hardware_price_factor": (0.8, 1.0, 1.3),
    "cloud_price_factor": (0.7, 1.0, 1.2),
    "cloud_price_change_per_year": (-0.35, -0.12, 0.2),
    "residual_share": (0.1, 0.2, 0.35),
    "maintenance_share_per_year": (0.05, 0.07, 0.1),
    "insurance_share_per_year": (0.0, 0.01, 0.03),
    "install_share": (0.05, 0.1, 0.15),
    "staff_fte_own": (0.25, 0.4, 1.0),
    "staff_fte_rented": (0.1, 0.2, 0.4),
    "fte_eur_per_year": (80_000.0, 90_000.0, 110_000.0),
    "licence_eur_per_gpu_year": (0.0, 0.0, 4_000.0),
    "egress_tb_per_month": (0.1, 0.5, 2.0),
    "egress_eur_per_tb": (0.0, 50.0, 90.0),
    "power_utilisation": (0.2, 0.4, 0.7),
    "lead_months": (1.0, 3.0, 6.0),
    "network_storage_share": (0.05, 0.1, 0.2),
    "colo_price_factor": (0.7, 1.0, 1.4),
    "pue_hosted": (1.15, 1.3, 1.5),
    "remote_hands_hours_per_server_month": (0.1, 0.5, 2.0),
    "staff_fte_hosted": (0.05, 0.1, 0.3),
    "api_price_factor": (0.9, 1.0, 1.1),
    "api_price_change_per_year": (-0.4, -0.2, 0.1),
    "seat_price_change_per_year": (-0.05, 0.03, 0.1),
    "hybrid_fixed_eur_per_month": (500.0, 1_500.0, 4_000.0),
    "vat_unrecoverable_share": (0.2, 0.5, 1.0),
    "spares_share": (0.02, 0.04, 0.06),
    "cloud_support_share": (0.0, 0.03, 0.1),
    "idle_share": (0.0, 0.05, 0.2),
    "spot_overhead_share": (0.03, 0.1, 0.3),
    "migration_days": (5.0, 20.0, 60.0),
    "exit_days": (2.0, 10.0, 30.0),
    "stored_tb": (1.0, 5.0, 20.0),
    "storage_eur_per_tb_month": (5.0, 20.0, 60.0),
}


def figure(value: float, unit: str = "", basis: Any = "list") -> Figure:
    return Figure(
        value=value,
        unit=unit,
        basis=basis,
        source="made up for this test",
        retrieved_on=date(2026, 11, 30),
        confidence=Confidence.LOW,
    )


def given(key: str, low: float, value: float, high: float) -> UncertainInput:
    return UncertainInput(
        key=key,
        label=text(key, key),
        range=Range(low=low, value=value, high=high),
        unit="",
        evidence=Evidence.STATED,
        basis=text("test", "Test"),
    )


def inputs(*, spread: bool = False, **values: float | tuple[float, float, float]) -> dict[str, UncertainInput]:
    spans: dict[str, float | tuple[float, float, float]] = {**CERTAIN, **(SPREAD if spread else {}), **values}
    return {key: given(key, *(span if isinstance(span, tuple) else (span, span, span))) for key, span in spans.items()}


def question(
    *, spread: bool = False, months: int = 36, samples: int = 64, seed: int = 1, **values: Any
) -> CostQuestion:
    return CostQuestion(
        horizon_months=months,
        inputs=inputs(spread=spread, **values),
        eur_per_unit={"EUR": 1.0, "USD": 0.9},
        samples=samples,
        seed=seed,
    )


def server(price: float = 100_000.0, **changes: Any) -> Server:
    fields: dict[str, Any] = {
        "id": "box8",
        "name": "Box 8",
        "vendor": "maker",
        "accelerator": "gpu-a",
        "accelerators": 8,
        "form_factor": "rack",
        "rack_units": figure(6.0, "U"),
        "price": figure(price, "EUR", "street"),
        "price_currency": "EUR",
        "cpu_cores": 64,
        "ram_gb": 1024,
        "nvme_tb": 15.0,
        "max_power_kw": figure(8.0, "kW"),
        "idle_power_share": figure(0.25, ""),
        "cooling": "air",
    }
    return Server(**{**fields, **changes})


def offer(on_demand: float | None = 20.0, **changes: Any) -> Offer:
    fields: dict[str, Any] = {
        "id": "cloud8",
        "provider": "provider",
        "name": "Cloud 8",
        "kind": "cloud",
        "accelerator": "gpu-a",
        "accelerators": 8,
        "region": "eu-1",
        "country": "DE",
        "operator_law": "EU",
        "currency": "EUR",
        "on_demand_per_hour": None if on_demand is None else figure(on_demand, "EUR/h"),
    }
    return Offer(**{**fields, **changes})


def need(**changes: Any) -> CapacityNeed:
    fields: dict[str, Any] = {
        "workload_id": "w1",
        "configuration_id": "c1",
        "accelerator": "gpu-a",
        "gpus_per_replica": 8,
        "slots_per_replica": 10.0,
        "in_flight_peak": 10.0,
        "in_flight_mean": 10.0,
        "spare_replicas": 0,
        "active_hours_per_month": 730.0,
        "output_tokens_per_month": 1_000_000_000.0,
    }
    return CapacityNeed(**{**fields, **changes})


def own(*needs: CapacityNeed, interim: RentPlan | None = None, **server_changes: Any) -> OwnPlan:
    return OwnPlan(option="on_premises", server=server(**server_changes), needs=needs or (need(),), interim=interim)


def cloud(*needs: CapacityNeed, commitment: Any = "on_demand", **offer_changes: Any) -> RentPlan:
    return RentPlan(option="cloud", offer=offer(**offer_changes), needs=needs or (need(),), commitment=commitment)


def dedicated(*needs: CapacityNeed, commitment: Any = "on_demand", **offer_changes: Any) -> RentPlan:
    rented = offer(**{"kind": "dedicated", "id": "rack8", **offer_changes})
    return RentPlan(option="dedicated", offer=rented, needs=needs or (need(),), commitment=commitment)


def runs(hours: float, **changes: Any) -> CapacityNeed:
    """Training runs of ``hours`` a month in all, one after the other on one set of GPUs."""
    parallel = max(1.0, hours / 730.0)
    fields: dict[str, Any] = {
        "slots_per_replica": 1.0,
        "in_flight_peak": parallel,
        "in_flight_mean": parallel,
        "active_hours_per_month": min(hours, 730.0),
        "output_tokens_per_month": 0.0,
        "stretches": True,
    }
    return need(**{**fields, **changes})
