"""Environments to train in, for PettingZoo, Gymnasium and OpenSpiel; `pip install "sandtable[learn]"` brings what they need.

`sandtable.learn.spiel` registers the games with OpenSpiel when it is imported.
"""

from sandtable.engine import SandtableError

try:
    from .aec import SandtableAEC
    from .episode import Episode, Rulebook
    from .observation import Observer
    from .seat import SandtableEnv
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.startswith("sandtable"):
        raise
    raise SandtableError(
        f'Training needs the package {missing.name}: pip install "sandtable[learn]" brings it.'
    ) from None

__all__ = ["Episode", "Observer", "Rulebook", "SandtableAEC", "SandtableEnv"]
