"""The declarations of a game: its topics, its words, and the things its answers can be. Nothing here comes from games that were played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from sandtable.engine import Game, Kinds, Names, SandtableError, Topic, Word
from sandtable.engine.game import all_kinds


def _modules(game: Game[Any]) -> list[ModuleType]:
    """The modules of a game: those of its folder if it has one, and those beside it whose functions they use."""
    first = sys.modules[type(game).__module__]
    package = first.__name__.rpartition(".")[0]
    found: dict[str, ModuleType] = {first.__name__: first}
    if first.__name__.endswith(".game"):
        folder = import_module(package)
        for each in walk_packages(folder.__path__, f"{package}."):
            found[each.name] = import_module(each.name)
    near = f"{package.rpartition('.')[0] or package}."
    waiting = list(found.values())
    while waiting:
        for value in list(vars(waiting.pop()).values()):
            name = getattr(value, "__module__", None)
            if isinstance(name, str) and name.startswith(near) and name not in found:
                found[name] = sys.modules[name]
                waiting.append(found[name])
    return [found[name] for name in sorted(found)]


def _values(game: Game[Any]) -> Iterator[Any]:
    for module in _modules(game):
        for value in list(vars(module).values()):
            yield value
            if isinstance(value, (list, tuple)):
                yield from value
            elif isinstance(value, dict):
                yield from value.keys()
                yield from value.values()


@lru_cache(maxsize=64)
def topics_of(game: Game[Any]) -> tuple[Topic, ...]:
    """Every topic that a game declares, by id."""
    found = {value.id: value for value in _values(game) if isinstance(value, Topic)}
    return tuple(found[id] for id in sorted(found))


def words_of(game: Game[Any]) -> tuple[str, ...]:
    """The ids of every word that a game's modules declare."""
    return tuple(sorted({value.id for value in _values(game) if isinstance(value, Word)}))


def kinds_of(game: Game[Any], options: Any) -> Kinds:
    """The kinds of things a game has, with those every game has."""
    seats = game.seats(options)
    names = Names([seat.id for seat in seats], [seat.label for seat in seats])
    return all_kinds(game.kinds(game.begin(options)), names)


def answers_of(game: Game[Any], options: Any) -> tuple[str, ...]:
    """The keys of every answer a game can be given, in alphabetical order; an error if they cannot be listed."""
    encoding = game.encoding(options)
    if encoding is None or encoding.answers is None:
        raise SandtableError(
            f"{game.title} has no fixed list of actions: its encoding does not say what its questions can offer. "
            'Use actions="index".'
        )
    kinds, found = kinds_of(game, options), {*words_of(game), *encoding.words}
    for topic in topics_of(game):
        if topic.id in encoding.answers:
            found |= {f"{topic.id}:{id}" for id in encoding.answers[topic.id]}
        elif topic.kind:
            found |= {f"{topic.id}:{id}" for id in _ids(topic, kinds)}
        else:  # words, or yes and no
            found |= {f"{topic.id}:yes", f"{topic.id}:no"}
    return tuple(sorted(found))


def _ids(topic: Topic, kinds: Kinds) -> list[str]:
    """The ids of everything that is of a topic's kind."""
    parts = []
    for kind in (topic.kind,) if isinstance(topic.kind, str) else topic.kind:
        names = kinds.get(kind)
        if names is None or names.count is None:
            raise SandtableError(
                f"The topic {topic.id!r} offers things of the kind {kind!r}, which is not counted from 0. "
                "List what it can offer in the encoding's `answers`."
            )
        parts.append([names.id(number) for number in range(names.count)])
    return ["/".join(each) for each in product(*parts)]
