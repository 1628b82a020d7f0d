"""The board as text: everything a player needs, in 100 columns, and nothing a seat may not know."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len
from rich.text import Text

from sandtable.engine import RandomSource, Run
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.decks import ASSET_DECK, HAND
from sandtable.games.red_dust.printed.map import (
    CORPORATIONS,
    MARS_GOV,
    ON_MARS,
    RECLAIMERS,
    RED_DUST,
    WILDERNESS,
)
from sandtable.games.red_dust.printed.pieces import KINDS
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.show.short_rules import SHORT_RULES
from sandtable.games.red_dust.show.text_board import SIGN, text_board
from sandtable.games.red_dust.state import Mars, Op, Phase

from ..kit import BOX, mars

WIDTH, HEIGHT = 100, 48
SEATS = GAME.seats(None)


def drawn(s: Mars, seat: int | None = None) -> str:
    """The picture without its colours."""
    return Text.from_markup(text_board(GAME.view(s, seat), SEATS, WIDTH)).plain


def line(s: Mars, beginning: str, seat: int | None = None) -> str:
    """The first line with these words, from there on, with single blanks."""
    for it in drawn(s, seat).splitlines():
        if beginning in it:
            return " ".join(it[it.index(beginning) :].split())
    raise AssertionError(f"No line has {beginning}.")


def test_a_whole_game_fits_into_the_terminal() -> None:
    """Game.text_board: a terminal of 100 columns; and a taller board would leave no room for the question."""
    rng = random.Random(3)
    run = Run(GAME, GAME.begin(GAME.options_type()), RandomSource(rng))
    moves = 0
    while run.ask is not None:
        if moves % 20 == 0:
            for seat in (None, run.ask.seat, RECLAIMERS):
                lines = drawn(run.state, seat).splitlines()
                assert max(cell_len(it) for it in lines) <= WIDTH
                assert len(lines) <= HEIGHT
        run.play(run.values[int(rng.random() * len(run.values))])
        moves += 1


def test_set_up_shows_the_printed_totals() -> None:
    """11, 15 The edge track at the start: 12, 0, 14 and 7, against 34, 36, 32 and 10 Enemy Bases."""
    s = GAME.begin(GAME.options_type())
    assert line(s, "MarsGov").startswith("MarsGov 12 >34 -22 18 Resources")
    assert line(s, "Corporations").startswith("Corporations 0 >36 -36 0 Profits")
    assert line(s, "Red Dust").startswith("Red Dust 14 >32 -18 14 Resources")
    assert line(s, "Reclaimers").startswith("Reclaimers 7 >10 -3 0 Assets")
    assert "Displaced Population 4" in drawn(s)


def test_every_kind_of_piece_has_its_own_sign() -> None:
    """Hidden and Active, basic and upgraded, Fortified and not: no two look alike, even without colours."""
    assert len(SIGN) == KINDS == len(set(SIGN))


def test_a_space_shows_what_is_there() -> None:
    """Storm, Population with Damage or housing, alignment, Control, then the pieces Faction by Faction."""
    s = mars(
        {
            "shepard": {
                "mg_troop": 2,
                "fortified_troop": 1,
                "eg_troop": 1,
                "rd_rebel": 1,
                "active_rd_rebel": 1,
            },
            "marth": {"security": 1, "terraforming_base": 1, "specops": 1, "satellite": 1},
            "radau": {"rd_base": 1, "dug_in_base": 1, "cr_rebel": 1, "active_cr_rebel": 1},
            "wilderness": {"cr_base": 1, "conversion_center": 2},
        },
        alignment={"shepard": -2, "tenzing": 1},
        damage={"shepard": 1},
        housed={"tenzing": 1},
        storm={"shepard": "raging", "marth": "approaching"},
    )
    assert line(s, "Shepard").startswith("Shepard ≈ 1! ▼▼ COIN 2T1F 1E 1r1R")
    assert line(s, "Marth").startswith("Marth ~ 1 · COIN 1S1o◆ 1¤")
    assert line(s, "Radau").startswith("Radau 1 · ☆★ 1c1C")
    assert line(s, "Tenzing").startswith("Tenzing 4+ ▲")
    assert line(s, "The Wilderness").startswith("The Wilderness 0 · CR ○●●")


def test_control_names_the_side() -> None:
    """7 COIN, Red Dust and the Reclaimers; nothing where nobody is in Control."""
    s = mars({"gandhi": {"rd_rebel": 1}, "sharma": {"cr_rebel": 1}, "europa": {"mg_troop": 1, "cr_rebel": 1}})
    assert line(s, "Gandhi") == "Gandhi 2 · RD 1r"
    assert line(s, "Sharma") == "Sharma 2 · CR 1c"
    assert line(s, "Europa").startswith("Europa 2 · 1T 1c")


def test_a_crowded_space_goes_on_below() -> None:
    """Pieces that do not fit into their column are not cut off."""
    crowd = {
        "mg_troop": 12,
        "fortified_troop": 2,
        "security": 11,
        "specops": 3,
        "active_specops": 2,
        "eg_troop": 10,
        "rd_rebel": 12,
        "active_rd_rebel": 10,
        "cr_rebel": 10,
        "active_cr_rebel": 10,
    }
    text = drawn(mars({"europa": crowd}))
    for group in ("12T2F", "11S3o2O", "10E", "12r10R", "10c10C"):
        assert group in text
    assert max(cell_len(it) for it in text.splitlines()) <= WIDTH


def test_boxes_beside_the_map() -> None:
    """8, 13.1 Earth, Transit, Phobos, Orbit, Casualties; what is Available stands with its Faction."""
    s = mars(
        {
            "earth": {"security": 3},
            "transit": {"satellite": 1},
            "phobos": {"mg_troop": 2},
            "orbit": {"satellite": 2},
            "casualties": {"eg_troop": 4},
            "out_of_game": {"specops": 4},
        }
    )
    s.supply_on_earth, s.population_in_transit, s.has_rodgers_line = 2, 1, True
    assert line(s, "Cycler") == "Cycler Earth 3S 2 Supply → Transit 1¤ 1 Population → Phobos 2T"
    assert line(s, "Orbit").startswith("Orbit 2¤ Available 12E1¤")
    assert line(s, "Casualties").startswith("Casualties 4E Out of the game 4o")
    assert line(s, "MarsGov").endswith("28T3■")
    assert "The Rodgers Line is open." in drawn(s)


def test_earthgov_shows_controller_mood_and_what_is_to_come() -> None:
    """8.1, 13.3 In the next Flashpoint Round the level moves by the marker, and Earth gets what the new box shows."""
    s = mars(level=5, is_eg_up=True)
    assert line(s, "Confidence").startswith("Confidence 4 (box 5 of 8), EG+ Controller Corporations")
    assert line(s, "Flashpoint: ").startswith("Flashpoint: Earth gets 2E 2 Supply 2 Population")
    s = mars(level=0)
    assert line(s, "Confidence").startswith("Confidence 0 (box 0 of 8), EG− Controller nobody")
    assert line(s, "Flashpoint: ").startswith("Flashpoint: Earth gets nothing")


def test_who_has_acted_and_who_is_eligible() -> None:
    """12 Event 4 prints MarsGov, Corporations, Red Dust, Reclaimers; two bids bring the Reclaimers to the second place."""
    s = mars(current=4)
    s.bids, s.acted, s.passed, s.eligible[RED_DUST] = 2, (MARS_GOV,), (RECLAIMERS,), False
    s.action.who = CORPORATIONS
    assert "1. has acted" in line(s, "MarsGov")
    assert "2. has passed" in line(s, "Reclaimers")
    assert "3. acts now" in line(s, "Corporations")
    assert "4. Ineligible" in line(s, "Red Dust")
    assert line(s, "Current").startswith(
        "Current USSS Challenger (4) MarsGov, Reclaimers, Corporations, Red Dust"
    )


def test_ineligible_through_the_next_round_and_remaining_eligible() -> None:
    """18 Events can bar a Faction or keep it Eligible."""
    s = mars(current=4)
    s.phase = Phase.BIDS
    s.barred, s.acted, s.staying = (RED_DUST,), (CORPORATIONS,), (CORPORATIONS,)
    assert "Ineligible, next too" in line(s, "Red Dust")
    assert "acted, stays Eligible" in line(s, "Corporations")


def test_what_is_to_be_paid() -> None:
    """10 Payment comes after the Operation; until then the picture says what is owed, less what others gave."""
    s = mars()
    a = begin_operation(s, MARS_GOV, Op.TRAIN)
    a.cost = 6
    assert "20 Resources, 6 to pay" in line(s, "MarsGov")
    assert "to pay" not in line(s, "Red Dust")
    a = begin_operation(s, RECLAIMERS, Op.PREACH)
    a.cost, a.given[MARS_GOV] = 3, 1
    assert "2 to pay" in line(s, "Reclaimers")


def test_haboob_is_announced() -> None:
    """12.7 While the Next Event is a Dust Storm there is no Recon and no March."""
    assert "Haboob: no Recon, no March" in drawn(mars(following=49))
    assert "Haboob" not in drawn(mars(following=2))


def test_events_show_both_options_and_their_symbols() -> None:
    """18 Either option may be taken, and the EG symbol comes first; some cards have one option."""
    text = drawn(mars(current=2, following=47))
    assert "unshaded  EG+ Place 4 Supply" in text
    assert "shaded    EG− " in text
    assert "Next      Sudden Storm (47)" in text
    single = drawn(mars(current=47))
    assert "unshaded" not in single
    assert "Raging Storms" in single


def test_the_reclaimers_see_their_hand_and_nobody_else_does() -> None:
    """10 The hand is private; its size is not."""
    s = mars(hand=[8, 17])
    own, others = drawn(s, RECLAIMERS), [drawn(s, seat) for seat in (None, MARS_GOV, RED_DUST)]
    assert "Weaponized Asteroid (CR8)  Event, worth 3" in own
    assert "Storm Riders (CR17)  Worth 4 Resources, 5 for Travel." in own
    for text in others:
        assert "Weaponized" not in text
        assert "Storm Riders" not in text
        assert "2 Assets" in text


def test_cards_in_force_show_what_they_do() -> None:
    """19, 20 Capabilities and Campaign cards last, so everybody reads them."""
    text = drawn(mars(capabilities=[6], campaigns=[4]))
    assert "In force  Deep Tunneling (CR6)  Bombard removes no Reclaimer forces." in text
    assert "Campaign  Transport Workers (RD4)  Secure cannot use Maglev lines." in text


@pytest.mark.parametrize("seat", [None, MARS_GOV, CORPORATIONS, RED_DUST])
def test_no_name_of_a_hidden_card_is_shown(seat: int | None) -> None:
    """10 Neither the hand nor the deck can be read off the picture."""
    s = mars(hand=[8, 17, 1])
    text = drawn(s, seat)
    for card in (*s.assets.zones[HAND], *s.assets.zones[ASSET_DECK]):
        assert BOX.label("asset", card) not in text


def test_short_rules_name_every_space_and_operation() -> None:
    """The word `rules` in a game, and the help of the page."""
    for op in Op:
        assert op.name.title() in SHORT_RULES
    assert "| Coronae Montes (W) | Alpheus Colles, Gandhi, Hellas Chaos, Sharma |" in SHORT_RULES
    assert "Noctis Labyrinthus (W)" not in SHORT_RULES


def test_the_map_in_the_short_rules_is_that_of_the_default_pack() -> None:
    """Somebody who plays by text finds every border and every Maglev line there, and no other."""
    rows = [line for line in SHORT_RULES.splitlines() if line.startswith("| ")]
    names = BOX.space_names
    expected = [
        f"| {names[space]}{' (W)' if WILDERNESS in BOX.adjacent[space] else ''} | "
        f"{', '.join(names[other] for other in BOX.adjacent[space] if other != WILDERNESS)} |"
        for space in ON_MARS
        if space != WILDERNESS
    ]
    assert rows[-len(expected) :] == expected
    lines = ", ".join(line.label for line in BOX.maglevs)
    assert f"**Maglevs**: {lines} (Europa–Tereshkova, once an Event has built it)." in SHORT_RULES
