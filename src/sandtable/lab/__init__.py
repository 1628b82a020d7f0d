"""The lab: many games at once, and what they show.

`play`, `simulate` and `prove` come with every installation. Runs, with results in files, need the extra `lab`:
`pip install 'sandtable-wargames[lab]'`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sandtable import __distribution__
from sandtable.engine import SandtableError

from .match import play
from .plan import Keep, RunPlan
from .proof import Proof, prove
from .report import GameError, Report, Share, TopicUse, wilson
from .result import Result
from .simulation import Simulation, simulate

if TYPE_CHECKING:
    from .data import RunData
    from .data import open_run as open
    from .meaning.compare import Comparison, compare
    from .meaning.findings import Findings, findings
    from .meaning.ladder import Ladder, ladder
    from .meaning.page import write_report
    from .runner import run

#: What needs the extra, and where it is: nothing of it is imported before somebody asks.
_EXTRA = {
    "Comparison": "meaning.compare:Comparison",
    "Findings": "meaning.findings:Findings",
    "Ladder": "meaning.ladder:Ladder",
    "RunData": "data:RunData",
    "compare": "meaning.compare:compare",
    "findings": "meaning.findings:findings",
    "ladder": "meaning.ladder:ladder",
    "open": "data:open_run",
    "run": "runner:run",
    "write_report": "meaning.page:write_report",
}


def __getattr__(name: str) -> Any:
    if name not in _EXTRA:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, wanted = _EXTRA[name].partition(":")
    try:
        return getattr(import_module(f".{module}", __name__), wanted)
    except ModuleNotFoundError as error:
        raise SandtableError(
            f"The lab needs the package {error.name!r}: pip install '{__distribution__}[lab]' brings all it needs."
        ) from None


__all__ = [
    "Comparison",
    "Findings",
    "GameError",
    "Keep",
    "Ladder",
    "Proof",
    "Report",
    "Result",
    "RunData",
    "RunPlan",
    "Share",
    "Simulation",
    "TopicUse",
    "compare",
    "findings",
    "ladder",
    "open",
    "play",
    "prove",
    "run",
    "simulate",
    "wilson",
    "write_report",
]
