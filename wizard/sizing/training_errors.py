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
            "{gpus} GPUs cannot be divided by tensor parallel {tp} × pipeline parallel {pp} × context parallel {cp}; "
            "the nearest possible numbers are {nearest}",
            "{gpus} GPUs lassen sich nicht durch Tensor-Parallelität {tp} × Pipeline-Parallelität {pp} × "
            "Kontextparallelität {cp} teilen; die nächsten möglichen Zahlen sind {nearest}",
        ),
    )
    HEADS = (
        "E124",
        text(
            "{heads} attention heads cannot be divided over {tp} GPUs; nearest possible: {nearest}",
            "{heads} Attention-Köpfe lassen sich nicht auf {tp} GPUs verteilen; am nächsten möglich: {nearest}",
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
    CONTEXT = (
        "E130",
        text(
            "a sequence of {length} tokens cannot be divided over context parallel {cp}; nearest possible "
            "lengths: {nearest}",
            "eine Sequenz von {length} Token lässt sich nicht auf Kontextparallelität {cp} verteilen; nächste "
            "mögliche Längen: {nearest}",
        ),
    )
    EXPERTS = (
        "E131",
        text(
            "expert parallel {ep} with {experts} routed experts, data times context parallel {data} and "
            "tensor parallel {tp}; possible: {possible}",
            "Expertenparallelität {ep} bei {experts} gerouteten Experten, Daten- mal Kontextparallelität {data} und "
            "Tensor-Parallelität {tp}; möglich: {possible}",
        ),
    )
    WEIGHTS_AWAY = (
        "E132",
        text(
            "weights wait in main memory only where each GPU holds a part of them: ZeRO stage 3 on several GPUs, not "
            "stage {stage} on {gpus}; or leave only the optimizer there",
            "Gewichte liegen nur dann im Hauptspeicher, wenn jede GPU einen Teil von ihnen hält: ZeRO-Stufe 3 auf "
            "mehreren GPUs, nicht Stufe {stage} auf {gpus}; oder nur den Optimizer auslagern",
        ),
    )
    IN_BACKWARD = (
        "E133",
        text(
            "an optimizer step within the backward pass cannot wait for {steps} micro-batches; a batch of {batch} "
            "needs one, or leave the step after the backward pass",
            "ein Optimizer-Schritt im Rückwärtslauf kann nicht auf {steps} Micro-Batches warten; ein Batch von {batch} "
            "braucht einen, oder den Schritt nach dem Rückwärtslauf lassen",
        ),
    )
    PIPELINE_STAGE = (
        "E134",
        text(
            "DeepSpeed's pipeline divides no more than the optimizer: ZeRO stage {stage} with {pp} stages; take ZeRO "
            "stage 1, or no pipeline",
            "die Pipeline von DeepSpeed teilt nur den Optimizer: ZeRO-Stufe {stage} mit {pp} Stufen; ZeRO-Stufe 1 "
            "nehmen oder keine Pipeline",
        ),
    )
    VIRTUAL = (
        "E137",
        text(
            "{vp} virtual stages without a pipeline; they are parts of its stages: take 2 pipeline stages or more, or "
            "1 virtual stage",
            "{vp} virtuelle Stufen ohne Pipeline; sie sind Teile ihrer Stufen: mindestens 2 Pipeline-Stufen nehmen "
            "oder 1 virtuelle Stufe",
        ),
    )
    MEASURED = (
        "E138",
        text(
            "a measured rate of {rate} per second and GPU needs more than the dense peak of {accelerator}; at most "
            "{bound} are possible. Is it the rate of all GPUs together?",
            "ein gemessenes Tempo von {rate} je Sekunde und GPU braucht mehr als die dichte Spitzenleistung von "
            "{accelerator}; möglich sind höchstens {bound}. Ist es das Tempo aller GPUs zusammen?",
        ),
    )
    NO_PROJECTIONS = (
        "E139",
        text(
            "adapters for {model}: its projections are not described, so that their size is unknown; train it in full, "
            "or state a number of parameters",
            "Adapter für {model}: Seine Projektionen sind nicht beschrieben, ihre Größe ist also unbekannt; "
            "vollständig trainieren oder eine Zahl von Parametern angeben",
        ),
    )
