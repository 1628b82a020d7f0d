"""The names that people read for the throws that both games make."""

#: What dice count, for each number of their reading.
POSITIVES = ("Positive", "Burnout")
COUNTS: dict[str, tuple[str, ...]] = {
    "challenge": POSITIVES,
    "combined": POSITIVES,
    "fire": ("hit",),
    "opfor fire": ("hit",),
}
THROWS: dict[str, str] = {
    "combined": "Combined action",
    "edge": "Tactical Edge, you against the OPFOR",
    "fire": "You fire",
    "net check": "NET check",
    "opfor": "OPFOR units drawn",
    "opfor fire": "The OPFOR fires",
}
