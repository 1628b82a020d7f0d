"""A question as people, pages and bots see it: words, keys and what each option touches, made when looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar

import msgspec

from .choice import Refusal
from .errors import IllegalChoice, NotFound, RuleError
from .naming import DONE, Kinds, Of, Thing, Word, data_of, distinct, id_of, label_of, things_of
from .steps import Ask
from .templates import Line, kinds_named, mentions, render


class Option(msgspec.Struct, eq=False, gc=False):
    """One possible answer. `key` is stable and made of named things; everything else is made when looked at.

    It refers to its question's spec and not to the question, so that no reference cycle is left to collect.
    """

    key: str  #: What a program answers with: topic and thing ("rally:sharma"), or the id of a word ("pass").
    #: What the rule gets back. It is a number of the topic's kind, a `Word`, an Enum, a bool or a tuple.
    value: Any
    _spec: Ask
    _kinds: Kinds

    @staticmethod
    def shown(answer: object) -> str:
        """The answer somebody gave: the key of an option, or the text they gave."""
        return answer.key if isinstance(answer, Option) else str(answer)

    @property
    def label(self) -> str:
        """The words on the button, and in the name of an undo."""
        return option_label(self._spec, self.value, self._kinds)

    @property
    def rule(self) -> str:
        """The rule this comes from, as the rulebook numbers it."""
        return self._spec.rule

    @property
    def things(self) -> tuple[Thing, ...]:
        """The option as things: one for a thing, several for a compound value, none for a word or a number."""
        return tuple(things_of(self.value, self._spec.of, self._kinds))

    @property
    def word(self) -> str:
        """The id of an option that is no thing: a word, a way to do something, yes or no. Empty for things and numbers."""
        return id_of(self.value, "", {}) if isinstance(self.value, (Word, Enum, bool)) else ""

    @property
    def data(self) -> Mapping[str, Any]:
        """The data of this option for programs: an angle, a price, where a move would end."""
        made = None if self._spec.data is None or self.word else self._spec.data(self.value)
        return made or {}

    @property
    def says(self) -> str:
        """Its effect and cost, in one line; empty if its rule says nothing."""
        return option_says(self._spec, self.value, self._kinds)

    @property
    def ends(self) -> str:
        """ "turn" for a word that ends the player's turn, "question" for one that ends a series of answers; otherwise empty."""
        word = self._spec.done_as if self.value == DONE and self._spec.done_as else self.value
        return word.ends if isinstance(word, Word) else ""

    @property
    def touches(self) -> tuple[Thing, ...]:
        """The things on the board that this option is about."""
        ask, kinds = self._spec, self._kinds
        found = things_of(self.value, ask.of, kinds)
        if ask.touches is not None and not isinstance(self.value, Word):
            for kind, value in ask.touches(self.value):
                found += things_of(value, kind, kinds)
        return distinct(found)

    def __repr__(self) -> str:
        return f"<{self.key}: {self.label}>"


class OptionView(msgspec.Struct, frozen=True):
    """An option on the wire: `things` or `word` say what it is, `touches` what it is about, `data` what else there is to know."""

    key: str  #: What a client answers with.
    label: str
    touches: tuple[Thing, ...]  #: The things on the board to highlight.
    things: tuple[Thing, ...] = ()  #: What the option is, as things; empty for a word or a number.
    word: str = ""  #: The id of an option that is no thing; empty otherwise.
    data: Mapping[str, Any] = {}  #: What a program needs to know about this option.
    says: str = ""  #: What it does and costs, in one line.
    ends: str = ""  #: "turn" if it ends the player's turn, "question" if it ends a series of answers.


class RefusedView(msgspec.Struct, frozen=True):
    """Something a player would look for among the options, and why it is not there now."""

    key: str  #: The key it would have.
    label: str
    why: str  #: The reason, in a sentence.
    says: str = ""  #: What it would do and cost.


class QuestionView(msgspec.Struct, frozen=True):
    """A question on the wire. A private question of another seat has no seat, no text and no options."""

    seat: str | None  #: The seat that is asked; None for a private question of another seat.
    prompt: str  #: The question in words, for people.
    kind: str = "pick"  #: Which widget gathers the answer, as in `Question.kind`.
    topic: str = ""  #: What programs know the question by.
    window: str = ""  #: The window that a standing order can decline; empty if the question is not optional.
    decline: str | None = None  #: The key that declines an optional question.
    remaining: int = 1  #: How many answers of this kind may still follow, this one included.
    rule: str = ""  #: The section of the rulebook that asks.
    #: What the answer leads to, in one sentence.
    help: str = ""
    #: What the question is about, named in its text or not.
    things: tuple[Thing, ...] = ()
    #: The same by name: {"unit": [...], "heading": 45}. Things are (kind, id), numbers stay numbers, words are their ids.
    about: Mapping[str, Any] = {}
    #: What else a program needs to know.
    facts: Mapping[str, Any] = {}
    options: tuple[OptionView, ...] = ()  #: All legal answers, or none if this seat may not see them.
    hidden: bool = False  #: True for a private question of another seat, which shows nothing else.
    likely: str | None = None  #: The key of the likeliest answer, if the rule names one.
    refused: tuple[RefusedView, ...] = ()  #: What a player would look for, and why it is not offered.
    needed: int = 0  #: How many answers of this kind must still follow, this one included.


