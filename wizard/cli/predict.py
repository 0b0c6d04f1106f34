"""``rechenwerk predict``: memory, latency and throughput of one configuration, without an assessment."""

import argparse
import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language, percentage, positive_int, positive_number
from wizard.cli.table import wrapped
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.domain.catalog import Catalog
    from wizard.domain.configuration import MeasuredAccuracy, NearestMeasurement
    from wizard.domain.hardware import Accelerator
    from wizard.domain.model import ModelArchitecture
    from wizard.domain.workload import Deployment, Draft
    from wizard.sizing.predict import Prediction

_FORMATS = ("native", "fp32", "bf16", "fp16", "fp8", "int8", "int4", "fp4")
_ATTENTION = ("tensor", "data")
_KV_FORMATS = ("auto", "bf16", "fp16", "fp8", "int8")


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add("predict", _("predicts memory, latency and throughput of one configuration"), run)
    _add_configuration(parser, _)
    parser.add_argument("--input-tokens", type=positive_int, required=True, metavar="I", help=_("tokens of a request"))
    parser.add_argument("--output-tokens", type=positive_int, required=True, metavar="O", help=_("tokens of an answer"))
    load = parser.add_mutually_exclusive_group(required=True)
    load.add_argument("--concurrency", type=positive_number, metavar="C", help=_("simultaneous requests"))
    load.add_argument("--rate", type=positive_number, metavar="R", help=_("requests per second"))
    load.add_argument("--burst", type=positive_int, metavar="N", help=_("requests that arrive at once, replayed"))
    load.add_argument("--max-throughput", action="store_true", help=_("as many requests as memory holds"))
    parser.add_argument(
        "--shared-prefix", type=percentage, default=0.0, metavar="PCT",
        help=_("per cent of the prompt that many requests begin with alike; default: 0"),
    )  # fmt: skip
    _add_draft(parser, _)
    add_json(parser, _)
    add_language(parser, _)


