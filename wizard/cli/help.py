"""How help is set: commands under the heading of what they are for, argparse's own words in the person's language."""

import argparse
from collections.abc import Iterable, Iterator

from wizard.i18n.catalog import Translate

Group = tuple[str, tuple[str, ...]]


def command_groups(_: Translate) -> tuple[Group, ...]:
    """Headings with the commands below them, in the order of the work. A command in none stands under the last."""
    return (
        (_("Interview"), ("new", "open", "list", "set", "questions", "import")),
        (_("Result"), ("check", "evaluate", "whatif", "explain", "report", "kit", "portfolio")),
        (_("Quick calculators"), ("predict", "predict-training", "cost", "capacity")),
        (_("Measurements"), ("probe", "validate", "model")),
        (_("Program and data"), ("demo", "brand", "catalog", "doctor", "schema")),
    )


class Help(argparse.HelpFormatter):
    """Bound to a language with ``functools.partial`` before a parser takes it."""

    def __init__(self, prog: str, *, translate: Translate) -> None:
        super().__init__(prog, max_help_position=26)
        self._translate = translate

    def _format_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: "Iterable[argparse._MutuallyExclusiveGroup]",
        prefix: str | None,
    ) -> str:
        _ = self._translate
        return super()._format_usage(usage, actions, groups, prefix or _("usage: "))

    def _format_action(self, action: argparse.Action) -> str:
        if not isinstance(action, argparse._SubParsersAction):
            return super()._format_action(action)
        return "\n".join(self._group(title, entries) for title, entries in self._grouped(action))

    def _group(self, title: str, entries: list[argparse.Action]) -> str:
        if not title:
            return "".join(map(self._format_action, entries))
        head = f"{' ' * self._current_indent}{title}\n"
        self._indent()
        lines = [self._format_action(entry) for entry in entries]
        self._dedent()
        return head + "".join(lines)

    def _grouped(self, action: argparse.Action) -> Iterator[tuple[str, list[argparse.Action]]]:
        """Commands of commands, such as those of ``import``, stand without a heading."""
        listed = {entry.dest: entry for entry in self._iter_indented_subactions(action)}
        groups = command_groups(self._translate)
        known = [name for _title, names in groups for name in names]
        if action.dest != "command":
            yield "", list(listed.values())
            return
        for title, names in groups:
            wanted = [*names, *(n for n in listed if n not in known)] if title == groups[-1][0] else list(names)
            entries = [listed[name] for name in wanted if name in listed]
            if entries:
                yield title, entries