class Question:
    """The open question. `options` are made when somebody looks, once."""

    __slots__ = ("_keys", "_options", "_outline", "kinds", "seat", "spec", "values")

    def __init__(self, spec: Ask, values: Sequence[Any], seat: str, kinds: Kinds) -> None:
        self.spec, self.values, self.seat, self.kinds = spec, values, seat, kinds
        self._keys: list[str] | None = None
        self._options: list[Option] | None = None
        self._outline: QuestionView | None = None

    hidden: ClassVar[bool] = False  #: False: this seat may see the question.

    @property
    def prompt(self) -> str:
        """The question in words, for people. No program should read it: use `topic`, `about` and `facts`."""
        return render(self.spec.prompt, self.spec.about, self.kinds)

    @property
    def topic(self) -> str:
        """The id of the topic, by which programs know this kind of question."""
        return self.spec.topic

    @property
    def kind(self) -> str:
        """Which widget gathers the answer: pick, several, amount, order, assign, yes_no, offer, or one of the game's own."""
        return self.spec.kind

    @property
    def window(self) -> str:
        """The window that a standing order can decline; empty if the question is not optional."""
        return self.spec.window

    @property
    def decline(self) -> str | None:
        """The key that declines an optional question."""
        declines = self.spec.decline is not None and self.spec.decline in self.values
        return option_key(self.spec, self.spec.decline, self.kinds) if declines else None

    @property
    def remaining(self) -> int:
        """How many answers of this kind may still follow, this one included: 3 for “up to three spaces”."""
        return self.spec.remaining

    @property
    def needed(self) -> int:
        """How many answers of this kind must still follow, this one included: 2 for “exactly two”, 0 where Done is offered."""
        return self.spec.needed

    @property
    def rule(self) -> str:
        """The section of the rulebook that asks."""
        return self.spec.rule

    @property
    def help(self) -> str:
        """The effect of the answer, in one sentence."""
        return self.spec.under.help

    @property
    def facts(self) -> Mapping[str, Any]:
        """Facts for programs, beyond `about`. A fact that is a function is made now, when somebody looks."""
        facts = self.spec.facts or {}
        return {name: fact() if callable(fact) else fact for name, fact in facts.items()}

    @property
    def about(self) -> Mapping[str, Any]:
        """The subject of the question, by name: things as (kind, id), numbers as they are, words as their ids."""
        spec = self.spec
        if not spec.about:
            return {}
        named = kinds_named(spec.prompt, spec.label)
        return {name: data_of(value, named.get(name, name), self.kinds) for name, value in spec.about.items()}

    @property
    def options(self) -> list[Option]:
        """Every legal answer, in the order in which the rule offers them."""
        if self._options is None:
            offered = zip(self._named(), self.values, strict=True)
            self._options = [Option(key, value, self.spec, self.kinds) for key, value in offered]
        return self._options

    @property
    def keys(self) -> list[str]:
        """The keys of all options, in the same order."""
        return self._named()[:]

    def _named(self) -> list[str]:
        """The keys, made once."""
        if self._keys is None:
            spec, kinds, of = self.spec, self.kinds, self.spec.of
            names = kinds.get(of) if of.__class__ is str else None
            if names is None:
                if of.__class__ is str and of and any(v.__class__ is int for v in self.values):
                    raise RuleError(
                        f"The options of {spec.prompt!r}: {NotFound('kind of thing', of, sorted(kinds))}"
                    )
                self._keys = [option_key(spec, v, kinds) for v in self.values]
            else:  # most options are plain things of one kind
                prefix, name = f"{spec.topic}:", names.id
                try:
                    self._keys = [
                        prefix + name(v) if v.__class__ is int else option_key(spec, v, kinds)
                        for v in self.values
                    ]
                except LookupError as error:
                    raise RuleError(f"{spec.prompt!r} offers a {of} {error}, which has no name.") from None
        return self._keys

    @property
    def things(self) -> tuple[Thing, ...]:
        """The things the question is about: everything its rule named, in its text or not."""
        found = list(mentions(self.spec.prompt, self.spec.about, self.kinds))
        for name, value in (self.spec.about or {}).items():
            found += things_of(value, name, self.kinds)
        return distinct(found)

    @property
    def likely(self) -> str | None:
        """The key of the likeliest answer, if the rule names one."""
        value = self.spec.likely
        value = value() if callable(value) else value
        is_offered = value is not None and value in self.values
        return option_key(self.spec, value, self.kinds) if is_offered else None

    @property
    def refused(self) -> list[RefusedView]:
        """The options a player would look for that are not offered, and why."""
        spec, kinds = self.spec, self.kinds
        refusal = spec.why
        if refusal is None:
            return []
        found = []
        for value in spec.others() if callable(spec.others) else spec.others:
            why = None if value in self.values else refusal(value)
            if why is not None:
                key, label = option_key(spec, value, kinds), option_label(spec, value, kinds)
                words, says = why.words(kinds, Of(spec.of, value)), option_says(spec, value, kinds)
                found.append(RefusedView(key, label, words, says))
        return found

    def refusal(self, thing: Thing) -> Refusal | None:
        """Why a thing is not offered, as its rule says it; None if it is offered or the rule gives no reason."""
        spec, kinds = self.spec, self.kinds
        names, refusal = kinds.get(thing.kind), spec.why
        if refusal is None or names is None or names.count is None:
            return None
        number = names.number(thing.id)
        if spec.of == thing.kind:
            return None if number in self.values else refusal(number)
        if isinstance(spec.of, tuple) and thing.kind in spec.of and not self.offers(thing):
            return refusal(Of(thing.kind, number))
        return None

    def offers(self, thing: Thing) -> bool:
        """Whether an option is this thing, or has it as a part."""
        return any(thing in option.things for option in self.options)

    def why_not(self, thing: Thing) -> str | None:
        """Why a thing is not offered, in a sentence; None if it is, or if no reason is known."""
        why = self.refusal(thing)
        if why is None:
            return None
        return why.words(self.kinds, Of(thing.kind, self.kinds[thing.kind].number(thing.id)))

    def resolve(self, answer: str | Option) -> tuple[str, Any]:
        """Key and value of an answer; `IllegalChoice` if this question does not offer it."""
        if answer.__class__ is Option and answer._spec is self.spec:
            return answer.key, answer.value
        key = Option.shown(answer)
        keys = self._keys or self._named()
        try:
            return key, self.values[keys.index(key)]
        except ValueError:
            several: object = answer
            hint = " Give several answers as choose(a, b)." if isinstance(several, (list, tuple)) else ""
            raise IllegalChoice(self.prompt, key, keys, hint=hint) from None

    def value_of(self, answer: str | Option) -> Any:
        """The value of a key or an option; `IllegalChoice` if this question does not offer it."""
        return self.resolve(answer)[1]

    def plain(self) -> QuestionView:
        """The question as plain data, with everything that can be known of it."""
        return self._whole(self.facts, has_data=True)

    def brief(self) -> QuestionView:
        """The same for those who need only words: without the data of options and facts that are made when somebody looks."""
        ready = {name: fact for name, fact in (self.spec.facts or {}).items() if not callable(fact)}
        return self._whole(ready, has_data=False)

    def _whole(self, facts: Mapping[str, Any], *, has_data: bool) -> QuestionView:
        return msgspec.structs.replace(
            self.outline(),
            decline=self.decline,
            facts=facts,
            options=tuple(self._views(has_data=has_data)),
            likely=self.likely,
            refused=tuple(self.refused),
        )

    def outline(self) -> QuestionView:
        """The question as those see it who need not answer: without its options and facts."""
        if self._outline is None:
            spec = self.spec
            self._outline = QuestionView(
                self.seat,
                self.prompt,
                spec.kind,
                spec.topic,
                spec.window,
                None,
                spec.remaining,
                spec.rule,
                self.help,
                self.things,
                self.about,
                needed=spec.needed,
            )
        return self._outline

    def _views(self, *, has_data: bool) -> list[OptionView]:
        """The options as plain data. Most are words, or things of one kind whose names need not be looked up twice."""
        spec, kinds, of = self.spec, self.kinds, self.spec.of
        names = kinds.get(of) if isinstance(of, str) else None
        at, data = len(spec.topic) + 1, spec.data if has_data else None
        args, found = {**(spec.about or {})}, []
        said, words = Line(""), ""
        for key, value in zip(self._named(), self.values, strict=True):
            kind = value.__class__
            if kind is int and names is not None:
                things = (Thing(of, key[at:]),) if names.is_thing else ()  # type: ignore[arg-type]
                line = None if spec.says is None else spec.says(value)
                if line is not None and (line is not said or "{it" in line.text):  # many say the same
                    said, words = line, line.words(kinds, Of(of, value))
                if spec.label:
                    args["it"] = Of(of, value)
                view = OptionView(
                    key,
                    render(spec.label, args, kinds) if spec.label else names.label(value),
                    things if spec.touches is None else Option(key, value, spec, kinds).touches,
                    things,
                    "",
                    (None if data is None else data(value)) or {},
                    "" if line is None else words,
                )
            elif kind is Word and spec.done_as is None:
                says = value.says if spec.says is None else option_says(spec, value, kinds)
                view = OptionView(key, value.label, (), (), value.id, {}, says, value.ends)
            else:
                option = Option(key, value, spec, kinds)
                label, touches, parts = option.label, option.touches, option.things
                told = {} if data is None else option.data
                view = OptionView(key, label, touches, parts, option.word, told, option.says, option.ends)
            found.append(view)
        return found

    def __repr__(self) -> str:
        return f"<Question for {self.seat}: {self.prompt!r}, {len(self.values)} options>"


