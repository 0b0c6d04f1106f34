"""Numbers, money, percentages, ranges and spans, typed the way people write them."""

from wizard.tui.widgets.line_field import LineField


class NumberField(LineField):
    """A plain line: Textual's own numeric input drops the decimal comma and turns ``1234,5`` into ``12345``."""

    DEFAULT_CLASSES = "-number"