def _add_draft(parser: argparse.ArgumentParser, _: Translate) -> None:
    """Numbers out of range are refused with a code by the engine, in the language of the call."""
    parser.add_argument("--draft", metavar="REF", help=_("model that drafts tokens for speculative decoding"))
    parser.add_argument("--draft-tokens", type=int, metavar="N", help=_("tokens drafted a step; default: 5"))
    parser.add_argument(
        "--accepted", type=float, metavar="PCT",
        help=_(
            "per cent chance that a drafted token is accepted when all before it were; unknown: no speed-up counted"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--draft-weights", choices=_FORMATS, default="native", help=_("format of the draft's weights; default: native")
    )


def _add_configuration(parser: argparse.ArgumentParser, _: Translate) -> None:
    parser.add_argument(
        "--model", required=True, metavar="REF", help=_("model of the catalogue, or a Hugging Face config.json")
    )
    parser.add_argument("--gpu", required=True, metavar="ID", help=_("accelerator of the catalogue"))
    parser.add_argument("--gpus", type=positive_int, required=True, metavar="N", help=_("number of GPUs in all"))
    parser.add_argument(
        "--tp", type=positive_int, metavar="N", help=_("tensor parallel; default: all GPUs of a replica")
    )
    parser.add_argument("--pp", type=positive_int, default=1, metavar="N", help=_("pipeline parallel; default: 1"))
    parser.add_argument("--ep", type=positive_int, default=1, metavar="N", help=_("expert parallel; default: 1"))
    parser.add_argument(
        "--attention", choices=_ATTENTION, default=_ATTENTION[0],
        help=_("data: each GPU attends to requests of its own, needs --ep; default: tensor"),
    )  # fmt: skip
    parser.add_argument("--dp", type=positive_int, metavar="N", help=_("replicas; default: as many as the GPUs allow"))
    parser.add_argument(
        "--weights", choices=_FORMATS, default="native", help=_("format of the weights; default: native")
    )
    parser.add_argument("--kv", choices=_KV_FORMATS, default="auto", help=_("format of the KV cache; default: auto"))
    parser.add_argument("--engine", default="vllm", metavar="NAME", help=_("serving software; default: vllm"))


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints memory, speed and their intervals. A configuration that cannot run says why, with exit 0."""
    from wizard.catalogs.find import find_accelerator
    from wizard.catalogs.load import load_catalog
    from wizard.cli.errors import from_command_line
    from wizard.cli.measured_view import measured_document, measured_lines
    from wizard.sizing.checkpoints import doubts
    from wizard.sizing.predict import predict

    catalog = load_catalog()
    with from_command_line():
        accelerator = find_accelerator(catalog, arguments.gpu)
    model = model_named(arguments.model, catalog)
    _check_writes(model, catalog)
    unclear = doubts(model, arguments.weights)
    deployment, replicas = _deployment(arguments, accelerator, model)
    draft = _draft_model(arguments, catalog)
    if draft is not None:
        deployment = deployment.model_copy(update={"draft": _draft(arguments, draft, catalog)})
    with from_command_line() if draft is not None else nullcontext():
        prediction = predict(
            model,
            accelerator,
            deployment,
            input_tokens=arguments.input_tokens,
            output_tokens=arguments.output_tokens,
            facts=catalog.figures,
            concurrency=arguments.concurrency,
            rate=arguments.rate,
            replicas=replicas,
            burst=arguments.burst,
            shared_prefix=arguments.shared_prefix / 100,
            draft=draft,
        )
    prediction = replace(prediction, warnings=(*unclear, *prediction.warnings))
    nearest, accuracy = _beside(arguments, catalog, accelerator, model, deployment, replicas)
    if arguments.json:
        document = _document(prediction, deployment, replicas, model) | measured_document(nearest, accuracy)
        talk.json(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        talk.data(_lines(prediction, deployment, replicas, model, talk))
        talk.data(measured_lines(nearest, accuracy, talk.language))
    return Exit.DONE


def _beside(
    arguments: argparse.Namespace, catalog: "Catalog", accelerator: "Accelerator", model: "ModelArchitecture",
    deployment: "Deployment", replicas: int,
) -> "tuple[tuple[NearestMeasurement, ...], tuple[MeasuredAccuracy, ...]]":  # fmt: skip
    """Looked up after the prediction, by what was asked and not by what came out.

    None was measured with a draft model, so that no accuracy stands beside one.
    """
    from wizard.accuracy.answer import world_of
    from wizard.accuracy.beside import Published
    from wizard.accuracy.case import Case
    from wizard.domain.language import text

    alone = deployment.model_copy(update={"draft": None})
    published = Published(world_of(catalog))
    case = Case(
        arch=model, accelerator=accelerator, deployment=alone, replicas=replicas,
        input_tokens=arguments.input_tokens, output_tokens=arguments.output_tokens, scenario="fixed-concurrency",
        concurrency=arguments.concurrency, rate=arguments.rate,
    )  # fmt: skip
    nearest = published.nearest(case)
    if deployment.draft is not None:
        without = text("measured without a draft model", "ohne Entwurfsmodell gemessen")
        return tuple(one.model_copy(update={"differs": (*one.differs, without)}) for one in nearest), ()
    return nearest, published.accuracy(case)


def _draft_model(arguments: argparse.Namespace, catalog: "Catalog") -> "ModelArchitecture | None":
    """Raises:
    CodedError: P020, a setting of a draft without one.
    """
    from wizard.cli.errors import CommandError, wrong_usage

    if arguments.draft is not None:
        return model_named(arguments.draft, catalog)
    for option, given in (("--draft-tokens", arguments.draft_tokens), ("--accepted", arguments.accepted)):
        if given is not None:
            raise wrong_usage(CommandError.NEEDS_OPTION, option=option, other="--draft")
    return None


def _draft(arguments: argparse.Namespace, model: "ModelArchitecture", catalog: "Catalog") -> "Draft":
    from wizard.domain.workload import Draft
    from wizard.sizing.figures import pick

    usual = int(pick(catalog.figures, "draft_tokens").value)
    return Draft(
        ref=model.ref,
        tokens=usual if arguments.draft_tokens is None else arguments.draft_tokens,
        accepted=None if arguments.accepted is None else arguments.accepted / 100,
        weights_format=arguments.draft_weights,
    )


def model_named(ref: str, catalog: "Catalog") -> "ModelArchitecture":
    """A model of the catalogue, or the one a ``config.json`` describes."""
    from wizard.catalogs.find import find_model
    from wizard.catalogs.hf_config import read_config
    from wizard.cli.errors import from_command_line

    path = Path(ref)
    if path.suffix == ".json" or path.is_file():
        return read_config(path)
    if path.is_dir():
        return read_config(path / "config.json")
    with from_command_line():
        return find_model(catalog, ref).architecture


def _check_writes(model: "ModelArchitecture", catalog: "Catalog") -> None:
    """Raises:
    CodedError: P008, P024, P025, a model that writes no tokens, by what it does instead.
    """
    from wizard.cli.errors import CommandError, wrong_usage

    entry = catalog.models.get(model.model_ref)
    named = entry is not None and (entry.architecture is model or model.checkpoint_of)
    modality = entry.modality if entry is not None and named else "text"
    if modality == "embedding":
        raise wrong_usage(CommandError.EMBEDS, model=model.ref)
    if modality == "tabular":
        raise wrong_usage(CommandError.FORECASTS, model=model.ref)
    if not model.vocab:
        raise wrong_usage(CommandError.NO_TOKENS, model=model.ref)


def _deployment(
    arguments: argparse.Namespace, accelerator: "Accelerator", model: "ModelArchitecture"
) -> "tuple[Deployment, int]":
    from wizard.cli.errors import CommandError, wrong_usage
    from wizard.domain.workload import Deployment

    gpus, pp = arguments.gpus, arguments.pp
    replicas = arguments.dp or (gpus // (arguments.tp * pp) if arguments.tp else 1)
    tensor = arguments.tp or gpus // (pp * replicas)
    if tensor * pp * replicas != gpus:
        raise wrong_usage(CommandError.GPUS_DO_NOT_DIVIDE, gpus=gpus, tp=tensor, pp=pp, dp=replicas)
    native = model.quantisation.format if model.quantisation else model.native_format
    return (
        Deployment(
            accelerator=accelerator.id,
            tensor_parallel=tensor,
            pipeline_parallel=pp,
            expert_parallel=arguments.ep,
            attention=arguments.attention,
            weights_format=str(native) if arguments.weights == "native" else arguments.weights,
            kv_format="bf16" if arguments.kv == "auto" else arguments.kv,
            engine=arguments.engine,
            origin="client",
        ),
        replicas,
    )


def _document(
    prediction: "Prediction", deployment: "Deployment", replicas: int, model: "ModelArchitecture"
) -> dict[str, Any]:
    found = {
        "memory": prediction.memory.model_dump(mode="json"),
        "performance": prediction.performance.model_dump(mode="json") if prediction.performance else None,
        "interval": prediction.interval,
        "bottleneck": prediction.bottleneck,
        "evidence": str(prediction.evidence),
        "warnings": [warning.model_dump() for warning in prediction.warnings],
        "why_not": [reason.model_dump() for reason in prediction.why_not],
    }
    setting = deployment.model_dump(mode="json", exclude={"origin", "draft"}) | {"replicas": replicas}
    if deployment.draft is not None:
        setting["draft"] = deployment.draft.model_dump(mode="json")
        found["speculation"] = None if prediction.speculation is None else asdict(prediction.speculation)
    return {"model": model.ref, **setting, **found}


def _lines(
    prediction: "Prediction", deployment: "Deployment", replicas: int, model: "ModelArchitecture", talk: Talk
) -> Iterator[str]:
    from wizard.cli.sizing_view import memory_lines, performance_lines, speculation_line
    from wizard.i18n.catalog import translator
    from wizard.report.view.names import bottleneck_name

    _ = talk.translate
    gpus = deployment.gpus_per_replica * replicas
    yield f"{model.ref} · {gpus} × {deployment.accelerator} · {deployment.weights_format} · {deployment.engine}"
    yield _("memory per GPU")
    yield from memory_lines(prediction.memory, talk.language)
    if prediction.performance is not None:
        yield _("speed, with 90% intervals")
        yield from performance_lines(prediction.performance, prediction.interval, talk.language)
        if prediction.speculation is not None and deployment.draft is not None:
            yield from wrapped(speculation_line(prediction.speculation, deployment.draft, talk.language), indent="  ")
        limit = bottleneck_name(translator(talk.language, "report"), prediction.bottleneck)
        yield _("limited by: {bottleneck}").format(bottleneck=limit)
    for reason in prediction.why_not:
        yield from wrapped(reason.in_language(talk.language), first="✗ ", indent="  ")
    for warning in prediction.warnings:
        yield from wrapped(warning.in_language(talk.language), first="! ", indent="  ")
