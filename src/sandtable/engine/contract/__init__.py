"""The contract suite: what every game promises, proved over seeded random games at every decision.

A game's tests make one call::

    from sandtable.engine.contract import check_contract

    def test_contract() -> None:
        check_contract(GAME, bot=lambda seed: make_bot("search:30", seed))

A broken promise raises `ContractBroken`, which says which promise, where, and in which journal to look.
"""

from .checker import Checked, ContractBroken
from .leaks import LEAKS, TURN_LEAKS, check_planted_leaks, planted
from .source import forgotten_yields, modules_of
from .suite import check_contract

__all__ = [
    "LEAKS",
    "TURN_LEAKS",
    "Checked",
    "ContractBroken",
    "check_contract",
    "check_planted_leaks",
    "forgotten_yields",
    "modules_of",
    "planted",
]
