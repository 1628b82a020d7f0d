"""The reference of the Python API lists every public name and explains every field; what it says about views is true.

The pages themselves are built by `make docs`, which compares them with `__all__` once more. It takes half a minute and
packages that nothing else needs, so these tests ask the same questions without Sphinx.
"""

from __future__ import annotations

import inspect
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import sandtable
from docs import public
from sandtable.games import BUILT_IN, find_game

GAMES = sorted(BUILT_IN)


def test_every_package_with_public_names_is_in_the_reference() -> None:
    """The command's own package offers a function to start it, and nothing for scripts."""
    assert public.packages_with_public_names() - {"sandtable.cli"} == set(public.MODULES)


def test_every_public_name_has_one_place() -> None:
    listed = public.listed_names()
    places = Counter((name.home, name.name) for name in [*listed, *public.names_without_a_place()])
    assert {(name.home, name.name) for name in public.public_names()} == set(places)
    assert [name for name, count in places.items() if count > 1] == []
    assert set(listed) <= set(public.public_names()), "a name is listed under the first module that offers it"


def test_the_last_page_shows_what_has_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is added to `__all__` is in the reference before anybody thinks of it."""
    assert "{public-rest}" in (public.PAGES / "more.md").read_text(encoding="utf-8")
    monkeypatch.setattr(sandtable, "__all__", [*sandtable.__all__, "__version__"])
    assert public.Name("sandtable", "__version__") in public.names_without_a_place()


def test_every_public_name_is_explained() -> None:
    assert [name.path for name in public.public_names() if not name.doc] == []


def test_every_member_of_a_public_class_is_explained() -> None:
    silent = [
        f"{name.path}.{member.name}"
        for name in public.public_names()
        if inspect.isclass(name.value)
        for member in public.members_of(name.value)
        if not member.doc
    ]
    assert silent == []


def test_every_question_function_takes_what_the_page_lists() -> None:
    from sandtable.engine.asking import MANNER

    assert set(public.manner()) == MANNER
    assert "{manner}" in (public.PAGES / "questions.md").read_text(encoding="utf-8")


class Unexplained(msgspec.Struct):
    #: Above.
    first: int
    second: int  #: Beside.
    third: int  # no explanation
    id: str


def test_a_field_without_an_explanation_is_found() -> None:
    """A guard for the tests here: they can fail."""
    found = {field.name: field.doc for field in public.fields_of(Unexplained)}
    assert found == {"first": "Above.", "second": "Beside.", "third": "", "id": public.EVERYWHERE["id"]}


# Games


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_a_page_with_all_its_parts(key: str) -> None:
    page = (public.PAGES / f"{key}.md").read_text(encoding="utf-8")
    for block in ("game", "names", "topics"):
        assert f"```{{{block}}} {key}\n" in page
    for part in public.game_structs(find_game(key)):
        assert f"```{{game}} {key}\n{part}\n```" in page
    assert f"[{key}]({key}.md)" in page or f"{key}.md" in (public.PAGES / "index.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("key", GAMES)
def test_every_field_of_every_view_and_board_is_explained(key: str) -> None:
    kinds = [kind for part in public.game_structs(find_game(key)).values() for kind in part]
    assert [kind.__name__ for kind in kinds if not inspect.getdoc(kind)] == []
    fields = [(kind, field) for kind in kinds for field in public.fields_of(kind)]
    assert len(fields) > 100
    assert [f"{kind.__name__}.{field.name}" for kind, field in fields if not field.doc] == []
    names = {kind.__name__: {field.name for field in public.fields_of(kind)} for kind in kinds}
    for _, field in fields:
        for owner, name in re.findall(r"`([A-Z]\w+)\.(\w+)", field.doc):
            assert name in names[owner], f"{field.doc!r} names {owner}.{name}"


@pytest.mark.parametrize("key", GAMES)
def test_every_topic_is_declared_with_what_the_table_shows(key: str) -> None:
    topics = {topic.id: topic for topic in public.topics_of(find_game(key))}
    assert all(topic.rule and topic.help for topic in topics.values())
    asked = {question.topic for question in questions(key)}
    assert len(asked) > 5
    assert asked <= set(topics)


def questions(key: str) -> Iterator[sandtable.Question]:
    """The questions of a game that is played at random, up to a point."""
    rng, table = random.Random(3), sandtable.new(key, seed=3)
    for _ in range(150):
        ask = table.ask
        if ask is None:
            break
        yield ask
        table.choose(rng.choice(ask.options))


@pytest.mark.parametrize(
    ("key", "scenario"), [("red-dust", None), ("mars-or-die", "s1"), ("rogue-trooper", None)]
)
def test_numbers_of_a_view_are_places_in_the_lists_that_its_fields_name(
    key: str, scenario: str | None
) -> None:
    """What a field calls a place in `Board.events` is one; -1 and None occur only where the field says so."""
    rng, table = random.Random(5), sandtable.new(key, scenario=scenario, seed=5)
    board = table.game.board(table.options)
    checked: set[str] = set()
    for n in range(200):
        if table.ask is None:
            break
        if n % 20 == 0:
            for seat in (None, table.seats[0].id):
                check_places(table.view(seat), board, checked)
        table.choose(rng.choice(table.ask.options))
    assert len(checked) >= 8, checked


def check_places(value: Any, board: Any, checked: set[str]) -> None:
    for field in public.fields_of(type(value)):
        got, lists = getattr(value, field.name), set(re.findall(r"`Board\.(\w+)`", field.doc))
        for part in got if isinstance(got, list) else ():
            if isinstance(part, msgspec.Struct):
                check_places(part, board, checked)
        if not re.search(r"\bplaces? in `Board", field.doc) or len(lists) != 1:
            continue
        size = len(getattr(board, lists.pop()))
        for number in flat(got):
            checked.add(field.name)
            if number is None:
                assert "None" in field.doc, f"{field.name} is None: {field.doc}"
            else:
                least = -1 if "-1" in field.doc else 0
                assert least <= number < size, f"{field.name} is {number}: {field.doc}"


def flat(value: Any) -> Iterator[int | None]:
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from flat(part)
    else:
        yield value
