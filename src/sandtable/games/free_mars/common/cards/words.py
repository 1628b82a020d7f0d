"""The effect of each word of the vocabulary. Each game adds its own words. SC 12.2, SP 13.2."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sandtable.engine import Choice, Line, Listed, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..rules.net import shift_net
from ..rules.ops_cards import gain_ops, lose_ops, reveal_mission
from ..state import DISCARDS, PLAYER, RESERVE, Theatre
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
    Way,
)

Do = Callable[[Any, Any], Steps[None]]
Can = Callable[[Any, Any], bool]

#: By whether the marker would go up: why it cannot.
NET_STAYS = {
    True: Refusal("The NET Level is at its highest."),
    False: Refusal("The NET Level cannot fall that far."),
}
#: By effect: why it cannot be carried out, where it cannot.
WHY_NOT: dict[type, Refusal] = {
    GainOps: Refusal("No Ops card is left to gain."),
    Reveal: Refusal("The Mission is revealed already."),
    Flip: Refusal("You have no effective unit of that kind."),
    Repair: Refusal("None of your units needs repair."),
    Reinforce: Refusal("What could join you is in play already, or there is no room for it."),
    NetRun: Refusal("None of your units shows Cyber."),
    Seize: Refusal("There is no OPFOR Installation here."),
    Revert: Refusal("No Installation is Friendly."),
    Taz: Refusal("A TAZ needs a free marker, and a cell without an Installation or a TAZ."),
    RevealIntercept: Refusal("No hidden Intercept marker lies where you have no ships."),
    Choose: Refusal("None of the ways the card gives is open."),
    First: Refusal("None of what the card names can happen now."),
    May: Refusal("What the card offers cannot be done now."),
}
NET_CHECK = Line("against NET Level {n:number}")
NET_UP = Line("More dice and a better edge, but one more enemy in every battle.")
NET_DOWN = Line("One enemy fewer in every battle, but fewer dice and less of an edge.")
POINTS_ONCE = Line("You have {n:points} more to spend on units. Only once in a Mission.")
#: By effect: what a player should know of it before choosing.
SAYS: dict[type, Line] = {
    Flip: Line("You choose a unit; it shows its weaker side until it is repaired."),
    GainOps: Line("More time: {n:one more Ops card|{n} more Ops cards} to draw."),
    LoseOps: Line("Less time: {n:one Ops card is|{n} Ops cards are} discarded unseen."),
    NetRun: Line("An extra NET Run, at once."),
    Points: Line("You have {n:points} more to spend on units."),
    Reinforce: Line("Units join you at no cost."),
    Repair: Line("A unit of yours turns back to its effective side."),
    Reshuffle: Line("Used Ops cards come back into the deck."),
    Reveal: Line("You learn where the Mission is and what it asks for."),
    RevealIntercept: Line("You see what it gives, and can take it by entering its Point."),
    Seize: Line("Its icons count for you, you have a better edge here, and no guards come."),
    Taz: Line("A place to recruit; Ops cards bring one enemy fewer here."),
}
#: A deployment: how many come, and what the battle is worth where a card pays in points and takes Ops cards.
FIGHT = Line(
    "{n:No enemy comes|One enemy comes, and a battle follows|{n} enemies come, and a battle follows}."
)
FIGHT_FOR = Line(
    "{n:No enemy comes|One enemy comes, and a battle follows|{n} enemies come, and a battle follows}. "
    "Won: {won:points} more. Lost: {lost:{lost} Ops card|{lost} Ops cards} fewer."
)


class Vocabulary:
    """Every word a game knows, with the rule that carries it out and, where it may be impossible, the question whether it can.

    `resolve` carries out a list of effects; `can` says whether all of them can be carried out now. A word without such
    a question can always be. `choose` and `may` are the topics of the questions that cards themselves ask; `count`
    says how many enemies a deployment would bring now.
    """

    def __init__(
        self,
        do: Mapping[type, Do],
        can: Mapping[type, Can],
        *,
        choose: Topic,
        may: Topic,
        count: Callable[[Any, Deploy], int],
    ) -> None:
        self.choose_topic, self.may_topic, self.count = choose, may, count
        self.do: dict[type, Do] = {
            GainOps: lambda s, effect: gain_ops(s, effect.n),
            LoseOps: lambda s, effect: lose_ops(s, effect.n),
            Net: lambda s, effect: shift_net(s, effect.n),
            Points: gain_points,
            Reveal: lambda s, effect: reveal_mission(s),
            Challenge: self.challenge,
            NetCheck: self.net_check,
            Combined: open_combined,
            Choose: self.choose,
            First: self.first,
            May: self.may,
            **do,
        }
        self.possible: dict[type, Can] = {
            GainOps: lambda s, effect: bool(s.cards.zones[RESERVE] or s.cards.zones[DISCARDS]),
            Net: can_shift,
            Reveal: lambda s, effect: not s.is_revealed,
            Choose: lambda s, effect: WAYS.any(self, s, effect.ways),
            First: lambda s, effect: any(self.can(s, effects) for effects in effect.of),
            May: lambda s, effect: self.can(s, effect.effects),
            **can,
        }

    def resolve(self, s: Theatre, effects: Iterable[Any]) -> Steps:
        """Carry out effects, one after the other."""
        for effect in effects:
            yield from self.do[type(effect)](s, effect)

    def can(self, s: Theatre, effects: Iterable[Any]) -> bool:
        """Whether all these effects can be carried out now."""
        return self.refusal(s, effects) is None

    def refusal(self, s: Theatre, effects: Iterable[Any]) -> Refusal | None:
        """Why these effects cannot be carried out now: the first that cannot; None if all can."""
        possible = self.possible
        for effect in effects:
            kind = type(effect)
            if kind in possible and not possible[kind](s, effect):
                return NET_STAYS[effect.n > 0] if kind is Net else WHY_NOT[kind]
        return None

    def challenge(self, s: Theatre, effect: Challenge) -> Steps:
        """Challenge (SC 12.2, SP 13.2). A die for each icon; one Positive succeeds. No icon, no dice. No Burnout."""
        dice, hits = s.value(effect.icon), s.box.line_of[effect.icon].hits
        positives = yield Roll(dice, hits, topic="challenge", by=PLAYER)
        if positives:
            yield say("You meet the Challenge.")
        else:
            yield say(
                "{n:You have no dice for the Challenge: it fails|You fail the Challenge|You fail the Challenge}.",
                n=dice,
            )
        yield from self.resolve(s, effect.success if positives else effect.failure)

    def net_check(self, s: Theatre, effect: NetCheck) -> Steps:
        """NET Check (SC 12.2, SP 13.2). A die not above the NET Level is outcome (1), one above it is outcome (2)."""
        die = yield Roll(1, topic="net check", mods=(NET_CHECK.of(n=s.net),))
        if die <= s.net:
            yield say(
                "{die:number} is no higher than the NET Level of {net:number}.",
                die=die,
                net=s.net,
            )
        else:
            yield say("{die:number} is higher than the NET Level of {net:number}.", die=die, net=s.net)
        yield from self.resolve(s, effect.one if die <= s.net else effect.two)

    def choose(self, s: Theatre, effect: Choose) -> Steps:
        """A card that gives a choice (SC 12.2, SP 13.2). What cannot be done is not offered."""
        if not WAYS.any(self, s, effect.ways):
            return
        word = yield pick(
            PLAYER,
            self.choose_topic,
            "The card gives you a choice.",
            Listed(
                lambda: words_of(WAYS.all(self, s, effect.ways)),
                lambda word: self.refusal(s, way_of(effect.ways, word).effects),
            ),
            facts={"effect": effect},
            others=lambda: words_of(effect.ways),
            says=lambda word: self.says_of(s, way_of(effect.ways, word)),
        )
        yield from self.resolve(s, way_of(effect.ways, word).effects)

    def first(self, s: Theatre, effect: First) -> Steps:
        """The first of several things that can be done (SC 12.2, SP 13.2)."""
        for effects in effect.of:
            if self.can(s, effects):
                yield from self.resolve(s, effects)
                return
        yield say("Nothing comes of it.")

    def may(self, s: Theatre, effect: May) -> Steps:
        """A card that says "may" (SC 12.2, SP 13.2)."""
        if not self.can(s, effect.effects):
            return
        does_it = yield yes_no(
            PLAYER,
            self.may_topic,
            "{about}",
            about={"about": effect.prompt},
            facts={"effect": effect},
            says=lambda yes: self.says_of(s, effect) if yes else NOT_DONE,
        )
        if does_it:
            yield from self.resolve(s, effect.effects)

    def says_of(self, s: Theatre, way: Way | May) -> Line | None:
        """The note on a way, besides its label: on its first effect that there is something to say about."""
        for effect in way.effects:
            if isinstance(effect, Net):
                return NET_UP if effect.n > 0 else NET_DOWN
            if isinstance(effect, Deploy):
                return fight_says(effect, self.count(s, effect))
            if isinstance(effect, Points) and isinstance(way, Way) and way.once_a_mission:
                return POINTS_ONCE.of(n=effect.n)
            if line := SAYS.get(type(effect)):
                return line.of(n=effect.n) if isinstance(effect, (GainOps, LoseOps, Points)) else line
        return None


NOT_DONE = Line("Nothing happens.")


def fight_says(effect: Deploy, n: int) -> Line:
    """How many enemies come (SC 15.3, SP 16.3), and what the battle is worth."""
    match effect:
        case Deploy(won=(Points(n=won),), lost=(LoseOps(n=lost),)):
            return FIGHT_FOR.of(n=n, won=won, lost=lost)
    return FIGHT.of(n=n)


def words_of(ways: Sequence[Way]) -> list[Word]:
    """The words that ways are chosen by."""
    return [way.word for way in ways]


def way_of(ways: Sequence[Way], word: Word) -> Way:
    """The way that a word stands for."""
    return next(way for way in ways if way.id == word.id)


#: SC 12.2, SP 13.2: the ways of a card that can be carried out now.
WAYS = Choice(lambda words, s, ways: ways, lambda words, s, ways, way: words.refusal(s, way.effects))


def gain_points(s: Theatre, effect: Points) -> Steps:
    """SC 17.3, SP 18.1: points to recruit with."""
    s.points += effect.n
    yield say("You gain {n:points} and have {points}.", n=effect.n, points=s.points)


def can_shift(s: Theatre, effect: Net) -> bool:
    """SC 13.1, SP 14.1: whether the marker can move that way: up at all, down in full."""
    return s.net < s.box.net_max if effect.n > 0 else s.net + effect.n >= 1


def open_combined(s: Theatre, effect: Combined) -> Steps:
    """SC 16.5, SP 17.5: a card opens a combined action for the Special Actions phase of this Op."""
    s.combined = s.box.combined_number[effect]
    yield say("A combined action is possible now: {about}.", about=effect.label)
