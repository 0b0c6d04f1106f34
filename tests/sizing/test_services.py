"""Services of items: published rates come back, other cards follow from them, load and cards move together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wizard.catalogs.load import load_catalog
from wizard.domain.configuration import Configuration
from wizard.domain.errors import CodedError
from wizard.domain.quantities import Range
from wizard.domain.workload import ServiceLoad
from wizard.sizing.search import ClientHardware
from wizard.sizing.service import ServiceQuestion, best_rate, size_service
from wizard.sizing.service_profiles import PROFILES, by_key, class_profile, named_profile
from wizard.sizing.service_rate import Item, card_rates, resource

CATALOG = load_catalog()
CARDS = CATALOG.accelerators
ON_GPU = [p.key for p in PROFILES if p.on_gpu]


def question(
    profile: str, per_s: float = 1.0, *, latency: float | None = None, streams: float | None = None,
    size: float | None = None, params_b: float | None = None, weights: str = "native",
) -> ServiceQuestion:  # fmt: skip
    found = by_key(profile)
    load = ServiceLoad(
        unit=found.unit, per_s_peak=Range.exact(per_s), streams=Range.exact(streams) if streams else None,
        latency_p95_s=latency, active_hours_per_month=195, mean_to_peak=0.5,
    )  # fmt: skip
    return ServiceQuestion(found, Item(size, params_b), load, weights, CATALOG.figures, CARDS)


def on(card: str, asked: ServiceQuestion, spare: int = 0) -> Configuration:
    (found,) = size_service(asked, [CARDS[card]], spare_replicas=spare)
    return found


def per_card(configuration: Configuration) -> tuple[float, float, float]:
    """Low, value and high of one card's rate."""
    assert configuration.service is not None
    low, high = configuration.interval["units_per_s_per_gpu"]
    return low, configuration.service.units_per_s_per_gpu, high


def test_sdxl_on_l4_makes_a_hundred_images_in_an_hour() -> None:
    """S13: 100 images in 60 min one at a time, luxonis/datadreamer pull request 34, 2024-02-20."""
    low, value, high = per_card(on("l4-24", question("image_sdxl", 0.01)))
    assert value * 3600 == pytest.approx(100, rel=0.01)
    assert low <= 100 / 3600 <= high


def test_the_tuned_published_rate_lies_within_the_interval() -> None:
    """MLPerf v5.1: 1.0063 images/s on four L4 with TensorRT in FP8."""
    low, _, high = per_card(on("l4-24", question("image_sdxl", 0.01)))
    assert low <= 1.0063 / 4 * 0.99 <= high


@pytest.mark.parametrize(
    ("batch", "minutes"), [(1, 68), (2, 37), (4, 22), (8, 15), (16, 11)]
)  # fmt: skip
def test_turbo_makes_a_thousand_images_as_measured(batch: int, minutes: float) -> None:
    """S13: the table of SDXL-Turbo on one L4."""
    asked = question("image_turbo", 0.01)
    rates = card_rates(asked.profile, CARDS["l4-24"], asked.item, CARDS, CATALOG.figures)
    (found,) = [r for r in rates if r.batch == batch]
    assert 1000 / found.value / 60 == pytest.approx(minutes, rel=0.01)


def test_batching_helps_the_small_image_model_only() -> None:
    """S13: four at once save 5 of 60 minutes with SDXL, 46 of 68 with Turbo."""
    chosen = {name: best_rate(question(name, 0.01), CARDS["l4-24"]) for name in ("image_sdxl", "image_turbo")}
    assert chosen["image_sdxl"] is not None
    assert chosen["image_turbo"] is not None
    assert chosen["image_sdxl"].batch == 1
    assert chosen["image_turbo"].batch == 16


def test_a_short_latency_leaves_only_small_batches() -> None:
    """Sixteen Turbo images take 10.6 s, four of them 5.3 s."""
    rate = best_rate(question("image_turbo", 0.01, latency=6.0), CARDS["l4-24"])
    assert rate is not None
    assert rate.batch == 4


