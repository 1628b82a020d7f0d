"""The digest of a pack: over everything that the rules read, and nothing that only people read.

A field that only people read is marked where it is declared: `label: Prose`. Its words can be improved, or translated,
and every stored game still opens.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec


class _ForPeople:
    def __repr__(self) -> str:
        return "FOR_PEOPLE"


#: Marks a field that only people read, for a type of its own: `Annotated[dict[str, str], FOR_PEOPLE]`.
FOR_PEOPLE: Final = _ForPeople()
#: A text that only people read. No rule reads it, no key or id is made of it, and digests leave it out.
Prose = Annotated[str, FOR_PEOPLE]


class Earlier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `digests`: what the digest of a pack was, and what it is for the same content today."""

    pack: str  #: The name of the pack, for those who read the file.
    was: str  #: The digest in stored games.
    now: str  #: The digest of the same content today.


#: The file beside a game's packs that lists them, as a list of `Earlier`.
EARLIER_FILE = "digests.toml"


@cache
def fields_for_people(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of a struct that only people read."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name in kind.__struct_fields__ if _is_marked(hints[name]))


def check_marks(kind: type[msgspec.Struct], file: str) -> None:
    """A game's own mistake: a mark inside the type of a field, which would leave nothing out."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if not _is_marked(hint) and _has_mark(hint):
            raise TypeError(
                f"{kind.__name__}.{name} (for {file}): mark the whole field, as Annotated[..., FOR_PEOPLE]."
            )


def _is_marked(hint: Any) -> bool:
    return get_origin(hint) is Annotated and FOR_PEOPLE in hint.__metadata__


def _has_mark(hint: Any) -> bool:
    return _is_marked(hint) or any(map(_has_mark, get_args(hint)))


def rules_part(value: Any) -> Any:
    """The part of a pack's data that the rules read, as plain data.

    Fields for people are left out, and so are those that have their default value: a field that is added to a type
    later, with a default that changes nothing, changes no digest.
    """
    if isinstance(value, msgspec.Struct):
        kind = type(value)
        config, told = kind.__struct_config__, fields_for_people(kind)
        part = {} if config.tag is None else {str(config.tag_field): config.tag}
        for field in msgspec.structs.fields(kind):
            held = getattr(value, field.name)
            if field.name not in told and not _is_default(field, held):
                part[field.encode_name] = rules_part(held)
        return part
    if isinstance(value, dict):
        return {key: rules_part(held) for key, held in value.items()}
    if isinstance(value, (list, tuple)):
        return [rules_part(held) for held in value]
    return value


def _is_default(field: msgspec.structs.FieldInfo, held: Any) -> bool:
    if field.default is not msgspec.NODEFAULT:
        return bool(held == field.default)
    return field.default_factory is not msgspec.NODEFAULT and bool(held == field.default_factory())


def digest_of(data: dict[str, Any]) -> str:
    """The digest of a pack's data. What counts is what the rules read: neither words nor comments nor the order of keys."""
    return sha256(msgspec.json.encode(rules_part(data), order="sorted")).hexdigest()


def whole_digest_of(data: dict[str, Any]) -> str:
    """The digest as it was while it still covered the words too; games that were stored then have it."""
    return sha256(msgspec.json.encode(data, order="sorted")).hexdigest()
