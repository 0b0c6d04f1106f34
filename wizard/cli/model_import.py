"""``rechenwerk model import``: a model from its Hugging Face files, none of which is executed."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.cli.clock import as_of
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_as_of, add_json, add_language
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.catalogs.hf_import import ImportedModel
    from wizard.domain.catalog import ModelEntry

TOLERANCE = 0.03
"""Share by which the bytes of the index and the computed weights may differ."""
_DTYPES = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16"}
_UNREAD_LICENCE = "not stated in config.json"


@dataclass(frozen=True)
class CrossCheck:
    """Bytes of the checkpoint's index beside those the architecture gives."""

    index_bytes: int
    computed_bytes: float
    ratio: float
    files: int
    agrees: bool


def register(commands: Commands, _: Translate) -> None:
    group = commands.group("model", _("reads models the catalogue does not hold"))
    parser = group.add("import", _("shows the architecture behind a Hugging Face config.json, and an override"), run)
    parser.add_argument(
        "path", type=Path, metavar="PATH", help=_("config.json, or a folder with it and the safetensors index")
    )
    parser.add_argument("--id", metavar="ID", help=_("id of the model; default: the name of the folder or file"))
    parser.add_argument("--licence", metavar="TEXT", help=_("licence, which a config.json does not state"))
    parser.add_argument(
        "--commercial-use",
        choices=("yes", "no", "conditional", "unknown"),
        default="unknown",
        help=_("what the licence says about commercial use; default: unknown"),
    )
    parser.add_argument("--yaml", action="store_true", help=_("prints only the block for the assessment"))
    add_as_of(parser, _)
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints facts and override; exit 1 when the index of the weights contradicts the architecture."""
    from wizard.catalogs.hf_import import import_model
    from wizard.store.canonical import yaml_block

    model = import_model(arguments.path, arguments.id)
    known = _known(model.ref)
    check = _cross_check(model)
    override = _override(model, known, arguments, as_of(arguments))
    _confirm(override)
    if arguments.json:
        talk.json(json.dumps(_document(model, known, check, override), ensure_ascii=False, indent=2))
    else:
        if not arguments.yaml:
            talk.data(_lines(model, check, talk))
        talk.data(yaml_block(override).split("\n"))
    _warn(model, known, check, arguments, talk)
    return Exit.DONE if check is None or check.agrees else Exit.PROBLEMS


def _known(ref: str) -> "ModelEntry | None":
    """The entry of the catalogue under this exact id or alias, or the model as the copy of this name stores it."""
    from wizard.catalogs.find import exact_ids, find_checkpoint
    from wizard.catalogs.load import load_catalog

    catalog = load_catalog()
    found = exact_ids(catalog.models, ref)
    return catalog.models[found[0]] if found else find_checkpoint(catalog, ref)


def _cross_check(model: "ImportedModel") -> CrossCheck | None:
    if model.index is None:
        return None
    from wizard.catalogs.load import load_catalog
    from wizard.sizing.formats import weight_bytes

    stored = model.architecture.quantisation
    number_format = stored.format if stored else model.architecture.native_format
    computed = weight_bytes(model.architecture, number_format.value, load_catalog().figures).total
    ratio = model.index.total_bytes / computed
    return CrossCheck(model.index.total_bytes, computed, ratio, model.index.files, abs(ratio - 1.0) <= TOLERANCE)


def _override(
    model: "ImportedModel", known: "ModelEntry | None", arguments: argparse.Namespace, day: date
) -> dict[str, Any]:
    """A block that lies over the known entry, or describes a new one."""
    source = f"{model.file} of {model.ref}, sha256 {model.digest}"
    read = {"source": source, "retrieved_on": day.isoformat()}
    if known is not None and (original := known.architecture.checkpoint_of):
        return {"overrides": {"models": {original: {"checkpoints": {known.id: {**_stored(model), **read}}}}}}
    entry: dict[str, Any] = {"architecture": model.keys, **read}
    if known is None:
        entry = {
            "name": model.ref.rpartition("/")[2],
            "aliases": [],
            "modality": _modality(model),
            "licence": arguments.licence or _UNREAD_LICENCE,
            "commercial_use": arguments.commercial_use,
            **entry,
        }
    elif arguments.licence:
        entry = {"licence": arguments.licence, "commercial_use": arguments.commercial_use, **entry}
    return {"overrides": {"models": {known.id if known else model.ref: entry}}}


def _stored(model: "ImportedModel") -> dict[str, Any]:
    """The keys of a copy that say how it stores its weights; a model of several parts may keep them in one of these."""
    levels = [model.keys, *(part for part in model.keys.values() if isinstance(part, dict))]
    found = next((level["quantization_config"] for level in levels if "quantization_config" in level), None)
    return {"quantization_config": found} if found else {"dtype": _DTYPES[model.architecture.native_format.value]}


def _modality(model: "ImportedModel") -> str:
    if model.architecture.model_type == "whisper":
        return "audio"
    if all(group.attention.kind == "none" for group in model.architecture.layers):
        return "embedding"
    return "vision_text" if model.has_vision else "text"


def _confirm(override: dict[str, Any]) -> None:
    """The block must load as an assessment would load it.

    Raises:
        CodedError: the id has no place in the catalogue.
    """
    from wizard.catalogs.load import load_catalog

    load_catalog(override["overrides"])


def _document(
    model: "ImportedModel", known: "ModelEntry | None", check: CrossCheck | None, override: dict[str, Any]
) -> dict[str, Any]:
    from wizard.cli.model_view import architecture_facts

    return {
        "ref": model.ref,
        "catalog_id": known.id if known else None,
        "sha256": model.digest,
        **architecture_facts(model.architecture),
        "modality": _modality(model),
        "remote_code": list(model.remote_code),
        "weights_index": asdict(check) if check else None,
        **override,
    }


def _lines(model: "ImportedModel", check: CrossCheck | None, talk: Talk) -> Iterator[str]:
    from wizard.cli.model_view import architecture_lines
    from wizard.i18n.format import format_number, format_percent

    _, language = talk.translate, talk.language
    yield model.ref
    yield from architecture_lines(model.architecture, talk)
    if check is not None:
        line = _("  {mark} weights: {stored} GB in {files} files, computed {computed} GB ({share})")
        yield line.format(
            mark="✓" if check.agrees else "✗",
            stored=format_number(check.index_bytes / 1e9, language, 2),
            computed=format_number(check.computed_bytes / 1e9, language, 2),
            files=check.files,
            share=format_percent(check.ratio, language, 1),
        )
    yield ""


def _warn(
    model: "ImportedModel",
    known: "ModelEntry | None",
    check: CrossCheck | None,
    arguments: argparse.Namespace,
    talk: Talk,
) -> None:
    _ = talk.translate
    for named in model.remote_code:
        talk.say(_("! code of the repository, not executed: {named}").format(named=named))
    if model.has_audio:
        talk.say(_("! the tower for sound is counted like one for images, good to about 15 %"))
    if known is not None and known.architecture.checkpoint_of:
        line = _("! the catalogue holds it as a copy of {id}; the block replaces the format of its weights")
        talk.say(line.format(id=known.architecture.checkpoint_of))
    elif known is not None:
        line = _("! the catalogue holds it as {id}; the block replaces that architecture")
        talk.say(line.format(id=known.id))
    elif not arguments.licence:
        talk.say(_("! read the licence and enter it: a config.json does not state it"))
    if check is not None and not check.agrees:
        line = _("✗ the files hold {ratio} times the computed bytes: other formats, extra layers, or a wrong config")
        talk.say(line.format(ratio=f"{check.ratio:.2f}"))
