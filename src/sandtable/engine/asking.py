"""How rules ask: topics as data, and the question functions that games share.

A question is closed, structured data. Its topic says which rule asks and what the answer leads to; `about` names what it is
about, `facts` what else a program needs to know, and each option can carry data of its own. The words are for people only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypedDict, TypeVar

from .choice import Offered, Refusal
from .naming import ACCEPT, CHANGE, DONE, REFUSE, Kinds, Of, Word, id_of
from .steps import Ask, Steps, Touches, Values
from .templates import Line

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Topic",
    "amount",
    "counted",
    "inflict",
    "offer",
    "part_of",
    "pick",
    "pick_each",
    "put_in_order",
    "yes_no",
]


class Manner(TypedDict, total=False):
    """The keyword arguments that every question function takes besides its own."""

    #: What an option is called, with {it} for its value: "Rally in {it}"; parts of a tuple are {first}, {second}, {third}.
    label: str
    #: What the question is about, by name; the prompt may name these things: {"space": space}.
    about: dict[str, Any]
    #: What else a program needs to know, beyond `about`: {"half": True}. A function is called when somebody looks.
    facts: Mapping[str, Any]
    #: What a program needs to know of one option: an angle, a price, the pose a move would end in.
    data: Callable[[Any], Mapping[str, Any] | None]
    #: The value that declines an optional question, for standing orders.
    decline: Any
    #: Others see neither its text, its options nor who is asked.
    private: bool
    #: Its answer stays unknown to others until the rule yields UNSEAL.
    sealed: bool
    #: Others see the question and the answer, but not the options: those depend on what only the seat knows.
    hide_options: bool
    #: Asked even if there is only one answer, so that waiting tells nobody what a hand holds.
    even_if_forced: bool
    #: What an option touches on the board besides itself.
    touches: Touches
    #: Words, ways and cards a player would look for: those that are refused are shown with the reason.
    others: Values[Any]
    #: What an option does and costs, in one line.
    says: Callable[[Any], Line | None]
    #: The value of the likeliest answer, or a function that gives it: the button that stands out.
    likely: Any
    #: How Done reads in this question: its label may name what the question is about, "No more units to {space}".
    done_as: Word


V = TypeVar("V")
R = TypeVar("R")
P = ParamSpec("P")


class Topic:
    """One kind of question, declared as data directly above the first rule that asks it.

    ``RALLY_HOW = Topic("rally_how", "16.6", "What your Rebels do here: recruit, build or hide.", "way")``

    A topic is one rule, one kind of option and one effect of the answer. Bots, clients, tests and reports know a question by
    its topic and by nothing else, so the words beside it can change freely.
    """

    __slots__ = ("help", "id", "kind", "rule", "window")

    def __init__(
        self, id: str, rule: str, help: str, kind: str | tuple[str, ...] = "", *, window: str = ""
    ) -> None:
        #: The first part of every key ("rally_how:hide"), and what reports count.
        self.id = id
        #: The section of the rulebook.
        self.rule = rule
        #: One sentence: what the answer leads to.
        self.help = help
        #: The kind of thing the options are, or one kind for each part of a tuple.
        self.kind = kind
        #: The window that a standing order can decline, where the question is optional.
        self.window = window

    def key(self, value: Any, kinds: Kinds) -> str:
        """The key of one answer, for a rule that tells a client which answers it can give together."""
        return value.id if isinstance(value, Word) else f"{self.id}:{id_of(value, self.kind, kinds)}"

    def keys(self, values: Iterable[int], kinds: Kinds) -> dict[str, str]:
        """The keys of several answers that are numbers, by number. The numbers are text, as JSON has them."""
        return {str(value): self.key(value, kinds) for value in values}

    def __repr__(self) -> str:
        return f"Topic({self.id!r}, {self.rule!r})"


#: Pick one: ``space = yield pick(who, RALLY, "Rally where?", spaces, label="Rally in {it}")``. It is the class itself:
#: a function that passes all these keywords on takes three times as long.
pick = Ask

#: Everything that `Manner` holds: what a rule may say of a question.
MANNER = frozenset(Ask.__struct_fields__[4:]) - {"kind", "remaining", "needed"}


def _checked(*own: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuse a misspelt keyword when a loop is called; the generator itself would do so only at its first step."""
    known = MANNER | frozenset(own)

    def checked(loop: Callable[P, R]) -> Callable[P, R]:
        @wraps(loop)
        def call(*args: P.args, **manner: P.kwargs) -> R:
            if not known.issuperset(manner):
                name = next(name for name in manner if name not in known)
                raise TypeError(f"{loop.__name__}() got an unexpected keyword argument {name!r}")
            return loop(*args, **manner)

        return call

    return checked