class ClosedQuestion(Question):
    """A question whose options only the asked seat may know, as others see it."""

    __slots__ = ()

    @property
    def options(self) -> list[Option]:
        return []

    @property
    def keys(self) -> list[str]:
        return []

    @property
    def decline(self) -> str | None:
        return None

    @property
    def likely(self) -> str | None:
        return None

    @property
    def refused(self) -> list[RefusedView]:
        return []

    def refusal(self, thing: Thing) -> Refusal | None:
        return None


class HiddenQuestion:
    """A private question as others see it: a window is open, and nothing else."""

    __slots__ = ()
    hidden: ClassVar[bool] = True  #: True: this seat may not see the question.
    seat: ClassVar[None] = None  #: Always None: who is asked is secret.
    prompt: ClassVar[str] = "A player is making a secret choice."  #: The same for every hidden question.
    kind: ClassVar[str] = "pick"  #: The same for every hidden question.
    topic: ClassVar[str] = ""  #: Always empty.
    window: ClassVar[str] = ""  #: Always empty.
    rule: ClassVar[str] = ""  #: Always empty.
    help: ClassVar[str] = ""  #: Always empty.
    decline: ClassVar[None] = None  #: Always None.
    things: ClassVar[tuple[Thing, ...]] = ()  #: Always empty.
    about: ClassVar[Mapping[str, Any]] = {}  #: Always empty.
    facts: ClassVar[Mapping[str, Any]] = {}  #: Always empty.
    remaining: ClassVar[int] = 1  #: Always 1.
    options: ClassVar[list[Option]] = []  #: Always empty.
    keys: ClassVar[list[str]] = []  #: Always empty.

    def plain(self) -> QuestionView:
        """The question as plain data: hidden, without seat, topic or options."""
        return QuestionView(None, self.prompt, hidden=True)

    def brief(self) -> QuestionView:
        """The same."""
        return self.plain()

    def outline(self) -> QuestionView:
        """The same."""
        return self.plain()

    def __repr__(self) -> str:
        return "<a hidden question>"


