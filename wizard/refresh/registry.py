"""All sources by name, in the order they are read."""

from wizard.refresh.source import Source
from wizard.refresh.sources.aws import AWS
from wizard.refresh.sources.azure import AZURE
from wizard.refresh.sources.ecb import ECB
from wizard.refresh.sources.hetzner import HETZNER
from wizard.refresh.sources.litellm import LITELLM
from wizard.refresh.sources.ovh import OVH
from wizard.refresh.sources.scaleway import SCALEWAY
from wizard.refresh.sources.skypilot import SKYPILOT

SOURCES: dict[str, Source] = {
    source.name: source for source in (ECB, AZURE, AWS, OVH, SCALEWAY, HETZNER, SKYPILOT, LITELLM)
}
