"""The names that people read for throws, and for the windows in which standing orders can be left."""

from ...common.show.names import COUNTS as SHARED_COUNTS
from ...common.show.names import POSITIVES
from ...common.show.names import THROWS as SHARED

THROWS: dict[str, str] = SHARED | {
    "bonus": "Bonus die",
    "breakoff": "Breaking off",
    "escape": "Where the Team escapes to",
    "gather": "Where the Team gathers",
    "netrun": "NET Run",
    "nexus": "Where the Nexus lies",
    "revert": "An Installation turns back",
}
COUNTS: dict[str, tuple[str, ...]] = SHARED_COUNTS | dict.fromkeys(
    ("bonus", "enhanced_move", "netrun", "objective", "recruit", "repair"), POSITIVES
)
WINDOWS = {"action": "special actions", "breakoff": "breaking off"}
