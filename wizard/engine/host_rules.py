"""The rule behind each fleet number: formula, and what stands in it. Names are the fields of ``Fleet``."""

from dataclasses import dataclass

from wizard.domain.language import Text, text


@dataclass(frozen=True)
class Rule:
    """How one number is made.

    ``figures`` are ``sizing.*`` names, with ``:preprocess``, ``:profile`` or ``:form`` where they have variants, or
    whole keys of other areas; ``of`` are other numbers of the fleet; ``server`` are fields of the server class;
    ``inputs`` are keys of the cost model.
    """

    label: Text
    unit: str
    formula: str
    figures: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    server: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    machines: bool = False
    """Whether the number of machines and their accelerators stand in it."""
    traffic: bool = False
    """Whether requests and tokens of the services stand in it."""
    files: bool = False
    """Whether the weights of the served models stand in it."""
    runs: bool = False
    """Whether training runs stand in it."""
    own_only: bool = False
    """The provider's where machines are rented."""
    rented: str = ""
    """The formula for rented machines, where it differs."""


RULES: dict[str, Rule] = {
    "gpus": Rule(text("accelerators", "Beschleuniger"), "", "machines · accelerators a machine", machines=True),
    "nodes": Rule(text("machines", "Maschinen"), "", "machines", machines=True),
    "by_year": Rule(
        text("accelerators at the end of the year", "Beschleuniger am Jahresende"), "",
        "machines at the end of the year · accelerators a machine", machines=True, inputs=("growth_per_year",),
    ),
    "cpu_cores": Rule(
        text("CPU cores", "CPU-Kerne"), "", "machines · max(cores of the server, cores needed)", machines=True,
        of=("host.cpu_cores",), server=("cpu_cores",), rented="machines · cores needed",
    ),
    "ram_gb": Rule(
        text("main memory", "Arbeitsspeicher"), "GB", "machines · max(memory of the server, memory needed)",
        machines=True, of=("host.ram_gb",), server=("ram_gb",), rented="machines · memory needed",
    ),
    "nvme_tb": Rule(
        text("NVMe storage", "NVMe-Speicher"), "TB", "machines · max(storage of the server, storage needed)",
        machines=True, of=("storage.nvme_tb_per_node",), server=("nvme_tb",), rented="machines · storage needed",
    ),
    "capacity_tb": Rule(
        text("capacity tier", "Kapazitätsspeicher"), "TB", "capacity needed", of=("storage.capacity_tb",),
    ),
    "network_gbit_s": Rule(
        text("network to users and storage", "Netz zu Nutzern und Datenspeicher"), "Gbit/s",
        "machines · rate a machine", machines=True, of=("network.frontend_gbit_s",),
    ),
    "power_kw": Rule(
        text("electrical power", "elektrische Leistung"), "kW", "machines · (idle + (max − idle) · utilisation)",
        machines=True, server=("max_power_kw", "idle_power_share"), inputs=("power_utilisation",), own_only=True,
    ),
    "cooling_kw": Rule(
        text("heat to remove", "abzuführende Wärme"), "kW", "all electrical power becomes heat", of=("power_kw",),
        own_only=True,
    ),
    "rack_units": Rule(
        text("rack units", "Höheneinheiten"), "U", "machines · rack units a server", machines=True,
        server=("rack_units",), own_only=True,
    ),
    "host.workers_per_gpu": Rule(
        text("workers a GPU", "Prozesse je GPU"), "", "by the preprocessing while running",
        figures=("host_workers:preprocess",), questions=("data.preprocess",),
    ),
    "host.handling_cores": Rule(
        text("cores for request handling of one machine", "Kerne für die Anfrageverarbeitung je Maschine"), "",
        "(requests/s · CPU time a request + tokens/s · CPU time a token) / machines",
        figures=("request_cpu_ms", "token_cpu_us"), traffic=True, machines=True,
    ),
    "host.cpu_cores": Rule(
        text("CPU cores one machine needs", "nötige CPU-Kerne je Maschine"), "",
        "ceil(GPUs · (workers + 1) + base + request handling); measured cores a GPU outrank workers + 1",
        figures=("host_cores_base",), of=("host.workers_per_gpu", "host.handling_cores"), questions=("base.host",),
        machines=True,
    ),
    "host.ram_gb": Rule(
        text("main memory one machine needs", "nötiger Arbeitsspeicher je Maschine"), "GB",
        "max(GPU memory of the machine · factor, system + loader buffers + cached models + vector store)",
        figures=("host_ram_per_vram", "host_ram_base_gb", "loader_gb"), questions=("ops.model_loading",),
        of=("storage.vector_store_tb",), files=True, machines=True,
    ),
    "host.memory_gb_s": Rule(
        text("main-memory bandwidth one machine needs", "nötige Arbeitsspeicher-Bandbreite je Maschine"), "GB/s",
        "training data read a machine · expansion by decoding · passes through memory",
        figures=("decode_expansion:preprocess", "host_memory_passes"), runs=True, machines=True,
    ),
    "host.pcie_lanes": Rule(
        text("PCIe lanes one machine needs", "nötige PCIe-Lanes je Maschine"), "lanes",
        "accelerators · lanes each + adapters and drives",
        figures=("pcie_lanes_per_gpu:form", "pcie_lanes_base"), machines=True, own_only=True,
    ),
    "storage.training_data_tb": Rule(
        text("data in active use", "aktiv genutzte Daten"), "TB", "the answer", questions=("data.train_tb",),
    ),
    "storage.checkpoint_gb": Rule(
        text("largest checkpoint", "größter Checkpoint"), "GB",
        "trained parameters · weight bytes + master weights and moments",
        figures=("ckpt_weight_bytes", "ckpt_optimizer_bytes"), runs=True,
    ),
    "storage.checkpoints_tb": Rule(
        text("checkpoints", "Checkpoints"), "TB", "sum over training workloads of (kept + 1) · checkpoint",
        runs=True, of=("storage.checkpoint_gb",),
    ),
    "storage.model_files_tb": Rule(
        text("model files", "Modelldateien"), "TB", "weights · copies", figures=("host_nvme_copies",), files=True,
    ),
    "storage.vector_store_tb": Rule(
        text("vector store", "Vektordatenbank"), "TB", "vectors · dimensions · bytes · overhead",
        figures=("vector_dimensions", "vector_bytes", "vector_overhead"), questions=("data.vectors_m",),
    ),
    "storage.logs_tb": Rule(
        text("request logs", "Anfrageprotokolle"), "TB", "requests a month · size · months kept",
        figures=("log_kb_per_request", "log_months"), traffic=True,
    ),
    "storage.hot_tb": Rule(
        text("fast tier", "schneller Datenspeicher"), "TB",
        "(machines · (model files + base) + data + checkpoints + vector store) / usable share",
        figures=("host_nvme_base_tb", "usable_share"), machines=True,
        of=("storage.model_files_tb", "storage.training_data_tb", "storage.checkpoints_tb", "storage.vector_store_tb"),
    ),
    "storage.nvme_tb_per_node": Rule(
        text("NVMe storage one machine needs", "nötiger NVMe-Speicher je Maschine"), "TB",
        "(model files + base) / usable share; with data, checkpoints, vector store unless machines share them",
        figures=("host_nvme_base_tb", "usable_share"),
        of=("storage.model_files_tb", "storage.training_data_tb", "storage.checkpoints_tb", "storage.vector_store_tb",
            "storage.shared_tb"),
    ),
    "storage.shared_tb": Rule(
        text("shared fast tier", "gemeinsamer schneller Datenspeicher"), "TB",
        "(data + checkpoints + vector store) / usable share where one training run spans machines, else 0",
        figures=("usable_share",), runs=True,
        of=("storage.training_data_tb", "storage.checkpoints_tb", "storage.vector_store_tb"),
    ),
    "storage.capacity_tb": Rule(
        text("archive and backup", "Archiv und Sicherung"), "TB",
        "(data + model files + vector store) · generations + logs + results of training runs · months",
        figures=("backup_generations", "archive_months"), runs=True,
        of=("storage.training_data_tb", "storage.model_files_tb", "storage.vector_store_tb", "storage.logs_tb"),
    ),
    "storage.read_gb_s": Rule(
        text("read rate needed", "nötige Leserate"), "GB/s",
        "max(sum of bytes of a pass · epochs / duration, largest model / accepted loading time)",
        questions=("ops.model_loading",), runs=True, files=True,
    ),
    "storage.iops": Rule(
        text("file accesses needed", "nötige Dateizugriffe"), "1/s",
        "read rate of training / access size; many small files: samples/s · accesses a file if that is more",
        figures=("io_access_kb:profile", "io_per_file"), questions=("data.file_profile",), runs=True,
    ),
    "storage.checkpoint_write_s": Rule(
        text("time to write a checkpoint", "Schreibzeit eines Checkpoints"), "s",
        "checkpoint / (machines of the run · write rate)",
        figures=("storage_write_gb_s:writer",), runs=True,
    ),
    "storage.checkpoint_stall_pct": Rule(
        text("share of time waiting for checkpoints", "Zeitanteil für Checkpoints"), "%",
        "write time / interval · 100, synchronous", of=("storage.checkpoint_write_s",), runs=True,
    ),
    "storage.model_load_s": Rule(
        text("time to load the largest model", "Ladezeit des größten Modells"), "s", "weights / load rate + start",
        figures=("model_load_gb_s", "engine_start_s"), files=True,
    ),
    "network.frontend_gbit_s": Rule(
        text("link of one machine to users and storage", "Anbindung je Maschine"), "Gbit/s",
        "next rate above max(usual link, (requests · size + tokens · size + shared storage) · 8 / machines)",
        figures=("host_network_gbit_s_per_node:form", "request_kb", "streamed_token_kb", "ckpt_stall_limit_pct"),
        traffic=True, runs=True, machines=True,
    ),
    "network.internode_gbit_s": Rule(
        text("fabric of one machine", "Cluster-Netz je Maschine"), "Gbit/s",
        "adapters of the server, else accelerators · reference rate; 0 where no training run spans machines",
        figures=("internode_gbit_s_per_gpu:form",), server=("fabric_gbit_s",), runs=True, machines=True,
    ),
    "network.frontend_ports": Rule(
        text("ports to users and storage", "Anschlüsse zu Nutzern und Datenspeicher"), "", "machines · ports",
        figures=("frontend_ports_per_node:form",), machines=True,
    ),
    "network.fabric_ports": Rule(
        text("ports of the fabric", "Anschlüsse des Cluster-Netzes"), "", "machines · ceil(fabric / rate of a port)",
        figures=("fabric_port_gbit_s",), of=("network.internode_gbit_s",), machines=True,
    ),
    "network.frontend_switches": Rule(
        text("switches to users and storage", "Switches zu Nutzern und Datenspeicher"), "",
        "0 while the existing network has such ports, 1 small one, else max(2, ceil(ports / ports of a switch))",
        figures=("existing_gbit_s", "existing_ports", "small_switch_ports", "frontend_switch_ports"),
        of=("network.frontend_ports", "network.frontend_gbit_s"),
    ),
    "network.fabric_switches": Rule(
        text("switches of the fabric", "Switches des Cluster-Netzes"), "",
        "1 while its ports suffice, else leaves with half their ports upwards and spines",
        figures=("fabric_switch_ports",), of=("network.fabric_ports",),
    ),
    "facility.peak_power_kw": Rule(
        text("power at full load", "Leistung unter Volllast"), "kW", "machines · maximum", machines=True,
        server=("max_power_kw",),
    ),
    "facility.feed_kw": Rule(
        text("feed with cooling", "Einspeisung mit Kühlung"), "kW", "peak · PUE", of=("facility.peak_power_kw",),
        inputs=("pue",),
    ),
    "facility.ups_kva": Rule(
        text("UPS", "USV"), "kVA", "peak / power factor", figures=("ups_power_factor",),
        of=("facility.peak_power_kw",),
    ),
    "facility.circuit_kw": Rule(
        text("one circuit", "ein Stromkreis"), "kW", "volt · amps; three phases: √3 · line voltage · amps",
        questions=("site.feed",),
    ),
    "facility.circuits": Rule(
        text("circuits", "Stromkreise"), "", "servers below the continuous share of the circuits",
        figures=("site.circuit_continuous_share",), of=("facility.circuit_kw",), server=("max_power_kw",),
        machines=True,
    ),
    "facility.racks": Rule(
        text("racks", "Racks"), "", "ceil(machines / min(servers by height, servers by power limit))",
        figures=("rack_units_usable", "site.rack_kw_air"), questions=("site.rack_kw",),
        server=("rack_units", "max_power_kw"), machines=True,
    ),
    "facility.weight_kg": Rule(
        text("weight", "Gewicht"), "kg", "machines · weight", server=("weight_kg",), machines=True
    ),
    "facility.noise_dba": Rule(text("noise of one machine", "Lärm je Maschine"), "dB(A)", "", server=("noise_dba",)),
    "facility.depth_mm": Rule(text("depth", "Tiefe"), "mm", "", server=("depth_mm",)),
    "facility.inlet_max_c": Rule(text("highest inlet temperature", "höchste Zulufttemperatur"), "°C", "",
                                 server=("inlet_max_c",)),
}  # fmt: skip

PART_RULES: dict[str, Rule] = {
    "adapter": Rule(
        text("adapters", "Netzwerkadapter"), "", "one where the server's own link is slower than needed",
        of=("network.frontend_gbit_s", "network.internode_gbit_s"), server=("frontend_gbit_s", "fabric_gbit_s"),
    ),
    "cable": Rule(
        text("cables", "Kabel"), "", "ports of one server; between two levels of switches once more",
        of=("network.frontend_ports", "network.fabric_ports"), machines=True,
    ),
    "switch": Rule(
        text("switches", "Switches"), "", "switches", of=("network.frontend_switches", "network.fabric_switches"),
    ),
    "storage": Rule(
        text("storage", "Datenspeicher"), "",
        "ceil(what is missing in the server, or the capacity tier with redundancy / capacity of the part)",
        figures=("capacity_redundancy",), server=("nvme_tb",),
        of=("storage.nvme_tb_per_node", "storage.capacity_tb", "storage.shared_tb"),
    ),
}  # fmt: skip
