"""The log lets a reader reconstruct every number: tracks, Earth and Transit, markers, and pieces in their places."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from sandtable.engine import Ask, Note, RandomSource, Run, Steps
from sandtable.engine.chance import Chance
from sandtable.engine.naming import NUMBER
from sandtable.engine.templates import render
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.decks import HAND
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.dust_storm import lobby_phase, reset_phase, victory_phase
from sandtable.games.red_dust.rules.earthgov import aldrin_cycler, shift_confidence
from sandtable.games.red_dust.rules.event_round import pass_turn
from sandtable.games.red_dust.rules.flashpoint import confidence_phase
from sandtable.games.red_dust.rules.operations.attack import attack_in
from sandtable.games.red_dust.rules.placing import place_base
from sandtable.games.red_dust.rules.population import drop_marker, place_damage, repair
from sandtable.games.red_dust.rules.resources import ask_transfer, return_gifts
from sandtable.games.red_dust.rules.special_activities.coordinate import coordinate
from sandtable.games.red_dust.rules.special_activities.exploit import exploit_in
from sandtable.games.red_dust.rules.special_activities.petition import petition
from sandtable.games.red_dust.rules.special_activities.public_relations import public_relations
from sandtable.games.red_dust.rules.special_activities.purify import purify
from sandtable.games.red_dust.rules.special_activities.ransack import ransack
from sandtable.games.red_dust.state import Action, Mars, Op, Phase

from ..dust_storm_kit import ready
from ..kit import Played, mars, n, operation, play
from ..ledger import Ledger

M, C, D, R = MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS


def told(s: Mars, rule: Any, answers: str = "", **given: Any) -> list[str]:
    """What a rule writes into the log; a reader who adds it up is right about every number."""
    book = Ledger(s.copy())
    return check(s, book, play(s, rule, answers, **given))


def check(s: Mars, book: Ledger, played: Played) -> list[str]:
    assert book.read(played.log).differences(s) == {}, played.log
    return played.log


# The numbers that were silent


@pytest.mark.parametrize(
    ("who", "start", "text"),
    [
        (M, 20, "Passing brings MarsGov 3 Resources."),
        (M, 49, "Passing brings MarsGov 1 Resource."),
        (D, 20, "Passing brings Red Dust 1 Resource."),
    ],
)
def test_pass_income(who: int, start: int, text: str) -> None:
    """12.4 MG +3, RD +1, and no more than the track holds."""
    s = mars(resources=(start, start, start))
    assert text in told(s, pass_turn(s, who))


def test_pass_income_beyond_the_track() -> None:
    """10, 12.4 At 50 a Pass brings nothing, and the log claims nothing."""
    s = mars(resources=(50, 50, 50))
    assert told(s, pass_turn(s, D)) == ["Red Dust: Pass."]


def test_public_relations() -> None:
    """17.4 2 Profits for each Damage Repaired, a Security for each; Red Dust loses 3 Resources, or what it has."""
    s = mars(
        {"gandhi": {"security": 3, "rd_rebel": 1}}, damage={"gandhi": 2}, displaced=4, resources=(0, 0, 2)
    )
    log = told(s, public_relations(s, Action()), "yes yes relations_house:done leave")
    assert log.count("Public Relations in Gandhi bring the Corporations 2 Profits.") == 2
    assert "Public Relations in Gandhi cost Red Dust 2 Resources." in log
    assert s.resources == [0, 4, 0]


@pytest.mark.parametrize(("activated", "rebels_lost", "profits"), [(0, 0, 19), (7, 1, 15)])
def test_petition(activated: int, rebels_lost: int, profits: int) -> None:
    """17.2 A Profit for each Supply, and 2 more if more Rebels than COIN forces were removed."""
    s = mars()
    log = told(s, petition(s, Action(who=M, activated=activated, rebels_lost=rebels_lost)))
    assert s.resources[C] == profits
    supply = 1 + activated // 3
    assert f"{supply} Supply {'is' if supply == 1 else 'are'} placed on Earth." in log
    assert f"Petition costs the Corporations {supply} Profit{'s' * (supply > 1)}." in log
    assert ("The successful Operation costs the Corporations 2 Profits more." in log) is bool(rebels_lost)


def test_campaign_where_support_is_passive() -> None:
    """16.10 Damage, EG− and 2 Profits where a CORP Base is."""
    s = mars({"europa": {"rd_rebel": 1, "corp_base": 1}}, alignment={"europa": 2}, is_eg_up=True)
    book = Ledger(s.copy())
    log = check(s, book, operation(s, D, Op.CAMPAIGN))
    assert "The Campaign in Europa costs the Corporations 2 Profits." in log


def test_rd1_says_that_the_base_is_dug_in() -> None:
    """20 RD1: new RD Bases in Deserts start Dug-In; in a Labyrinth nothing is said."""
    s = mars(campaigns=[1])
    assert told(s, place_base(s, D, n("radau")))[1:] == [
        "Construction Workers Guild (RD1): the Base in Radau is Dug-In."
    ]
    assert len(told(s, place_base(s, D, n("gandhi")))) == 1


@pytest.mark.parametrize(
    ("profits", "more"), [(5, ["Prison Labor Revolt (RD2) costs the Corporations 1 Profit."]), (0, [])]
)
def test_rd2_says_what_a_base_costs(profits: int, more: list[str]) -> None:
    """20 RD2: Profits −1 per CORP Base placed; at 0 it costs nothing."""
    s = mars(campaigns=[2], resources=(0, profits, 0))
    assert told(s, place_base(s, C, n("radau")))[1:] == more


def test_security_at_bases_and_units_for_earth() -> None:
    """16.2 What is placed on Earth, what is bought for it, what Terraforming costs, and Security bought at Bases."""
    s = mars({"gandhi": {"corp_base": 1}, "radau": {"corp_base": 1}, "marth": {"corp_base": 1}})
    book = Ledger(s.copy())
    answers = "logistics:earth stock:3/1 stock_buy:security stock_buy:specops stock_buy:done radau marth done gandhi done"
    log = check(s, book, operation(s, C, Op.LOGISTICS, answers))
    for text in (
        "1 SpecOps is placed on Earth.",
        "3 Security are placed on Earth.",
        "Corporations: Security placed on Earth for 1 Profit.",
        "Corporations: SpecOps placed on Earth for 1 Profit.",
        "The Base in Radau turns to Terraforming.",
        "Corporations: the Base in Marth turns to Terraforming for 3 Profits.",
        "Corporations: Security placed in Gandhi for 1 Profit.",
    ):
        assert text in log
    assert s.resources[C] == 20 - 2 - 3 - 1


def test_confidence_adds_to_earth() -> None:
    """13.3 Satellites return; EG Troops as far as Available, Supply and Population of the new level come to Earth."""
    s = mars({"phobos": {"eg_troop": 14}, "gandhi": {"satellite": 1}}, is_eg_up=True)
    assert told(s, confidence_phase(s)) == [
        "1 Satellite moves from Gandhi to Orbit.",
        "EarthGov Confidence: box 4 of 8, value 2.",
        "2 EarthGov Troops are placed on Earth.",
        "2 Supply are placed on Earth.",
        "1 Population is placed on Earth.",
    ]


def test_the_cycler() -> None:
    """13.1 What arrives on Phobos and in Orbit, what Supply brings, and what goes to Transit, Population too."""
    s = mars(
        {"transit": {"eg_troop": 2, "security": 1, "satellite": 1}, "earth": {"specops": 1}},
        displaced=1,
        resources=(45, 2, 0),
    )
    s.supply_in_transit, s.population_in_transit, s.supply_on_earth, s.population_on_earth = 3, 2, 6, 1
    log = told(s, aldrin_cycler(s), "cycler:supply/5 cycler_extra:supply/1 cycler_extra:done")
    assert log == [
        "2 EarthGov Troops arrive on Phobos.",
        "1 Security arrives on Phobos.",
        "1 Satellite arrives in Orbit.",
        "2 Population arrive on Phobos as Displaced Population.",
        "3 Supply arrive on Phobos.",
        "Supply brings MarsGov 5 Resources.",
        "1 Population goes to Transit.",
        "5 Supply go to Transit.",
        "1 Supply goes to Transit.",
        "What the Cycler takes beyond that costs the Corporations 1 Profit.",
    ]


def test_supply_and_the_campaign_cards() -> None:
    """20 RD3 discards half of five, rounded up; RD8 turns the other two into 4 and 2 Resources."""
    s = mars(campaigns=[3, 8], level=0)
    s.supply_in_transit = 5
    assert told(s, aldrin_cycler(s)) == [
        "5 Supply arrive on Phobos.",
        "Dock Workers Lockout (RD3): 3 Supply discarded.",
        "Supply brings MarsGov 4 Resources.",
        "Supply brings Red Dust 2 Resources.",
    ]


def test_a_special_activity_not_taken_is_told() -> None:
    """12.2 What the 1st did counts: without its Special Activity it was "Operation only", and the log says so."""
    only = "No Special Activity was taken: this counts as Operation only."
    for answers, is_told in (
        ("operation train 1", False),
        ("operation_and_special train 1 train:done", True),
    ):
        s = mars(hand=[14])
        log = play(s, one_action(s), answers).log
        assert (only in log) is is_told


def one_action(s: Mars) -> Steps[None]:
    """The first Eligible Faction's whole action."""
    yield from GAME.turn(s)
    while s.phase is Phase.OPERATION:
        yield from GAME.turn(s)


