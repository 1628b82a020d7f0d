"""What people read for the throws of both games and for the windows of Surface Combat."""

THROWS = {
    "bonus": "Bonus die",
    "break off": "Breaking off",
    "breakoff": "Breaking off",
    "combined": "Combined action",
    "edge": "Tactical Edge, you against the OPFOR",
    "escape": "Where the team escapes to",
    "fire": "You fire",
    "gather": "Where the team gathers",
    "net check": "NET check",
    "net dice": "NET dice",
    "net_run": "NET Run",
    "netrun": "NET Run",
    "nexus": "Where the Nexus lies",
    "opfor": "OPFOR units drawn",
    "opfor fire": "The OPFOR fires",
    "random location": "A place by chance",
    "revert": "An Installation turns back",
    "special objective": "The special objective",
    "swarm side": "Which side of each Swarm is up",
}

WINDOWS = {"action": "special actions", "breakoff": "breaking off"}
