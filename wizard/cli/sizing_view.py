"""Sizes as text for a terminal: one workload of a result, and one predicted configuration."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wizard.cli.card_names import card_name
from wizard.cli.figures import brief
from wizard.cli.service_view import service_lines, service_speed
from wizard.cli.table import table, wrapped
from wizard.i18n.catalog import translator
from wizard.i18n.format import format_count, format_number, format_power
from wizard.questionnaire.loader import load_questionnaire
from wizard.report.view.names import bottleneck_name

if TYPE_CHECKING:
    from wizard.domain.configuration import Configuration, Memory, Performance
    from wizard.domain.workload import Draft
    from wizard.domain.workload_result import CardsByTokens, WorkloadResult
    from wizard.sizing.speculative import Speculation

_SHOWN_CONFIGURATIONS = 3


def workload_lines(workload: "WorkloadResult", language: str) -> Iterator[str]:
    """Model, demand, the best configurations with memory and speed, and cards by token length."""
    _ = translator(language, "cli")
    size = workload.model.params_b
    named = "" if size is None else " · " + _("{n} billion parameters").format(n=format_number(size, language, 1))
    stand_in = load_questionnaire().model_classes.get(workload.model.ref)
    model = workload.model.ref if stand_in is None else stand_in.in_language(language)
    if model == "custom":
        model = translator(language, "report")("own model, described by its size")
    yield f"{_('model')}: {model}{named}"
    if workload.open is not None:
        yield from wrapped(workload.open.in_language(language), first="? ", indent="  ")
    if workload.demand is not None:
        demand = workload.demand
        yield _("simultaneous requests: mean {mean}, 99% {peak}; tokens in {tokens_in}, out {tokens_out}").format(
            mean=format_number(demand.in_flight_mean, language, 1),
            peak=format_number(demand.in_flight_p99, language, 0),
            tokens_in=format_number(demand.input_tokens.typical, language, 0),
            tokens_out=format_number(demand.output_tokens.typical, language, 0),
        )
    yield from service_lines(workload, language)
    yield from _training(workload, language)
    clients = [c for c in workload.configurations if c.origin == "client"]
    found = [c for c in workload.configurations if c.origin == "search"][:_SHOWN_CONFIGURATIONS]
    for configuration in clients + found:
        yield from _configuration(configuration, language)
    yield from _token_table(workload.token_table, language)


def _training(workload: "WorkloadResult", language: str) -> Iterator[str]:
    """What a run asks for, its states beside the rule of thumb, and stated computing time checked."""
    from wizard.cli.training_view import stated_lines, states_lines

    _ = translator(language, "cli")
    if workload.training is not None:
        yield _("one run: {tokens} tokens, {flops}; runs a month: {runs}").format(
            tokens=format_count(workload.training.tokens_per_run, language),
            flops=format_power(workload.training.flops_per_run, "FLOP", language),
            runs=brief(workload.training.runs_per_month, language),
        )
    if workload.training_memory is not None:
        yield from states_lines(workload.training_memory, language)
    if workload.stated_compute is not None:
        yield from stated_lines(workload.stated_compute, language)


def memory_lines(memory: "Memory", language: str) -> list[str]:
    """Memory per GPU as a sum, and what is left for the cache."""
    from wizard.domain.configuration import DraftedMemory

    _ = translator(language, "cli")
    parts = [
        (_("weights"), memory.weights_gb),
        (_("KV cache of the running requests"), memory.kv_cache_gb),
        (_("activations"), memory.activations_gb),
        (_("gradients"), memory.gradients_gb),
        (_("optimizer"), memory.optimizer_gb),
        (_("overhead"), memory.overhead_gb),
        (_("total"), memory.total_gb),
        (_("usable"), memory.usable_gb),
        (_("left for the KV cache"), memory.kv_pool_gb),
    ]
    if isinstance(memory, DraftedMemory):
        draft = [
            (_("weights of the draft"), memory.draft_weights_gb),
            (_("KV cache of the draft"), memory.draft_cache_gb),
        ]
        parts[2:2] = draft
    kept = [(name, value) for name, value in parts if value or name not in (_("gradients"), _("optimizer"))]
    rows = [[name, format_number(value, language, 2), "GB"] for name, value in kept]
    rows.append([_("tokens the cache holds"), format_number(memory.kv_capacity_tokens, language, 0), ""])
    return table(rows, right=[1], indent="  ")


def performance_lines(performance: "Performance", interval: dict[str, tuple[float, float]], language: str) -> list[str]:
    """Latency and throughput with their 90 % intervals."""
    _ = translator(language, "cli")
    metrics = [
        (_("time to first token, mean"), "ttft_ms_mean", "ms"),
        (_("time to first token, 95%"), "ttft_ms_p95", "ms"),
        (_("time per output token, mean"), "tpot_ms_mean", "ms"),
        (_("time per output token, 95%"), "tpot_ms_p95", "ms"),
        (_("whole answer, median"), "e2e_s_p50", "s"),
        (_("output tokens per second"), "output_tokens_per_s", "1/s"),
        (_("requests per second"), "requests_per_s", "1/s"),
        (_("simultaneous requests"), "concurrency", ""),
        (_("at most"), "max_concurrency", ""),
    ]
    rows = []
    for name, metric, unit in metrics:
        if metric.startswith("tpot") and not getattr(performance, metric):
            continue  # a single token has no time between tokens
        span = interval.get(metric)
        shown = "" if span is None else f"({brief(span[0], language)} – {brief(span[1], language)})"
        rows.append([name, brief(getattr(performance, metric), language), unit, shown])
    return table(rows, right=[1], indent="  ")


def speculation_line(speculation: "Speculation", draft: "Draft", language: str) -> str:
    """What the draft brings at this load."""
    _ = translator(language, "cli")
    low, value, high = (format_number(one, language, 2) for one in speculation.speed_up)
    said = _("draft {ref}, {n} tokens a step: {expected} tokens expected, a token comes {value} times as fast")
    if not speculation.counted:
        said = _("draft {ref}, {n} tokens a step: a token comes {low} to {high} times as fast, not counted")
    return said.format(
        ref=draft.ref, n=draft.tokens, value=value, low=low, high=high,
        expected=format_number(speculation.expected_tokens, language, 2),
    )  # fmt: skip


def _configuration(configuration: "Configuration", language: str) -> Iterator[str]:
    from wizard.cli.training_view import configuration_lines

    lines = configuration_lines if configuration.layout is not None else _serving_lines
    yield from lines(configuration, language)
    for reason in configuration.why_not + configuration.warnings:
        yield from wrapped(reason.in_language(language), first="  – ", indent="    ")


def _serving_lines(configuration: "Configuration", language: str) -> Iterator[str]:
    _ = translator(language, "cli")
    mark = "✓" if configuration.feasible else "✗"
    own = f" · {_('hardware of the client')}" if configuration.origin == "client" else ""
    named = _(
        "{mark} {id}: {gpus} × {accelerator}, {format} (replicas {replicas} of {each} GPU, spare {spare}){own}"
    ).format(
        mark=mark,
        id=configuration.id,
        gpus=format_number(configuration.total_gpus, language, 0),
        accelerator=card_name(configuration.accelerator),
        replicas=configuration.replicas,
        each=configuration.gpus_per_replica,
        spare=configuration.spare_replicas,
        format=configuration.weights_format.upper(),
        own=own,
    )
    yield from wrapped(named, indent="  ", first="")
    memory = configuration.memory
    pattern = _("per GPU: weights {weights} + KV cache {kv} of {usable} GB usable")
    if configuration.serving is None:
        pattern = _("per GPU: {total} of {usable} GB usable")
    yield "  " + pattern.format(
        weights=format_number(memory.weights_gb, language, 1),
        kv=format_number(memory.kv_cache_gb, language, 1),
        total=format_number(memory.total_gb, language, 1),
        usable=format_number(memory.usable_gb, language, 1),
    )
    if configuration.serving is not None:
        speed = configuration.serving
        said = _("first token {ttft} ms, per token {tpot} ms (95%); limited by {bottleneck}").format(
            ttft=format_number(speed.ttft_ms_p95, language, 0),
            tpot=format_number(speed.tpot_ms_p95, language, 1),
            bottleneck=bottleneck_name(translator(language, "report"), configuration.bottleneck),
        )
        yield from wrapped(said, first="  ", indent="  ")
    yield from service_speed(configuration, language)


def _token_table(rows: "tuple[CardsByTokens, ...]", language: str) -> Iterator[str]:
    """For each number of cards the longest request it carries: the steps in between say nothing new."""
    if not rows:
        return
    _ = translator(language, "cli")
    longest = {(row.accelerator, row.gpus, row.gpus_with_spare): row for row in rows}
    head = [_("tokens up to"), _("requests per replica"), _("cards"), _("with spare")]
    for accelerator in dict.fromkeys(row.accelerator for row in longest.values()):
        yield from wrapped(
            _("cards by memory, per cached tokens of a request: {card}").format(card=card_name(accelerator))
        )
        cells = [
            [brief(count, language) for count in _counts(r)] for r in longest.values() if r.accelerator == accelerator
        ]
        yield from table([head, *cells], right=[0, 1, 2, 3], indent="  ")
    memory_only = _(
        "Counted by memory and the engine's limit of running requests alone; where the sizing names more GPUs, "
        "response times or throughput decide."
    )
    yield from wrapped(memory_only, first="  ", indent="  ")


def _counts(row: "CardsByTokens") -> tuple[int, int, int, int]:
    return row.tokens_per_request, row.requests_per_replica, row.gpus, row.gpus_with_spare
