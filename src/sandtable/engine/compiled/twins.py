"""Structs beside compiled states: what a compiled class cannot tell of itself, and what reads it from JSON.

A compiled state is written as a msgspec struct in the source. Its twin is that struct, made again when somebody reads a saved
state or asks for its defaults, so that both kinds of build refuse the same things in the same words.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from . import record

_given: dict[Any, dict[str, tuple[Any, ...]]] = {}
_config: dict[Any, dict[str, Any]] = {}


class _StateType(type(msgspec.Struct)):  # type: ignore[misc]
    """The type of `State` in a compiled build: compiled states are states too."""

    def __instancecheck__(cls, it: Any) -> bool:
        return super().__instancecheck__(it) or (_is_base(cls) and isinstance(it, record.State))

    def __subclasscheck__(cls, it: Any) -> bool:
        return super().__subclasscheck__(it) or (_is_base(cls) and issubclass(it, record.State))


def _is_base(cls: Any) -> bool:
    return (cls.__module__, cls.__qualname__) == ("sandtable.engine.state", "State")


StateType: Any = _StateType if record.IS_USED else type(msgspec.Struct)


def finish(cls: Any, fields: dict[str, tuple[Any, ...]], **config: Any) -> None:
    """Tell a compiled class its fields: for each its annotation, and its default if it has one. Compiled modules call it."""
    cls.__annotations__ = {name: given[0] for name, given in fields.items()}
    above = cls.__mro__[1]
    _given[cls] = {**_given.get(above, {}), **fields}
    _config[cls] = config
    cls.__struct_fields__ = tuple(_given[cls])


def annotate(cls: Any, kinds: dict[str, str]) -> None:
    """Tell a struct of a compiled module the types of its fields in full. Compiled modules call it."""
    cls.__annotations__ = kinds


def factory(make: Any) -> Any:
    """A default that is made anew each time, as compiled modules tell it."""
    return msgspec.field(default_factory=make)


def twin(cls: Any) -> Any:
    """The struct that a compiled class is in the source. A class that is not compiled is its own."""
    return _twin(cls) if cls in _given else cls


@cache
def _twin(cls: Any) -> Any:
    hints = get_type_hints(cls, include_extras=True)
    fields = [(name, _twinned(hints[name]), *given[1:]) for name, given in _given[cls].items()]
    return msgspec.defstruct(
        cls.__name__, fields, module=cls.__module__, forbid_unknown_fields=True, **_config[cls]
    )


def _twinned(hint: Any) -> Any:
    """A type with twins in the place of compiled classes."""
    parts = get_args(hint)
    if not parts:
        return twin(hint) if isinstance(hint, type) else hint
    made: tuple[Any, ...] = tuple(part if part is Ellipsis else _twinned(part) for part in parts)
    if made == parts:
        return hint
    origin = get_origin(hint)
    if origin in (list, dict, tuple):
        return origin[made]
    whole = made[0]
    for part in made[1:]:
        whole = whole | part
    return whole


def decoded(data: bytes, of: Any) -> Any:
    """A state of this class out of JSON; msgspec's error if it is none."""
    if not record.IS_USED:
        return msgspec.json.decode(data, type=of)
    found = msgspec.json.decode(data, type=twin(of), dec_hook=_read)
    try:
        return _own(found, of)
    except (ValueError, TypeError) as error:  # as msgspec does for an error in `__post_init__`
        raise msgspec.ValidationError(str(error)) from error


def _read(of: Any, data: Any) -> Any:
    """A compiled state in the field of one that is not compiled."""
    if of not in _given:
        raise NotImplementedError(f"{of!r} cannot be read")
    return _own(msgspec.convert(data, twin(of), str_keys=True), of)


def _own(value: Any, hint: Any) -> Any:
    """Turn a decoded twin into the compiled class."""
    if isinstance(hint, type) and hint in _given:
        hints = get_type_hints(hint)
        kept = getattr(hint, "kept_fields", ())
        fields = {name: getattr(value, name) for name in hint.__struct_fields__ if name not in kept}  # type: ignore[attr-defined]
        return hint(**{name: _own(it, hints[name]) for name, it in fields.items()})
    parts = get_args(hint)
    if value is None or not any(_holds_compiled(part) for part in parts):
        return value
    if isinstance(value, list):
        return [_own(it, parts[0]) for it in value]
    if isinstance(value, tuple):
        kinds = parts[:1] * len(value) if parts[-1] is Ellipsis else parts
        return tuple(_own(it, kind) for it, kind in zip(value, kinds, strict=True))
    if isinstance(value, dict):
        return {key: _own(it, parts[1]) for key, it in value.items()}
    return _own(value, next(part for part in parts if _holds_compiled(part)))


def _holds_compiled(hint: Any) -> bool:
    return (isinstance(hint, type) and hint in _given) or any(map(_holds_compiled, get_args(hint)))


def packed(it: Any) -> Any:
    """A compiled state as msgpack encodes it: the values of its fields."""
    if isinstance(it, record.Record):
        return [getattr(it, name) for name in it.__struct_fields__]
    raise NotImplementedError(f"Objects of type {type(it)} are not supported")
