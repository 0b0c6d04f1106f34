"""The system libraries the PDF needs, and the one line that installs them here."""

import ctypes
import ctypes.util
import os
import sys
from pathlib import Path

_REQUIRED = {
    "gobject": ("gobject-2.0", "libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    "pango": ("pango-1.0", "libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "harfbuzz": ("harfbuzz", "libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    "harfbuzz-subset": (
        "harfbuzz-subset", "libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll",
    ),
    "fontconfig": ("fontconfig", "libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
    "pangoft2": ("pangoft2-1.0", "libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
}  # fmt: skip

DEBIAN_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
_BY_FAMILY = {
    "debian": f"apt-get install -y --no-install-recommends {DEBIAN_PACKAGES}",
    "fedora": "dnf install -y pango",
    "arch": "pacman -S --needed pango",
    "alpine": "apk add pango",
    "suse": "zypper install -y pango",
}
_ALIASES = {"ubuntu": "debian", "rhel": "fedora", "centos": "fedora", "opensuse": "suse", "sles": "suse"}


def missing_pdf_libraries() -> list[str]:
    """Names of the libraries that cannot be loaded here; empty: the PDF can be made.

    Without ``harfbuzz-subset`` the PDF still comes out, but its bytes differ from run to run.
    """
    return [name for name, candidates in _REQUIRED.items() if not any(map(_loads, candidates))]


def _loads(name: str) -> bool:
    found = name if "." in name and not name.endswith(".0") else ctypes.util.find_library(name)
    if not found:
        return False
    try:
        ctypes.CDLL(found)
    except OSError:
        return False
    return True


def pdf_fix_line(platform: str = sys.platform, os_release: Path = Path("/etc/os-release")) -> str:
    """The command that installs the libraries on this system: apt, dnf, pacman, apk, zypper, brew or MSYS2."""
    if platform == "darwin":
        return "brew install pango"
    if platform in ("win32", "cygwin", "msys"):
        return "pacman -S mingw-w64-ucrt-x86_64-pango   (MSYS2, https://www.msys2.org)"
    sudo = "" if _is_root() else "sudo "
    return sudo + _BY_FAMILY.get(_family(os_release), _BY_FAMILY["debian"])


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _family(os_release: Path) -> str:
    try:
        lines = os_release.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    values = dict(line.split("=", 1) for line in lines if "=" in line)
    names = f"{values.get('ID', '')} {values.get('ID_LIKE', '')}".replace('"', "").split()
    families = (_ALIASES.get(name.split("-")[0], name.split("-")[0]) for name in names)
    return next((f for f in families if f in _BY_FAMILY), "")
