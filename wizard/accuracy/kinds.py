"""The five kinds of measured tables. Imports nothing, because the command line names them in its help."""

THROUGHPUT = "inference-throughput"
MEMORY = "inference-memory"
TRAINING = "training-throughput"
TRAINING_MEMORY = "training-memory"
POWER = "power"
KINDS = (THROUGHPUT, MEMORY, TRAINING, TRAINING_MEMORY, POWER)
REFITTED = (THROUGHPUT, TRAINING, TRAINING_MEMORY)
"""Kinds whose figures a page fits anew."""
SLICES = ("use", "gpu", "model", "engine", "scenario", "source", "fitted")
"""Columns statistics can be told apart by."""
QUANTITIES = {
    THROUGHPUT: ("throughput", "throughput_total", "throughput_offered", "tpot", "ttft", "prefill", "e2e"),
    MEMORY: ("weights_gib", "kv_cache_gib", "kv_cache_tokens", "peak_gib"),
    TRAINING: ("train_tokens_per_s_per_gpu",),
    TRAINING_MEMORY: ("train_peak_gib",),
    POWER: ("system_power_w",),
}
