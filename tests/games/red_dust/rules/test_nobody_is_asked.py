"""Where all pieces or spaces have to be taken, nobody is asked which: every answer would come to the same."""

from __future__ import annotations

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RED_DUST
from sandtable.games.red_dust.printed.pieces import CORP_FORCES, RD_FORCES, REBEL_FORCES, SPECOPS, UNITS
from sandtable.games.red_dust.rules.earthgov import send
from sandtable.games.red_dust.rules.operations.attack import ATTACK_REMOVE
from sandtable.games.red_dust.rules.placing import remove_forces
from sandtable.games.red_dust.rules.special_activities.coordinate import coordinate
from sandtable.games.red_dust.state import Action, Mars, Op

from ..event_kit import shaded, unshaded
from ..kit import Played, at, mars, n, operation, play


def taken(s: Mars, number: int, kinds: tuple[int, ...], answers: str = "") -> Played:
    """So many pieces of these kinds must go from Gandhi."""
    return play(s, remove_forces(s, CORPORATIONS, n("gandhi"), number, kinds, ATTACK_REMOVE), answers)


def test_units_of_all_kinds_that_all_go() -> None:
    """4.6 Three of three go; of four somebody chooses."""
    pieces = {"mg_troop": 1, "security": 1, "rd_rebel": 1}
    s = mars({"gandhi": pieces})
    assert not taken(s, 3, UNITS).asked
    assert not any(at(s, "gandhi", piece) for piece in pieces)
    s = mars({"gandhi": {**pieces, "cr_rebel": 1}})
    assert taken(s, 3, UNITS, "mg_troop security rd_rebel").asked


def test_a_base_goes_after_its_units_without_a_question() -> None:
    """4.5 Bases last: the Rebels and then their Base, all of which have to go."""
    s = mars({"gandhi": {"rd_rebel": 1, "active_rd_rebel": 1, "rd_base": 1}})
    assert not taken(s, 3, RD_FORCES).asked
    assert s.forces(n("gandhi")) == 0


def test_a_base_that_others_protect_does_not_count() -> None:
    """4.5 The SpecOps stay and protect the Base, so the Security and the Active SpecOps are all there is to remove."""
    s = mars({"gandhi": {"security": 1, "active_specops": 1, "specops": 1, "corp_base": 1}})
    kinds = tuple(kind for kind in CORP_FORCES if kind != SPECOPS)
    assert not taken(s, 2, kinds).asked
    assert [at(s, "gandhi", it) for it in ("security", "active_specops", "corp_base")] == [0, 0, 1]


def test_a_base_that_could_go_instead_leaves_a_choice() -> None:
    """4.5 Two of three: the RD Rebel and then its Base, or the RD Rebel and the lone CR Base."""
    s = mars({"gandhi": {"rd_rebel": 1, "rd_base": 1, "cr_base": 1}})
    assert taken(s, 2, REBEL_FORCES, "rd_rebel rd_base").asked


def test_an_event_that_removes_all_rebels() -> None:
    """37 unshaded: three and three, and there are no more, Hidden and Active ones in two spaces."""
    s = mars(
        {"gandhi": {"rd_rebel": 2, "active_rd_rebel": 1}, "marth": {"cr_rebel": 1, "active_cr_rebel": 2}}
    )
    assert not unshaded(s, 37, MARS_GOV).asked
    assert s.forces(n("gandhi")) == s.forces(n("marth")) == 0


def test_spaces_that_all_shift() -> None:
    """42 shaded: two spaces with EG Troops, and both shift."""
    s = mars({"gandhi": {"eg_troop": 1}, "sharma": {"eg_troop": 1}})
    assert not shaded(s, 42, RED_DUST).asked
    assert (s.alignment[n("gandhi")], s.alignment[n("sharma")]) == (-1, -1)


def test_two_rebels_make_way_for_a_base() -> None:
    """16.6 The Hidden and the Active one; with a third somebody chooses."""
    s = mars({"radau": {"rd_rebel": 1, "active_rd_rebel": 1}})
    played = operation(s, RED_DUST, Op.RALLY, "rally:radau rally_way:base done done", free=True)
    assert not played.was_asked("rally_base")
    assert (at(s, "radau", "rd_base"), s.forces(n("radau"))) == (1, 1)


def test_two_cubes_that_coordinate_removes() -> None:
    """17.8 Two cubes go, and there are two."""
    s = mars({"gandhi": {"rd_rebel": 1, "security": 1, "mg_troop": 1}}, alignment={"gandhi": -2})
    played = play(s, coordinate(s, Action()), "remove")
    assert not played.was_asked("coordinate_cube")
    assert s.forces(n("gandhi")) == 1


def test_the_rest_of_the_cyclers_load() -> None:
    """13.1 Five of nine: when four EG Troops stay behind, all the others have to go."""
    s = mars({"earth": {"eg_troop": 5, "security": 2, "satellite": 1, "specops": 1}})
    played = play(s, send(s, CORPORATIONS, 5), "eg_troop/1")
    assert len(played.asked) == 1
    assert [at(s, "transit", it) for it in ("eg_troop", "security", "satellite", "specops")] == [1, 2, 1, 1]
