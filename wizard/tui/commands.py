"""The command palette in the person's language: every action of the screen."""

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from wizard.i18n.catalog import translator
from wizard.tui.display import shown
from wizard.tui.matching import rank
from wizard.tui.speech import mark

_ALWAYS = (
    (mark("Switch the language: German or English"), "app.switch_language"),
    (mark("Switch the colours: dark or light"), "app.switch_theme"),
    (mark("Quit"), "app.quit"),
)
_INTERVIEW = (
    (mark("Results"), "screen.results"),
    (mark("Report"), "screen.report"),
    (mark("Prices of the client: read a quote, enter a price"), "screen.prices"),
    (mark("Jump to a question"), "screen.jump"),
    (mark("Workloads: add, duplicate, rename, move, remove"), "screen.workloads"),
    (mark("Ask less or more: quick, normal or full"), "screen.choose_path"),
    (mark("Title of the assessment"), "screen.rename"),
    (mark("Undo"), "screen.undo"),
    (mark("Redo"), "screen.redo"),
    (mark("Start page"), "screen.leave"),
)


class Commands(Provider):
    """Offers what the screen can do; screens without the action do not show it."""

    async def discover(self) -> Hits:
        for text, action in self._offered():
            yield DiscoveryHit(shown(text), partial(self.app.run_action, action, self.screen), text=text)

    async def search(self, query: str) -> Hits:
        offered = list(self._offered())
        for place, index in enumerate(rank([text for text, _ in offered], query)):
            text, action = offered[index]
            yield Hit(1.0 - place / 100, shown(text), partial(self.app.run_action, action, self.screen), text=text)

    def _offered(self) -> Iterator[tuple[str, str]]:
        say = translator(str(getattr(self.app, "language", "de")), "ui")
        for text, action in (*_INTERVIEW, *_ALWAYS):
            owner, name = action.split(".")
            if owner == "app" or hasattr(self.screen, f"action_{name}"):
                yield say(text), action