def test_live_whisper_small_on_rtx_4090_and_t4() -> None:
    """S12: 36 or more clients, and 16 to 20: collabora/WhisperLive issue 295, 2024-11-13 (R079)."""
    asked = question("asr_live", 10, streams=10)
    low, _, high = per_card(on("rtx-4090-24", asked))
    assert low <= 36 <= high
    _, value, _ = per_card(on("t4-16", asked))
    assert 16 <= value <= 20


def test_a_larger_speech_model_carries_fewer_streams() -> None:
    small, large = (
        per_card(on("rtx-4090-24", question("asr_live", 5, streams=5, params_b=b)))[1] for b in (0.244, 1.55)
    )
    assert large == pytest.approx(small * 0.244 / 1.55)


def test_forty_streams_need_a_second_rtx_4090() -> None:
    asked = question("asr_live", 40, streams=40)
    assert on("rtx-4090-24", asked).replicas == 2


@pytest.mark.parametrize(
    ("profile", "card", "published"),
    [
        ("vision_classify", "h100-sxm-80", 630228.88 / 8),
        ("vision_retinanet", "l4-24", 813.985 / 4),
        ("vision_retinanet", "l40s-48", 6101.41 / 8),
        ("recsys", "h100-sxm-80", 510155.11 / 8),
    ],
)
def test_benchmark_results_lie_within_the_interval(profile: str, card: str, published: float) -> None:
    """MLPerf Inference v4.1 and v5.1, closed, server scenario (R076, R077)."""
    low, _, high = per_card(on(card, question(profile)))
    assert low <= published <= high


def test_a_card_between_two_measured_ones_lies_between_them() -> None:
    """RetinaNet: two RTX 4090 reach 1760 images/s offline in MLPerf v5.1."""
    low, value, high = per_card(on("rtx-4090-24", question("vision_retinanet")))
    assert 209 < value < 1795
    assert low <= 1760.45 / 2 <= high


def test_the_interval_widens_with_the_distance_from_the_measured_card() -> None:
    spans = [
        high / low for card in ("l4-24", "l40s-48", "h100-sxm-80")
        for low, _, high in [per_card(on(card, question("embed", 10)))]
    ]  # fmt: skip
    assert spans == sorted(spans)
    assert spans[0] < spans[-1]


def test_a_measured_rate_is_called_measured_and_a_far_one_assumed() -> None:
    assert on("l4-24", question("image_sdxl", 0.01)).evidence == "measured"
    assert on("h100-sxm-80", question("image_sdxl", 0.01)).evidence == "assumed"


def test_large_images_take_longer_by_their_area() -> None:
    small, large = (per_card(on("t4-16", question("vision", 1, size=s)))[1] for s in (640, 1280))
    assert small == pytest.approx(4 * large)


def test_texts_take_longer_by_their_tokens() -> None:
    """0.54 requests/s of 115,000 tokens on an L4: michaelfeil/infinity docs (R116)."""
    _, value, _ = per_card(on("l4-24", question("embed", 1, size=449.2)))
    assert value == pytest.approx(0.54 * 256, rel=0.01)


def test_a_video_model_does_not_fit_into_24_gb_and_says_what_helps() -> None:
    found = on("l4-24", question("video", 0.0001, params_b=14))
    assert not found.feasible
    assert "more memory" in found.why_not[0].en
    assert "mehr Speicher" in found.why_not[0].de


def test_one_image_slower_than_the_target_is_refused_with_a_remedy() -> None:
    found = on("l4-24", question("image_sdxl", 0.001, latency=10.0))
    assert not found.feasible
    assert "faster card" in found.why_not[0].en


def test_waiting_asks_for_more_cards_than_the_bare_rate() -> None:
    """One image takes 36 s; with 40 s allowed hardly any may wait (R080)."""
    tight, loose = (on("l4-24", question("image_sdxl", 0.05, latency=t)) for t in (40.0, 600.0))
    assert tight.feasible
    assert tight.replicas > loose.replicas
    assert tight.service is not None
    assert tight.service.latency_ms_p95 is not None
    assert tight.service.latency_ms_p95 <= 40_000


def test_spare_cards_come_on_top() -> None:
    plain, safe = (on("l4-24", question("vision", 5), spare) for spare in (0, 1))
    assert safe.total_gpus == plain.total_gpus + 1
    assert safe.replicas == plain.replicas


