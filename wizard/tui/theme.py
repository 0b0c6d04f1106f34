"""Two house themes with one accent colour: dark for the desk, light for a projector."""

from textual.theme import Theme

DARK = Theme(
    name="rechenwerk-dark",
    primary="#4cc2b0",
    secondary="#4cc2b0",
    accent="#4cc2b0",
    foreground="#dde3e6",
    background="#12181b",
    surface="#12181b",
    panel="#1d262a",
    success="#7fca8a",
    warning="#e8b45a",
    error="#f08080",
    dark=True,
    variables={"border-dim": "#3a474d", "quiet": "#8f9ca1", "input-selection-background": "#4cc2b0 35%"},
)

LIGHT = Theme(
    name="rechenwerk-light",
    primary="#006a60",
    secondary="#006a60",
    accent="#006a60",
    foreground="#14191b",
    background="#ffffff",
    surface="#ffffff",
    panel="#eef2f2",
    success="#1c6b2a",
    warning="#8a5200",
    error="#b3261e",
    dark=False,
    variables={"border-dim": "#a9b5b8", "quiet": "#55636a", "input-selection-background": "#006a60 25%"},
)
