"""The engine: answers in, result out. Names load on first use, so that import stays cheap."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wizard.engine.evaluation import Evaluation, evaluate

__all__ = ["Evaluation", "evaluate"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module("wizard.engine.evaluation"), name)