# Others of their kind


def test_lobby_and_repair_and_transfers() -> None:
    """14.3 Lobby costs 5; 5.2 Repair costs MG 3 and RD 2 Resources."""
    s = mars(damage={"gandhi": 2}, displaced=2)
    assert "Lobbying EarthGov costs MarsGov 5 Resources." in told(s, lobby_phase(s), "yes")
    assert "MarsGov: Repair in Gandhi for 3 Resources." in told(s, repair(s, M, n("gandhi")))
    assert "Red Dust: Repair in Gandhi for 2 Resources." in told(s, repair(s, D, n("gandhi")))


def test_exploit_under_red_dust() -> None:
    """17.5 Profits for CORP, and Resources for RD where it has Control."""
    s = mars({"gandhi": {"corp_base": 1, "rd_rebel": 2}})
    log = told(s, exploit_in(s, n("gandhi")))
    assert "The Exploit in Gandhi brings the Corporations 2 Profits." in log
    assert "The Exploit in Gandhi brings Red Dust 2 Resources." in log


def test_cr24_takes_its_toll() -> None:
    """19 CR24: 3 Resources of MG, or what it has, or a Profit."""
    for answer, text in (
        ("resources", "AI Unleashed (CR24) costs MarsGov 1 Resource."),
        ("profits", "AI Unleashed (CR24) costs the Corporations 1 Profit."),
    ):
        s = mars({"gandhi": {"cr_rebel": 1}}, damage={"gandhi": 1}, capabilities=[24], resources=(1, 1, 1))
        assert text in told(s, ransack(s, Action()), answer)


