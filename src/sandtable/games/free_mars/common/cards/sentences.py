"""The texts of cards, in plain sentences made from their effects, so that the words cannot differ from what happens.

Other texts are whole templates. A card is a tree of effects that any pack can grow, so its sentences are put together
here: each effect gives a clause that tells the player what to do, and the sentences that explain it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.engine import Line

from .effects import (
    Challenge,
    Choose,
    Combined,
    Deploy,
    First,
    Flip,
    GainOps,
    LoseOps,
    May,
    Net,
    NetCheck,
    NetRun,
    Points,
    Reinforce,
    Repair,
    Reshuffle,
    Reveal,
    RevealIntercept,
    Revert,
    Seize,
    Taz,
)


class Said(NamedTuple):
    """An effect in words: a clause ("gain 1 Ops card"), and whole sentences that follow it."""

    clause: str
    more: tuple[str, ...] = ()


class Names(NamedTuple):
    """The words that the sentences of a game use for things."""

    #: What a part of the game is called in which a card is drawn.
    op: str
    #: Where reinforcements go to.
    force: str
    #: Effects that have the same name in both games and do not do the same, or cannot be found in both. They count {n}.
    own: Mapping[type, Line]
    #: By kind of unit: what is turned over, and what is chosen freely. They count {n}.
    flips: Mapping[str, Line]
    takes: Mapping[str, Line]
    icons: Mapping[str, str]
    #: By id: what a unit is called, and the label of an OPFOR counter with the number of such counters.
    units: Mapping[str, str]
    opfor: Mapping[str, tuple[str, int]]


GAIN_OPS = Line("gain {n:{n} Ops card|{n} Ops cards}")
LOSE_OPS = Line("lose {n:{n} Ops card|{n} Ops cards}")
NET_UP = Line("raise the NET Level by {n}")
NET_DOWN = Line("lower the NET Level by {n}")
MORE = Line("as many enemies as the NET Level{n:| plus {n}| plus {n}}")
FEWER = Line("as many enemies as the NET Level minus {n}")
EDGE_UP = Line("They add {n} to their Tactical Edge.")
EDGE_DOWN = Line("They take {n} off their Tactical Edge.")
WIN = Line("gain {n:{n} Ops card or {n} NET Level|{n} Ops cards or {n} NET Levels}")
LOSE = Line("you lose {n} of either")
#: Clauses that are the same on every card.
PLAIN: dict[type, str] = {
    Reveal: "reveal the Mission",
    RevealIntercept: "reveal a hidden Intercept marker where you have no ships",
    Revert: "turn a random Friendly Installation over to the OPFOR",
    Seize: "turn the OPFOR Installation in your cell Friendly",
    Taz: "place a TAZ in your cell",
}
NOTHING = "Nothing happens."
#: Where clauses are joined, the verb is said once.
GAIN = "gain "
UNLESS = ", unless already in play or lost"


class Sentences:
    """The texts of the cards of a pack."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._say: dict[type, Callable[[Any], Said]] = {
            GainOps: lambda effect: Said(counted(GAIN_OPS, effect.n)),
            LoseOps: lambda effect: Said(counted(LOSE_OPS, effect.n)),
            Net: lambda effect: Said(counted(NET_UP if effect.n >= 0 else NET_DOWN, abs(effect.n))),
            Deploy: self.deploy,
            Challenge: self.challenge,
            NetCheck: self.net_check,
            Combined: self.combined,
            Choose: self.choose,
            First: self.first,
            May: self.may,
            Flip: lambda effect: Said(counted(names.flips[effect.kind], effect.n)),
            Reinforce: lambda effect: Said(self.reinforce(effect)),
            **dict.fromkeys((NetRun, Points, Repair, Reshuffle), self.own),
            **dict.fromkeys(PLAIN, lambda effect: Said(PLAIN[type(effect)])),
        }

    def text(self, effects: Sequence[Any]) -> str:
        """The text of a card with these effects."""
        said = [self.say(effect) for effect in effects]
        found = [sentence for it in said for sentence in (whole(it.clause), *it.more)]
        return " ".join(found) or NOTHING

    def say(self, effect: Any) -> Said:
        """An effect in words."""
        return self._say[type(effect)](effect)

    def when(self, condition: str, effects: Sequence[Any], *, first: Sequence[str] = ()) -> tuple[str, ...]:
        """The sentences for what happens on a condition, "If you win the battle". None if nothing does."""
        together = self.together(effects, first)
        if not together.clause:
            return ()
        return (f"{condition}, {together.clause}.", *together.more)

    def together(self, effects: Sequence[Any], first: Sequence[str] = ()) -> Said:
        """Several effects as one: all clauses up to the first that needs a sentence of its own, then the rest."""
        clauses: list[str] = list(first)
        more: list[str] = []
        for said in map(self.say, effects):
            if more:
                more += [f"Then {said.clause}.", *said.more]
            else:
                is_more = bool(clauses) and clauses[0].startswith(GAIN) and said.clause.startswith(GAIN)
                clauses.append(said.clause.removeprefix(GAIN) if is_more else said.clause)
                more += said.more
        return Said(joined(clauses, "and"), tuple(more))

    def branches(self, yes: str, no: str, effects: Sequence[Any], others: Sequence[Any]) -> tuple[str, ...]:
        """The sentences for what follows on either of two conditions; a branch that needs more sentences comes last."""
        if len(self.together(effects).more) > len(self.together(others).more):
            yes, no, effects, others = no, yes, others, effects
        one = self.when(yes, effects)
        return (*one, *self.when("Otherwise" if one else no, others))

    def own(self, effect: Any) -> Said:
        """An effect that each game has its own words for."""
        return Said(counted(self.names.own[type(effect)], getattr(effect, "n", 1)))

    def deploy(self, effect: Deploy) -> Said:
        """OPFOR Deployment (SC 15.3, SP 16.3): how many enemies, who they are, and what the battle is worth."""
        n = effect.plus
        count = counted(MORE, n) if n >= 0 else counted(FEWER, -n)
        if effect.least > max(0, 1 + n):  # the NET Level is never below 1
            count += f", but at least {effect.least}"
        if effect.including:
            count += f", including {self.counters(effect.including)}"
        more: list[str] = []
        if effect.edge:
            more.append(counted(EDGE_UP if effect.edge > 0 else EDGE_DOWN, abs(effect.edge)))
        stake = effect.win_lose
        won = self.when("If you win the battle", effect.won, first=[counted(WIN, stake)] if stake else [])
        it = "it" if won else "the battle"
        lost = self.when(f"If you lose {it}", effect.lost, first=[counted(LOSE, stake)] if stake else [])
        return Said(f"fight {count}", (*more, *won, *lost))

    def counters(self, ids: Sequence[str]) -> str:
        """OPFOR counters by their names: "a Patrol", "the Gunship", "Drones", "two Swarms"."""
        found = []
        for id in dict.fromkeys(ids):
            label, count = self.names.opfor[id]
            n, is_plural = ids.count(id), label.endswith("s") and not label.endswith("ss")
            if n > 1:
                found.append(f"{NUMBERS.get(n, n)} {label}" + ("" if is_plural else "s"))
            elif is_plural:
                found.append(label)
            else:
                article = "the" if count == 1 else "an" if label[0] in "AEIOU" else "a"
                found.append(f"{article} {label}")
        return joined(found, "and")

    def challenge(self, effect: Challenge) -> Said:
        """A Challenge (SC 12.2, SP 13.2)."""
        follows = self.branches("With a Positive", "Without a Positive", effect.success, effect.failure)
        return Said(f"roll your {self.names.icons[effect.icon]} dice", follows)

    def net_check(self, effect: NetCheck) -> Said:
        """A NET Check (SC 12.2, SP 13.2)."""
        follows = self.branches(
            "If it is no higher than the NET Level",
            "If it is higher than the NET Level",
            effect.one,
            effect.two,
        )
        return Said("roll a die", follows)

    def combined(self, effect: Combined) -> Said:
        """A combined action (SC 16.5, SP 17.5)."""
        dice = joined([f"your {self.names.icons[icon]} dice" for icon in effect.icons], "and")
        clause = f"as a special action in this {self.names.op}, you may roll {dice}"
        success = self.when("With a Positive for each", effect.success)
        return Said(clause, (*success, *self.when("Otherwise", effect.failure)))

    def choose(self, effect: Choose) -> Said:
        """A choice. A way that needs more than one sentence comes last."""
        ways = sorted(
            [self.together(way.effects) for way in effect.ways], key=lambda said: len(said.more) > 0
        )
        if sum(len(said.more) > 0 for said in ways) > 1:
            listed = [f"({n}) {' '.join((whole(said.clause), *said.more))}" for n, said in enumerate(ways, 1)]
            return Said("choose one", tuple(listed))
        clause = joined([said.clause for said in ways], "or")
        return Said(f"either {clause}" if len(ways) == 2 else clause, ways[-1].more)

    def first(self, effect: First) -> Said:
        """The first of several things that can be done."""
        best, *others = [self.together(effects) for effects in effect.of]
        if others:  # what is said next covers it
            best = Said(best.clause.removesuffix(UNLESS), best.more)
        more = list(best.more)
        for said in others:
            more += [f"If that is not possible, {said.clause.removesuffix(UNLESS)}.", *said.more]
        return Said(best.clause, tuple(more))

    def may(self, effect: May) -> Said:
        """The sentence for effects that the player may decline."""
        said = self.together(effect.effects)
        return Said(f"you may {said.clause.removeprefix('you may ')}", said.more)

    def reinforce(self, effect: Reinforce) -> str:
        """Reinforcements (SC 17.5, SP 13.2), which cost nothing. Named units come if they are neither in play nor lost."""
        parts = []
        if effect.units:
            named = joined([f"the {self.names.units[unit]}" for unit in effect.units], "and")
            parts.append(f"take {named} into your {self.names.force}{UNLESS}")
        if effect.kind:
            parts.append(counted(self.names.takes[effect.kind], effect.n))
        return joined(parts, "and")


NUMBERS = {2: "two", 3: "three", 4: "four"}


def counted(line: Line, n: int) -> str:
    """A clause that counts."""
    return line.of(n=n).words({})


def whole(clause: str) -> str:
    """A clause as a sentence.

    >>> whole("gain 1 Ops card")
    'Gain 1 Ops card.'
    """
    return f"{clause[:1].upper()}{clause[1:]}."


def joined(parts: Iterable[str], word: str) -> str:
    """Parts of a sentence, the last one after a word.

    >>> joined(["a"], "or"), joined(["a", "b"], "or"), joined(["a", "b", "c"], "and"), joined(["a, b", "c"], "or")
    ('a', 'a or b', 'a, b and c', 'a, b, or c')
    """
    *others, last = parts if (parts := list(parts)) else [""]
    comma = "," if any("," in part or " or " in part for part in (*others, last)) else ""
    return f"{', '.join(others)}{comma} {word} {last}" if others else last
