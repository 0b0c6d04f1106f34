"""What the predictions of a kind of table are built from, where the formulas' own pages do not say it."""

from wizard.accuracy.kinds import POWER
from wizard.domain.language import Text, text

BASIS: dict[str, Text] = {
    POWER: text(
        "The rating of the server class, the rated power of the cards times the share measured while serving (board "
        "power of ML.ENERGY, other runs than these), and half of what the rest of the machine is rated for, a "
        "value chosen between training and power-limited serving. Power limits of MaxQ systems are those of the "
        "published configuration. Power and speed in a row are never read. Eleven rows: a report, not a proof.",
        "Die Nennleistung der Serverklasse, die Nennleistung der Karten mal dem im Betrieb gemessenen "
        "Anteil (Kartenleistung von ML.ENERGY, andere Läufe als diese) und die Hälfte dessen, wofür der Rest der "
        "Maschine ausgelegt ist, ein Wert zwischen Training und leistungsbegrenztem Betrieb. Leistungsgrenzen von "
        "MaxQ-Systemen sind die der veröffentlichten Konfiguration. Leistung und Tempo einer Zeile werden nie gelesen. "
        "Elf Zeilen: ein Bericht, kein Beweis.",
    ),
}
