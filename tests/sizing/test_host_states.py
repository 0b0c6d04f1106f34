"""Training states in main memory, against the estimates of DeepSpeed."""

import pytest
from tests.sizing.test_sizing_hosts import training
from tests.sizing.training_case import CATALOG, model, task
from wizard.sizing.host_demand import HostDemand
from wizard.sizing.host_states import host_states_gb
from wizard.sizing.hosts import host_need
from wizard.sizing.training_recipe import Recipe
from wizard.sizing.training_run import Trained

PARAMETERS = 8.03
"""Llama-3.1-8B in 10^9."""


def states(**recipe) -> float:
    arch = model("meta-llama/Llama-3.1-8B-Instruct")
    return host_states_gb(Trained(arch, task(), CATALOG.figures, recipe=Recipe(**recipe)), CATALOG.figures)


@pytest.mark.parametrize(("offload", "each"), [("none", 0.0), ("optimizer", 16.0), ("all", 18.0)])
def test_offloaded_states_are_those_of_deepspeed(offload, each):
    """stage3.py of DeepSpeed: 16 bytes a parameter, 18 with the weights, buffers of one half on top."""
    assert states(offload=offload) == pytest.approx(PARAMETERS * each * 1.5, rel=0.01)


def test_main_memory_grows_with_offloaded_states():
    """R107, R110: a third of 600 GB on each of three machines comes on top of system and loaders."""
    card = CATALOG.accelerators["rtx-4090-24"]
    plain, offloaded = (
        host_need(HostDemand(training=(training(gpus=12, host_states_gb=gb),)), card, 4, 3, CATALOG.figures)
        for gb in (0.0, 600.0)
    )
    assert offloaded.ram_offload_gb == pytest.approx(200)
    assert offloaded.ram_gb >= 200 > plain.ram_gb
