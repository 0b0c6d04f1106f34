"""Why a figure is missing: codes that files keep, and the sentences people read."""

from enum import StrEnum

from wizard.domain.language import Text, text


class Reason(StrEnum):
    UNSUPPORTED = "unsupported"
    NOT_APPLICABLE = "not_applicable"
    NO_PERMISSION = "no_permission"
    LOST = "lost"
    NEEDS_RESET = "needs_reset"
    NOT_ASKED = "not_asked"
    NOT_READ_HERE = "not_read_here"
    NOT_FOUND = "not_found"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    GARBLED = "garbled"
    NO_DATA = "no_data"
    BLOCKED = "blocked_by_system"
    NOT_READY = "not_ready"
    OLD_DRIVER = "old_driver"
    NO_LIBRARY = "no_library"
    NO_BINDING = "no_binding"
    WRONG_BINDING = "wrong_binding"
    NOT_LOADED = "driver_not_loaded"
    MISMATCH = "driver_mismatch"
    UNKNOWN = "unknown_error"


_SHORT = {
    Reason.UNSUPPORTED: text("not supported here", "hier nicht unterstützt"),
    Reason.NOT_APPLICABLE: text("does not apply", "trifft nicht zu"),
    Reason.NO_PERMISSION: text("no permission", "keine Berechtigung"),
    Reason.LOST: text("the card has been lost", "die Karte ist nicht mehr ansprechbar"),
    Reason.NEEDS_RESET: text("the card needs a reset", "die Karte muss zurückgesetzt werden"),
    Reason.NOT_ASKED: text("not asked", "nicht abgefragt"),
    Reason.NOT_READ_HERE: text("not read on this operating system", "auf diesem Betriebssystem nicht gelesen"),
    Reason.NOT_FOUND: text("not found", "nicht gefunden"),
    Reason.TIMEOUT: text("no answer in time", "keine rechtzeitige Antwort"),
    Reason.CRASHED: text("the NVIDIA library crashed", "die NVIDIA-Bibliothek ist abgestürzt"),
    Reason.GARBLED: text("the value read is impossible", "der gelesene Wert ist unmöglich"),
    Reason.NO_DATA: text("no data", "keine Daten"),
    Reason.BLOCKED: text("blocked by the operating system", "vom Betriebssystem gesperrt"),
    Reason.NOT_READY: text("the card is not ready", "die Karte ist nicht bereit"),
    Reason.OLD_DRIVER: text("the driver is too old for this", "der Treiber ist dafür zu alt"),
    Reason.NO_LIBRARY: text("no NVIDIA driver library", "keine NVIDIA-Treiberbibliothek"),
    Reason.NO_BINDING: text("nvidia-ml-py is not installed", "nvidia-ml-py ist nicht installiert"),
    Reason.WRONG_BINDING: text("a wrong package pynvml is in the way", "ein falsches Paket pynvml steht im Weg"),
    Reason.NOT_LOADED: text("driver not loaded", "Treiber nicht geladen"),
    Reason.MISMATCH: text("driver and library do not match", "Treiber und Bibliothek passen nicht zusammen"),
    Reason.UNKNOWN: text("unknown error of the driver", "unbekannter Fehler des Treibers"),
}

