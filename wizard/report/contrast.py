"""Contrast of two colours after WCAG 2.2, success criterion 1.4.3: text needs 4.5."""

READABLE = 4.5


def luminance(colour: str) -> float:
    """Relative luminance 0 (black) to 1 (white) of ``#rrggbb``, WCAG 2.2 definition."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Contrast ratio 1 to 21 of two colours ``#rrggbb``: (lighter + 0.05) / (darker + 0.05)."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def text_on(background: str, dark: str = "#14202b", light: str = "#ffffff") -> str:
    """The text colour of the two that reads better on this background; one of them always reaches 4.5."""
    best = max((light, dark), key=lambda c: contrast(c, background))
    if contrast(best, background) >= READABLE:
        return best
    return max(("#000000", "#ffffff"), key=lambda c: contrast(c, background))


def readable_on(colour: str, background: str = "#ffffff") -> str:
    """The colour itself, darkened step by step until text in it reaches 4.5 on a light background."""
    while contrast(colour, background) < READABLE:
        colour = mix(colour, "#000000", 0.08)
    return colour


def light_on(colour: str, background: str) -> str:
    """The colour itself, lightened step by step until text in it reaches 4.5 on a dark background."""
    while contrast(colour, background) < READABLE:
        colour = mix(colour, "#ffffff", 0.08)
    return colour


def mix(colour: str, other: str, share: float) -> str:
    """``share`` (0..1) of the other colour mixed into the first, by channel in sRGB."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
