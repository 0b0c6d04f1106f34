"""The system libraries that PDF rendering needs: whether they load, and the line that installs them here.

Also run by the script ``run`` as ``python -m wizard.cli.libraries``: prints that line, or nothing when all are there.
"""

import ctypes
import platform
import shutil
import sys

# The names WeasyPrint 70 tries on Linux, macOS and Windows (weasyprint/text/ffi.py, read on 2026-11-30).
_LIBRARIES = {
    "gobject": ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    "pango": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "pangoft2": ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    "harfbuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    "harfbuzz-subset": ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
    "fontconfig": ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
}
_INSTALL = {
    "apt-get": "apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "dnf install pango harfbuzz",
    "pacman": "pacman -S --needed pango harfbuzz",
    "brew": "brew install pango",
}
_MSYS2 = "pacman -S mingw-w64-ucrt-x86_64-pango   (in an MSYS2 shell)"


def missing_libraries() -> list[str]:
    """Short names of the libraries that do not load; empty when PDF rendering can work."""
    return [name for name, files in _LIBRARIES.items() if not any(_loads(file) for file in files)]


def install_line(system: str = "") -> str:
    """The one line that installs them on this system (``system`` overrides ``platform.system()``)."""
    if (system or platform.system()) == "Windows":
        return _MSYS2
    tool = next((name for name in _INSTALL if shutil.which(name)), "apt-get")
    return _INSTALL[tool] if tool == "brew" else f"sudo {_INSTALL[tool]}"


def _loads(file: str) -> bool:
    try:
        ctypes.CDLL(file)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    if missing_libraries():
        sys.stdout.write(install_line() + "\n")
