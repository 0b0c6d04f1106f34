"""Processors that would run a model without a GPU: those of the client, else one ordinary server."""

from dataclasses import replace

from wizard.domain.catalog import Catalog
from wizard.questionnaire.resolve import Values
from wizard.sizing.cpu import Host, ordinary_server
from wizard.sizing.processors import ordinary_processor


def host_without_gpu(values: Values, catalog: Catalog) -> Host:
    """The row of the client's hardware with the most cores and no GPU, else an ordinary server of the catalogue."""
    usual = ordinary_server(catalog.figures)
    processor = ordinary_processor(catalog.processors, usual.cores)
    return _of_client(values) or replace(usual, processor=processor)


def _of_client(values: Values) -> Host | None:
    given = values.given("hw.nodes")
    rows = given.value if given.known and isinstance(given.value, list) else []
    hosts = [
        Host(int(row["cpu_cores"]), float(row["ram_gb"]) if row.get("ram_gb") else None, stated=True)
        for row in rows
        if row.get("cpu_cores") and not row.get("gpu")
    ]
    return max(hosts, key=lambda host: host.cores, default=None)