_REMEDIES = {
    Reason.NO_LIBRARY: text(
        "The NVIDIA driver library (libnvidia-ml) was not found. Without an NVIDIA card this is as it should be; with "
        "one, install the NVIDIA driver, or start the container with --gpus all.",
        "Die NVIDIA-Treiberbibliothek (libnvidia-ml) wurde nicht gefunden. Ohne NVIDIA-Karte ist das richtig so; mit "
        "Karte bitte den NVIDIA-Treiber installieren oder den Container mit --gpus all starten.",
    ),
    Reason.NOT_LOADED: text(
        "The NVIDIA driver is installed but not loaded. Load it with 'sudo modprobe nvidia'; if that fails, 'dmesg' "
        "says why, often Secure Boot or a new kernel without a matching module.",
        "Der NVIDIA-Treiber ist installiert, aber nicht geladen. Bitte mit „sudo modprobe nvidia“ laden; schlägt das "
        "fehl, nennt „dmesg“ den Grund, oft Secure Boot oder ein neuer Kernel ohne passendes Modul.",
    ),
    Reason.MISMATCH: text(
        "The NVIDIA library and the loaded driver have different versions, as after an update in the background. "
        "Reboot the machine, or reload the driver when nothing is running on the cards.",
        "NVIDIA-Bibliothek und geladener Treiber haben verschiedene Versionen, etwa nach einem Update im Hintergrund. "
        "Bitte den Rechner neu starten oder den Treiber neu laden, wenn auf den Karten nichts läuft.",
    ),
    Reason.NO_PERMISSION: text(
        "The NVIDIA driver refuses access. Check the rights of /dev/nvidia* or run the probe outside of a rootless "
        "container.",
        "Der NVIDIA-Treiber verweigert den Zugriff. Bitte die Rechte von /dev/nvidia* prüfen oder die Messung "
        "außerhalb eines Containers ohne Root-Rechte starten.",
    ),
    Reason.NOT_READY: text(
        "The NVIDIA driver says that the system is not ready. On HGX and DGX systems start the Fabric Manager "
        "(systemctl start nvidia-fabricmanager), wait a minute and try again.",
        "Der NVIDIA-Treiber meldet, dass das System nicht bereit ist. Auf HGX- und DGX-Systemen bitte den Fabric "
        "Manager starten (systemctl start nvidia-fabricmanager), eine Minute warten und erneut versuchen.",
    ),
    Reason.UNKNOWN: text(
        "The NVIDIA driver reports an error that it does not name. 'dmesg | grep -i -E \"nvrm|xid\"' shows what the "
        "kernel saw; a reboot often helps.",
        'Der NVIDIA-Treiber meldet einen Fehler, den er nicht benennt. „dmesg | grep -i -E "nvrm|xid"“ zeigt, was '
        "der Kernel gesehen hat; oft hilft ein Neustart.",
    ),
    Reason.OLD_DRIVER: text(
        "The NVIDIA driver is too old for the probe. Update it to series 450 or later.",
        "Der NVIDIA-Treiber ist für die Messung zu alt. Bitte auf Reihe 450 oder neuer aktualisieren.",
    ),
    Reason.NO_BINDING: text(
        "NVIDIA cards were not asked: the package nvidia-ml-py is not installed. Install it with "
        "'pip install \"rechenwerk[gpu]\"'.",
        "NVIDIA-Karten wurden nicht abgefragt: Das Paket nvidia-ml-py ist nicht installiert. Bitte mit "
        '„pip install "rechenwerk[gpu]"“ installieren.',
    ),
    Reason.WRONG_BINDING: text(
        "NVIDIA cards were not asked: another package called pynvml hides NVIDIA's own. Run "
        "'pip uninstall pynvml' and 'pip install --force-reinstall nvidia-ml-py'.",
        "NVIDIA-Karten wurden nicht abgefragt: Ein anderes Paket namens pynvml verdeckt das von NVIDIA. Bitte "
        "„pip uninstall pynvml“ und „pip install --force-reinstall nvidia-ml-py“ ausführen.",
    ),
    Reason.TIMEOUT: text(
        "The NVIDIA driver did not answer in time and was given up. Often a card has hung: see 'dmesg', reset the card "
        "or reboot. A longer wait: --timeout.",
        "Der NVIDIA-Treiber hat nicht rechtzeitig geantwortet; die Abfrage wurde abgebrochen. Oft hängt eine Karte: "
        "bitte „dmesg“ ansehen, die Karte zurücksetzen oder neu starten. Länger warten: --timeout.",
    ),
    Reason.CRASHED: text(
        "The NVIDIA library crashed; the probe went on without it. Under WSL update the driver on Windows; elsewhere "
        "reinstall the driver.",
        "Die NVIDIA-Bibliothek ist abgestürzt; die Messung lief ohne sie weiter. Unter WSL bitte den Treiber in "
        "Windows aktualisieren, sonst den Treiber neu installieren.",
    ),
}


def short(reason: Reason) -> Text:
    """A few words, for a table."""
    return _SHORT[reason]


def remedy(reason: Reason) -> Text:
    """Why no card could be asked and what to do about it, in whole sentences."""
    return _REMEDIES.get(reason, _REMEDIES[Reason.UNKNOWN])
