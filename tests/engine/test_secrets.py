"""Private questions, sealed answers, and everything that leaves the table for a seat."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import (
    PASS,
    UNSEAL,
    CannotUndo,
    Cards,
    Chair,
    HiddenQuestion,
    Kinds,
    Names,
    Run,
    State,
    Steps,
    Table,
    Word,
    say,
)
from sandtable.engine.asking import Topic, amount, pick

from .small import DISCARDS, HAND, Dealt, Hands, Sheet, Small, differing, told

CARD = Names([f"card_{n}" for n in range(9)], [f"Card {n}" for n in range(9)])
SECRET_PROMPT = "Play which of your cards, Bob?"


SECRET_PLAY = Topic("secret_play", "1", "The card is played in secret.", "card", window="secret window")
ANN = Topic("ann", "1", "Bob is next.", "number")
BOB = Topic("bob", "1", "The turn ends.", "number")


class Private(Dealt):
    """Bob is asked in private which card he plays; then everybody is asked in public."""

    def kinds(self, s: Hands) -> Kinds:
        return {"card": CARD}

    def rule(self, s: Hands) -> Steps[None]:
        """5.2 Secret play. Only Bob knows."""
        card = yield pick(
            1,
            SECRET_PLAY,
            SECRET_PROMPT,
            [*s.cards.zones[HAND + 1], PASS],
            label="Play {it} in secret",
            private=True,
            decline=PASS,
        )
        if card != PASS:
            s.cards.give(card, DISCARDS, seen_by=[1])
        yield pick(0, ANN, "Your turn, Ann?", [1, 2])
        yield pick(1, BOB, "And Bob?", [1, 2])


def everything_told(table: Table, seat: str | None) -> str:
    """All that leaves the table for a seat, as one text to search."""
    return repr(told(table, seat))


def test_a_private_question_shows_others_only_that_a_window_is_open() -> None:
    """A private question shows others neither its text, its options nor who is asked, only that a window is open."""
    table = sandtable.new(Private(), seed=1)
    for seat in ("ann", "cy", None):
        question = table.ask_for(seat)
        assert isinstance(question, HiddenQuestion)
        assert question.hidden
        assert question.seat is None
        assert question.options == question.keys == []
        text = everything_told(table, seat) + repr(msgspec.to_builtins(question.plain())) + repr(question)
        text = text.replace(repr(table.header.seats), "")
        for secret in (
            "Bob",
            "bob",
            SECRET_PROMPT,
            "secret_",
            "secret window",
            "card_",
            "Card ",
            "5.2",
            "pass",
        ):
            assert secret not in text, f"{secret!r} reaches {seat}"
    own = table.ask_for("bob")
    assert own is not None
    assert (own.seat, own.prompt, len(own.options)) == ("bob", SECRET_PROMPT, 3)
    assert own.window == "secret window"


ONE = Topic("one", "1", "The turn goes on.", "number", window="w")
TWO = Topic("two", "7", "The turn goes on.", "number")


def test_hidden_questions_are_all_alike() -> None:
    """What others see of a private question says nothing about it: every hidden question is the same."""

    class Two(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(1, ONE, "One?", [1, 2], private=True, decline=2)
            yield amount(2, TWO, "Two?", 3, private=True)

    table = sandtable.new(Two(), seed=1)
    first = table.ask_for("ann")
    assert first is not None
    first_plain = first.plain()
    table.choose("one:1")
    second = table.ask_for("ann")
    assert second is not None
    assert second.plain() == first_plain


def test_a_private_answer_is_hidden_from_others() -> None:
    """A private answer is known to its seat only: no log, transcript, undo name or view of others holds it."""
    table = sandtable.new(Private(), seed=1)
    assert table.ask is not None
    key = table.ask.keys[0]
    label = table.ask.options[0].label
    table.choose(key)
    assert [line.text for line in table.transcript("bob")] == [label]
    assert [line.key for line in table.transcript("bob")] == [key]
    for seat in ("ann", "cy", None):
        assert table.transcript(seat) == []
        assert label not in everything_told(table, seat)
        assert key not in everything_told(table, seat)
        assert table.undo_name(seat) is None


def test_others_cannot_tell_what_was_answered_in_private() -> None:
    """No leak: whatever Bob answers in private, everybody else is told byte for byte the same."""
    heard: dict[str | None, set[str]] = {"ann": set(), "cy": set(), None: set()}
    table = sandtable.new(Private(), seed=1)
    assert table.ask is not None
    for key in table.ask.keys[:2]:
        other = sandtable.new(Private(), seed=1).choose(key)
        for seat, found in heard.items():
            found.add(everything_told(other, seat))
    assert all(len(found) == 1 for found in heard.values())


ACT = Topic("act", "1", "Bob may react.", "number")
REACT = Topic("react", "1", "Whether you react to what Ann does.", "number", window="react")
AGAIN = Topic("again", "1", "The turn ends.", "number")


def test_undo_does_not_tell_whether_a_private_question_was_forced() -> None:
    """A forced pass is answered without a trace, so that the shape of a turn never tells what a hand holds.

    Ann acts; Bob may react in private if he holds card 5, and passes; Ann is asked again. Ann must be told the same
    whether Bob had a choice or not: the same log, and the same undo.
    """

    class Reaction(Dealt):
        bobs: tuple[int, int] = (5, 6)

        def begin(self, options: Any) -> Hands:
            rest = [card for card in range(9) if card not in self.bobs]
            cards = Cards.dealt([rest[2:], (), rest[:2], self.bobs, ()], seats=3)
            for who in (0, 1):
                cards.look(cards.zones[HAND + who], who)
            return Hands(cards)

        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, ACT, "Act?", [1, 2], label="Act {it}")
            able = [card for card in s.cards.zones[HAND + 1] if card == 5]
            yield pick(1, REACT, "React?", [*able, PASS], private=True, decline=PASS)
            yield pick(0, AGAIN, "Act again?", [1, 2], label="Again {it}")

    class Without(Reaction):
        bobs = (7, 6)

    with_choice = sandtable.new(Reaction(), seed=1).choose("act:1")
    assert with_choice.ask is not None
    assert with_choice.ask.seat == "bob"
    with_choice.choose("pass")
    without = sandtable.new(Without(), seed=1).choose("act:1")
    assert without.ask is not None
    assert without.ask.seat == "ann", "Bob's pass was forced"
    for seat in ("ann", "cy", None):
        assert differing(told(with_choice, seat), told(without, seat)) == []
    refusals = set()
    for table in (with_choice, without):
        with pytest.raises(CannotUndo) as caught:
            table.undo("ann")
        refusals.add(str(caught.value))
    assert len(refusals) == 1, "nor does the refusal tell"


# Options that are hidden while the answer is open --------------------------------------------------------


BEGIN = Topic("begin", "1", "Bob plays a card.", "number")
OPEN_PLAY = Topic("play", "5.3", "The card is played face up.", "card")
GO_ON = Topic("on", "1", "The turn ends.", "number")


class Hiding(Dealt):
    """Bob plays a card openly; what else he could have played is his secret."""

    bobs: tuple[int, ...] = (5, 6)

    def begin(self, options: Any) -> Hands:
        cards = Cards.dealt(
            [(2, 3, 4, *sorted({5, 6, 7} - set(self.bobs))), (), (0, 1), self.bobs, (8,)], seats=3
        )
        for who in range(3):
            cards.look(cards.zones[HAND + who], who)
        return Hands(cards)

    def kinds(self, s: Hands) -> Kinds:
        return {"card": CARD}

    def rule(self, s: Hands) -> Steps[None]:
        """5.3 Open play."""
        yield pick(0, BEGIN, "Begin?", [1, 2], label="Begin {it}")
        able = [card for card in s.cards.zones[HAND + 1] if card != 7]
        card = yield pick(1, OPEN_PLAY, "Play which card?", able, label="Play {it}", hide_options=True)
        s.cards.play(card, DISCARDS)
        yield pick(0, GO_ON, "Go on?", [1, 2])


class Forced(Hiding):
    """The same with another hand: Bob has no choice."""

    bobs = (5, 7)


def test_hidden_options_are_the_asked_seats_own() -> None:
    """A question that hides its options is seen, and so is its answer, but not what else could have been answered."""
    table = sandtable.new(Hiding(), seed=1).choose("begin:1")
    own = table.ask_for("bob")
    assert own is not None
    assert own.keys == ["play:card_5", "play:card_6"]
    for seat in ("ann", "cy", None):
        seen = table.ask_for(seat)
        assert seen is not None
        assert (seen.seat, seen.prompt, seen.rule) == ("bob", "Play which card?", "5.3")
        assert seen.options == seen.keys == []
        assert "card_" not in everything_told(table, seat)
        assert "2 options" not in repr(seen)
    table.choose("play:card_5")
    for seat in ("ann", "bob", "cy", None):
        assert [line.text for line in table.transcript(seat) if line.seat == "bob"] == ["Play Card 5"]


def test_hidden_options_tell_nothing_by_being_forced() -> None:
    """The answer is told whether or not there was a choice: transcript, log and undo are the same either way."""
    chosen = sandtable.new(Hiding(), seed=1).choose("begin:1", "play:card_5")
    forced = sandtable.new(Forced(), seed=1).choose("begin:1")
    assert chosen.ask is not None
    assert forced.ask is not None
    assert chosen.ask.prompt == forced.ask.prompt == "Go on?"
    for seat in ("ann", "cy", None):
        one, other = told(chosen, seat), told(forced, seat)
        assert differing(one, other) == []


# Sealed ---------------------------------------------------------------------------------------------

HIGH, LOW = Word("high", "Bid high"), Word("low", "Bid low")


BID = Topic("bid", "1", "Your bid is opened together with all others.")
NOW = Topic("now", "1", "A second round of bids follows.", "number")
END = Topic("end", "1", "The turn ends.", "number")
WELL = Topic("well", "1", "Whatever the answer, play goes on.", "number")


class Bids(Dealt):
    """Everybody bids: sealed questions asked in turn and opened together."""

    private = True

    def rule(self, s: Hands) -> Steps[None]:
        bids = []
        for who in range(3):
            bids.append((yield pick(who, BID, "Bid?", [HIGH, LOW], sealed=True, private=self.private)))
        yield say("All have bid.")
        yield UNSEAL
        s.marks.extend(bid is HIGH for bid in bids)
        yield pick(0, NOW, "And now?", [1, 2])
        yield pick(1, BID, "Bid again?", [HIGH, LOW], sealed=True)
        yield pick(2, END, "End?", [1, 2])


class OpenBids(Bids):
    """The same, but everybody sees who is asked what."""

    private = False


@pytest.mark.parametrize("game", [Bids(), OpenBids()], ids=["private", "public"])
def test_a_sealed_answer_is_unknown_until_the_rule_opens_it(game: Bids) -> None:
    """A sealed answer stays unknown until the rule opens it; then everybody knows it."""
    table = sandtable.new(game, seed=1)
    for bids, (seat, bid) in enumerate(zip(("ann", "bob", "cy"), ("high", "low", "high"), strict=True)):
        assert table.ask is not None
        assert table.ask.seat == seat
        for other in ("ann", "bob", "cy", None):
            lines = table.transcript(other)
            own = [("ann", "high"), ("bob", "low"), ("cy", "high")][:bids]
            assert [(line.seat, line.key) for line in lines] == [bid for bid in own if bid[0] == other]
        table.choose(bid)
    opened = [("ann", "high"), ("bob", "low"), ("cy", "high")]
    for reader in ("ann", "bob", "cy", None):
        lines = [line for line in table.transcript(reader) if line.kind == "opened"]
        assert [(line.seat, line.key) for line in lines] == opened
        assert [line.text for line in lines] == ["Bid high", "Bid low", "Bid high"]
        assert [line.text for line in table.log(reader)] == [
            "All have bid.",
            "Bid high",
            "Bid low",
            "Bid high",
        ]


def test_a_sealed_answer_tells_others_nothing_before_it_is_opened() -> None:
    """Secret simultaneous choices: until they are opened, others are told the same whatever was chosen."""
    for game in (Bids(), OpenBids()):
        for bids in (1, 2):
            heard = set()
            for bid in ("high", "low"):
                table = sandtable.new(game, seed=1).choose(*["high"] * (bids - 1), bid)
                others = [("ann", "bob", "cy")[i] for i in range(3) if i != bids - 1]
                heard.add(tuple(everything_told(table, seat) for seat in (*others, None)))
            assert len(heard) == 1


def test_sealed_answers_given_later_are_not_opened_earlier() -> None:
    """`UNSEAL` opens what was sealed so far; what is sealed later stays so."""
    table = sandtable.new(OpenBids(), seed=1).choose("high", "low", "high", "now:1", "low")
    for seat in ("ann", "cy", None):
        assert len([line for line in table.transcript(seat) if line.kind == "opened"]) == 3
        assert [line.key for line in table.transcript(seat) if line.seat == "bob"] == ["low"]
    assert [line.key for line in table.transcript("bob") if line.seat == "bob"] == ["low", "low", "low"]


def test_a_sealed_answer_can_be_taken_back_until_the_next_is_given() -> None:
    """Undo takes back a sealed answer; nobody else learns of it."""
    table = sandtable.new(OpenBids(), seed=1).choose("high")
    assert table.undo_name("ann") == "Bid high"
    heard = everything_told(table, "bob")
    table.undo("ann").choose("low")
    assert everything_told(table, "bob") == heard
    table.choose("low", "low")
    assert [line.text for line in table.log("bob")] == ["All have bid.", "Bid low", "Bid low", "Bid low"]


BID_NUMBER = Topic("bid", "1", "The bids are opened together.", "number")


def test_a_forced_sealed_answer_is_opened_like_any_other() -> None:
    """A forced pass is without a trace: when sealed answers are opened, nobody can tell who had no choice.

    Everybody may secretly bid a card of 5 or more. Bob holds one in one world and none in the other, and passes in both:
    everybody else must be told the same.
    """

    class Secret(Dealt):
        bobs: tuple[int, int] = (5, 4)

        def begin(self, options: Any) -> Hands:
            rest = sorted(set(range(2, 9)) - set(self.bobs))
            cards = Cards.dealt([rest, (), (0,), self.bobs, (1,)], seats=3)
            for who in range(3):
                cards.look(cards.zones[HAND + who], who)
            return Hands(cards)

        def rule(self, s: Hands) -> Steps[None]:
            for who in range(3):
                able = [card for card in s.cards.zones[HAND + who] if card >= 5]
                yield pick(who, BID_NUMBER, "Bid?", [*able, PASS], private=True, sealed=True)
            yield UNSEAL
            yield pick(0, WELL, "Well?", [1, 2])

    class Without(Secret):
        bobs = (3, 4)

    chosen = sandtable.new(Secret(), seed=1).choose("pass")
    forced = sandtable.new(Without(), seed=1)
    assert chosen.ask is not None
    assert forced.ask is not None
    assert chosen.ask.prompt == forced.ask.prompt == "Well?"
    for seat in ("ann", "cy", None):
        assert differing(told(chosen, seat), told(forced, seat)) == []


# Transcripts and chairs -----------------------------------------------------------------------------


def test_a_transcript_holds_what_a_seat_may_know_and_no_more() -> None:
    """A seat gets `transcript(seat)`: public answers of everybody, its own, log lines and dice; never others' secrets."""
    table = sandtable.new("stash", seed=2)
    rng = random.Random(2)
    while table.ask is not None:
        table.choose(rng.choice(table.ask.keys))
    for seat in ("ann", "bob", None):
        lines = table.transcript(seat)
        assert [line.n for line in lines] == list(range(1, len(lines) + 1))
        private = [
            line for line in lines if line.kind == "answer" and line.key.split(":")[0] in ("pay", "parry")
        ]
        assert {line.seat for line in private} <= {seat}
        assert table.log(seat) == [line for line in lines if line.kind != "answer"]
    actions = [
        [line for line in table.transcript(s) if line.key in ("draw", "raid")] for s in ("ann", "bob", None)
    ]
    assert len({tuple((line.seat, line.key) for line in lines) for lines in actions}) == 1, (
        "open answers are for all"
    )


