"""Which language a command speaks: ``--lang``, else the language of the person's system."""

from collections.abc import Mapping, Sequence

LANGUAGES = ("de", "en")


def chosen_language(argv: Sequence[str], environ: Mapping[str, str]) -> str:
    """``de`` or ``en``, found before the arguments are parsed, because errors of parsing are spoken too."""
    for position, argument in enumerate(argv):
        name, equals, value = argument.partition("=")
        if name == "--lang":
            wanted = value if equals else next(iter(argv[position + 1 :]), "")
            first = wanted.split(",")[0].strip().lower()
            if first in LANGUAGES:
                return first
    return system_language(environ)


def system_language(environ: Mapping[str, str]) -> str:
    """``de`` under a German locale, ``en`` everywhere else."""
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return "de" if locale.lower().startswith("de") else "en"
