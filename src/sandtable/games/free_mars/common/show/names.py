"""What people read for the throws that both games make."""

THROWS: dict[str, str] = {
    "combined": "Combined action",
    "edge": "Tactical Edge, you against the OPFOR",
    "fire": "You fire",
    "net check": "NET check",
    "opfor": "OPFOR units drawn",
    "opfor fire": "The OPFOR fires",
}
