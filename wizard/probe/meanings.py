"""What figures mean that are easily taken for more; they travel in the probe file."""

from wizard.domain.language import Text, text

MEANINGS: dict[str, Text] = {
    "utilisation_gpu_percent": text(
        "share of the time in which at least one kernel ran; not how much of the card it used",
        "Zeitanteil, in dem mindestens ein Kernel lief; nicht, wie viel der Karte er nutzte",
    ),
    "utilisation_memory_percent": text(
        "share of the time in which memory was read or written; not the share of its bandwidth",
        "Zeitanteil, in dem Speicher gelesen oder geschrieben wurde; nicht der Anteil an der Bandbreite",
    ),
    "activity": text(
        "share of the time in which the units really worked, from hardware counters (GPM), over 120 ms",
        "Zeitanteil, in dem die Einheiten wirklich arbeiteten, aus Hardwarezählern (GPM), über 120 ms",
    ),
    "power_draw_w": text(
        "mean of the last second on Ampere (except GA100) and later, else the moment",
        "Mittel der letzten Sekunde ab Ampere (außer GA100), sonst der Augenblick",
    ),
}
