"""The board: everything a client draws that never changes, with the ids of questions and no secrets."""

from __future__ import annotations

import itertools

import msgspec
import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Seat, Table
from sandtable.games.rogue_trooper import GAME, RogueOptions
from sandtable.games.rogue_trooper.printed.box import ROGUE, box_of
from sandtable.games.rogue_trooper.printed.files import EFFECTS
from sandtable.games.rogue_trooper.show.board import Board
from sandtable.games.rogue_trooper.show.cards import BoardDesign
from sandtable.games.rogue_trooper.show.station import rooms_of
from sandtable.games.rogue_trooper.state import Phase

BOX = box_of("default")
BOARD = GAME.board(RogueOptions(players=6))


def design(label: str, board: Board = BOARD) -> BoardDesign:
    return next(found for found in board.designs if found.label == label)


def table(seed: int, answers: int, players: int = 4) -> Table:
    """A game after so many random answers."""
    game = sandtable.new("rogue-trooper", seed=seed, options={"players": players})
    bot = make_bot("random", seed)
    for _ in range(answers):
        if game.ask is None:
            break
        seat = game.ask.seat
        game.choose(bot.choose(sandtable.Chair(game, seat)))
    return game


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("sector", BOARD.sectors),
        ("weapon", BOARD.weapons),
        ("ammunition", BOARD.ammunition),
        ("slot", BOARD.slots),
        ("clue", BOARD.clues),
    ],
)
def test_numbers_of_the_view_have_the_ids_and_labels_of_questions(kind: str, names: list[Seat]) -> None:
    """Contract: a place in a list of the board is the number, with the id and the label of `kinds`."""
    known = BOX.kinds[kind]
    assert [(thing.id, thing.label) for thing in names] == [
        (known.id(n), known.label(n)) for n in range(len(names))
    ]
    with pytest.raises(LookupError):
        known.id(len(names))


def test_cards_have_the_ids_and_labels_of_questions() -> None:
    """B4 to B9 All 283 cards, each with a design that says what it is called."""
    known = BOX.kinds["card"]
    assert len(BOARD.cards) == 283
    for n, card in enumerate(BOARD.cards):
        assert (card.id, BOARD.designs[card.design].label) == (known.id(n), known.label(n))
        assert BOARD.designs[card.design].deck == BOX.deck[n]


def test_goods_of_a_trade_are_cards_and_ammunition() -> None:
    """4.6 Trade: a good is a card or a type of ammunition, so a client finds it in these two lists."""
    goods = BOX.kinds["good"]
    ids = [*(card.id for card in BOARD.cards), *(kind.id for kind in BOARD.ammunition)]
    assert [goods.id(n) for n in range(len(ids))] == ids


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_gis_are_the_seats(players: int) -> None:
    """The view's lists run over seats in this order."""
    options = RogueOptions(players=players)
    assert [(gi.id, gi.label) for gi in GAME.board(options).gis] == [
        (seat.id, seat.label) for seat in GAME.seats(options)
    ]


def test_phases_are_numbered_as_in_the_view() -> None:
    """A phase goes over the wire as its number."""
    assert [msgspec.to_builtins(phase) for phase in Phase] == list(range(len(BOARD.phases)))
    assert [phase.id for phase in BOARD.phases] == [phase.name.lower() for phase in Phase]


