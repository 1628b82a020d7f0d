"""What a rule yields: questions for seats, lines for the log, and the ready-made questions that games share.

Every answer is one option. A rule gets back the *value* it offered; keys, labels and what an option touches are made
only when somebody looks. Questions that need several answers are shrinking loops: every option makes progress and
nothing toggles.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from .chance import Chance
from .things import ACCEPT, CHANGE, DONE, REFUSE, Of, Word

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    R = TypeVarWithDefault("R", default=None)
else:
    R = TypeVar("R")

V = TypeVar("V")

#: The values of a question: a list, or a function that makes it when somebody looks.
Values = Sequence[V] | Callable[[], Sequence[V]]
#: What an option touches on the board besides itself: (kind, value) pairs.
Touches = Callable[[Any], Sequence[tuple[str, Any]]]


class Ask(msgspec.Struct):
    """One open question, as a rule yields it. Games make it with `pick` and its relatives."""

    seat: int
    prompt: str
    #: A list of values, or a function that makes one; it changes nothing and asks for no dice.
    options: Any
    #: The kind of thing the values are (or one kind for each part of a tuple).
    of: str | tuple[str, ...] = ""
    topic: str = ""
    #: What an option is called, with {it} for its value: "Rally in {it}"; the parts of a tuple are {first}, {second} and
    #: {third}. Undo uses the same words.
    label: str = ""
    args: dict[str, Any] | None = None
    kind: str = "pick"
    #: An optional question names its window and the value that declines it, for standing orders.
    window: str = ""
    decline: Any = None
    #: Others see neither its text, its options nor who is asked.
    private: bool = False
    #: Its answer stays unknown to others until the rule yields UNSEAL.
    sealed: bool = False
    rule: str = ""
    touches: Touches | None = None
    #: Others see the question and the answer, but not the options: those depend on what only the seat knows.
    hides: bool = False
    #: Seats that see a private question and its answer besides the one that is asked.
    shown_to: tuple[int, ...] = ()
    #: Asked even if there is only one answer, so that nobody can tell from being made to wait what a hand holds.
    always: bool = False
    #: For questions that are part of a loop: how many answers may still follow, this one included.
    left: int = 1
    #: What a program needs to know beyond what the question is about, and of each option.
    facts: Mapping[str, Any] | None = None
    data: Callable[[Any], Mapping[str, Any] | None] | None = None
    #: The topic it was asked under, where the game declares topics.
    source: Any = None


class Note(msgspec.Struct):
    """A line for the log: a template, the things it names, and who may read it (None: everybody)."""

    text: str
    args: dict[str, Any]
    to: tuple[int, ...] | None = None
    #: Whether it tells somebody what they could not know, so that nothing before it can be taken back.
    tells: bool = False


class Unseal(msgspec.Struct):
    """Open every sealed answer given so far in this turn."""


UNSEAL = Unseal()
Step = Ask | Chance | Note | Unseal
Steps = Generator[Step, Any, R]
Rule = Callable[[Any], Steps[None]]


def pick(
    seat: int,
    prompt: str,
    options: Values[Any],
    /,
    of: str | tuple[str, ...] = "",
    topic: str = "",
    label: str = "",
    *,
    window: str = "",
    decline: Any = None,
    private: bool = False,
    sealed: bool = False,
    hides: bool = False,
    shown_to: tuple[int, ...] = (),
    always: bool = False,
    rule: str = "",
    touches: Touches | None = None,
    **things: Any,
) -> Ask:
    """Pick one: ``space = yield pick(who, "Rally where?", spaces, "space", "rally", "Rally in {it}")``.

    `options` are values (ints of the kind `of`, enums, `Word`s, tuples), or a function that lists them. `things` are
    what the prompt names (any name but those of the parameters after the first three). A `private` question is seen
    by nobody else; one that `hides` its options is seen with its answer, but not what else could have been answered; a
    `sealed` answer is opened by UNSEAL; `always` asks even where there is no choice. `topic` is the first part of the keys and what reports count.
    """
    ask = Ask(seat, prompt, options, of, topic, label, things, "pick", window, decline, private, sealed, rule)
    if touches is not None or hides or shown_to or always:
        ask.touches, ask.hides, ask.shown_to, ask.always = touches, hides, shown_to, always
    return ask


def _part(kind: str, left: int, ask: Ask) -> Ask:
    """One question of a loop: which widget gathers the answers, and how many may still follow."""
    ask.kind, ask.left = kind, left
    return ask


def yes_no(seat: int, prompt: str, /, topic: str = "", **more: Any) -> Ask:
    """Yes or no: ``if (yield yes_no(who, "Evade {card}?", "evade", card=card)): ...``."""
    return _part("yes_no", 1, pick(seat, prompt, (True, False), "", topic, **more))


def amount(seat: int, prompt: str, most: int, /, *, least: int = 0, topic: str = "", **more: Any) -> Ask:
    """A whole number from `least` to `most`: ``n = yield amount(who, "How many rounds?", 4, topic="salvo")``."""
    return _part("amount", 1, pick(seat, prompt, range(least, most + 1), "number", topic, **more))


def say(text: str, *, seen_by: Sequence[int] | None = None, tells: bool = False, **things: Any) -> Note:
    """A log line: ``yield say("{who:faction} rallies in {space}.", who=who, space=space)``.

    `seen_by` limits who reads it. `tells` marks a line that gives away a secret no card verb has shown: an answer
    before it cannot be taken back any more.
    """
    return Note(text, things, None if seen_by is None else tuple(seen_by), tells)


def pick_each(
    seat: int,
    prompt: str,
    options: Sequence[V],
    /,
    *,
    up_to: int | None = None,
    at_least: int = 0,
    of: str | tuple[str, ...] = "",
    topic: str = "",
    done: Word = DONE,
    **more: Any,
) -> Steps[list[V]]:
    """Pick several different ones, with Done once there are enough: ``spaces = yield from pick_each(...)``.

    >>> ask = pick_each(0, "Which cards?", [4, 7, 9], up_to=2)
    >>> next(ask).options, ask.send(7).options
    ([4, 7, 9, Word('done')], [4, 9, Word('done')])
    """
    rest = list(options)
    most = len(rest) if up_to is None else min(up_to, len(rest))
    at_least = min(at_least, most)
    chosen: list[V] = []
    while len(chosen) < most:
        if at_least - len(chosen) >= len(rest):  # all that is left must be taken
            return [*chosen, *rest]
        offered = [*rest, done] if len(chosen) >= at_least else rest[:]
        it = yield _part(
            "several", most - len(chosen), pick(seat, prompt, offered, of, topic, **{"decline": done, **more})
        )
        if it is done or it == done:
            break
        rest.remove(it)
        chosen.append(it)
    return chosen


def order(
    seat: int,
    prompt: str,
    items: Sequence[V],
    /,
    *,
    of: str | tuple[str, ...] = "",
    topic: str = "",
    **more: Any,
) -> Steps[list[V]]:
    """Put things in order, first to last: ``stack = yield from order(left, "Which comes first?", equals)``."""
    rest = list(items)
    ordered: list[V] = []
    while rest:
        it = yield _part("order", len(rest), pick(seat, prompt, rest[:], of, topic, **more))
        rest.remove(it)
        ordered.append(it)
    return ordered


def assign(
    seat: int,
    prompt: str,
    hits: int,
    room: Mapping[V, int],
    /,
    *,
    of: str | tuple[str, ...] = "",
    topic: str = "",
    **more: Any,
) -> Steps[dict[V, int]]:
    """Assign hits one by one to things that can take so many each; what exceeds all room is lost.

    >>> ask = assign(0, "Who takes the hit?", 3, {1: 2, 5: 1})
    >>> next(ask).options, ask.send(5).options, ask.send(1).options
    ([1, 5], [1], [1])
    """
    taken = dict.fromkeys(room, 0)
    left = min(hits, sum(room.values()))
    while left:
        able = [it for it, most in room.items() if taken[it] < most]
        it = yield _part("assign", left, pick(seat, prompt, able, of, topic, **more))
        taken[it] += 1
        left -= 1
    return taken


def inflict(
    seat: int,
    prompt: str,
    hits: int,
    able: Callable[[], Sequence[V]],
    hit: Callable[[V], int],
    /,
    *,
    of: str | tuple[str, ...] = "",
    topic: str = "",
    **more: Any,
) -> Steps[int]:
    """Hits that take effect one by one: `able` lists what can be hit now, `hit` does it and says how many hits it took.

    For rules in which one hit changes what the next one can do (Bases last, a piece that flips before it goes). Ends
    when all hits are used or nothing can be hit; returns the hits left over.
    """
    left = hits
    while left > 0 and (now := able()):
        it = yield _part("assign", left, pick(seat, prompt, list(now), of, topic, **more))
        left -= hit(it)
    return max(left, 0)


def spend(
    seat: int,
    prompt: str,
    cost: int,
    purses: Mapping[V, int],
    /,
    *,
    of: str | tuple[str, ...] = "",
    topic: str = "",
    **more: Any,
) -> Steps[dict[V, int]]:
    """Pay a cost out of several purses, an amount from each in turn: ``paid = yield from spend(...)``.

    The prompt may name {purse} and {cost}, what is still to pay. Only amounts that leave the rest payable are
    offered. The rule makes sure that the purses hold enough.

    >>> ask = spend(0, "How much from {purse}? {cost} to pay.", 4, {"cash": 3, "credit": 2})
    >>> list(next(ask).options), list(ask.send(2).options)
    ([2, 3], [2])
    """
    paid: dict[V, int] = {}
    still, behind = cost, sum(purses.values())
    for purse, held in purses.items():
        behind -= held
        amounts = range(max(0, still - behind), min(held, still) + 1)
        about = {**more, "purse": Of(of, purse), "cost": still}
        paid[purse] = yield _part(
            "spend", len(purses) - len(paid), pick(seat, prompt, amounts, "number", topic, **about)
        )
        still -= paid[purse]
    return paid


def heading(
    seat: int,
    prompt: str,
    headings: Values[int],
    distances: Callable[[int], Sequence[Any]],
    /,
    *,
    how_far: str = "How far?",
    topic: str = "move",
    **more: Any,
) -> Steps[tuple[int, Any]]:
    """A heading, then how far that way: ``angle, reach = yield from heading(...)``; a client sends both keys at once."""
    way = yield _part("heading", 2, pick(seat, prompt, headings, "heading", topic, **more))
    about = {**more, "heading": way}
    far_topic = f"{topic}-distance"
    far = yield _part(
        "distance", 1, pick(seat, how_far, lambda: distances(way), "distance", far_topic, **about)
    )
    return way, far


def offer(
    asker: int,
    giver: int,
    prompt: str,
    terms: Sequence[V],
    /,
    *,
    of: str | tuple[str, ...] = "",
    topic: str = "offer",
    changes: int = 2,
    answer: str = "{by:seat} proposes {terms}. Agree?",
    counter: str = "What do you propose instead?",
    nothing: Word = REFUSE,
    **more: Any,
) -> Steps[V | None]:
    """Offer and counter-offer: one side proposes terms, the other accepts, refuses or proposes others, and so on.

    `prompt` asks for the first proposal, `answer` whether the other side agrees, `counter` for each further proposal.
    No terms are proposed twice and at most `changes` counter-offers are made, so an end always comes. Returns the
    terms both agreed on, or None.
    """
    rest = list(terms)

    def propose(who: int, made: Sequence[V]) -> Steps[V | None]:
        text = counter if made else prompt
        left = [it for it in rest if it not in made]
        it = yield _part("offer", 1, pick(who, text, [*left, nothing], of, topic, **more))
        return None if it == nothing else it

    agreed = yield from bargain(
        asker, giver, propose, of=of, topic=topic, changes=min(changes, len(rest) - 1), answer=answer, **more
    )
    return agreed


def bargain(
    asker: int,
    giver: int,
    propose: Callable[[int, Sequence[V]], Steps[V | None]],
    /,
    *,
    of: str | tuple[str, ...] = "",
    topic: str = "offer",
    changes: int = 2,
    answer: str = "{by:seat} proposes {terms}. Agree?",
    **more: Any,
) -> Steps[V | None]:
    """Offer and counter-offer whose proposals are built in several questions.

    `propose(seat, made)` asks a seat for a proposal, given those already made, and gives None for nothing. At most
    `changes` counter-offers are made. Returns what both agreed on, or None.
    """
    made: list[V] = []
    speaker, listener = asker, giver
    while True:
        proposal = yield from propose(speaker, made)
        if proposal is None:
            return None
        made.append(proposal)
        replies = [ACCEPT, CHANGE, REFUSE] if changes > 0 else [ACCEPT, REFUSE]
        about = {**more, "by": speaker, "terms": Of(of, proposal)}
        reply = yield _part("offer", 1, pick(listener, answer, replies, "", topic, **about))
        if reply != CHANGE:
            return proposal if reply == ACCEPT else None
        changes -= 1
        speaker, listener = listener, speaker
