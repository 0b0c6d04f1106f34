"""Symbols for verdicts and severities as style rules: shapes differ, so that colour never carries the meaning alone.

As backgrounds they are decoration to screen readers and to the PDF's structure; the word stands beside each.
"""

from urllib.parse import quote

from wizard.report.contrast import mix

_CHECK = '<path d="M4.2 8.3 7 11l5-6" fill="none" stroke="{on}" stroke-width="2" stroke-linecap="round"/>'
_CROSS = '<path d="M5 5l6 6M11 5l-6 6" fill="none" stroke="{on}" stroke-width="2" stroke-linecap="round"/>'
_ASK = (
    '<path d="M5.8 6.2a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.8-1.1 1.6" fill="none" stroke="{c}" stroke-width="1.7" '
    'stroke-linecap="round"/><circle cx="8" cy="12" r="1.1" fill="{c}"/>'
)
_DISC = '<circle cx="8" cy="8" r="7.5" fill="{c}"/>'
_RING = '<circle cx="8" cy="8" r="6.8" fill="none" stroke="{c}" stroke-width="1.5"/>'
_BANG = (
    '<path d="M8 6v3.6" stroke="{on}" stroke-width="1.8" stroke-linecap="round"/>'
    '<circle cx="8" cy="12" r="1" fill="{on}"/>'
)
_DOWN = '<path d="M8 4.5v6M5.4 8.2 8 10.8l2.6-2.6" fill="none" stroke="{c}" stroke-width="1.6"/>'
_I = '<path d="M8 7.4v4" stroke="{c}" stroke-width="1.8"/><circle cx="8" cy="4.7" r="1.1" fill="{c}"/>'

_SHAPES = {
    "pass": ("#2b7349", _DISC + _CHECK),
    "fail": ("#b3261e", '<rect x="1" y="1" width="14" height="14" rx="2" fill="{c}"/>' + _CROSS),
    "open": ("#8a5a00", _RING + _ASK),
    "blocker": ("#b3261e", '<path d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z" fill="{c}"/>' + _CROSS),
    "high": ("#b3261e", '<path d="M8 .8 15.6 15H.4z" fill="{c}"/>' + _BANG),
    "medium": (
        "#8a5a00",
        '<path d="M8 1.8 14.6 14.2H1.4z" fill="none" stroke="{c}" stroke-width="1.5" stroke-linejoin="round"/>'
        + _BANG.replace("{on}", "{c}"),
    ),
    "low": ("#8a5a00", _RING + _DOWN),
    "info": ("#285e8e", _RING + _I),
    "positive": ("#2b7349", _DISC + '<path d="M8 4.2v7.6M4.2 8h7.6" stroke="{on}" stroke-width="2"/>'),
}  # fmt: skip


def symbol_rules(*, dark: bool = False) -> str:
    """Style rules ``.symbol-<id>`` for a light or a dark page."""
    on = "#10161c" if dark else "#ffffff"
    rules = []
    for name, (colour, shape) in _SHAPES.items():
        shown = mix(colour, "#ffffff", 0.5) if dark else colour
        body = shape.replace("{c}", shown).replace("{on}", on)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">{body}</svg>'
        rules.append(f'.symbol-{name}{{background-image:url("data:image/svg+xml,{quote(svg)}")}}')
    return "\n".join(rules)


def watermark_rule(word: str, colour: str) -> str:
    """A page background with the word across, outside of the document's structure."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">'
        f'<text x="105" y="160" font-size="40" font-family="Report Sans" font-weight="600" text-anchor="middle" '
        f'fill="{colour}" fill-opacity="0.09" transform="rotate(-45 105 148)">{word}</text></svg>'
    )
    return f'@page{{background:url("data:image/svg+xml,{quote(svg)}") 0 0/210mm 297mm no-repeat}}'
