"""The base classes of compiled states and questions, in place of `msgspec.Struct`.

Plain Python does not use them. `compiling` writes the fields, `__init__` and `copy` of each class that inherits from them.
"""

from __future__ import annotations

from typing import Any, ClassVar

#: Whether states and questions are compiled ones with these bases. `compiling` sets this.
IS_USED = False


class Record:
    """A class of plain fields, with what msgspec gives a struct: equality, a repr and pickling."""

    __struct_fields__: ClassVar[tuple[str, ...]] = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        names = self.__struct_fields__
        return [getattr(self, name) for name in names] == [getattr(other, name) for name in names]

    def __repr__(self) -> str:
        fields = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__])
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> Any:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return made_of, (type(self), fields)

    def __copy__(self) -> Any:
        return made_of(type(self), {name: getattr(self, name) for name in self.__struct_fields__})


def made_of(cls: Any, fields: dict[str, Any]) -> Any:
    """Rebuild a record that was pickled or copied."""
    return cls(**fields)


class Single(Record):
    """The base of a record that is compared by identity: it equals only itself."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self) >> 4


class Value(Record):
    """The base of an immutable value. It is hashable, so it can be a key."""

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in self.__struct_fields__]))


class State(Record):
    """The base of a compiled state. Its methods are those of `engine.state.State`."""

    told_fields: ClassVar[tuple[str, ...]] = ()
    kept_fields: ClassVar[tuple[str, ...]] = ()
    shared_parts: ClassVar[tuple[str, ...]] = ()
    lent_fields: ClassVar[tuple[str, ...]] = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        names = [name for name in self.__struct_fields__ if name not in self.kept_fields]
        return [getattr(self, name) for name in names] == [getattr(other, name) for name in names]

    def copy(self) -> Any:
        raise NotImplementedError

    def __reduce__(self) -> Any:
        kept = self.kept_fields
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name not in kept}
        return made_of, (type(self), fields)

    def encode(self) -> bytes:
        return _plain_state().encode(self)  # type: ignore[no-any-return]

    def plain(self) -> dict[str, Any]:
        return _plain_state().plain(self)  # type: ignore[no-any-return]

    def digest(self) -> str:
        return _plain_state().digest(self)  # type: ignore[no-any-return]


def _plain_state() -> Any:
    from .. import state  # here, because it imports this module

    plain: Any = state
    return plain.State
