"""Special actions as both games have them: dice, outcomes, combined actions, Burnout. SC 16.0, SP 17.0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.engine import Choice, Line, Listed, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick
from sandtable.engine.choice import Offered

from ..cards.effects import Combined, GainOps, Points, Way
from ..cards.words import Vocabulary, way_of, words_of
from ..printed.files import TableLine
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


def outcome_refusal(
    s: Theatre, line: TableLine, taken: Sequence[str], words: Vocabulary, way: Way
) -> Refusal | None:
    """SC 14.3, SP 15.3: why an outcome cannot be bought now."""
    if way.once and way.id in taken:
        return ONCE
    if way.id in s.spent:
        return ONCE_A_MISSION
    return words.refusal(s, way.effects)


#: SC 14.3, SP 15.3: the outcomes of a line that a Positive can buy now.
OUTCOMES = Choice(lambda s, line, taken, words: line.outcomes, outcome_refusal)


def take_outcomes(s: Theatre, topic: Topic, line: TableLine, positives: int, words: Vocabulary) -> Steps:
    """Outcomes (SC 14.3, SP 15.3). Each Positive buys one of the line's outcomes; they are applied one after the other."""
    taken: list[str] = []
    for left in range(positives, 0, -1):
        able = OUTCOMES.all(s, line, taken, words)
        if not able:
            yield say(
                "There is nothing {more:|else |else }to buy: {left:a Positive is|{left} Positives are} lost.",
                more=len(taken),
                left=left,
            )
            return
        word = yield pick(
            PLAYER,
            topic,
            "You have {left:{left} Positive|{left} Positives} to spend.",
            Listed(
                words_of(able),
                lambda word: outcome_refusal(s, line, taken, words, way_of(line.outcomes, word)),
                then=(DONE_SPENDING,),
            ),
            about={"left": left},
            others=lambda: words_of(line.outcomes),
            says=lambda word: (
                None if word == DONE_SPENDING else words.says_of(s, way_of(line.outcomes, word))
            ),
            likely=able[0].word,
        )
        if word == DONE_SPENDING:
            return
        way = way_of(line.outcomes, word)
        taken.append(way.id)
        if way.once_a_mission:
            s.spent = (*s.spent, way.id)
        yield from words.resolve(s, way.effects)


def open_combined(s: Theatre) -> tuple[Word, ...]:
    """SC 16.5, SP 17.5: the combined action that a card has opened, if there is one."""
    return (s.box.combined[s.combined].word,) if s.combined >= 0 else ()


def can_combine(s: Theatre) -> bool:
    """SC 16.5, SP 17.5: whether every icon that the open combined action needs is at hand."""
    return all(s.value(icon) for icon in s.box.combined[s.combined].icons)


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
    topic: Topic, victims: Offered, strike: Callable[[int], Steps], says: Callable[[int], Line]
) -> Steps:
    """Burnout (SC 16.6, SP 17.6). One unit at most that shows the icon, whichever the player selects."""
    if victims():
        unit = yield pick(PLAYER, topic, "Burnout: which unit?", victims, label="Burn out {it}", says=says)
        yield from strike(unit)