def test_a_hand_is_seen_by_its_owner_only() -> None:
    """View: built up from nothing; of another's hand it shows how many, not which."""
    table = sandtable.new("stash", seed=2)
    hands = [table.run.state.cards.zones[2 + who] for who in (0, 1)]
    assert table.view("ann").hands == [hands[0], [None, None]]
    assert table.view("bob").hands == [[None, None], hands[1]]
    assert table.view(None).hands == [[None, None], [None, None]]


def test_a_chair_is_all_that_a_player_gets() -> None:
    """A bot gets a chair, not the table: `ask`, `view`, `imagine`; and they are its seat's."""
    table = sandtable.new(Private(), seed=1)
    ann, bob = Chair(table, "ann"), Chair(table, "bob")
    assert isinstance(ann.ask, HiddenQuestion)
    assert not ann.is_asked
    assert bob.is_asked
    assert bob.ask is table.ask
    assert ann.view == table.view("ann")
    assert bob.log == table.log("bob")
    names = {name for name in dir(ann) if not name.startswith("_")}
    assert names >= {"ask", "view", "imagine", "seat"}
    assert all(not isinstance(getattr(ann, name), (Table, Run, State)) for name in names), (
        "no way to the table itself"
    )
    with pytest.raises(sandtable.NotFound):
        Chair(table, "dan")


def test_the_seed_reaches_nobody_while_the_game_lasts() -> None:
    """The seed is secret while the game lasts: nothing that leaves the table for a seat holds it."""
    seed = "5eed" * 16
    table = sandtable.new("stash", seed=seed)
    rng = random.Random(4)
    while table.ask is not None:
        for seat in ("ann", "bob", None):
            assert seed not in everything_told(table, seat)
            assert seed not in repr(table.ask_for(seat))
        table.choose(rng.choice(table.ask.keys))
    assert seed in everything_told(table, None)
