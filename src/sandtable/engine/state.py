"""State: every fact of a game and nothing else, flat, cheap to copy, with a stable digest."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from enum import Enum
from hashlib import sha256
from typing import Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from .compiled.twins import StateType, twin

Self = TypeVar("Self", bound="State")
KEPT: Any = None  #: What a kept field holds before `__post_init__` has set it.


class State(msgspec.Struct, forbid_unknown_fields=True, metaclass=StateType):  # type: ignore[metaclass]
    """The base of a game's state. Fields are ints, strings, tuples, lists of those, and further states.

    >>> class Duel(State):
    ...     turn: int = 0
    ...     lives: list[int] = msgspec.field(default_factory=lambda: [3, 3])
    >>> a = Duel()
    >>> b = a.copy()
    >>> b.lives[0] -= 1
    >>> a.lives, b.lives
    ([3, 3], [2, 3])

    `copy` is generated from the types of the fields when it is first called. Give a field that is replaced and never
    changed in place an immutable type (a tuple): copies then share it.
    """

    #: Fields that only tell what has happened. No rule reads them, and `digest` leaves them out.
    told_fields: ClassVar[tuple[str, ...]] = ()
    #: Fields at the end that hold nothing new and are there to be at hand: the pack that is played with, a sum. `__post_init__`
    #: sets them where a state is made or read, and the verbs keep them up to date. They are neither saved nor in the digest.
    kept_fields: ClassVar[tuple[str, ...]] = ()
    #: Fields that hold lists of lists whose inner ones are replaced and never changed in place: copies share those.
    shared_parts: ClassVar[tuple[str, ...]] = ()
    #: Long lists that copies share until one of them changes. A state that has some keeps `is_lent`, whether it shares them now; a
    #: verb that changes one of them first makes them its own if it does.
    lent_fields: ClassVar[tuple[str, ...]] = ()
    _plainer: ClassVar[Callable[[Any], dict[str, Any]] | None] = None

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if taken := {"copy", "digest", "encode", "plain"} & inspect.get_annotations(cls).keys():
            raise TypeError(
                f"{cls.__name__}.{taken.pop()}: every State has a method of this name. Call the field something else."
            )
        made = {State.copy, *_copiers.values()}
        if all(above.__dict__.get("copy", State.copy) in made for above in cls.__mro__[:-1]):
            cls.copy = State.copy  # type: ignore[method-assign]  # not one that was made for the class above

    def copy(self: Self) -> Self:
        """A copy that shares nothing that could change."""
        cls = type(self)
        copier = _copiers.get(cls)
        if copier is None:
            copier = _copiers[cls] = _make_copier(cls)
            if cls is not State and cls.__dict__.get("copy") is State.copy:  # from now on without this detour
                cls.copy = copier  # type: ignore[method-assign, assignment]
        return copier(self)  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        """Whether all facts are the same; what is kept does not count."""
        if type(self) is not type(other):
            return NotImplemented
        names = [name for name in self.__struct_fields__ if name not in self.kept_fields]
        return [getattr(self, name) for name in names] == [getattr(other, name) for name in names]

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle without what is kept: a pack does not travel with every state."""
        if not self.kept_fields:
            return super().__reduce__()
        fields = {
            name: getattr(self, name) for name in self.__struct_fields__ if name not in self.kept_fields
        }
        return _made_of, (type(self), fields)

    def encode(self) -> bytes:
        """The canonical encoding: JSON by field name in alphabetical order, defaults left out."""
        return msgspec.json.encode(self.plain(), order="sorted")

    def plain(self) -> dict[str, Any]:
        """The fields that differ from their defaults, by name."""
        return _plainer_of(type(self))(self)

    def digest(self) -> str:
        """SHA-256 of the canonical encoding, without `told_fields`. Equal states have equal digests on every machine."""
        plain = self.plain()
        for name in self.told_fields:
            plain.pop(name, None)
        return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


_copiers: dict[type[Any], Callable[[Any], Any]] = {}


def _made_of(cls: type[Any], fields: dict[str, Any]) -> Any:
    """A state out of a pickle."""
    return cls(**fields)


def _make_copier(cls: type[Any]) -> Callable[[Any], Any]:
    """Write the copy function of a state class: msgspec copies the struct, and fields that can change are set anew.

    To name only those takes half the time of a constructor call with all of them.
    """
    hints = get_type_hints(cls)
    lines = ["def copier(s):", "    new = s.__copy__()"]
    for name in cls.__struct_fields__:
        copied = copied_field(cls, "s", name, hints[name])
        if copied != f"s.{name}":
            lines.append(f"    new.{name} = {copied}")
    if cls.lent_fields:
        lines.append("    s.is_lent = new.is_lent = True")
    scope: dict[str, Any] = {"copy_list": list.copy}
    exec("\n".join([*lines, "    return new"]), scope)  # the text is made of field names only
    made: Callable[[Any], Any] = scope["copier"]
    return made


def copied_field(cls: type[Any], owner: str, name: str, hint: Any) -> str:
    """The expression that copies a field of `owner`, a state of this class; `owner.name` if copies share it."""
    path = f"{owner}.{name}"
    if name in cls.lent_fields or (name in cls.kept_fields and get_origin(hint) is not list):
        return path
    if name in cls.shared_parts:
        return f"{path}.copy()"
    return _copied(path, hint, f"{cls.__name__}.{name}")


