"""The rule behind each fleet number: formula, and what stands in it. Names are the fields of ``Fleet``."""

from wizard.domain.language import text
from wizard.engine.host_rule import Rule
from wizard.engine.host_rules_lists import LIST_RULES
from wizard.engine.host_rules_room import ROOM_RULES

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
    "host.ram_vram_gb": Rule(
        text("all GPU memory of one machine", "aller GPU-Speicher einer Maschine"), "GB",
        "accelerators · memory · factor", figures=("host_ram_per_vram",), machines=True,
    ),
    "host.ram_cache_gb": Rule(
        text("what main memory holds at once", "was der Arbeitsspeicher zugleich hält"), "GB",
        "system + buffers of the loaders while training + one copy of each model + vector store + offloaded states",
        figures=("host_ram_base_gb", "loader_gb"), questions=("ops.model_loading",), files=True,
        of=("storage.vector_store_tb", "host.workers_per_gpu", "host.ram_offload_gb"), machines=True,
    ),
    "host.ram_offload_gb": Rule(
        text("training states in main memory", "Trainingszustände im Arbeitsspeicher"), "GB",
        "(optimizer + gradients, with weights where they wait there too) of a run · buffers · its share on a machine; "
        "0: the recipe keeps none there", figures=("offload_buffers",), runs=True,
    ),
    "host.numa_nodes": Rule(
        text("memory domains (NUMA) of one machine", "Speicherbereiche (NUMA) je Maschine"), "",
        "sockets of the processor above · domains a socket", figures=("host_sockets:form", "numa_per_socket"),
        own_only=True,
    ),
    "host.gpus_per_numa_node": Rule(
        text("accelerators a memory domain", "Beschleuniger je Speicherbereich"), "", "accelerators / domains",
        machines=True, of=("host.numa_nodes",), own_only=True,
    ),
    "host.host_link_gb_s": Rule(
        text("main memory to one accelerator", "Arbeitsspeicher zu einem Beschleuniger"), "GB/s",
        "peak of 16 PCIe lanes of the card's generation (5.0: 64 GB/s) · reached share", figures=("pcie_reached",),
        own_only=True,
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
    "storage.backup_tb": Rule(
        text("backup", "Sicherung"), "TB", "(data + model files + vector store) · generations",
        figures=("backup_generations",),
        of=("storage.training_data_tb", "storage.model_files_tb", "storage.vector_store_tb"),
    ),
    "storage.archive_tb": Rule(
        text("archive", "Archiv"), "TB", "logs + trained weights of a run · runs a month · months",
        figures=("archive_months",), of=("storage.logs_tb",), runs=True,
    ),
    "storage.write_gb_s": Rule(
        text("write rate needed for checkpoints", "nötige Schreibrate für Checkpoints"), "GB/s",
        "sum over training workloads of checkpoint / (interval · accepted share of the time)",
        figures=("ckpt_stall_limit_pct",), runs=True,
    ),
    "storage.read_available_gb_s": Rule(
        text("read rate of the storage", "Leserate des Datenspeichers"), "GB/s",
        "machines · read rate of one machine: measured, else usual for the kind of storage",
        figures=("storage_read_gb_s:tier",), questions=("data.storage_tier", "data.read_gb_per_s"), machines=True,
    ),
    "storage.iops_available": Rule(
        text("file accesses of the storage", "Dateizugriffe des Datenspeichers"), "1/s",
        "machines · random reads a second of one machine by the kind of storage", figures=("storage_iops:tier",),
        questions=("data.storage_tier",), machines=True,
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
    "network.internode_needed_gbit_s": Rule(
        text("exchange between machines, of one machine", "Austausch zwischen Maschinen, je Maschine"), "Gbit/s",
        "largest need of a group towards other machines · groups side by side in a machine · 8",
        figures=("overlap_time_share", "link_reached"), exchange=True, machines=True,
    ),
    "network.storage_gbit_s": Rule(
        text("one machine to storage outside of it", "je Maschine zu Datenspeicher außerhalb"), "Gbit/s",
        "(reading + checkpoints within the accepted share of the time) of runs over several machines · 8 / machines",
        figures=("ckpt_stall_limit_pct",), runs=True, machines=True,
    ),
    "network.management_ports": Rule(
        text("ports for remote control", "Anschlüsse für die Fernwartung"), "", "machines · ports",
        figures=("management_ports_per_node",), machines=True,
    ),
    "network.cables": Rule(
        text("cables", "Kabel"), "", "ports to users + management + fabric, those of the fabric twice with spines",
        of=("network.frontend_ports", "network.management_ports", "network.fabric_ports", "network.fabric_switches"),
    ),
    **ROOM_RULES,
    **LIST_RULES,
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
