"""Fifteen real public requests as the command line takes them: what they state and nothing else."""

# Addresses stand beside each request; what is not stated stays a default of the questionnaire.

FIVE_PEOPLE_128K = [
    # https://github.com/vllm-project/vllm/issues/12400 (2025-01-24): five people, 8 bit, full window of 128k tokens.
    "--lang", "en", "--workload",
    "kind=llm_chat,model_ref=Llama-3.3-70B-Instruct,weight_format=int8,users_total=5,context_max=131072",
]  # fmt: skip
EIGHT_A800 = [
    # https://github.com/vllm-project/vllm/issues/7325 (2024-08-09): one server with eight A800, as much as possible.
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=A800-SXM-80GB; count=8",
    "--workload", "kind=llm_chat,model_ref=Qwen/Qwen2-7B-Instruct",
]  # fmt: skip
HUNDRED_AT_ONCE = [
    # https://github.com/h2oai/h2ogpt/issues/997 (2023-10-25): how many A100 80 GB for 100 requests at once?
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=A100-80GB; count=1", "--workload",
    "kind=llm_rag,model_ref=Llama-2-13b-chat,weight_format=bf16,context_max=4096,inflight_peak=100",
]  # fmt: skip
ONE_48_GB_CARD = [
    # https://github.com/ollama/ollama/pull/3418 (2024-05-24): one card of 48 GB and 300 W, ten requests at once.
    "--lang", "en", "--set", "hw.has_gpu=workstation", "--set", "hw.nodes=gpu=RTX-A6000-48GB; count=1",
    "--set", "ops.serving_stack=ollama", "--workload",
    "kind=llm_chat,model_ref=meta-llama/Llama-3.1-8B-Instruct,weight_format=int4,inflight_peak=10",
]  # fmt: skip
TEAM_WITHOUT_GPU = [
    # https://github.com/ollama/ollama/issues/2793 (2024-02-27): 12 cores, 48 GB, no GPU, a team.
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=cpu_cores=12; ram_gb=48",
    "--set", "ops.serving_stack=ollama", "--workload",
    "kind=llm_chat,model_ref=mistralai/Mixtral-8x7B-Instruct-v0.1,weight_format=int4",
]  # fmt: skip
TWO_A100 = [
    # https://github.com/huggingface/text-generation-inference/issues/734 (2023-07-28): weights fit, memory runs out.
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=A100-80GB; count=2",
    "--workload", "kind=llm_chat,model_ref=Llama-2-70b-chat,weight_format=bf16",
]  # fmt: skip
THREE_FINE_TUNINGS = [
    # https://github.com/jondurbin/airoboros/issues/14 (2023-08-03): 7B and 13B in full, 70B with QLoRA.
    "--lang", "en", "--workload", "kind=ft_full,model_ref=Llama-2-7b-chat",
    "--workload", "kind=ft_full,model_ref=Llama-2-13b-chat",
    "--workload", "kind=ft_peft,model_ref=Llama-2-70b-chat,method=qlora",
]  # fmt: skip
FULL_70B_ON_EIGHT = [
    # https://github.com/epfLLM/Megatron-LLM/issues/52 (2023-08-28): are eight A100 80 GB enough?
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=A100-80GB; count=8",
    "--workload", "kind=ft_full,model_ref=Llama-2-70b-chat",
]  # fmt: skip
PRETRAIN_130B = [
    # https://github.com/zai-org/GLM-130B/issues/75 (2023-02-02): 96 servers with eight A100 40 GB, 400 billion tokens.
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=A100-SXM-40GB; count=768",
    "--workload", "kind=pretrain,model_ref=custom,params_total_b=130,train_tokens=400e9,epochs=1",
]  # fmt: skip
R1_ON_H20 = [
    # https://github.com/deepseek-ai/DeepSeek-R1/issues/276 (2025-02): FP8 on eight H20, 16k tokens in.
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=H20-96GB; count=8",
    "--workload", "kind=llm_chat,model_ref=deepseek-ai/DeepSeek-R1,weight_format=fp8,tokens_in=16384",
]  # fmt: skip
R1_ON_H200 = [
    # https://github.com/SemiAnalysisAI/InferenceX/issues/870 (2026-03-05): FP8, 1,024 in and out, 32 at once.
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=H200-SXM-141GB; count=8",
    "--workload",
    "kind=llm_chat,model_ref=deepseek-ai/DeepSeek-R1,weight_format=fp8,tokens_in=1024,tokens_out=1024,inflight_peak=32",
]  # fmt: skip
LIVE_SPEECH = [
    # https://github.com/collabora/WhisperLive/issues/295 (2024-11-13): live speech for many at once.
    "--lang", "en", "--set", "hw.has_gpu=workstation", "--set", "hw.nodes=gpu=RTX-4090-24GB; count=1",
    "--workload", "kind=asr,model_ref=whisper-small,items_rate=unit=audio_min; streams=36",
]  # fmt: skip
IMAGES_ON_L4 = [
    # https://github.com/luxonis/datadreamer/pull/34 (2024-02-20): SDXL on one L4.
    "--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=L4-24GB; count=1",
    "--workload", "kind=image_gen,model_ref=SDXL",
]  # fmt: skip
STATED = "gpu_hours=8800000; gpu=H100-SXM-80GB; flops=3.133e25"
TENDER_100B = [
    # Leibniz Universität Hannover, tender 2411059 (2025): 100 billion parameters, 12 trillion tokens, until 2026-06-30.
    "--lang", "de", "--set", "client.sector=research", "--set", "client.country=DE", "--set", "con.regimes=tender",
    "--set", "project.horizon_months=12", "--workload",
    "kind=pretrain,model_ref=custom,params_total_b=100,train_tokens=12e12,epochs=1,stated_compute=" + STATED,
]  # fmt: skip
AUTHORITY = [
    # https://www.dtvp.de, notice CXP4Y9PMRP2 (2025-12): police authority, one training server on its own premises.
    "--lang", "de", "--set", "client.sector=public", "--set", "con.residency=onprem",
    "--set", "con.regimes=gdpr", "--set", "site.place=server_room", "--workload", "kind=ft_peft",
]  # fmt: skip

REQUESTS = {
    "s01": FIVE_PEOPLE_128K,
    "s02": EIGHT_A800,
    "s03": HUNDRED_AT_ONCE,
    "s04": ONE_48_GB_CARD,
    "s05": TEAM_WITHOUT_GPU,
    "s06": TWO_A100,
    "s07": THREE_FINE_TUNINGS,
    "s08": FULL_70B_ON_EIGHT,
    "s09": PRETRAIN_130B,
    "s10": R1_ON_H20,
    "s11": R1_ON_H200,
    "s12": LIVE_SPEECH,
    "s13": IMAGES_ON_L4,
    "s14": TENDER_100B,
    "s15": AUTHORITY,
}