def _plainer_of(cls: type[Any]) -> Callable[[Any], dict[str, Any]]:
    """The function that lists the fields of such a state as plain data."""
    found: Callable[[Any], dict[str, Any]] | None = cls.__dict__.get("_plainer")
    if found is None:
        found = _make_plainer(cls)
        cls._plainer = staticmethod(found)
    return found


def _make_plainer(cls: type[Any]) -> Callable[[Any], dict[str, Any]]:
    """Write the function that lists a state's fields as plain data, defaults left out.

    msgspec leaves a field out only if it is the very object of the default; equal states must encode alike.
    """
    hints = get_type_hints(cls)
    scope: dict[str, Any] = {"plain": _plain}
    lines = ["def plainer(s):", "    out = {}"]
    for field in sorted(msgspec.structs.fields(twin(cls)), key=lambda field: field.name):
        if field.name not in cls.kept_fields:
            lines += _plainer_lines(field, hints[field.name], scope)
    exec("\n".join([*lines, "    return out"]), scope)  # the text is made of field names only
    made: Callable[[Any], dict[str, Any]] = scope["plainer"]
    return made


def _plainer_lines(field: msgspec.structs.FieldInfo, hint: Any, scope: dict[str, Any]) -> list[str]:
    """The lines that list one field, and what they need in their scope."""
    name, default = field.name, field.default
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    has_default = default is not msgspec.NODEFAULT
    scope[f"default_{name}"] = default
    value = f"plain(s.{name})" if _needs_plain(hint) else f"s.{name}"
    line = f"if s.{name} != default_{name}: " if has_default else ""
    line += f"out[{name!r}] = {value}"
    is_state = isinstance(hint, type) and issubclass(hint, State)
    if not is_state or (has_default and default.__class__ is not hint):
        return [f"    {line}"]
    # What two states list is equal if they are, and to compare that takes less time than to compare them and then to list one.
    plainer = _plainer_of(hint)
    listed = plainer(default) if has_default else None
    scope |= {f"type_{name}": hint, f"plainer_{name}": plainer, f"listed_{name}": listed}
    return [
        f"    if s.{name}.__class__ is type_{name}:",
        f"        listed = plainer_{name}(s.{name})",
        f"        if listed != listed_{name}: out[{name!r}] = listed",
        f"    else: {line}" if not has_default else f"    el{line}",
    ]


def holds_state(hint: Any) -> bool:
    """Whether values of this type are or hold states."""
    if isinstance(hint, type) and issubclass(hint, State):
        return True
    return any(holds_state(part) for part in get_args(hint))


def _needs_plain(hint: Any) -> bool:
    """Whether values of this type are or hold states, or dicts (whose keys JSON knows as strings only)."""
    return holds_state(hint) or get_origin(hint) is dict or any(_needs_plain(part) for part in get_args(hint))


def _plain(value: Any) -> Any:
    if isinstance(value, State):
        return value.plain()
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k.value if isinstance(k, Enum) else k): _plain(v) for k, v in value.items()}
    return value


def _is_fixed(hint: Any) -> bool:
    """Whether values of this type never change in place."""
    if hint in (int, str, bool, float, bytes, type(None)):
        return True
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return all(_is_fixed(part) for part in get_args(hint))
    if origin is Literal:
        return True
    if origin is tuple:
        return all(_is_fixed(part) for part in get_args(hint) if part is not Ellipsis)
    if origin is frozenset:
        return True
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return True
        if issubclass(hint, msgspec.Struct) and hint.__struct_config__.frozen:
            return all(_is_fixed(part) for part in get_type_hints(hint).values())
    return False


def _copied(path: str, hint: Any, name: str, depth: int = 0) -> str:
    """The expression that copies the value at `path`."""
    if _is_fixed(hint):
        return path
    if isinstance(hint, type) and issubclass(hint, State):
        return f"{path}.copy()"
    origin, parts = get_origin(hint), get_args(hint)
    item = f"x{depth}"
    if origin is list:
        if _is_fixed(parts[0]):
            return f"{path}.copy()"
        if get_origin(parts[0]) is list and _is_fixed(get_args(parts[0])[0]):
            return f"[*map(copy_list, {path})]"  # twice as quick as a comprehension
        return f"[{_copied(item, parts[0], name, depth + 1)} for {item} in {path}]"
    if origin is dict:
        if not (isinstance(parts[0], type) and issubclass(parts[0], (int, str)) and parts[0] is not bool):
            raise TypeError(f"{name}: the keys of a dict in a state are ints or strings, not {parts[0]!r}.")
        if _is_fixed(parts[1]):
            return f"{path}.copy()"
        made = f"{{k: {_copied(item, parts[1], name, depth + 1)} for k, {item} in {path}.items()}}"
        return f"({made} if {path} else {{}})"  # a comprehension takes long even if there is nothing to copy
    if origin in (Union, types.UnionType) and type(None) in parts and len(parts) == 2:
        inner = next(part for part in parts if part is not type(None))
        return f"(None if {path} is None else {_copied(path, inner, name, depth)})"
    raise TypeError(
        f"{name}: a state cannot hold {hint!r}. Use ints, strings, tuples, lists, dicts with fixed values, or a State."
    )
