"""Texts a hostile or careless client may put into a file."""

import re

MARKUP = (
    "Budget [EUR]", "Budget [k€/Jahr]", "[ ] offen", "[1, 2]", "[a=b]", "[/]", "[/bold]", "x[/]y", "[b",
    "[/etc/passwd]", "[bold red]x[/bold red]",
    "[@click=app.quit]OK[/]", "[link=http://evil]x[/link]", "a\\[b", "$accent", "{count}", "%s",
)  # fmt: skip

_CONTROLS = {
    "title": "\x1b]0;PWNED\x07",
    "clipboard": "\x1b]52;c;UFdORUQ=\x07",
    "clipboard st": "\x1b]52;c;UFdORUQ=\x1b\\",
    "link": "\x1b]8;;http://evil\x1b\\x\x1b]8;;\x1b\\",
    "colour": "\x1b[31mPWNED",
    "clear": "\x1b[2J\x1b[H",
    "alternate": "\x1b[?1049l",
    "reset": "\x1bc",
    "device": "\x1b[6n\x1b[c",
    "dcs": "\x1bP+q544e\x1b\\",
    "apc": "\x1b_PWNED\x1b\\",
    "csi c1": "\x9b31mPWNED",
    "osc c1": "\x9d0;PWNED\x9c",
    "bell": "a\x07b",
    "backspace": "ab\x08\x08c",
    "carriage": "sicher\rboese",
    "null": "a\x00b",
    "delete": "a\x7fb",
    "vertical": "a\x0bb\x0cc",
    "shift": "a\x0eb\x0fc",
    "bidi override": "abc\u202edcba",
    "bidi isolate": "a\u2066b\u2069c",
    "marks": "a\u200eb\u200fc\u061cd",
    "zero width": "a\u200bb\u200cc\u200dd\ufeffe",
    "line separator": "a\u2028b\u2029c",
    "tags": "a\U000e0041\U000e0042b",
    "zalgo": "Z" + "\u0301" * 500,
    "tab": "a\tb",
    "newlines": "a\nb\r\nc",
    "wide": "漢字かな🙂" * 20,
    "long": "A" * 300,
    "surrogate": "a\ud800b",
}

PAYLOADS = {**_CONTROLS, **{f"markup {text}": text for text in MARKUP}}

_LIVE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)


def live_controls(text: str) -> list[str]:
    """Characters a terminal would obey, or that reorder and hide text."""
    return _LIVE.findall(text)