def part_of(kind: str, remaining: int, ask: Ask, *, needed: int = 0) -> Ask:
    """One question of several that belong together: which widget gathers the answers, and how many may or must still follow."""
    ask.kind, ask.remaining, ask.needed = kind, remaining, needed
    return ask


def _question(kind: str, seat: int, topic: Topic, prompt: str, manner: Manner) -> Ask:
    """What the questions of a loop have in common. Done says what it says itself."""
    question = pick(seat, topic, prompt, (), kind=kind, **manner)
    says = question.says
    if says is not None:
        question.says = lambda it: None if it.__class__ is Word else says(it)
    return question


def _as_list(options: Values[V]) -> list[V]:
    """The options of a question as a list of their own."""
    return list(options() if callable(options) else options)


CHOSEN = Refusal("You have chosen {it} already.")


class _Rest(Offered):
    """What is left of options that come with reasons: what was chosen is refused from then on."""

    first: Offered
    left: list[Any]
    chosen: list[Any]
    then: tuple[Word, ...]

    def __call__(self) -> Sequence[Any]:
        return [*self.left, *self.then]

    def refusal(self, it: Any) -> Refusal | None:
        if it in self.left or it in self.then:
            return None
        return CHOSEN if it in self.chosen else self.first.refusal(it)


def _again(
    question: Ask,
    options: Any,
    rest: list[V],
    chosen: list[V],
    remaining: int,
    needed: int,
    then: tuple[Word, ...] = (),
) -> Ask:
    """The next question of a loop, about what is left of the options. (A copy costs a quarter of a question made anew.)"""
    ask: Ask = question.__copy__()  # type: ignore[attr-defined]
    ask.options = _Rest(options, rest[:], chosen, then) if isinstance(options, Offered) else [*rest, *then]
    ask.remaining, ask.needed = remaining, needed
    return ask


def yes_no(seat: int, topic: Topic, prompt: str, /, **manner: Unpack[Manner]) -> Ask:
    """Yes or no: ``if (yield yes_no(who, EVADE, "Evade {card}?", about={"card": card})): ...``."""
    return part_of("yes_no", 1, pick(seat, topic, prompt, (True, False), **manner))


def counted(n: int) -> Mapping[str, Any]:
    """The data of an option that is a number, for `data=`."""
    return {"amount": n}


def amount(
    seat: int, topic: Topic, prompt: str, up_to: int, /, *, at_least: int = 0, **manner: Unpack[Manner]
) -> Ask:
    """A whole number: ``n = yield amount(who, SALVO, "How many rounds?", 4)``. The topic's kind is "number" or an amount of the game's."""
    manner.setdefault("data", counted)
    return part_of("amount", 1, pick(seat, topic, prompt, range(at_least, up_to + 1), **manner))


