"""What stands on the screen, as text."""

from textual.app import App
from textual.pilot import Pilot


def text_of(app: App[int]) -> str:
    """All lines of the screen, the way a terminal would show them."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def settled(pilot: Pilot[int]) -> None:
    """Messages and the refreshes they ask for are done."""
    await pilot.pause(0.15)
    await pilot.pause()


def told(app: App[int]) -> list[str]:
    """The short messages at the edge of the screen."""
    return [notification.message for notification in app._notifications]
