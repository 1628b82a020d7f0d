"""The things a rule yields: questions for seats and lines for the log. `asking` has the functions that make the questions.

Every answer is one option. A rule gets back the *value* it offered; keys, labels and what an option touches are made
only when somebody looks. Questions that need several answers are shrinking loops: every option makes progress and
nothing toggles.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from .chance import Chance
from .choice import Offered, Refuses
from .templates import Line

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    from .asking import Topic
    from .naming import Word

    R = TypeVarWithDefault("R", default=None)
else:
    R = TypeVar("R")

V = TypeVar("V")

#: The values of a question: a list, or a function that makes it when somebody looks.
Values = Sequence[V] | Callable[[], Sequence[V]]
#: What an option touches on the board besides itself: (kind, value) pairs.
Touches = Callable[[Any], Sequence[tuple[str, Any]]]


class Ask(msgspec.Struct, gc=False):  # no question holds itself, and tables keep many
    """One open question, as a rule yields it. Games make it with `pick` and its relatives.

    ``space = yield pick(who, RALLY, "Rally where?", spaces, label="Rally in {it}")``

    `options` are values of the topic's kind, members of an Enum, or words (`Word`), or a function that lists them when somebody looks.
    Where the rule says why something is not among them, they come from a `Choice` or a `Listed`, so that the two cannot differ.
    """

    seat: int  #: The number of the seat that is asked.
    #: The topic it is asked under: which rule, which kind of thing its values are (or one kind for each part of a tuple).
    under: Topic
    prompt: str  #: The question in words: a template.
    #: A list of values, or a function that makes one; it changes nothing and asks for no dice.
    options: Any
    #: What an option is called, with {it} for its value: "Rally in {it}"; the parts of a tuple are {first}, {second} and
    #: {third}. Undo uses the same words.
    label: str = ""
    #: What the question is about, by name; the prompt may name these things.
    about: dict[str, Any] | None = None
    decline: Any = None  #: The value that declines an optional question, for standing orders.
    #: Others see neither its text, its options nor who is asked.
    private: bool = False
    #: Its answer stays unknown to others until the rule yields UNSEAL.
    sealed: bool = False
    facts: Mapping[str, Any] | None = None  #: What a program needs to know beyond what the question is about.
    #: What a program needs to know about each option.
    data: Callable[[Any], Mapping[str, Any] | None] | None = None
    touches: Touches | None = None  #: What an option touches on the board besides itself.
    #: Others see the question and the answer, but not the options: those depend on what only the seat knows.
    hide_options: bool = False
    #: Asked even if there is only one answer, so that nobody can tell from being made to wait what a hand holds.
    even_if_forced: bool = False
    kind: str = "pick"  #: Which widget gathers the answer.
    #: For questions that are part of a loop: how many answers may still follow, this one included.
    remaining: int = 1
    #: For the same: how many answers must still follow before it can be ended.
    needed: int = 0
    #: Values a player would look for besides the things on the board. Those that the options refuse are shown with the reason.
    others: Any = ()
    #: What an option does and costs, in one line.
    says: Callable[[Any], Line | None] | None = None
    #: The value of the likeliest answer, or a function that gives it.
    likely: Any = None
    #: How Done reads in this question: its label, what it does, whether it ends the turn. The rule still gets `DONE`.
    done_as: Word | None = None

    # Read through the topic: a question is made far more often than anybody looks at it.

    @property
    def topic(self) -> str:
        """The id of its topic."""
        return self.under.id

    @property
    def of(self) -> str | tuple[str, ...]:
        """The kind of thing the values are, or one kind for each part of a tuple."""
        return self.under.kind

    @property
    def window(self) -> str:
        """The window of an optional question, for standing orders."""
        return self.under.window

    @property
    def rule(self) -> str:
        """The section of the rulebook."""
        return self.under.rule

    @property
    def why(self) -> Refuses | None:
        """Why a value is not offered, as the options say it; None if the rule gives no reasons."""
        options = self.options
        return options.refusal if isinstance(options, Offered) else None


def without_options(ask: Ask) -> Ask:
    """A question to remember: without its options, which may hold on to a whole turn."""
    return Ask(
        ask.seat,
        ask.under,
        ask.prompt,
        (),
        label=ask.label,
        about=ask.about,
        private=ask.private,
        sealed=ask.sealed,
        hide_options=ask.hide_options,
        done_as=ask.done_as,
    )


class Note(msgspec.Struct):
    """A line for the log: a template, and what was said with it. Made far more often than read: what it says is worked out then."""

    text: str  #: The line: a template.
    said: dict[str, Any]  #: The things it names, and how it is told: what `say` takes.

    @property
    def is_plain(self) -> bool:
        """Whether it says nothing but the things it names: everybody may read it, and it stands for itself."""
        return _TELLING.isdisjoint(self.said)

    @property
    def args(self) -> dict[str, Any]:
        """The things it names."""
        said = self.said
        return said if self.is_plain else {name: it for name, it in said.items() if name not in _TELLING}

    @property
    def to(self) -> tuple[int, ...] | None:
        """The seats that may read it; None: everybody."""
        seats = self.said.get("seen_by")
        return None if seats is None else tuple(seats)

    @property
    def reveals_secret(self) -> bool:
        """Whether it tells somebody what they could not know, so that nothing before it can be taken back."""
        return bool(self.said.get("reveals_secret", False))

    @property
    def sums(self) -> str:
        """How several lines in a row with this same text are told as one: "{n:Recon in {space}|Recon in {n} spaces}"."""
        return str(self.said.get("sums", ""))

    @property
    def opens(self) -> bool:
        """Whether it begins a chapter: an Operation, a card, a fight. The lines after it belong to it."""
        return bool(self.said.get("opens", False))

    @property
    def tone(self) -> str:
        """ "good" or "bad" if it tells how something ended for the players: the page shows such a line as a banner."""
        return str(self.said.get("tone", ""))


#: What `say` takes that is no thing the line names.
_TELLING = frozenset(("seen_by", "reveals_secret", "sums", "opens", "tone"))


class Unseal(msgspec.Struct):
    """Open every sealed answer given so far in this turn."""


UNSEAL = Unseal()  #: Yielded by a rule to open every sealed answer of this turn.
Step = Ask | Chance | Note | Unseal
#: The type of a rule: a generator of questions, chance and log lines. `Steps[int]` returns a number.
Steps = Generator[Step, Any, R]
Rule = Callable[[Any], Steps[None]]  #: A function from the state to `Steps`, as `walk` takes it.


def say(text: str, /, **things: Any) -> Note:
    """A log line: ``yield say("{who:faction} rallies in {space}.", who=who, space=space)``.

    `seen_by` limits who reads it. `reveals_secret` marks a line that gives away a secret no card verb has shown: an answer
    before it cannot be taken back any more.

    For those who watch others play: `opens` marks a line that begins a chapter, and lines in a row with the same `sums` are told
    as one, which counts them: ``sums="{n:Recon in {space}|Recon in {n} spaces}"``. `tone` ("good" or "bad") marks a line that
    tells how a fight or an attempt ended.
    """
    return Note(text, things)
