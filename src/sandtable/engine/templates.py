"""Templates: prompts, labels and log lines as constant texts with named things in them.

The name in the braces is also the kind of thing, unless a kind follows it:
``"{giver:faction} gives {n} to {taker:faction}"``. Texts that count have a form for one and a form for many, divided by a
bar: ``"{n:{n} Rebel hides|{n} Rebels hide} in {space}."`` With three forms the first one is for none at all. A thing whose
`Names` know a word for several of it is named so by ``{kind:piece:many}``.

A template is never put together from fragments, so that it can be translated as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sized
from functools import lru_cache
from string import Formatter
from typing import Any, Self

import msgspec

from .errors import NotFound, RuleError
from .naming import Kinds, Of, Thing, distinct, label_of, things_of

#: A stretch of plain text, the name of the thing after it, and its kind; whether the template names the kind, which the game must
#: then have; whether the thing is to be called by its name for several; and the forms of a text that counts: for one and for many, or
#: for none, for one and for many.
_Part = tuple[str, str | None, str, bool, bool, tuple[str, ...]]


@lru_cache(maxsize=4096)
def _parsed(template: str) -> tuple[_Part, ...]:
    parts: list[_Part] = []
    for text, name, spec, _ in Formatter().parse(template):
        forms = _forms(spec or "")
        if len(forms) > 3:
            raise RuleError(
                f"The text {template!r} counts {{{name}}} in {len(forms)} forms; two or three are possible."
            )
        kind, _, form = ("", "", "") if len(forms) > 1 else (spec or "").partition(":")
        if form not in ("", "many"):
            raise RuleError(
                f"The text {template!r} asks for the form {form!r} of {{{name}}}; there is only 'many'."
            )
        parts.append(
            (text, name, kind or name or "", bool(kind), bool(form), forms if len(forms) > 1 else ())
        )
    return tuple(parts)


def _forms(spec: str) -> tuple[str, ...]:
    """The forms of a text that counts: what stands between bars that are in no inner braces."""
    forms, depth = [""], 0
    for letter in spec:
        depth += (letter == "{") - (letter == "}")
        if letter == "|" and depth == 0:
            forms.append("")
        else:
            forms[-1] += letter
    return tuple(forms)


def _form_for(forms: tuple[str, ...], value: Any) -> str:
    """The form that fits a number, or the length of a list. Without a form for none, there are many of them: "0 Ops"."""
    value = value.value if value.__class__ is Of else value
    count = len(value) if value.__class__ is not int and isinstance(value, Sized) else value
    if count == 1:
        return forms[-2]
    return forms[0] if count == 0 and len(forms) == 3 else forms[-1]


@lru_cache(maxsize=4096)
def _named_parts(template: str) -> tuple[tuple[str, str], ...]:
    """Everything a template names, with its kind, also in the forms of what it counts."""
    found = []
    for _, name, kind, _, _, forms in _parsed(template):
        if name is not None:
            found.append((name, kind))
            for form in forms:
                found.extend(_named_parts(form))
    return tuple(found)


@lru_cache(maxsize=4096)
def kinds_named(*templates: str) -> Mapping[str, str]:
    """The kinds that texts give to the names in them.

    >>> kinds_named("{giver:faction} gives {n} to {taker:faction}")
    {'giver': 'faction', 'n': 'n', 'taker': 'faction'}
    """
    return dict([named for template in templates for named in _named_parts(template)])


def render(template: str, args: Mapping[str, Any] | None, kinds: Kinds) -> str:
    """The template as people read it.

    >>> from sandtable.engine import Names
    >>> kinds = {"faction": Names(["red"], ["Red Dust"]), "space": Names(["a", "b"], ["Europa", "Sharma"])}
    >>> render("{who:faction} rallies in {space}.", {"who": 0, "space": 1}, kinds)
    'Red Dust rallies in Sharma.'
    >>> [render("{n:no Ops|one Op|{n} Ops} gained", {"n": n}, kinds) for n in (0, 1, 2)]
    ['no Ops gained', 'one Op gained', '2 Ops gained']
    """
    words = ""
    for text, name, kind, is_named, many, forms in _parsed(template):
        words += text
        if name is None:
            continue
        if is_named and kind not in kinds:
            raise RuleError(
                f"In the text {template!r}: {NotFound('kind of thing', str(kind), sorted(kinds))}"
            )
        if args is None or name not in args:
            raise RuleError(f"The text {template!r} names {{{name}}}, which the rule did not give.")
        if forms:
            words += render(_form_for(forms, args[name]), args, kinds)
        elif many:
            words += label_of(args[name], kind, kinds, many=True)
        else:
            words += label_of(args[name], kind, kinds)
    return words


def mentions(template: str, args: Mapping[str, Any] | None, kinds: Kinds) -> tuple[Thing, ...]:
    """The things a text speaks of, for highlighting them on a board."""
    if not args:
        return ()
    found: list[Thing] = []
    for name, kind in _named_parts(template):
        if name in args:
            found += things_of(args[name], kind, kinds)
    return distinct(found)


class Line(msgspec.Struct, frozen=True):
    """A sentence with named things: ``Line("Costs {n:number} a space.", {"n": 3})``."""

    text: str  #: A template.
    args: dict[str, Any] | None = None  #: The things it names.

    def of(self, **things: Any) -> Self:
        """The same sentence about these things.

        >>> Line("{n:number} short").of(n=2)
        Line(text='{n:number} short', args={'n': 2})
        """
        return type(self)(self.text, {**(self.args or {}), **things})

    def words(self, kinds: Kinds, it: Of | None = None) -> str:
        """The sentence as people read it; `it` is what the sentence calls {it}."""
        args = self.args if it is None else {"it": it, **(self.args or {})}
        return render(self.text, args, kinds)