def test_hexes_that_adjoin_lie_one_width_apart() -> None:
    """B2 Coordinates are complete: neighbours, and only they, are one hex away from each other."""
    earth = BOARD.sectors[: BOARD.earth]
    for n, one in enumerate(earth):
        near = [
            m for m, other in enumerate(earth) if 0 < (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < 1.2
        ]
        assert near == sorted(one.adjacent) == sorted(BOX.near[n])


def test_sectors_show_the_map_of_the_pack() -> None:
    """B2 Terrain, side, rating, place and Drop Zone of a few sectors, as the tables have them."""
    at = {sector.id: sector for sector in BOARD.sectors}
    assert (at["e1"].terrain, at["e1"].side, at["e1"].rating, at["e1"].name) == ("J", "Z", 0, "Nu-Arcady")
    assert (at["d5"].terrain, at["d5"].side, at["d5"].rating, at["d5"].name) == ("G", "F", 2, "")
    assert {n: name for name, sector in at.items() if (n := sector.drop_zone)} == {
        1: "e2",
        2: "d7",
        3: "f5",
        4: "c4",
        5: "f7",
        6: "g2",
    }
    assert at["h4"].place == "shuttle_base"
    assert "Milli-com" in at["h4"].text
    assert [name for name, sector in at.items() if sector.on_milli_com] == [
        sector.id for sector in BOARD.sectors[BOARD.earth :]
    ]


def test_every_letter_of_the_map_is_explained() -> None:
    """RT 14, RT 15 Terrains and sides have a name and say what they do."""
    earth = BOARD.sectors[: BOARD.earth]
    assert {sector.terrain for sector in earth} <= set(BOARD.terrains)
    assert {sector.side for sector in earth} <= set(BOARD.sides)
    assert all(words.text for words in (*BOARD.terrains.values(), *BOARD.sides.values()))


def test_rooms_of_milli_com_do_not_overlap() -> None:
    """B3 Each space has its own part of a ring; a door leads to the next ring or within one."""
    spaces = BOARD.sectors[BOARD.earth :]
    for ring in {space.ring for space in spaces}:
        parts = sorted((space.start, space.end) for space in spaces if space.ring == ring)
        assert all(one[1] <= other[0] + 0.02 for one, other in itertools.pairwise(parts))
        assert parts[-1][1] - parts[0][0] <= 360.02
    for space in spaces:
        assert all(abs(space.ring - BOARD.sectors[n].ring) <= 1 for n in space.adjacent)


def test_a_plan_is_made_for_any_station() -> None:
    """Packs bring their own stations: a chain, a lone room, and rooms without a door."""
    chain = rooms_of([[1], [0, 2], [1, 3], [2]])
    assert [room.ring for room in chain] == [1, 0, 1, 2]
    assert [room.ring for room in rooms_of([[]])] == [0]
    assert [room.ring for room in rooms_of([[1], [0], []])] == [0, 1, 2]


def test_cards_say_what_they_do() -> None:
    """B4 to B8 A few cards with their numbers in words; none is left without a text."""
    assert all(found.lines and all(found.lines) for found in BOARD.designs)
    tank = design("Nort Battle Tank")
    assert (tank.initiative, tank.firepower, tank.categories) == (2, 5, ["armour"])
    assert tank.lines[0] == "To evade it: 3 or more on a die with modifiers."
    assert tank.flags == ["gp_proof"]
    nuke = design("Mini-Nuke")
    assert nuke.lines[0] == "10 dice in one shot, not against airborne."
    ken = design("K for Ken")
    assert BOARD.sectors[ken.destination].id == "e1"
    assert ken.lines[0].startswith("-2 to evade.")
    assert (ken.evade, design("Chem-Cloak").evade, design("Found Lazooka").evade) == (-2, 1, 0)
    air_lift = design("Air Lift")
    assert (air_lift.phase, air_lift.target, air_lift.lines) == (
        "movement",
        "self",
        ["Fly up to 4 sectors over anything."],
    )
    assert "Eisenholm (A8)" in design("Borrowed Data").lines[0]


def test_every_effect_of_a_pack_has_words() -> None:
    """An owner's pack may use any effect of the vocabulary, also one the default pack leaves out."""
    from sandtable.games.rogue_trooper.cards.effects import SAYS, SAYS_OF_MOVER

    assert set(SAYS) == set(EFFECTS)
    assert set(SAYS_OF_MOVER) < set(SAYS)
    assert {found.glyph for found in BOARD.designs if found.deck == ROGUE} <= set(EFFECTS)


def test_options_change_what_they_change() -> None:
    """B9 The short game has a face less; R-RT-13 the literal reading changes what is needed to evade."""
    board = GAME.board(RogueOptions(players=2, short=True, literal_evasion=True))
    assert (BOARD.faces_used, board.faces_used) == (3, 2)
    assert (BOARD.literal_evasion, board.literal_evasion) == (False, True)
    assert design("Nort Battle Tank", board).lines[0] == "To evade it: 2 or less on a die with modifiers."
    assert design("Nort Battle Tank").lines[0] == "To evade it: 3 or more on a die with modifiers."


def test_the_board_holds_no_secret() -> None:
    """It is made of the options alone, so it is the same whatever has been dealt and drawn."""
    one, other = table(1, 40), table(2, 0)
    assert one.game.board(one.options) == other.game.board(other.options)


def test_it_goes_over_the_wire() -> None:
    """JSON and back."""
    data = msgspec.json.encode(BOARD)
    assert msgspec.json.decode(data, type=Board) == BOARD
    assert len(data) < 100_000


@pytest.mark.parametrize("seed", range(3))
def test_everything_a_view_names_is_in_the_board(seed: int) -> None:
    """Contract: each number in the view of a game that is under way is a place in its list of the board."""
    game = table(seed, 150)
    for seat in (None, "red", "blue"):
        view = game.view(seat)
        cards = [card for gi in view.gis for zone in (gi.hand, gi.missions, gi.clues) for card in zone]
        cards += [card for gi in view.gis for zone in (gi.items, gi.companions, gi.open_set) for card in zone]
        cards += [
            *view.stack,
            *view.played,
            *view.removed,
            *(card for pile in view.discards for card in pile),
        ]
        cards += [card for card, _ in view.board]
        assert all(card is None or 0 <= card < len(BOARD.cards) for card in cards)
        sectors = [gi.sector for gi in view.gis] + [gi.chip for gi in view.gis] + [view.traitor]
        assert all(-1 <= sector < len(BOARD.sectors) for sector in sectors)
        assert all(len(gi.ammunition) == len(BOARD.ammunition) for gi in view.gis)
        assert all(len(gi.slots) == len(BOARD.slots) for gi in view.gis)
        assert len(view.decks) == len(view.discards) == len(BOARD.decks)
        assert all(
            gi.ammunition[n] <= kind.most for gi in view.gis for n, kind in enumerate(BOARD.ammunition)
        )


def test_everything_an_option_touches_is_in_the_board() -> None:
    """Contract: whatever can be clicked has its id in a list of the board, so that a client can draw it."""
    known = {
        "sector": {sector.id for sector in BOARD.sectors},
        "card": {card.id for card in BOARD.cards},
        "weapon": {weapon.id for weapon in BOARD.weapons},
        "slot": {slot.id for slot in BOARD.slots},
        "clue": {clue.id for clue in BOARD.clues},
        "rogue": {rogue.id for rogue in BOARD.rogues},
        "seat": {gi.id for gi in BOARD.gis},
        "good": {card.id for card in BOARD.cards} | {kind.id for kind in BOARD.ammunition},
    }
    seen = set()
    game, bot = table(5, 0, players=6), make_bot("random", 5)
    for _ in range(600):
        if game.ask is None:
            break
        for option in game.ask.options:
            for thing in option.touches:
                assert thing.id in known[thing.kind]
                seen.add(thing.kind)
        game.choose(bot.choose(sandtable.Chair(game, game.ask.seat)))
    assert {"sector", "card", "slot"} <= seen
