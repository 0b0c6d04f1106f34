"""What the training formulas refuse."""

from wizard.domain.errors import ErrorCode, text


class TrainingError(ErrorCode):
    COUNT = (
        "E121",
        text(
            "{what} = {value}; a whole number from 1 to {limit} is needed",
            "{what} = {value}; nötig ist eine ganze Zahl von 1 bis {limit}",
        ),
    )
    STAGE = ("E122", text("ZeRO stage {value}; 0 to 3 exist", "ZeRO-Stufe {value}; es gibt 0 bis 3"))
    LAYOUT = (
        "E123",
        text(
            "{gpus} GPUs cannot be divided by tensor parallel {tp} × pipeline parallel {pp}",
            "{gpus} GPUs lassen sich nicht durch Tensor-Parallelität {tp} × Pipeline-Parallelität {pp} teilen",
        ),
    )
    HEADS = (
        "E124",
        text(
            "{heads} attention heads cannot be divided over {tp} GPUs",
            "{heads} Attention-Köpfe lassen sich nicht auf {tp} GPUs verteilen",
        ),
    )
    STAGES = (
        "E125",
        text(
            "{pp} pipeline stages for {layers} layers; at most {layers} are possible",
            "{pp} Pipeline-Stufen für {layers} Schichten; möglich sind höchstens {layers}",
        ),
    )
    SETTING = (
        "E126",
        text(
            "{what} '{value}' is not known. Known are: {known}",
            "{what} „{value}“ ist nicht bekannt. Bekannt sind: {known}",
        ),
    )
    PARAMETERS = (
        "E127",
        text(
            "{active} billion active of {total} billion parameters; possible are 0.00001 to 1,000,000 billion, and "
            "active ones are at most all",
            "{active} Mrd. aktive von {total} Mrd. Parametern; möglich sind 0,00001 bis 1.000.000 Mrd., und aktiv sind "
            "höchstens alle",
        ),
    )
    SHAPE = (
        "E128",
        text(
            "{layers} layers of width {hidden} need more than {total} billion parameters; correct one of the three",
            "{layers} Schichten der Breite {hidden} brauchen mehr als {total} Mrd. Parameter; eine der drei Angaben "
            "berichtigen",
        ),
    )
    AMOUNT = (
        "E129",
        text(
            "{what} = {value}; a number above 0 and up to 10^30 is needed",
            "{what} = {value}; nötig ist eine Zahl über 0 bis 10^30",
        ),
    )
