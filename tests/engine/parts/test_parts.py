"""Parts that cannot be drawn are refused, with an error that says which part and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import sandtable
from benchmarks.connect_four import ConnectFour
from benchmarks.stash import GAME as STASH
from sandtable.engine import Game, Names, PartsError, Seat, Thing
from sandtable.engine.contract import ContractBroken, check_contract
from sandtable.engine.parts import (
    COLOURS,
    SYMBOLS,
    Area,
    Card,
    Counter,
    Hex,
    Pieces,
    Plan,
    Square,
    Zone,
    check_pieces,
    check_plan,
    drawn,
    hexes,
)

PLAN = Plan(
    [Hex("hex", "a", 0, 0), Hex("hex", "b", 1, 0), Area("box", "supply", 4, 0)],
    [Zone("zone", "deck", pile=True), Zone("zone", "hand", seat="red")],
    [Card("load", "water"), Card("load", "ore")],
)
A = Thing("hex", "a")
WATER = Thing("load", "water")


def as_any(value: object) -> Any:
    """What a type checker would refuse, as somebody without one writes it."""
    return value


def test_a_plan_that_is_right_passes() -> None:
    assert check_plan(PLAN) is PLAN
    check_pieces(PLAN, Pieces([Counter("unit", "u", A)], {"deck": 3, "hand": [WATER, None]}))


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(), "The plan has neither places nor zones, so there is nothing to draw."),
        (
            Plan([Square("cell", "a", 0, 0), Area("cell", "a", 3, 0)]),
            "Two parts are called cell a: Square cell a and Area cell a.",
        ),
        (
            Plan([Square("cell", "a", 0, 0), Square("cell", "b", 0, 0)]),
            "Two places lie at x 0, y 0 of the squares: Square cell a and Square cell b.",
        ),
        (
            Plan([Hex("hex", "a", 2, 1), Hex("hex", "b", 2, 1)]),
            "Two places lie at column 2, row 1 of the hexes: Hex hex a and Hex hex b.",
        ),
        (
            Plan([Area("town", "port", 0, 0, joined=("mien",)), Area("town", "mine", 3, 0)]),
            'Area town port: joined: "mien": did you mean mine? Allowed: port, mine',
        ),
        (
            Plan([Area("town", "port", 0, 0, joined=("quarry",)), Area("town", "mine", 3, 0)]),
            'Area town port: joined: "quarry" is not one of these. Allowed: port, mine',
        ),
        (
            Plan(zones=[Zone("zone", "hand"), Zone("camp", "hand")]),
            "Two zones have the id hand: Zone zone hand and Zone camp hand.",
        ),
        (
            Plan(zones=[Zone("zone", "hand")], cards=[Card("load", "ore"), Card("load", "ore")]),
            "Two parts are called load ore: Card load ore and Card load ore.",
        ),
    ],
)
def test_a_plan_that_cannot_be_drawn(plan: Plan, message: str) -> None:
    with pytest.raises(PartsError) as error:
        check_plan(plan)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        (
            Pieces([Counter("unit", "u", A), Counter("unit", "u", Thing("hex", "b"))]),
            "Two parts are called unit u: Counter unit u and Counter unit u.",
        ),
        (
            Pieces([Counter("unit", "u", Thing("hex", "z"))]),
            'Counter unit u stands at the hex "z", which is not on the plan. Places of this kind: a, b.',
        ),
        (
            Pieces([Counter("unit", "u", Thing("box", "suply"))]),
            'Counter unit u stands at the box "suply", which is not on the plan. Did you mean supply?',
        ),
        (
            Pieces([Counter("unit", "u", Thing("hexx", "a"))]),
            'Counter unit u stands at the hexx a, but the plan has no places of kind "hexx": did you mean hex? Allowed: hex, box',
        ),
        (
            Pieces([Counter("hex", "a", A)]),
            "Counter hex a has the kind and the id of a part of the plan.",
        ),
        (Pieces(cards={"dekc": 3}), 'Cards lie in zone "dekc": did you mean deck? Allowed: deck, hand'),
        (Pieces(cards={"deck": -1}), "Zone deck holds -1 cards."),
        (
            Pieces(cards={"hand": [Thing("load", "gold")]}),
            "The card load gold lies in zone hand, but is not among the plan's cards.",
        ),
        (
            Pieces(cards={"deck": [WATER], "hand": [None, WATER]}),
            "The card load water lies in zone deck and in hand.",
        ),
    ],
)
def test_pieces_that_stand_nowhere(pieces: Pieces, message: str) -> None:
    with pytest.raises(PartsError) as error:
        check_pieces(PLAN, pieces)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Counter("unit", "u", A, colour=as_any("rde")),
            'Counter unit u: colour "rde": did you mean red? Allowed: sand',
        ),
        (
            lambda: Square("cell", "a", 0, 0, colour=as_any("pink")),
            'Square cell a: colour "pink" is not one of these.',
        ),
        (lambda: Counter("unit", "u", A, "shipp"), 'Counter unit u: symbol "shipp": did you mean ship?'),
        (
            lambda: Card("load", "ore", symbol="qqqq"),
            'symbol "qqqq" is neither a symbol nor a text of 2 characters.',
        ),
        (lambda: Counter("unit", as_any(3), A), "The id of a part is 3, but must be a word"),
        (lambda: Zone("", "deck"), "The kind of a part is '', but must be a word"),
        (lambda: Counter("unit", "u", as_any(("hex", "a"))), "`at` must be a place, like Thing("),
        (
            lambda: Area("town", "port", 0, 0, width=0),
            "Area town port: width and height must be more than 0.",
        ),
        (
            lambda: Counter("unit", "u", A, number=as_any("5")),
            "Counter unit u: number is '5', which is of the wrong type.",
        ),
        (
            lambda: Counter("unit", "u", A, symbol=as_any(None)),
            "Counter unit u: symbol is None, which is of the wrong type.",
        ),
        (
            lambda: Area("box", "a", 0, 0, joined=as_any("b")),
            "Area box a: joined is 'b', which is of the wrong type.",
        ),
        (lambda: Hex("hex", "a", as_any(0.5), 0), "Hex hex a: column is 0.5, which is of the wrong type."),
        (
            lambda: Square("cell", "a", float("nan"), 0),
            "Square cell a: x is nan, which is no number that can be drawn.",
        ),
        (
            lambda: Plan(as_any(Hex("hex", "a", 0, 0))),
            "The places of a plan must be a list of Square or Hex or Area, not Hex(",
        ),
        (lambda: Plan([], as_any(["deck"])), "The zones of a plan must hold only Zone, not 'deck'."),
        (lambda: Pieces(as_any(None)), "The counters must be a list of Counter, not None."),
        (
            lambda: Pieces(cards=as_any({"deck": ["ore"]})),
            "The cards of zone deck must hold only Thing or None, not 'ore'.",
        ),
        (
            lambda: Pieces(cards=as_any([])),
            "The cards are a mapping from the id of a zone to what lies there, not [].",
        ),
        (
            lambda: hexes("hex", Names(["a"]), 2, 1),
            "A grid of 2 places needs 2 names of kind hex; number 1 has none.",
        ),
        (
            lambda: hexes("hex", Names(["a"]), 1, 1, lambda n: {"color": "red"}),
            'The look of hex a: "color": did you mean colour?',
        ),
    ],
)
def test_a_part_with_a_mistake_cannot_be_made(make: Callable[[], Any], message: str) -> None:
    """The error comes where the part is written, not when somebody opens the page."""
    with pytest.raises(PartsError) as error:
        make()
    assert message in str(error.value)


def test_a_zone_belongs_to_a_seat_of_the_game() -> None:
    """A misspelt seat would be a hand that nobody holds."""
    assert check_plan(PLAN, ["red", "blue"]) is PLAN
    with pytest.raises(
        PartsError, match=r'Zone zone hand belongs to seat "red", which the game does not have'
    ):
        check_plan(PLAN, ["ann", "bob"])


def test_symbols_cannot_be_taken_for_letters() -> None:
    """A text of at most two characters is printed as it is, so no symbol may be that short."""
    assert min(map(len, SYMBOLS)) > 2
    assert len(set(COLOURS)) == len(COLOURS) == 9


def test_what_is_sent_names_only_what_differs() -> None:
    sent = msgspec.json.decode(msgspec.json.encode(Plan([Square("cell", "a1", 0, 1)])))
    assert sent == {
        "type": "plan",
        "places": [{"type": "square", "kind": "cell", "id": "a1", "x": 0, "y": 1, "label": "A1"}],
    }


def test_pieces_are_made_from_a_view() -> None:
    """Stash: a seat's own hand lies face up, the other's face down; a spectator sees neither."""
    table = sandtable.new(STASH, seed=4)
    plan = STASH.plan(table.options)
    hands = {
        seat: drawn(STASH, plan, table.view(seat), table.options).cards["ann_hand"]
        for seat in ("ann", "bob", None)
    }
    assert hands["bob"] == hands[None] == [None, None]
    own = hands["ann"]
    assert isinstance(own, list)
    assert all(isinstance(card, Thing) and card.kind == "card" for card in own)


def test_a_plan_without_pieces_says_what_to_write() -> None:
    class Bare(ConnectFour):
        pieces = Game.pieces

    table = sandtable.new(Bare(), seed=1)
    with pytest.raises(NotImplementedError, match="it must say what stands on it: write `pieces`"):
        drawn(table.game, Bare().plan(None), table.view(None), table.options)


def test_the_contract_draws_every_moment() -> None:
    """A counter off the board in the middle of a game is found by the suite, and so is a wrong plan."""

    class Late(ConnectFour):
        def pieces(self, view: Any, options: Any) -> Pieces:
            made = super().pieces(view, options)
            lost = [Counter("disc", "lost", Thing("cell", "9_9"))] if len(made.counters) == 5 else []
            return Pieces([*made.counters, *lost])

    class Twice(ConnectFour):
        def plan(self, options: Any) -> Plan:
            return Plan([*super().plan(options).places] * 2)

    with pytest.raises(
        ContractBroken, match=r"can be drawn.\n  For a spectator: Counter disc lost stands at"
    ):
        check_contract(Late(), games=1)
    with pytest.raises(ContractBroken, match="Two parts are called cell 1_6"):
        check_contract(Twice(), games=1)


def test_the_contract_counts_how_often_the_board_lights_up() -> None:
    seen = check_contract(ConnectFour(), games=1)
    assert seen.lit == seen.decisions > 0
    assert check_contract(STASH, games=1).lit > 0


def test_a_view_in_words_is_never_json() -> None:
    """A game that says nothing about its looks is still readable, in the terminal and on the page."""

    class Unwritten(ConnectFour):
        text_board = Game.text_board

    game = Unwritten()
    text = game.text_board(game.view(game.begin(None), None), [Seat("red", "Red")])
    assert text.splitlines()[0] == "Rows:"
    assert text.splitlines()[-1] == "Mover: 0"
    assert not set(text) & set('{}"[]')
