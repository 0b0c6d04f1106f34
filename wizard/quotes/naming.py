"""Finds accelerators in the texts of a quote, by exact id or alias only.

The longest name that stands in the text counts. Words behind it may say that another product is meant: a form factor, a
memory size, or the beginning of a longer name. Such a text names no accelerator, and the person is asked.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from wizard.catalogs.find import find_accelerator
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.quotes.errors import QuoteError

_SIZE = re.compile(r"(\d+)[\s\-]*gb\b")
_PIECE = re.compile(r"[^\W_]+\+?|×")
_TIMES = re.compile(r"(\d{1,3})[x×]|(\d{1,3})")
_UP_TO = frozenset({"zu", "to", "max", "maximal", "maximum"})
_FORMS = frozenset({"pcie", "sxm", "sxm2", "sxm4", "sxm5", "sxm6", "nvl", "oam"})
_MODELS = frozenset({"super", "ti", "laptop", "mobile", "cnx", "xt", "xtx", "max", "sff", "d", "mig"})
_LOOK_AHEAD = 5
_SHORT = 2
"""Letters of a name such as ``A2`` that counts only beside the word GPU, its maker or a number of pieces."""
_VENDORS = frozenset({"nvidia", "gpu", "gpus", "tesla", "grafikkarte", "card"})
_LIKELY = re.compile(
    r"(?:(?:NVIDIA|AMD|Instinct|GeForce|Quadro|Tesla|Radeon)\s+)?"
    r"(?:RTX(?:\s+PRO)?\s*A?\d{4}(?:\s+\w+){0,2}|\b(?:GB|GH|MI|[ABHLTV])\d{1,3}0?[A-Z]{0,2}\b(?:\s(?:SXM\d?|PCIe|NVL))?|Gaudi\s?\d)"
)

Names = Mapping[tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class Mention:
    """An accelerator in a text, and how many of it the text says; 1 where it says nothing."""

    accelerator: str
    times: int


def names_of(catalog: Catalog) -> Names:
    """Every id and alias, in pieces as texts are taken apart."""
    return {
        _pieces(name): identity
        for identity, entry in catalog.accelerators.items()
        for name in (identity, *entry.aliases)
    }


def mentions(texts: Iterable[str], names: Names, catalog: Catalog) -> tuple[list[Mention], list[str]]:
    """Accelerators that the texts name, and names that may mean another product."""
    found: list[Mention] = []
    doubtful: list[str] = []
    for entry in texts:
        for mention, doubt in _in_text(_pieces(entry), names, catalog):
            if doubt is None:
                found.append(mention)
            else:
                doubtful.append(doubt)
    return found, doubtful


def unknown(texts: Iterable[str], catalog: Catalog, doubtful: Iterable[str], place: str) -> CodedError:
    """The question which accelerator is meant, with similar names as a hint where something looks like one."""
    doubts = list(dict.fromkeys(doubtful))
    if doubts:
        names = ", ".join(f"“{doubt}”" for doubt in doubts[:3])
        why = text(f"{names} may mean several products", f"{names} kann mehrere Produkte meinen")
        return CodedError(QuoteError.ACCELERATOR, place=place, why=why)
    likely = next((match.group().strip() for entry in texts for match in _LIKELY.finditer(entry)), None)
    if likely is None:
        why = text("no position names one", "keine Position nennt einen")
        return CodedError(QuoteError.ACCELERATOR, place=place, why=why)
    try:
        find_accelerator(catalog, likely)
    except CodedError as error:
        english, german = error.details["hint"], error.details["hint_de"]
        why = Text(en=f"“{likely}” is unknown. {english}", de=f"„{likely}“ ist unbekannt. {german}")
        return CodedError(QuoteError.ACCELERATOR, place=place, why=why)
    why = text(f"“{likely}” stands there without a number", f"„{likely}“ steht dort ohne Anzahl")
    return CodedError(QuoteError.ACCELERATOR, place=place, why=why)


def counted(found: Iterable[Mention]) -> dict[str, int]:
    """Accelerators with their number."""
    total: Counter[str] = Counter()
    for mention in found:
        total[mention.accelerator] += mention.times
    return dict(total)


def _pieces(entry: str) -> tuple[str, ...]:
    return tuple(_PIECE.findall(_SIZE.sub(r"\1gb ", entry.casefold())))


def _in_text(pieces: tuple[str, ...], names: Names, catalog: Catalog) -> Iterator[tuple[Mention, str | None]]:
    longest = max(map(len, names), default=0)
    at = 0
    while at < len(pieces):
        length = next((n for n in range(min(longest, len(pieces) - at), 0, -1) if pieces[at : at + n] in names), 0)
        if length == 0:
            at += 1
            continue
        name, behind = pieces[at : at + length], pieces[at + length : at + length + _LOOK_AHEAD]
        accelerator = catalog.accelerators[names[name]]
        times = _times(pieces[:at])
        short = len(name) == 1 and len(name[0]) <= _SHORT and not _VENDORS & set(pieces)
        if times is not None and not (short and times == 1):
            doubt = _doubt(name, behind, accelerator, names)
            yield Mention(accelerator.id, times), doubt
        at += length


def _times(before: tuple[str, ...]) -> int | None:
    """``8x``, ``8 x`` or ``8 Stück`` in front of a name; None for “up to 8”, which says what fits."""
    words = list(before)
    number = None
    while words and number is None and len(before) - len(words) < 3:
        word = words.pop()
        if match := re.fullmatch(r"(\d{1,3})[x×]", word):
            number = int(match[1])
        elif word in ("x", "×", "stück", "stk", "pcs") and words and re.fullmatch(r"\d{1,3}", words[-1]):
            number = int(words.pop())
        elif word not in ("nvidia", "amd", "intel", "gpu", "gpus"):
            words.append(word)
            break
    return None if words and words[-1] in _UP_TO else number or 1


def _doubt(name: tuple[str, ...], behind: tuple[str, ...], entry: Accelerator, names: Names) -> str | None:
    """The text where it may mean another product than ``entry``."""
    own = set(_pieces(entry.id)) | {piece for alias in entry.aliases for piece in _pieces(alias)}
    if behind and any(key[: len(name) + 1] == (*name, behind[0]) for key in names):
        return " ".join((*name, *behind[:3]))
    if behind and behind[0] in _MODELS and behind[0] not in own:
        return " ".join((*name, behind[0]))
    for piece in behind:
        if re.fullmatch(r"\d{1,3}[x×]", piece):
            break
        if piece in _FORMS and not _has_form(piece, entry, own):
            return " ".join((*name, piece))
        if (size := re.fullmatch(r"(\d+)gb", piece)) and abs(int(size[1]) - entry.memory_gb.value) > 1.0:
            return " ".join((*name, piece))
    return None


def _has_form(form: str, entry: Accelerator, own: set[str]) -> bool:
    bare = form.rstrip("0123456789")
    return bare in entry.form_factor.casefold() or bare in entry.interconnect or any(p.startswith(bare) for p in own)