def topic_of(ask: Ask) -> str:
    """The subject of the question, in one word; keys begin with it and reports count it."""
    return ask.topic


def option_key(ask: Ask, value: Any, kinds: Kinds) -> str:
    """The stable key of an option: a word's own id, or topic and thing ("rally:sharma")."""
    if value.__class__ is Word:
        return value.id
    topic = ask.under
    return f"{topic.id}:{id_of(value, topic.kind, kinds)}"


def option_label(ask: Ask, value: Any, kinds: Kinds) -> str:
    """The words for an option: a word's own label, or the question's label with the thing in it."""
    if ask.done_as is not None and value == DONE:
        return render(ask.done_as.label, ask.about, kinds)
    if value.__class__ is Word:
        return str(value.label)
    if not ask.label or isinstance(value, Enum):
        return label_of(value, ask.of, kinds)
    args = {**(ask.about or {}), "it": Of(ask.of, value)}
    if value.__class__ is tuple:
        parts = ask.of if ask.of.__class__ is tuple else (ask.of,) * len(value)
        args.update((name, Of(kind, part)) for name, kind, part in zip(PARTS, parts, value, strict=False))
    return render(ask.label, args, kinds)


def option_says(ask: Ask, value: Any, kinds: Kinds) -> str:
    """The effect and cost of an option: what its rule says of it, or else the word itself."""
    line = None if ask.says is None else ask.says(value)
    if line is not None:
        return line.words(kinds, Of(ask.of, value))
    if ask.done_as is not None and value == DONE:
        return render(ask.done_as.says, ask.about, kinds)
    return str(getattr(value, "says", ""))


#: What a label calls the parts of a compound value: "{second} in {first}".
PARTS = ("first", "second", "third")
