"""The price list of LiteLLM (MIT): dollars for one token of each model behind an API, by provider.

A key is ``groq/openai/gpt-oss-120b``; its last part is the model as the provider calls it, a number after a colon the
version of its interface. Only entries this list has priced before are looked up.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from wizard.domain.catalog import Catalog
from wizard.domain.offers import ApiOffer
from wizard.domain.provenance import Confidence
from wizard.refresh.documents import number, object_of
from wizard.refresh.source import Get, Key, Price, Source
from wizard.refresh.sources.github import HOSTS, latest

REPOSITORY = "BerriAI/litellm"
FILE = "model_prices_and_context_window.json"
_MILLION = 1_000_000
_FIELDS = {
    "input_per_million": "input_cost_per_token",
    "cached_input_per_million": "cache_read_input_token_cost",
    "output_per_million": "output_cost_per_token",
}
_PREFIXES = {
    "OpenAI": ("openai", ""),
    "Azure OpenAI": ("azure", "azure/eu/"),
    "Anthropic": ("anthropic", ""),
    "AWS Bedrock": ("bedrock", ""),
    "Google Gemini API": ("gemini", "gemini/"),
    "Mistral": ("mistral", "mistral/"),
    "Groq": ("groq", "groq/"),
    "Together": ("together_ai", "together_ai/"),
    "DeepInfra": ("deepinfra", "deepinfra/"),
    "Nebius Token Factory": ("nebius", "nebius/"),
    "Fireworks": ("fireworks_ai", "fireworks_ai/"),
}
"""Providers as the list calls them, and how their keys begin; without a beginning the key is the model alone."""


def _covers(catalog: Catalog) -> tuple[Key, ...]:
    return tuple(
        Key("apis", api.id, field)
        for api in catalog.apis.values()
        for field in _FIELDS
        if api.provider in _PREFIXES and _priced_here(getattr(api, field))
    )


def _priced_here(figure: Any) -> bool:
    return figure is not None and "litellm" in figure.source.casefold()


def _read(catalog: Catalog, get: Get, _today: date) -> Iterator[Price]:
    answer, day = latest(get, REPOSITORY, FILE)
    listed = object_of(answer)
    models = [(_name(key), key, entry) for key, entry in listed.items() if isinstance(entry, dict)]
    for key in _covers(catalog):
        api = catalog.apis[key.id]
        wanted = api.name.partition(" (")[0].casefold()
        for model, listed_as, entry in models:
            if model == wanted and _of_provider(api, listed_as, entry) and _FIELDS[key.field] in entry:
                value = round(number(entry[_FIELDS[key.field]]) * _MILLION, 6)
                yield Price(key, value, "USD", day, f"{REPOSITORY} {FILE} (refreshed), {wanted}, {answer.url}")


def _name(key: str) -> str:
    last = key.rsplit("/", 1)[-1]
    name, _colon, version = last.rpartition(":")
    return (name if name and version.isdigit() else last).casefold()


def _of_provider(api: ApiOffer, key: str, entry: Mapping[str, Any]) -> bool:
    provider, begins = _PREFIXES[api.provider]
    own = str(entry.get("litellm_provider", "")).startswith(provider)
    return own and (key.startswith(begins) if begins else "/" not in key)


LITELLM = Source("litellm", "LiteLLM price list, model APIs", HOSTS, _covers, _read, confidence=Confidence.MEDIUM)