def test_level_0_says_who_goes_home() -> None:
    """8.1 EG Troops are Available, Satellites of Orbit and Mars are on Earth."""
    s = mars(
        {"gandhi": {"eg_troop": 2, "satellite": 1}, "earth": {"eg_troop": 1}, "orbit": {"satellite": 1}},
        level=1,
    )
    assert told(s, shift_confidence(s, -1))[1:5] == [
        "2 EarthGov Troops move from Gandhi to Available.",
        "1 EarthGov Troop moves from Earth to Available.",
        "1 Satellite moves from Gandhi to Earth.",
        "1 Satellite moves from Orbit to Earth.",
    ]


def test_the_victory_phase() -> None:
    """14.1 Casualties and displaced people: Profits, Confidence, who comes back and where."""
    s = mars(
        {"casualties": {"security": 3, "corp_base": 1, "eg_troop": 3, "satellite": 1}},
        displaced=5,
        resources=(4, 10, 0),
    )
    log = told(s, victory_phase(s))
    assert "Displaced Population costs MarsGov 4 Resources." in log
    assert "Displaced Population costs the Corporations 2 Profits." in log
    assert "1 Satellite moves from Casualties to Earth." in log
    assert s.resources[:2] == [0, 6]


def test_the_reset_sets_the_population_on_earth() -> None:
    """14.5 It is made equal to the value of the level."""
    s = ready(level=5)
    s.population_on_earth = 7
    assert "Population on Earth is set to 4." in told(s, reset_phase(s))


