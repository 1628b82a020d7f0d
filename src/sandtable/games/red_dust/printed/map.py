"""3 The map. What is printed on the board: spaces, squares, borders, Maglev lines, Storm dice, tracks."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine import Names

#: The four seats, EarthGov, and the COIN side, which Controls spaces together.
MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS, EARTH_GOV, COIN = range(6)
NOBODY = -1


class Printed(NamedTuple):
    """A space as the board prints it."""

    id: str
    name: str
    terrain: str
    #: 3.2 Squares printed populated (green) and unpopulated (gray).
    green: int
    gray: int
    #: 9.1 The white and the black dice that send a Storm here.
    storm: str
    borders: str


#: Noctis Labyrinthus does not reach the edge of its Sector, so it does not border the Wilderness (ruling 32).
_MARS = (
    Printed(
        "ascraeus_mons",
        "Ascraeus Mons",
        "desert",
        1,
        1,
        "3 1",
        "arsia_mons europa noctis_labyrinthus pavonis_mons tharsis_tholus wilderness",
    ),
    Printed(
        "tharsis_tholus",
        "Tharsis Tholus",
        "desert",
        1,
        1,
        "3 2",
        "ascraeus_mons noctis_labyrinthus sinai_planum wilderness",
    ),
    Printed(
        "noctis_labyrinthus",
        "Noctis Labyrinthus",
        "desert",
        1,
        1,
        "3 3",
        "ascraeus_mons daedalia_planum europa pavonis_mons shepard sinai_planum syria_planum tereshkova tharsis_tholus",
    ),
    Printed(
        "sinai_planum",
        "Sinai Planum",
        "desert",
        1,
        1,
        "3 4",
        "daedalia_planum noctis_labyrinthus tharsis_tholus wilderness",
    ),
    Printed(
        "daedalia_planum",
        "Daedalia Planum",
        "desert",
        1,
        1,
        "3 5",
        "arsia_mons noctis_labyrinthus shepard sinai_planum syria_planum wilderness",
    ),
    Printed(
        "arsia_mons",
        "Arsia Mons",
        "desert",
        1,
        1,
        "3 6",
        "ascraeus_mons daedalia_planum pavonis_mons syria_planum tenzing wilderness",
    ),
    Printed("europa", "Europa", "labyrinth", 2, 2, "4 1", "ascraeus_mons noctis_labyrinthus pavonis_mons"),
    Printed("tenzing", "Tenzing", "labyrinth", 3, 1, "4 2", "arsia_mons pavonis_mons syria_planum"),
    Printed(
        "pavonis_mons",
        "Pavonis Mons",
        "desert",
        1,
        1,
        "4 3",
        "arsia_mons ascraeus_mons europa noctis_labyrinthus syria_planum tenzing tereshkova",
    ),
    Printed(
        "syria_planum",
        "Syria Planum",
        "desert",
        1,
        1,
        "4 4",
        "arsia_mons daedalia_planum noctis_labyrinthus pavonis_mons shepard tenzing tereshkova",
    ),
    Printed(
        "tereshkova", "Tereshkova", "labyrinth", 2, 2, "4 5", "noctis_labyrinthus pavonis_mons syria_planum"
    ),
    Printed(
        "shepard", "Shepard", "labyrinth", 2, 2, "4 6", "daedalia_planum noctis_labyrinthus syria_planum"
    ),
    Printed("new_cordoba", "New Córdoba", "labyrinth", 2, 2, "12 1", "rutherford trouvelot"),
    Printed(
        "rutherford", "Rutherford", "desert", 1, 1, "12 2", "marth new_cordoba radau trouvelot wilderness"
    ),
    Printed("radau", "Radau", "desert", 1, 1, "12 3", "marth rutherford wilderness"),
    Printed(
        "trouvelot", "Trouvelot", "desert", 1, 1, "12 4", "marth new_cordoba rutherford shenzhou wilderness"
    ),
    Printed("marth", "Marth", "desert", 1, 1, "12 5", "radau rutherford shenzhou trouvelot wilderness"),
    Printed("shenzhou", "Shenzhou", "labyrinth", 3, 1, "12 6", "marth trouvelot"),
    Printed(
        "alpheus_colles", "Alpheus Colles", "desert", 1, 1, "56 1", "coronae_montes hellas_chaos wilderness"
    ),
    Printed(
        "coronae_montes",
        "Coronae Montes",
        "desert",
        1,
        1,
        "56 2",
        "alpheus_colles gandhi hellas_chaos sharma wilderness",
    ),
    Printed(
        "hellas_chaos",
        "Hellas Chaos",
        "desert",
        1,
        1,
        "56 34",
        "alpheus_colles coronae_montes sharma wilderness",
    ),
    Printed("gandhi", "Gandhi", "labyrinth", 2, 2, "56 5", "coronae_montes sharma"),
    Printed("sharma", "Sharma", "labyrinth", 2, 2, "56 6", "coronae_montes gandhi hellas_chaos"),
    Printed(
        "wilderness",
        "The Wilderness",
        "desert",
        0,
        0,
        "",
        "alpheus_colles arsia_mons ascraeus_mons coronae_montes daedalia_planum hellas_chaos marth radau rutherford sinai_planum tharsis_tholus trouvelot",
    ),
)

MARS = len(_MARS)
#: The spaces of Mars come first, then the ones off Mars, then the boxes beside the map.
PHOBOS, TRANSIT, EARTH, ORBIT, AVAILABLE, CASUALTIES, OUT_OF_GAME = range(MARS, MARS + 7)
PLACES = MARS + 7
OFF_MARS = ("phobos", "transit", "earth", "orbit", "available", "casualties", "out_of_game")

SPACE_IDS = (*(space.id for space in _MARS), *OFF_MARS)
SPACE_NAMES = (
    *(space.name for space in _MARS),
    *(place.replace("_", " ").capitalize() for place in OFF_MARS),
)
SPACE = Names(SPACE_IDS, SPACE_NAMES)
NUMBER_OF = {space: number for number, space in enumerate(SPACE_IDS)}

WILDERNESS = NUMBER_OF["wilderness"]
EUROPA, TENZING = NUMBER_OF["europa"], NUMBER_OF["tenzing"]
TERESHKOVA, SHEPARD = NUMBER_OF["tereshkova"], NUMBER_OF["shepard"]
NEW_CORDOBA, SHENZHOU = NUMBER_OF["new_cordoba"], NUMBER_OF["shenzhou"]
GANDHI, SHARMA = NUMBER_OF["gandhi"], NUMBER_OF["sharma"]

IS_LABYRINTH = (*(space.terrain == "labyrinth" for space in _MARS), True)
ON_MARS = tuple(range(MARS))
#: "Space" in a rule or on a card: the spaces of Mars and Phobos.
SPACES = (*ON_MARS, PHOBOS)
DESERTS = tuple(space for space in ON_MARS if not IS_LABYRINTH[space])
#: Labyrinths of Mars; Phobos is one too (ruling 28), where a rule does not say "on Mars".
LABYRINTHS = tuple(space for space in ON_MARS if IS_LABYRINTH[space])
GREEN = (*(space.green for space in _MARS), 0)
GRAY = (*(space.gray for space in _MARS), 0)
#: 4.1 Bases a space has room for.
BASE_LIMIT = (*(6 if space == WILDERNESS else 2 for space in ON_MARS), 0)
ADJACENT = (*(tuple(NUMBER_OF[other] for other in space.borders.split()) for space in _MARS), ())
IS_ADJACENT = tuple(tuple(other in ADJACENT[space] for other in range(MARS + 1)) for space in SPACES)


class Maglev(NamedTuple):
    """3.4 A Maglev line: the Labyrinths at its ends, and every space it touches."""

    id: str
    ends: tuple[int, int]
    touches: tuple[int, ...]


def _line(name: str, first: str, second: str, deserts: str) -> Maglev:
    ends = NUMBER_OF[first], NUMBER_OF[second]
    return Maglev(name, ends, (*ends, *(NUMBER_OF[desert] for desert in deserts.split())))


MAGLEVS = (
    _line("europa_tenzing", "europa", "tenzing", "arsia_mons ascraeus_mons pavonis_mons"),
    _line("tenzing_shepard", "tenzing", "shepard", "arsia_mons daedalia_planum syria_planum"),
    _line("shepard_tereshkova", "shepard", "tereshkova", "noctis_labyrinthus syria_planum"),
    _line("new_cordoba_shenzhou", "new_cordoba", "shenzhou", "marth rutherford trouvelot"),
    _line("rodgers_line", "europa", "tereshkova", "noctis_labyrinthus pavonis_mons"),
)
#: Closed until Event 14 opens it.
RODGERS_LINE = 4
MAGLEV = Names(
    [line.id for line in MAGLEVS],
    [
        "Rodgers Line" if line.id == "rodgers_line" else "–".join(SPACE_NAMES[end] for end in line.ends)
        for line in MAGLEVS
    ],
)

#: 9.1 Where a Storm roll sends a Storm, by white and black die.
STORM_AT = {
    (int(white), int(black)): number
    for number, space in enumerate(_MARS)
    if space.storm
    for white in space.storm.split()[0]
    for black in space.storm.split()[1]
}
STORM_MARKERS = 6


class Level(NamedTuple):
    """8.1 A box of the confidence track: its value, who is Controller, what each Flashpoint Round adds to Earth."""

    value: int
    controller: int
    troops: int
    supply: int
    population: int


CONFIDENCE = (
    Level(0, NOBODY, 0, 0, 0),
    Level(0, CORPORATIONS, 6, 1, 0),
    Level(1, CORPORATIONS, 6, 1, 0),
    Level(1, CORPORATIONS, 4, 1, 1),
    Level(2, CORPORATIONS, 4, 2, 1),
    Level(4, CORPORATIONS, 3, 2, 1),
    Level(6, MARS_GOV, 2, 2, 2),
    Level(8, MARS_GOV, 1, 3, 2),
    Level(10, MARS_GOV, 0, 3, 3),
)
HIGHEST_LEVEL = len(CONFIDENCE) - 1
FLASHPOINT = 5
EDGE_TRACK = 50
