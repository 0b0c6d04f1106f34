"""How fast one configuration is predicted: the search tries hundreds of them."""

from _measure import show, timed
from wizard.catalogs.find import find_accelerator, find_model
from wizard.catalogs.load import load_catalog
from wizard.domain.workload import Deployment
from wizard.sizing.predict import predict

if __name__ == "__main__":
    catalog = load_catalog()
    accelerator = find_accelerator(catalog, "H100-SXM-80GB")
    deployment = Deployment(accelerator=accelerator.id)
    for ref in ("Llama-3.1-8B", "Mixtral-8x7B", "DeepSeek-V3"):
        model = find_model(catalog, ref).architecture
        samples = timed(
            lambda m=model: predict(
                m, accelerator, deployment, input_tokens=1024, output_tokens=256, facts=catalog.figures, concurrency=16
            ),
            50,
        )
        show(f"predict {ref}", samples)
