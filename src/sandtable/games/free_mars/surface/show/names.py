"""What people read for throws, and for the windows in which standing orders can be left."""

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
WINDOWS = {"action": "special actions", "breakoff": "breaking off"}
