"""Processors the client has without a GPU beside them."""

from wizard.questionnaire.resolve import Values
from wizard.sizing.cpu import Host


def client_host(values: Values) -> Host | None:
    """The row of the client's hardware with the most cores and no GPU; None where there is none."""
    given = values.given("hw.nodes")
    rows = given.value if given.known and isinstance(given.value, list) else []
    hosts = [
        Host(int(row["cpu_cores"]), float(row["ram_gb"]) if row.get("ram_gb") else None, stated=True)
        for row in rows
        if row.get("cpu_cores") and not row.get("gpu")
    ]
    return max(hosts, key=lambda host: host.cores, default=None)
