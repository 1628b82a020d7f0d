"""Generates the client's types from the structs on the wire: `python -m sandtable.server.typescript`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import Enum
from inspect import getdoc
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect as types

from sandtable.engine import Game, LogLine
from sandtable.engine.parts import Colour, Pieces, Plan, Symbol
from sandtable.games import BUILT_IN

from . import wire
from .tables.catalogue import find

#: The types to generate; structs they contain follow.
WIRE = (
    wire.ServerFrame,
    wire.ClientFrame,
    wire.Me,
    wire.SessionInfo,
    wire.GameInfo,
    wire.Rules,
    wire.TableInfo,
    wire.NewTable,
    wire.Invitation,
    wire.Form,
    wire.Replay,
    wire.SharedMoment,
    wire.BotThought,
    wire.EndingInfo,
    wire.Result,
    wire.NotesBody,
    wire.Problem,
)
HEAD = "// Made by `python -m sandtable.server.typescript`. Do not edit.\n"


class Writer:
    """Writes each type once, when it is first used."""

    def __init__(self) -> None:
        self._done: dict[str, Any] = {}
        self._texts: dict[str, str] = {}

    def text(self) -> str:
        return HEAD + "".join(f"\n{text}" for text in self._texts.values())

    def alias(self, name: str, kind: Any) -> None:
        """Give a type another name."""
        self._texts[name] = f"export type {name} = {self.write(kind)};\n"

    def defaults(self, cls: type[msgspec.Struct]) -> None:
        """Write what a client fills in where the server leaves out fields that are at their default."""
        fields = msgspec.structs.fields(cls)
        always = " | ".join(_literal(field.encode_name) for field in fields if field.required)
        values = ", ".join(
            f"{field.encode_name}: {_literal(field.default)}" for field in fields if not field.required
        )
        name = cls.__name__
        self._texts[f"{name} defaults"] = (
            f"/** What a field of `{name}` is if it is left out. */\n"
            f"export const {name[0].lower()}{name[1:]}Defaults: Required<Omit<{name}, {always}>> = {{ {values} }};\n"
        )

    def write(self, kind: Any) -> str:
        """The name of a type in TypeScript; structs it contains are written along the way."""
        return self._write(types.type_info(kind))

    def _write(self, kind: types.Type) -> str:  # noqa: C901  (one case a type)
        match kind:
            case types.StructType():
                return self._struct(kind)
            case types.UnionType():
                return " | ".join(dict.fromkeys(self._write(part) for part in kind.types))
            case types.ListType() | types.VarTupleType() | types.SetType() | types.FrozenSetType():
                inner = self._write(kind.item_type)
                return f"({inner})[]" if " " in inner else f"{inner}[]"
            case types.TupleType():
                return f"[{', '.join(self._write(part) for part in kind.item_types)}]"
            case types.DictType():
                return f"Record<string, {self._write(kind.value_type)}>"
            case types.LiteralType():
                return " | ".join(_literal(value) for value in kind.values)
            case types.EnumType():
                return self._enum(kind.cls)
            case types.BoolType():
                return "boolean"
            case types.IntType() | types.FloatType():
                return "number"
            case types.StrType():
                return "string"
            case types.NoneType():
                return "null"
            case types.AnyType() | types.RawType():
                return "any"
        raise TypeError(f"{kind} has no name in TypeScript yet.")

    def _struct(self, kind: types.StructType) -> str:
        cls, name = kind.cls, kind.cls.__name__
        if self._done.setdefault(name, cls) is not cls:
            raise TypeError(f"Two structs are called {name}: {cls} and {self._done[name]}.")
        if name in self._texts:
            return name
        self._texts[name] = ""  # it may contain itself
        if kind.array_like:
            parts = ", ".join(f"{field.encode_name}: {self._write(field.type)}" for field in kind.fields)
            self._texts[name] = f"{_doc(cls)}export type {name} = [{parts}];\n"
            return name
        lines = [f"  {kind.tag_field}: {_literal(kind.tag)};"] if kind.tag_field else []
        # A client may omit any field with a default; the server omits only what is declared `omit_defaults`.
        may_lack = cls.__struct_config__.omit_defaults or cls.__struct_config__.forbid_unknown_fields
        for field in kind.fields:
            mark = "?" if may_lack and not field.required else ""
            lines.append(f"  {field.encode_name}{mark}: {self._write(field.type)};")
        doc = _doc(cls)
        self._texts[name] = f"{doc}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
        return name

    def _enum(self, cls: type[Enum]) -> str:
        name = cls.__name__
        if self._done.setdefault(name, cls) is not cls:
            raise TypeError(f"Two types are called {name}: {cls} and {self._done[name]}.")
        if name not in self._texts:
            values = " | ".join(_literal(item.value) for item in cls)
            names = ", ".join(f"{item.name}: {_literal(item.value)}" for item in cls)
            self._texts[name] = (
                f"{_doc(cls)}export type {name} = {values};\nexport const {name}s = {{ {names} }} as const;\n"
            )
        return name


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _doc(cls: type[Any]) -> str:
    text = cls.__dict__.get("__doc__") and getdoc(cls)
    told = (text or "").partition(">>>")[0].split()
    return f"/** {' '.join(told)} */\n" if told else ""


def wire_types() -> str:
    writer = Writer()
    for kind in WIRE:
        if kind in (wire.ServerFrame, wire.ClientFrame):
            writer.alias("ServerFrame" if kind is wire.ServerFrame else "ClientFrame", kind)
        else:
            writer.write(kind)
    writer.defaults(LogLine)
    return writer.text()


def parts_types() -> str:
    """The parts that a game describes for a page to draw."""
    writer = Writer()
    writer.alias("Colour", Colour)
    writer.alias("Symbol", Symbol)
    for kind in (Plan, Pieces):
        writer.write(kind)
    return writer.text()


#: What a game gives a client.
METHODS = ("view", "page", "board")


def game_types(game: Game[Any]) -> str:
    """The view of a game and its board, if they are structs."""
    writer = Writer()
    returned = {name: get_type_hints(getattr(type(game), name)).get("return", Any) for name in METHODS}
    view = returned["view"] if returned["page"] is Any else returned["page"]
    for name, kind in (("View", view), ("Board", returned["board"])):
        if kind is not Any and isinstance(kind, type) and writer.write(kind) != name:
            writer.alias(name, kind)
    return writer.text()


def all_types() -> dict[str, str]:
    """All generated files: name -> content."""
    games = {f"{key}.ts": game_types(find(key)) for key in BUILT_IN}
    return {"wire.ts": wire_types(), "parts.ts": parts_types()} | games


def main(arguments: Sequence[str]) -> None:
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        raise SystemExit(
            "usage: python -m sandtable.server.typescript [FOLDER]   (web/src/types without one)"
        )
    folder = Path(*arguments or ["web/src/types"])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in all_types().items():
        (folder / name).write_text(text, encoding="utf-8")
        print(folder / name)


if __name__ == "__main__":
    main(sys.argv[1:])
