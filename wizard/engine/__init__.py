"""The engine: answers in, result out, every number explained. Names load on first use, so that import stays cheap."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wizard.engine.evaluation import Evaluation, evaluate
    from wizard.engine.explanation import explain

__all__ = ["Evaluation", "evaluate", "explain"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from importlib import import_module

    module = import_module(f"wizard.engine.{'explanation' if name == 'explain' else 'evaluation'}")
    return getattr(module, name)
