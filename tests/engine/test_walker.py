"""The walker: exact odds from the real rule, against fractions counted by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.engine import (
    DONE,
    Ask,
    CannotWalk,
    Cards,
    Chair,
    Draw,
    IllegalChoice,
    Kinds,
    Names,
    Odds,
    Outcome,
    Over,
    Roll,
    Run,
    Shuffle,
    State,
    Steps,
    Word,
    at_least,
    best,
    first,
    say,
    tally,
    total,
    walk,
)
from sandtable.engine.asking import Topic, pick, pick_each

from .small import HAND, Dealt, Hands, Sheet, Small, differing, new_random, state_of, whole


class Score(State):
    won: int = 0
    marks: list[int] = msgspec.field(default_factory=list)


# One throw ------------------------------------------------------------------------------------------


def duel(s: Score) -> Steps[None]:
    """One die against one die: the highest wins, ties go to the defender."""
    attack = yield Roll(1, topic="attack")
    defence = yield Roll(1, topic="defence")
    s.won = 1 if attack > defence else 2


def test_one_die_against_one_die() -> None:
    """Hand-counted: of 36 pairs 15 are won by the attacker, 21 by the defender (6 of them ties)."""
    odds = walk(duel, Score(), lambda s: s.won)
    assert dict(odds) == {1: Fraction(15, 36), 2: Fraction(21, 36)}
    assert odds.exact
    assert odds.mean() == Fraction(15 + 2 * 21, 36)


def test_three_dice_at_least_five() -> None:
    """Hand-counted: each die hits with 1/3, so 8/27, 12/27, 6/27 and 1/27 for none to three hits."""

    def volley(s: Score) -> Steps[None]:
        s.won = yield Roll(3, at_least(5))

    odds = walk(volley, Score(), lambda s: s.won)
    assert dict(odds) == {0: Fraction(8, 27), 1: Fraction(12, 27), 2: Fraction(6, 27), 3: Fraction(1, 27)}
    assert odds.mean() == 1
    assert odds[7] == 0


def test_three_dice_against_two() -> None:
    """The classic: three dice against two, highest against highest, ties to the defender: 2890, 2611, 2275 of 7776."""

    def battle(s: Score) -> Steps[None]:
        attack = yield Roll(3, sandtable.engine.faces)
        defence = yield Roll(2, sandtable.engine.faces)
        s.won = sum(a > d for a, d in zip(attack, defence, strict=False))

    odds = walk(battle, Score(), lambda s: s.won)
    assert dict(odds) == {2: Fraction(2890, 7776), 1: Fraction(2611, 7776), 0: Fraction(2275, 7776)}


def test_draws_and_shuffles_are_walked() -> None:
    """Draw and Shuffle are visited outcome by outcome."""

    def deal(s: Score) -> Steps[None]:
        drawn = yield Draw([1, 1, 2, 3], 2)
        order = yield Shuffle([1, 2, 3])
        s.marks[:] = [sum(drawn), order[0]]

    odds = walk(deal, Score(), lambda s: tuple(s.marks))
    pairs = Counter(a + b for a, b in [(1, 1), (1, 2), (1, 3), (1, 2), (1, 3), (2, 3)])
    assert dict(odds) == {(n, top): Fraction(count, 18) for n, count in pairs.items() for top in (1, 2, 3)}


def test_throws_that_depend_on_throws() -> None:
    """The real rule is run: how many dice follow may depend on what was thrown."""

    def exploding(s: Score) -> Steps[None]:
        hits = yield Roll(2, at_least(6))
        while hits:
            s.won += hits
            hits = yield Roll(hits, at_least(6))
            if s.won > 3:
                return

    def by_hand() -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}

        def go(dice: int, won: int, chance: Fraction) -> None:
            for hits in range(dice + 1):
                p = chance * comb(dice, hits) * Fraction(5 ** (dice - hits), 6**dice)
                if won > 3 or not hits:
                    found[won] = found.get(won, Fraction(0)) + p
                else:
                    go(hits, won + hits, p)

        go(2, 0, Fraction(1))
        return found

    assert dict(walk(exploding, Score(), lambda s: s.won)) == by_hand()


READS = [total, at_least(4), best, tally((6,), (1, 2))]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from(READS), st.sampled_from([2, 3, 4, (1, 1, 6)])),
        max_size=3,
    )
)
def test_any_throws_have_the_odds_of_listing_every_face(throws: list[Any]) -> None:
    """The walker visits every outcome with its probability: the same as listing every face of every die."""

    def rule(s: Score) -> Steps[None]:
        for dice, read, die in throws:
            s.marks.append(hash_of((yield Roll(dice, read, die))))

    def hash_of(reading: Any) -> int:
        return reading if isinstance(reading, int) else reading[0] * 100 + reading[1]

    sides = [
        range(1, die + 1) if isinstance(die, int) else die for dice, _, die in throws for _ in range(dice)
    ]
    listed: Counter[Any] = Counter()
    for thrown in product(*sides):
        at, marks = 0, []
        for dice, read, _ in throws:
            marks.append(hash_of(read(thrown[at : at + dice])))
            at += dice
        listed[tuple(marks)] += 1
    odds = walk(rule, Score(), lambda s: tuple(s.marks))
    assert dict(odds) == {result: Fraction(n, listed.total()) for result, n in listed.items()}
    assert sum(odds.values()) == 1


# Fights of many rounds --------------------------------------------------------------------------------


class Fight(State):
    a: int
    b: int
    rounds: int = 0


ROUNDS = 0


def fight_round(s: Fight) -> Steps[None]:
    """7 A round. A hits on 5 or more, B on 6, both at once; each has as many dice as lives."""
    global ROUNDS
    ROUNDS += 1
    hits_a = yield Roll(s.a, at_least(5), topic="a")
    hits_b = yield Roll(s.b, at_least(6), topic="b")
    s.a, s.b = max(0, s.a - hits_b), max(0, s.b - hits_a)


def is_over(s: Fight) -> bool:
    return s.a == 0 or s.b == 0


def won_by(s: Fight) -> str:
    return "both fall" if s.a == s.b == 0 else "a" if s.a else "b"


@cache
def fight_by_hand(a: int, b: int) -> dict[str, Fraction]:
    """The same fight by first-step analysis: a round that changes nothing is divided out."""
    if a == 0 or b == 0:
        return {"both fall" if a == b == 0 else "a" if a else "b": Fraction(1)}
    found: dict[str, Fraction] = {}
    nothing = Fraction(2, 3) ** a * Fraction(5, 6) ** b
    for hits_a in range(a + 1):
        for hits_b in range(b + 1):
            if hits_a or hits_b:
                chance = (
                    comb(a, hits_a) * Fraction(1, 3) ** hits_a * Fraction(2, 3) ** (a - hits_a)
                    * comb(b, hits_b) * Fraction(1, 6) ** hits_b * Fraction(5, 6) ** (b - hits_b)
                ) / (1 - nothing)  # fmt: skip
                for result, p in fight_by_hand(max(0, a - hits_b), max(0, b - hits_a)).items():
                    found[result] = found.get(result, Fraction(0)) + chance * p
    return found


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 2), (1, 3), (3, 2), (4, 4)])
def test_a_fight_of_repeated_rounds(a: int, b: int) -> None:
    """Equal states are merged where a procedure can start again; a round that changes nothing is summed to infinity."""
    odds = walk(fight_round, Fight(a, b), won_by, until=is_over)
    assert dict(odds) == fight_by_hand(a, b)
    assert sum(odds.values()) == 1


def test_a_duel_to_the_death_by_hand() -> None:
    """One life each: per round 1/3 and 1/6; a alone 10/36... of what changes anything: 5/8, 2/8 and 1/8."""
    # (1/3)(5/6) = 5/18, (2/3)(1/6) = 2/18, (1/3)(1/6) = 1/18; the sum is 8/18
    odds = walk(fight_round, Fight(1, 1), won_by, until=is_over)
    assert dict(odds) == {"a": Fraction(5, 8), "b": Fraction(2, 8), "both fall": Fraction(1, 8)}


def test_equal_states_are_visited_once() -> None:
    """Merging equal states: a fight of two lives each has four open states, and each is begun a handful of times."""
    global ROUNDS
    ROUNDS = 0
    walk(fight_round, Fight(2, 2), won_by, until=is_over)
    # open states: (2,2) (2,1) (1,2) (1,1) with 9, 6, 6 and 4 outcomes; each path is run at most once
    assert ROUNDS <= 9 + 6 + 6 + 4


def test_thirteen_dice_over_several_rounds() -> None:
    """A fight of 13 dice over several rounds is walked: chances add up to one and agree with first-step analysis."""
    odds = walk(fight_round, Fight(7, 6), won_by, until=is_over)
    assert sum(odds.values()) == 1
    assert dict(odds) == fight_by_hand(7, 6)


def test_a_limited_number_of_rounds() -> None:
    """`until` says when to stop; here after three rounds or when somebody has fallen."""

    def counted(s: Fight) -> Steps[None]:
        yield from fight_round(s)
        s.rounds += 1

    odds = walk(counted, Fight(1, 1), lambda s: (s.a, s.b), until=lambda s: is_over(s) or s.rounds == 3)
    stays = Fraction(10, 18)
    assert odds[1, 1] == stays**3
    assert odds[1, 0] == Fraction(5, 18) * (1 + stays + stays**2)
    assert sum(odds.values()) == 1


def test_states_that_lead_back_to_each_other() -> None:
    """A tug of war to three: from the middle both win alike; one ahead wins with 2/3."""

    def tug(s: Score) -> Steps[None]:
        s.won += 1 if (yield Roll(1, die=2)) == 2 else -1

    for start, chance in ((0, Fraction(1, 2)), (1, Fraction(2, 3)), (-2, Fraction(1, 6))):
        odds = walk(tug, Score(start), lambda s: s.won, until=lambda s: abs(s.won) == 3)
        assert dict(odds) == {3: chance, -3: 1 - chance}


def test_a_procedure_that_never_ends_cannot_be_walked() -> None:
    """A procedure that can go on for ever without an end says so."""

    def idle(s: Score) -> Steps[None]:
        yield Roll(1)

    with pytest.raises(CannotWalk):
        walk(idle, Score(), lambda s: s.won, until=lambda s: False)


def test_a_game_that_ends_at_once_is_an_end() -> None:
    """A rule that raises `Over` ends the walk, whatever `until` says."""

    def sudden(s: Score) -> Steps[None]:
        if (yield Roll(1)) == 6:
            s.won = 6
            raise Over(Outcome.won_by([0], 2))

    odds = walk(sudden, Score(), lambda s: s.won, until=lambda s: False)
    assert dict(odds) == {6: Fraction(1)}


# Questions on the way ---------------------------------------------------------------------------------

HOLD, STRIKE = Word("hold", "Hold"), Word("strike", "Strike")


ONLY = Topic("only", "1", "The only answer is given for you.")
STRIKE_OR_HOLD = Topic("strike", "1", "A strike rolls dice; holding does not.")


def choice(s: Score) -> Steps[None]:
    """Throw a die, then decide: hold for what it shows, or strike for another throw."""
    s.won = yield Roll(1)
    yield say("Thrown {n:number}.", n=s.won)
    yield pick(0, ONLY, "Only one?", [DONE])
    if (yield pick(0, STRIKE_OR_HOLD, "Strike?", [HOLD, STRIKE])) == STRIKE:
        s.won = yield Roll(1)


def strikes_below_four(ask: Ask, values: Sequence[Any], s: Score) -> Any:
    """Strikes below four."""
    return STRIKE if s.won < 4 else HOLD


def test_a_policy_answers_questions_and_is_named() -> None:
    """The walker takes a policy for questions on the way and names it in its answer."""
    odds = walk(choice, Score(), lambda s: s.won, policy=strikes_below_four)
    # 4, 5, 6 held: 1/6 each; else (1/2) one more throw: 1/12 each
    low, high = Fraction(1, 12), Fraction(1, 12) + Fraction(1, 6)
    assert dict(odds) == {1: low, 2: low, 3: low, 4: high, 5: high, 6: high}
    assert odds.policy == "Strikes below four"
    assert odds.mean() == Fraction(17, 4)


def test_a_policy_without_words_is_named_by_its_name() -> None:
    """A policy that does not say what it does is named by its name."""

    def never_strikes(ask: Ask, values: Sequence[Any], s: Any) -> Any:
        return HOLD

    assert walk(choice, Score(), lambda s: s.won, policy=never_strikes).policy == "never strikes"
    assert "first" in walk(choice, Score(), lambda s: s.won, policy=first).policy


def test_a_question_without_a_policy_is_an_error() -> None:
    """Without a policy a question on the way is an error that names it."""
    with pytest.raises(CannotWalk, match=r"Strike\?"):
        walk(choice, Score(), lambda s: s.won)


WHO = Topic("who", "5", "They take a hit each.")


def test_loops_of_questions_are_walked() -> None:
    """Ready-made questions are answered one by one by the policy."""

    def hits(s: Score) -> Steps[None]:
        n = yield Roll(2, at_least(6))
        taken = yield from pick_each(0, WHO, "Who?", [1, 2], up_to=n, at_least=n)
        s.won = 10 * (1 in taken) + (2 in taken)

    odds = walk(hits, Score(), lambda s: s.won, policy=first)
    assert dict(odds) == {0: Fraction(25, 36), 10: Fraction(10, 36), 11: Fraction(1, 36)}


def test_walking_changes_nothing() -> None:
    """The state a walk begins from is never changed."""
    state = Fight(3, 3)
    walk(fight_round, state, won_by, until=is_over)
    assert state == Fight(3, 3)


def test_a_big_shuffle_and_too_many_paths_cannot_be_walked() -> None:
    """What has too many outcomes to visit says so instead of running for ever."""

    def deck(s: Score) -> Steps[None]:
        yield Shuffle(range(30), "deck")

    def many(s: Score) -> Steps[None]:
        for _ in range(30):
            s.marks.append((yield Roll(1)))

    with pytest.raises(CannotWalk, match="30 things"):
        walk(deck, Score(), lambda s: s.won)
    with pytest.raises(CannotWalk, match="1000 paths"):
        walk(many, Score(), lambda s: s.won, at_most=1000)


def test_odds_read_like_a_mapping() -> None:
    """Odds are a mapping from results to fractions; what cannot happen has chance 0."""
    odds = Odds({"win": Fraction(1, 4), "lose": Fraction(3, 4)}, policy="bold")
    assert odds["draw"] == 0
    assert sorted(odds) == ["lose", "win"]
    assert len(odds) == 2
    assert odds.mean(lambda result: 8 if result == "win" else 0) == 2
    assert "1/4" in repr(odds)
    assert "bold" in repr(odds)


# At the table -----------------------------------------------------------------------------------------


DICE = Topic("dice", "1", "This many dice are thrown.", "number")
ANSWER = Topic("answer", "1", "Whether you strike back.")


class Assault(Small):
    """Ann chooses with how many dice she attacks; then Bob decides."""

    lasts = 3

    def rule(self, s: Sheet) -> Steps[None]:
        dice = yield pick(0, DICE, "Dice?", [1, 2, 3])
        s.marks.append((yield Roll(dice, at_least(5), topic="assault")))
        if (yield pick(1, ANSWER, "Answer?", [HOLD, STRIKE])) == STRIKE:
            s.marks.append((yield Roll(1, at_least(6), topic="answer")))


def test_odds_of_an_answer_at_the_table() -> None:
    """`table.odds(key)`: exact odds come from the real rule, up to the next question."""
    table = sandtable.new(Assault(), seed=1)
    odds = table.odds("dice:2")
    assert dict(odds) == {
        (("assault", 0),): Fraction(4, 9),
        (("assault", 1),): Fraction(4, 9),
        (("assault", 2),): Fraction(1, 9),
    }
    assert odds.exact
    assert odds.policy == "stops at the next question"


SEND_ONE = Topic("send", "1", "Whether one is sent into the fight.")


class Lots(Small):
    """One of two spies is picked."""

    lasts = 1

    def kinds(self, s: Sheet) -> Kinds:
        return SPIES

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(0, SEND_ONE, "Send one?", [HOLD, STRIKE])
        s.marks.extend((yield Draw([0, 1, 1], 1, topic="spy", of="spy")))


SPIES = {"spy": Names(["fox", "owl"], ["The Fox", "The Owl"])}


def test_things_that_are_picked_are_named_in_odds() -> None:
    """Odds are for people: what may be picked has its name, not its number."""
    odds = sandtable.new(Lots(), seed=1).odds(HOLD.id)
    assert dict(odds) == {(("spy", "The Fox"),): Fraction(1, 3), (("spy", "The Owl"),): Fraction(2, 3)}


def test_odds_with_a_policy_for_what_follows() -> None:
    """A policy may answer the questions on the way; its name is in the answer."""

    def strikes_back(ask: Ask, values: Sequence[Any], s: Any) -> Any:
        """Strikes back."""
        return STRIKE

    odds = sandtable.new(Assault(), seed=1).odds("dice:1", strikes_back)
    assert dict(odds) == {
        (("assault", hits), ("answer", back)): Fraction((4, 2)[hits], 6) * Fraction((5, 1)[back], 6)
        for hits in (0, 1)
        for back in (0, 1)
    }
    assert odds.policy == "Strikes back"


def test_odds_in_the_middle_of_a_turn() -> None:
    """Odds are those from here on: what was thrown before is certain."""
    table = sandtable.new(Assault(), seed=1).choose("dice:2")
    assert dict(table.odds("strike")) == {(("answer", 0),): Fraction(5, 6), (("answer", 1),): Fraction(1, 6)}
    assert dict(table.odds("hold")) == {(): Fraction(1)}


def test_asking_for_odds_changes_nothing() -> None:
    """To ask for odds is a question: nothing changes, and a wrong key is an `IllegalChoice`."""
    for game in ("stash", "connect-four"):
        for table in new_random(game, 4):
            before = whole(table)
            for option in table.ask.options if table.ask else []:
                with suppress(CannotWalk):
                    table.odds(option)
            with pytest.raises(IllegalChoice):
                table.odds("nonsense")
            assert differing(before, whole(table)) == []


def test_a_game_may_say_what_matters() -> None:
    """`Game.odds` may say more than the dice that follow at once."""

    class Told(Assault):
        def odds(self, run: Run[Sheet], value: Any) -> Odds | None:
            return Odds({"hit": Fraction(value, 3), "miss": 1 - Fraction(value, 3)}, policy="told")

    odds = sandtable.new(Told(), seed=1).odds("dice:2")
    assert dict(odds) == {"hit": Fraction(2, 3), "miss": Fraction(1, 3)}


def raids(seeds: range) -> list[sandtable.Table]:
    """Tables of stash at which somebody is asked what to pay for a raid."""
    found: list[sandtable.Table] = []
    for seed in seeds:
        table = sandtable.new("stash", seed=seed)
        rng = random.Random(seed)
        while table.ask is not None:
            if table.ask.topic == "pay" and len(found) <= seed:
                found.append(table.fork())
            keys = table.ask.keys
            table.choose("raid" if "raid" in keys else rng.choice(keys))
    return found


def test_the_odds_of_a_raid() -> None:
    """Stash 2.3: a raid needs 4 or more on one die, whatever is discarded for it; then the other may parry, or not."""
    tables = raids(range(8))
    assert len(tables) > 3
    for table in tables:
        assert table.ask is not None
        for option in table.ask.options:
            odds = table.odds(option)
            assert sum(odds.values()) == 1
            assert odds["nothing is taken"] == Fraction(1, 2)
            assert odds["the load is taken"] + odds["it can be parried"] == Fraction(1, 2)


def test_odds_never_reveal_hidden_cards() -> None:
    """Odds are as the asked seat can know them: the same in every world the seat cannot tell apart."""
    compared = 0
    for seed in range(6):
        for table in new_random("stash", seed):
            if table.ask is None:
                continue
            key = table.ask.keys[-1]
            known = odds_or_not(table, key)
            for k in range(3):
                world = Chair(table, table.ask.seat).imagine(random.Random(k))
                assert odds_or_not(world, key) == known
                compared += 1
            assert state_of(table) is not None
    assert compared > 100


def odds_or_not(table: sandtable.Table, key: str) -> Any:
    try:
        odds = table.odds(key)
    except CannotWalk as error:
        return str(error)
    return dict(odds), odds.exact, odds.policy


ATTACK = Topic("attack", "1", "Dice decide how the attack ends.", "number")
WELL = Topic("well", "1", "Whatever the answer, play goes on.", "number")


def test_odds_that_may_differ_in_some_world_are_not_called_exact() -> None:
    """Odds are called exact only if they are: a world that a few imagined ones did not show may still be the real one."""

    class Needle(Dealt):
        """Of forty cards one matters, and Bob holds one card."""

        def begin(self, options: Any) -> Hands:
            cards = Cards.dealt([range(39), (), (), (39,), ()], seats=3)
            cards.look([39], 1)
            return Hands(cards)

        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, ATTACK, "Attack?", [1, 2])
            dice = 2 if s.cards.zones[HAND + 1] == [17] else 1
            s.marks.append((yield Roll(dice, topic="attack")))
            yield pick(1, WELL, "Well?", [1, 2])

    odds = sandtable.new(Needle(), seed=1).odds("attack:1")
    assert not odds.exact


def test_odds_do_not_show_who_holds_what() -> None:
    """A throw whose size depends on a hidden hand has odds averaged over worlds, marked as not exact."""

    class Counterstrike(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, ATTACK, "Attack?", [1, 2])
            high = sum(card >= 5 for card in s.cards.zones[HAND + 1])
            s.marks.append((yield Roll(high, at_least(4), topic="counter")))
            yield pick(1, WELL, "Well?", [1, 2])

    odds = sandtable.new(Counterstrike(), seed=1).odds("attack:1")
    assert not odds.exact
    assert set(odds) == {(("counter", n),) for n in range(3)}
    assert sum(odds.values()) == 1
