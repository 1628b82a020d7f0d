"""3 Factions, spaces and tracks as the rules number them. What the board prints for a space comes from the pack."""

from __future__ import annotations

#: The four seats, EarthGov, and the COIN side, which Controls spaces together.
MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS, EARTH_GOV, COIN = range(6)
NOBODY = -1

_ON_MARS = (
    "ascraeus_mons",
    "tharsis_tholus",
    "noctis_labyrinthus",
    "sinai_planum",
    "daedalia_planum",
    "arsia_mons",
    "europa",
    "tenzing",
    "pavonis_mons",
    "syria_planum",
    "tereshkova",
    "shepard",
    "new_cordoba",
    "rutherford",
    "radau",
    "trouvelot",
    "marth",
    "shenzhou",
    "alpheus_colles",
    "coronae_montes",
    "hellas_chaos",
    "gandhi",
    "sharma",
    "wilderness",
)
OFF_MARS = ("phobos", "transit", "earth", "orbit", "available", "casualties", "out_of_game")
MARS = len(_ON_MARS)
#: The spaces of Mars come first, then the ones off Mars, then the boxes beside the map.
PHOBOS, TRANSIT, EARTH, ORBIT, AVAILABLE, CASUALTIES, OUT_OF_GAME = range(MARS, MARS + 7)
PLACES = MARS + 7
SPACE_IDS = (*_ON_MARS, *OFF_MARS)
NUMBER_OF = {space: number for number, space in enumerate(SPACE_IDS)}
ON_MARS = tuple(range(MARS))
#: "Space" in a rule or on a card: the spaces of Mars and Phobos.
SPACES = (*ON_MARS, PHOBOS)

# Spaces that cards and rules name.
WILDERNESS = NUMBER_OF["wilderness"]
EUROPA, TENZING = NUMBER_OF["europa"], NUMBER_OF["tenzing"]
TERESHKOVA, SHEPARD = NUMBER_OF["tereshkova"], NUMBER_OF["shepard"]
NEW_CORDOBA, SHENZHOU = NUMBER_OF["new_cordoba"], NUMBER_OF["shenzhou"]
GANDHI, SHARMA = NUMBER_OF["gandhi"], NUMBER_OF["sharma"]

STORM_MARKERS = 6
#: 8.1 The confidence track runs from 0 to here.
HIGHEST_LEVEL = 8
FLASHPOINT = 5
EDGE_TRACK = 50