def test_a_gift_above_the_track_is_lost() -> None:
    """10 Of 6 Resources Red Dust at 48 keeps two."""
    s = mars(resources=(6, 0, 48))
    log = told(s, ask_transfer(s, Action(who=D), M), "transfer:6 transfer_reply:accept")
    assert log == ["MarsGov to Red Dust: 6 Resources.", "Red Dust: 4 Resources lost above 50."]


def test_what_the_reclaimers_do_not_need_goes_back() -> None:
    """10 A gift is for the cost of an Operation; what is left of it is returned."""
    s = mars(resources=(10, 0, 0))
    s.resources[M] -= 4
    assert told(s, return_gifts(s, Action(who=R, given=[4, 0, 0, 0]))) == ["Back to MarsGov: 4 Resources."]


def test_coordinate_makes_security_available() -> None:
    """4.4, 17.8 What Coordinate removes is Available and no Casualty, and the log says so."""
    s = mars({"gandhi": {"rd_rebel": 1, "security": 1, "mg_troop": 1}}, alignment={"gandhi": -2})
    log = told(s, coordinate(s, Action()), "remove")
    assert log[-2:] == [
        "MarsGov Troop in Gandhi goes back to Available.",
        "Security in Gandhi goes back to Available.",
    ]


def test_damage_and_fortified_troops() -> None:
    """5.3, 5.4 One Troop keeps the Damage off; a surplus over Population is Fortified no more."""
    s = mars({"radau": {"fortified_troop": 1}})
    told(s, place_damage(s, n("radau")))
    s = mars({"radau": {"fortified_troop": 2}}, housed={"radau": 1})
    assert told(s, drop_marker(s, n("radau")))[-1] == "1 Troop in Radau is no longer Fortified."


def test_a_base_follows_a_terraforming_one() -> None:
    """16.9 Reclaimers who Attack a Terraforming Base put their own in its place."""
    s = mars({"radau": {"cr_rebel": 1, "terraforming_base": 1}})
    told(s, attack_in(s, R, n("radau"), ambush=False), dice=[(1, 6)])
    s = mars({"radau": {"cr_rebel": 3, "corp_base": 1}})
    told(s, purify(s, Action()))


# Whole games


class Reader:
    """Hears a game and keeps what one seat may read of its log, in words; None is a spectator."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.lines: list[str] = []

    def note(self, note: Note) -> None:
        if note.to is None or self.seat in note.to:
            self.lines.append(render(note.text, note.args, KINDS))

    def chance(self, chance: Chance, raw: Any) -> None: ...

    def forced(self, ask: Ask, value: Any) -> None: ...

    def unseal(self) -> None: ...

    def turn_over(self, *, at_once: bool) -> None: ...


KINDS = {**GAME.kinds(GAME.begin(GAME.options_type())), "number": NUMBER}


@pytest.mark.parametrize(
    ("seed", "seat", "person"),
    [
        (0, None, ""),
        (1, R, ""),
        (2, None, ""),
        (3, R, ""),
        (4, None, "red_dust"),
        (5, R, "reclaimers"),
        (6, None, "marsgov"),
    ],
)
def test_a_reader_of_the_log_is_right_about_every_number(seed: int, seat: int | None, person: str) -> None:
    """Issue: the log lets a reader reconstruct every number: a random game, added up line by line, at every question.

    The Reclaimers' own log also tells what is in their hand. With a `person`, the other Factions are non-players.
    """
    rng = random.Random(seed)
    seats = ("marsgov", "corporations", "red_dust", "reclaimers")
    house = [it for it in seats if it != person] if person else []
    start = GAME.begin(msgspec.convert({"nonplayers": house}, GAME.options_type))
    book, reader = Ledger(start.copy()), Reader(seat)
    run = Run(GAME, start, RandomSource(rng), hear=reader)
    while (ask := run.ask) is not None:
        lines, reader.lines = reader.lines, []
        assert book.read(lines).differences(run.state) == {}, (ask.topic, lines)
        if seat == R:
            held = [run.state.box.label("asset", card) for card in run.state.assets.zones[HAND]]
            assert sorted(book.hand) == sorted(held), (ask.topic, lines)
        run.play(rng.choice(run.values))
    assert run.outcome is not None
