"""Columns of a spreadsheet by letter and by number."""


def letters_of(index: int) -> str:
    """``A`` for 0, ``AA`` for 26."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def number_of(letters: str) -> int:
    """1 for ``A``, 27 for ``AA``."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
