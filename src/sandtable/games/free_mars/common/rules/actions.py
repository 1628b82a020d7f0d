"""Special actions as both games have them: dice, outcomes, combined actions, Burnout. SC 16.0, SP 17.0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.engine import Line, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards.effects import Combined, GainOps, Points, Way
from ..cards.words import Vocabulary, way_of
from ..printed.files import Line as TableLine
from ..state import PLAYER, Theatre


def roll_line(s: Theatre, line: TableLine, dice: int) -> Steps[tuple[int, int]]:
    """SC 16.2, SP 17.2: roll dice on a line of the table. Returns how many are Positive, and how many burn out."""
    positives, burnouts = yield Roll(dice, line.both, topic=line.id, by=PLAYER)
    if not positives:
        yield say("No Positive.")
    return positives, burnouts


ONCE = Refusal("Only once with the dice of one action.")
ONCE_A_MISSION = Refusal("Only once in a Mission.")
DONE_SPENDING = Word("done", "Spend no more", says="You give up the Positives you have left.")


def outcome_refusal(s: Theatre, way: Way, taken: Sequence[str], words: Vocabulary) -> Refusal | None:
    """SC 14.3, SP 15.3: why an outcome cannot be bought now."""
    if way.once and way.id in taken:
        return ONCE
    if way.id in s.spent:
        return ONCE_A_MISSION
    return words.refusal(s, way.effects)


def take_outcomes(s: Theatre, topic: Topic, line: TableLine, positives: int, words: Vocabulary) -> Steps:
    """Outcomes (SC 14.3, SP 15.3). Each Positive buys one of the line's outcomes; they are applied one after the other."""
    taken: list[str] = []

    def why_not(word: Word) -> Refusal | None:
        if word == DONE_SPENDING:
            return None
        return outcome_refusal(s, way_of(line.outcomes, word), taken, words)

    for left in range(positives, 0, -1):
        ways = open_outcomes(s, line, taken, words)
        if not ways:
            yield say(
                "There is nothing {more:|else |else }to buy: {left:a Positive is|{left} Positives are} lost.",
                more=len(taken),
                left=left,
            )
            return
        offered = [way.word for way in ways]
        word = yield pick(
            PLAYER,
            topic,
            "You have {left:{left} Positive|{left} Positives} to spend.",
            [*offered, DONE_SPENDING],
            about={"left": left},
            others=lambda: [way.word for way in line.outcomes],
            refusal=why_not,
            says=lambda word: (
                None if word == DONE_SPENDING else words.says_of(s, way_of(line.outcomes, word))
            ),
            likely=offered[0],
        )
        if word == DONE_SPENDING:
            return
        way = next(way for way in ways if way.id == word.id)
        taken.append(way.id)
        if way.once_a_mission:
            s.spent = (*s.spent, way.id)
        yield from words.resolve(s, way.effects)


def open_outcomes(s: Theatre, line: TableLine, taken: Sequence[str], words: Vocabulary) -> list[Way]:
    """SC 14.3, SP 15.3: the outcomes that a Positive can buy now."""
    return [w for w in line.outcomes if is_open(s, w, taken) and words.can(s, w.effects)]


def is_open(s: Theatre, way: Way, taken: Sequence[str]) -> bool:
    """Whether an outcome has not been used up, in this action or in this Mission."""
    return not (way.once and way.id in taken) and way.id not in s.spent


def can_combine(s: Theatre) -> bool:
    """SC 16.5, SP 17.5: whether a combined action is open and every icon it needs is at hand."""
    return s.combined >= 0 and all(s.value(icon) for icon in s.box.combined[s.combined].icons)


def open_combined(s: Theatre) -> list[Word]:
    """SC 16.5, SP 17.5: the combined action that a card has opened, if there is one."""
    return [s.box.combined[s.combined].word] if s.combined >= 0 else []


COMBINED = Line("You roll for everything it names, and each roll needs a Positive.")
COMBINED_FOR = Line(
    "You roll for everything it names, and each roll needs a Positive. Success brings "
    "{n:|{n:points}|{n:points}}{both:| and | and }{ops:|{ops} Ops card|{ops} Ops cards}."
)


def combined_says(s: Theatre) -> Line:
    """SC 16.5, SP 17.5: what the open combined action asks for, and what it brings."""
    effects = s.box.combined[s.combined].success
    points = sum(effect.n for effect in effects if isinstance(effect, Points))
    ops = sum(effect.n for effect in effects if isinstance(effect, GainOps))
    if not points and not ops:
        return COMBINED
    return COMBINED_FOR.of(n=points, both=int(bool(points and ops)), ops=ops)


def combined_action(s: Theatre, action: Combined, words: Vocabulary) -> Steps[list[str]]:
    """Combined action (SC 16.5, SP 17.5). Each icon is rolled; all must succeed or nothing happens.

    Returns the icons whose dice burnt out.
    """
    succeeds, burnt = yield from roll_each(s, action.icons, "combined")
    yield from words.resolve(s, action.success if succeeds else action.failure)
    return burnt


def roll_each(s: Theatre, icons: Sequence[str], topic: str) -> Steps[tuple[bool, list[str]]]:
    """SC 16.5, SP 17.5: roll for each icon; whether all have a Positive, and the icons whose dice burnt out."""
    succeeds, burnt = True, []
    for icon in icons:
        positives, burnouts = yield Roll(s.value(icon), s.box.line_of[icon].both, topic=topic, by=PLAYER)
        succeeds = succeeds and positives > 0
        if burnouts:
            burnt.append(icon)
    return succeeds, burnt


def burn_out(
    topic: Topic,
    victims: Sequence[int],
    strike: Callable[[int], Steps],
    refusal: Callable[[int], Refusal | None],
    says: Callable[[int], Line],
) -> Steps:
    """Burnout (SC 16.6, SP 17.6). One unit at most that shows the icon, whichever the player selects."""
    if victims:
        unit = yield pick(
            PLAYER,
            topic,
            "Burnout: which unit?",
            list(victims),
            label="Burn out {it}",
            refusal=refusal,
            says=says,
        )
        yield from strike(unit)
