"""``rechenwerk predict-training``: memory, speed and duration of one training, without an assessment."""

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language, positive_int, positive_number
from wizard.cli.predict import model_named
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.domain.catalog import Catalog
    from wizard.domain.configuration import MeasuredAccuracy, NearestMeasurement
    from wizard.domain.hardware import Accelerator
    from wizard.domain.model import ModelArchitecture
    from wizard.domain.workload_result import StatedCompute, TrainingMemory
    from wizard.sizing.training_goodput import Goodput
    from wizard.sizing.training_memory import Layout, Trained
    from wizard.sizing.training_predict import TrainingPrediction
    from wizard.sizing.training_recipe import Recipe

_METHODS = {"full": "full", "lora": "lora", "qlora": "qlora", "pretrain": "scratch"}
_PRECISIONS = ("bf16_mixed", "fp16_mixed", "fp8_mixed", "fp4_mixed", "bf16", "fp32")
_OPTIMIZERS = ("adamw", "adamw_8bit", "adamw_paged", "adamw_paged_8bit", "adafactor", "muon", "sgd")
_RECOMPUTE = ("none", "selective", "full")
_SOFTWARE = ("hf", "hf_deepspeed", "deepspeed", "torchtitan", "torchtune", "megatron")
_LOGITS = ("full", "tiled", "fused")
_OFFLOAD = ("none", "optimizer", "all")
_ONE_PASS = 1e9
"""Tokens that stand in where only memory and speed are asked."""


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("predict-training", _("predicts memory, speed and duration of one training"), run)
    model = parser.add_mutually_exclusive_group(required=True)
    model.add_argument("--model", metavar="REF", help=_("model of the catalogue, or a Hugging Face config.json"))
    model.add_argument("--params-b", type=positive_number, metavar="N", help=_("billions of parameters, all"))
    parser.add_argument(
        "--active-params-b", type=positive_number, metavar="N", help=_("billions of parameters a token passes")
    )
    parser.add_argument("--gpu", required=True, metavar="ID", help=_("accelerator of the catalogue"))
    parser.add_argument("--gpus", type=positive_int, required=True, metavar="N", help=_("number of GPUs in all"))
    parser.add_argument("--method", choices=tuple(_METHODS), required=True, help=_("what is trained"))
    parser.add_argument("--seq-len", type=positive_int, required=True, metavar="N", help=_("tokens of a sample"))
    parser.add_argument(
        "--micro-batch", type=positive_int, required=True, metavar="N", help=_("samples a GPU computes at once")
    )
    _add_layout(parser, _)
    _add_recipe(parser, _)
    _add_software(parser, _)
    _add_amount(parser, _)
    add_json(parser, _)
    add_language(parser, _)


