"""Lines of keys, for error messages."""

from pathlib import Path

import pytest
from wizard.datafiles.yaml_places import line_of


@pytest.mark.parametrize(
    ("keys", "line"),
    [(("a",), 2), (("a", "b"), 3), (("a", "c", "1"), 6), (("a", "missing", "deeper"), 2), (("other",), None)],
)
def test_the_deepest_existing_key_gives_the_line(tmp_path: Path, keys: tuple[str, ...], line: int | None) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("# note\na:\n  b: 1\n  c:\n    - x\n    - y\n", encoding="utf-8")
    assert line_of(path, keys) == line