@_checked("up_to", "at_least", "done")
def pick_each(
    seat: int,
    topic: Topic,
    prompt: str,
    options: Values[V],
    /,
    *,
    up_to: int | None = None,
    at_least: int = 0,
    done: Word = DONE,
    **manner: Unpack[Manner],
) -> Steps[list[V]]:
    """Pick several different ones, with Done once there are enough: ``spaces = yield from pick_each(...)``.

    >>> ask = pick_each(0, Topic("discard", "3", "Cards you give up."), "Which cards?", [4, 7, 9], up_to=2)
    >>> next(ask).options, ask.send(7).options
    ([4, 7, 9, Word('done')], [4, 9, Word('done')])
    """
    rest = _as_list(options)
    at_most = len(rest) if up_to is None else min(up_to, len(rest))
    at_least = min(at_least, at_most)
    manner.setdefault("decline", done)
    chosen: list[V] = []
    question = _question("several", seat, topic, prompt, manner)
    while (left := at_most - len(chosen)) > 0:
        needed = max(0, at_least - len(chosen))
        if needed >= len(rest):  # all that is left must be taken
            return [*chosen, *rest]
        it = yield _again(question, options, rest, chosen, left, needed, () if needed else (done,))
        if it is done or it == done:
            break
        rest.remove(it)
        chosen.append(it)
    return chosen


@_checked()
def put_in_order(
    seat: int, topic: Topic, prompt: str, items: Values[V], /, **manner: Unpack[Manner]
) -> Steps[list[V]]:
    """Put things in order, first to last: ``stack = yield from put_in_order(left, STACK, "Which comes first?", equals)``."""
    rest = _as_list(items)
    ordered: list[V] = []
    question = _question("order", seat, topic, prompt, manner)
    while rest:
        it = yield _again(question, items, rest, ordered, len(rest), len(rest))
        rest.remove(it)
        ordered.append(it)
    return ordered


@_checked()
def inflict(
    seat: int,
    topic: Topic,
    prompt: str,
    hits: int,
    able: Callable[[], Sequence[V]],
    hit: Callable[[V], int],
    /,
    **manner: Unpack[Manner],
) -> Steps[int]:
    """Hits that take effect one by one: `able` lists what can be hit now, `hit` does it and says how many hits it took.

    For rules in which one hit changes what the next one can do (Bases last, a piece that flips before it goes). Ends
    when all hits are used or nothing can be hit; returns the hits left over.
    """
    left = hits
    question = _question("assign", seat, topic, prompt, manner)
    while left > 0 and (now := able()):
        it = yield _again(question, able, list(now), [], left, 1)
        left -= hit(it)
    return max(left, 0)


@_checked("changes", "answer", "counter")
def offer(
    asker: int,
    giver: int,
    propose: Topic,
    reply: Topic,
    prompt: str,
    terms: Sequence[V],
    /,
    *,
    changes: int = 2,
    answer: str = "{by:seat} proposes {terms}. Agree?",
    counter: str = "What do you propose instead?",
    **manner: Unpack[Manner],
) -> Steps[V | None]:
    """Offer and counter-offer: one side proposes terms, the other accepts, refuses or proposes others, and so on.

    `prompt` asks for the first proposal, `answer` whether the other side agrees, `counter` for each further proposal.
    No terms are proposed twice and at most `changes` counter-offers are made, so an end always comes. Returns the
    terms both agreed on, or None.
    """
    speaker, listener = asker, giver
    about = manner.get("about") or {}
    changes = min(changes, len(terms) - 1)
    made: list[V] = []
    while True:
        left = [it for it in terms if it not in made]
        text = counter if made else prompt
        it = yield part_of("offer", 1, pick(speaker, propose, text, [*left, REFUSE], **manner))
        if it == REFUSE:
            return None
        made.append(it)
        replies = [ACCEPT, CHANGE, REFUSE] if changes > 0 else [ACCEPT, REFUSE]
        answering: Manner = {**manner, "about": {**about, "by": speaker, "terms": Of(propose.kind, it)}}
        said = yield part_of("offer", 1, pick(listener, reply, answer, replies, **answering))
        if said != CHANGE:
            return made[-1] if said == ACCEPT else None
        changes -= 1
        speaker, listener = listener, speaker