def _add_layout(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument(
        "--zero",
        type=int,
        choices=range(4),
        metavar="0-3",
        help=_("ZeRO stage, 3 like FSDP; default: 3 on several GPUs"),
    )
    parser.add_argument("--tp", type=positive_int, default=1, metavar="N", help=_("tensor parallel; default: 1"))
    parser.add_argument("--pp", type=positive_int, default=1, metavar="N", help=_("pipeline parallel; default: 1"))
    parser.add_argument(
        "--vp", type=positive_int, default=1, metavar="N",
        help=_("parts of the model on each pipeline stage in turn; default: 1"),
    )  # fmt: skip
    parser.add_argument(
        "--cp", type=positive_int, default=1, metavar="N", help=_("context parallel: GPUs of one sequence; default: 1")
    )
    parser.add_argument(
        "--ep", type=positive_int, default=1, metavar="N", help=_("expert parallel: GPUs of one set; default: 1")
    )
    parser.add_argument(
        "--global-batch", type=positive_int, metavar="N", help=_("samples a step; default: one micro-batch per GPU")
    )


def _add_recipe(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument(
        "--recompute", choices=_RECOMPUTE, default="full", help=_("recomputation of activations; default: full")
    )
    parser.add_argument("--optimizer", choices=_OPTIMIZERS, default="adamw", help=_("optimizer; default: adamw"))
    parser.add_argument(
        "--precision", choices=_PRECISIONS, default="bf16_mixed", help=_("number format; default: bf16_mixed")
    )
    parser.add_argument(
        "--lora-rank", type=positive_int, default=16, metavar="N", help=_("rank of the adapters; default: 16")
    )


def _add_software(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument(
        "--software",
        choices=_SOFTWARE,
        help=_("software whose habits decide memory and speed; default: none in particular"),
    )
    parser.add_argument(
        "--logits", choices=_LOGITS, help=_("how the loss treats logits; default: as the software does")
    )
    parser.add_argument(
        "--offload", choices=_OFFLOAD, default="none", help=_("states that wait in main memory; default: none")
    )
    parser.add_argument(
        "--offload-activations", action="store_true", help=_("activations wait in main memory until the backward pass")
    )
    parser.add_argument(
        "--step-in-backward", action="store_true", help=_("the optimizer steps within the backward pass")
    )


def _add_amount(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument("--tokens", type=positive_number, metavar="N", help=_("tokens of one pass over the data"))
    parser.add_argument(
        "--epochs", type=positive_number, default=1.0, metavar="N", help=_("passes over the data; default: 1")
    )
    parser.add_argument(
        "--measured-rate",
        type=positive_number,
        metavar="N",
        help=_("tokens a second and GPU you measured in this layout"),
    )
    parser.add_argument(
        "--read-gb-s", type=positive_number, metavar="N", help=_("GB a second that storage delivers to all GPUs")
    )
    parser.add_argument("--stated-gpu-hours", type=positive_number, metavar="N", help=_("GPU hours somebody stated"))
    parser.add_argument("--stated-flops", type=positive_number, metavar="N", help=_("FLOPs somebody stated"))


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints memory, speed and their intervals. A configuration that cannot run says why, with exit 0."""
    from wizard.catalogs.find import find_accelerator
    from wizard.catalogs.load import load_catalog
    from wizard.cli.errors import from_command_line
    from wizard.cli.measured_view import measured_document, measured_lines
    from wizard.cli.training_view import prediction_lines
    from wizard.sizing.training_predict import predict_training
    from wizard.sizing.training_states import training_memory

    _check_together(arguments)
    catalog = load_catalog()
    with from_command_line():
        accelerator = find_accelerator(catalog, arguments.gpu)
    architecture = _architecture(arguments, catalog)
    layout = _layout(arguments)
    with from_command_line():
        trained = _trained(arguments, architecture, layout, catalog)
        prediction = predict_training(trained, accelerator, layout)
    task = trained.task
    states = training_memory(
        architecture, task.method, task.precision, task.optimizer, task.lora_rank, catalog.figures
    )  # fmt: skip
    with from_command_line():
        compute = _stated(arguments, trained, accelerator)
    nearest, accuracy = _beside(catalog, trained, accelerator, layout)
    if arguments.json:
        document = _document(arguments, trained, accelerator, layout, prediction, states, compute)
        document |= measured_document(nearest, accuracy)
        talk.json(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        talk.data(prediction_lines(trained, accelerator, layout, prediction, states, compute, talk.language,
                                   duration=arguments.tokens is not None))  # fmt: skip
        talk.data(measured_lines(nearest, accuracy, talk.language))
    return Exit.DONE


def _beside(
    catalog: "Catalog", trained: "Trained", accelerator: "Accelerator", layout: "Layout"
) -> "tuple[tuple[NearestMeasurement, ...], tuple[MeasuredAccuracy, ...]]":
    """Looked up after the prediction, by what was asked and not by what came out."""
    from wizard.accuracy.answer import world_of
    from wizard.accuracy.beside_training import PublishedTraining

    published, asked = PublishedTraining(world_of(catalog)), (trained, accelerator, layout)
    return published.nearest(asked), published.accuracy(asked)


def _check_together(arguments: argparse.Namespace) -> None:
    from wizard.cli.errors import CommandError, wrong_usage

    needs = (
        ("--stated-gpu-hours", arguments.stated_gpu_hours, "--tokens", arguments.tokens),
        ("--stated-flops", arguments.stated_flops, "--stated-gpu-hours", arguments.stated_gpu_hours),
        ("--active-params-b", arguments.active_params_b, "--params-b", arguments.params_b),
    )
    for option, given, other, required in needs:
        if given is not None and required is None:
            raise wrong_usage(CommandError.NEEDS_OPTION, option=option, other=other)


def _architecture(arguments: argparse.Namespace, catalog: "Catalog") -> "ModelArchitecture":
    from wizard.cli.errors import from_command_line
    from wizard.sizing.training_architecture import architecture_of_size

    if arguments.model is not None:
        return model_named(arguments.model, catalog)
    with from_command_line():
        return architecture_of_size(arguments.params_b, arguments.active_params_b, ref=f"{arguments.params_b:g}B")


def _layout(arguments: argparse.Namespace) -> "Layout":
    from wizard.cli.errors import from_command_line
    from wizard.sizing.training_checks import MOST_GPUS, MOST_MICRO, check_count, check_division
    from wizard.sizing.training_memory import Layout

    gpus, tensor, stages, context = arguments.gpus, arguments.tp, arguments.pp, arguments.cp
    with from_command_line():
        check_count("gpus", gpus, MOST_GPUS)
        check_count("micro_batch", arguments.micro_batch, MOST_MICRO)
        check_division(gpus, Layout(tensor, stages, context_parallel=context))
    data = gpus // (tensor * stages * context)
    zero = arguments.zero if arguments.zero is not None else (3 if data * context > 1 else 0)
    return Layout(tensor, stages, data, zero, arguments.micro_batch, context, arguments.ep, arguments.vp)


def _trained(
    arguments: argparse.Namespace, architecture: "ModelArchitecture", layout: "Layout", catalog: "Catalog"
) -> "Trained":
    from wizard.domain.quantities import Range
    from wizard.domain.workload import TrainingTask
    from wizard.sizing.training_data import supplied
    from wizard.sizing.training_memory import Trained

    task = TrainingTask.model_validate({
        "method": _METHODS[arguments.method],
        "tokens": Range.exact(arguments.tokens or _ONE_PASS),
        "epochs": arguments.epochs,
        "seq_len": arguments.seq_len,
        "global_batch": arguments.global_batch or layout.data_parallel * layout.micro_batch * layout.pipeline_parallel,
        "precision": arguments.precision,
        "optimizer": arguments.optimizer,
        "recompute": arguments.recompute,
        "lora_rank": arguments.lora_rank,
        "runs_per_month": Range.exact(1.0),
    })  # fmt: skip
    trained = Trained(
        architecture, task, catalog.figures, software=arguments.software or "", measured_rate=arguments.measured_rate,
        recipe=_recipe_of(arguments),
    )  # fmt: skip
    trained.supply = supplied(trained, arguments.read_gb_s, None)
    return trained


def _recipe_of(arguments: argparse.Namespace) -> "Recipe":
    from dataclasses import replace

    from wizard.sizing.training_recipe import USUAL

    usual = USUAL[arguments.software or ""]
    return replace(
        usual, logits=arguments.logits or usual.logits, offload=arguments.offload,
        offload_activations=arguments.offload_activations, in_backward=arguments.step_in_backward,
    )  # fmt: skip


def _stated(arguments: argparse.Namespace, trained: "Trained", accelerator: "Accelerator") -> "StatedCompute | None":
    from wizard.sizing.training_speed import tokens_per_run
    from wizard.sizing.training_stated import stated_compute

    if arguments.stated_gpu_hours is None:
        return None
    return stated_compute(
        accelerator, arguments.stated_gpu_hours, arguments.stated_flops,
        active_parameters=trained.flops.parameters, tokens=tokens_per_run(trained), precision=trained.task.precision,
        facts=trained.facts,
    )  # fmt: skip


_OF_A_RUN = ("duration_h", "epoch_h", "steps", "gpu_hours", "energy_kwh")


def _losses(found: "Goodput") -> dict[str, Any]:
    return {name: value for name, value in asdict(found).items() if name != "share"} | {
        "share": found.share.model_dump()
    }


def _document(
    arguments: argparse.Namespace, trained: "Trained", accelerator: "Accelerator", layout: "Layout",
    prediction: "TrainingPrediction", states: "TrainingMemory", compute: "StatedCompute | None",
) -> dict[str, Any]:  # fmt: skip
    """Without ``--tokens`` nothing that depends on their number."""
    from dataclasses import asdict

    from wizard.domain.quantities import GB

    left_out = () if arguments.tokens is not None else _OF_A_RUN
    speed = prediction.performance.model_dump(mode="json") if prediction.performance else None
    task = trained.task
    return {
        "model": trained.arch.ref, "accelerator": accelerator.id, "gpus": layout.gpus, "method": arguments.method,
        "tensor_parallel": layout.tensor_parallel, "pipeline_parallel": layout.pipeline_parallel,
        "context_parallel": layout.context_parallel, "expert_parallel": layout.expert_parallel,
        "virtual_stages": layout.virtual_stages, "data_parallel": layout.data_parallel,
        "zero_stage": layout.zero_stage, "micro_batch": layout.micro_batch,
        "global_batch": task.global_batch, "seq_len": task.seq_len, "precision": task.precision,
        "optimizer": task.optimizer, "recompute": task.recompute,
        "memory": prediction.memory.model_dump(mode="json"), "memory_peak": prediction.peak,
        "host_gb": prediction.host.total / GB,
        "deepspeed_estimate": None if prediction.deepspeed is None else asdict(prediction.deepspeed),
        "performance": None if speed is None else {k: v for k, v in speed.items() if k not in left_out},
        "interval": {k: v for k, v in prediction.interval.items() if k not in left_out},
        "parts": [
            {"name": part.name, "label": part.label.model_dump(), "share": share, "formula": part.formula}
            for part, share in prediction.parts
        ],
        "bottleneck": prediction.bottleneck,
        "evidence": None if prediction.evidence is None else str(prediction.evidence),
        "losses": None if prediction.losses is None else _losses(prediction.losses),
        "loading": None if prediction.loading is None else asdict(prediction.loading),
        "training_memory": states.model_dump(mode="json"),
        "stated_compute": compute.model_dump(mode="json") if compute else None,
        "warnings": [warning.model_dump() for warning in prediction.warnings],
        "why_not": [reason.model_dump() for reason in prediction.why_not],
    }  # fmt: skip