def test_client_hardware_is_judged_as_it_stands() -> None:
    """Two T4 carry 36 live clients, not 100."""
    for streams, enough in ((30, True), (100, False)):
        hardware = ClientHardware(CARDS["t4-16"], 2)
        (found,) = size_service(question("asr_live", streams, streams=streams), [], spare_replicas=0, client=[hardware])
        assert found.origin == "client"
        assert found.total_gpus == 2
        assert found.feasible is enough


def test_feasible_cards_come_first_and_fewest_of_them() -> None:
    found = size_service(question("image", 0.5), list(CARDS.values()), spare_replicas=0)
    keys = [(not c.feasible, c.total_gpus) for c in found]
    assert keys == sorted(keys)
    assert [c.id for c in found] == [f"c{n}" for n in range(1, len(found) + 1)]


@pytest.mark.parametrize("per_s", [0.0, -1.0, float("inf"), float("nan"), 1e13])
def test_a_load_that_cannot_be_is_refused(per_s: float) -> None:
    asked = question("vision", 1.0)
    broken = asked.load.model_copy(update={"per_s_peak": Range.model_construct(low=per_s, value=per_s, high=per_s)})
    with pytest.raises(CodedError, match="E103"):
        size_service(
            ServiceQuestion(asked.profile, asked.item, broken, "native", CATALOG.figures, CARDS),
            [CARDS["l4-24"]], spare_replicas=0,
        )  # fmt: skip


@given(profile=st.sampled_from(ON_GPU), load=st.floats(0.01, 2.0), more=st.floats(1.0, 50.0))
def test_more_load_never_takes_fewer_cards(profile: str, load: float, more: float) -> None:
    less, rather = (on("h100-sxm-80", question(profile, x)).replicas for x in (load, load * more))
    assert rather >= less


@given(profile=st.sampled_from(ON_GPU), data=st.data())
def test_a_card_with_more_of_the_resource_is_never_slower(profile: str, data: st.DataObject) -> None:
    found = by_key(profile)
    able = sorted((c for c in CARDS.values() if resource(found, c)), key=lambda c: resource(found, c) or 0.0)
    first = data.draw(st.integers(0, len(able) - 2))
    second = data.draw(st.integers(first, len(able) - 1))
    slow, fast = (best_rate(question(profile), able[n]) for n in (first, second))
    assert slow is not None
    assert fast is not None
    assert fast.value >= slow.value * (1 - 1e-9)


@given(profile=st.sampled_from(ON_GPU), card=st.sampled_from(sorted(CARDS)), load=st.floats(0.001, 1))
def test_the_value_lies_within_its_interval(profile: str, card: str, load: float) -> None:
    found = on(card, question(profile, load))
    if found.service is not None:
        low, value, high = per_card(found)
        assert 0 < low <= value <= high
        assert 0 < found.service.utilisation <= 1 + 1e-9


def test_every_measured_card_is_in_the_catalogue_and_rates_rise_with_the_resource() -> None:
    for profile in PROFILES:
        marks: dict[str, list[tuple[float, float]]] = {}
        for key, figure in CATALOG.figures.items():
            if key.startswith(f"service.rate.{profile.key}."):
                card, _, batch = key.removeprefix(f"service.rate.{profile.key}.").partition(".b")
                marks.setdefault(batch, []).append((resource(profile, CARDS[card]) or 0.0, figure.value))
        for points in marks.values():
            assert [rate for _, rate in sorted(points)] == sorted(rate for _, rate in points)


def test_names_are_matched_exactly() -> None:
    found = named_profile("image_gen", "stabilityai/SDXL-turbo")
    assert found is not None
    assert found.key == "image_turbo"
    assert named_profile("image_gen", "sdx") is None
    assert named_profile("asr", "SDXL") is None


@pytest.mark.parametrize(("params_b", "profile"), [(1.3, "video_small"), (14, "video"), (None, "video")])
def test_video_models_are_compared_with_one_of_their_size(params_b: float | None, profile: str) -> None:
    assert class_profile("video_gen", params_b).key == profile
