"""What a client gets to see of a battle."""

from __future__ import annotations

from typing import Any

from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.printed.box import box_of
from sandtable.games.mars_or_die.show.page import PageView
from sandtable.games.mars_or_die.show.view import View, table_of
from sandtable.games.mars_or_die.state import DISCARDS, HAND, Battle

from ..field import Field, deployed, house_game


def test_a_view_can_be_measured_on() -> None:
    """A client gets everything that lies open, and nothing of the other hand."""
    run = house_game("s1", 1)
    view = GAME.view(run.state, 0)
    assert table_of(view).poses == run.state.poses
    assert view.hands[1] == [None] * len(run.state.cards.zones[HAND + 1])


def _marked(value: Any, mark: int) -> Any:
    """A value of the same type that nothing else has."""
    if isinstance(value, list):
        return [_marked(each, mark) for each in value] or [mark]
    return mark if type(value) is int else value


def test_views_and_the_tables_made_of_them_have_every_field_in_its_place() -> None:
    """They are made in the order of the fields; in most positions two lists that changed places would look alike."""
    s = Field([("murk_sword", 20, 20, 90)], generals=(0, None)).s
    s.dust, s.wall = True, [True, False]
    s.cards.give(3, DISCARDS)
    flags = [name for name in View.__struct_fields__ if isinstance(getattr(s, name, 0), list)]
    for mark, name in enumerate(Battle.__struct_fields__, 100):
        value = getattr(s, name)
        if name in flags and value and isinstance(value[0], bool):
            setattr(s, name, [name == other for other in flags])
        elif name != "box":
            setattr(s, name, _marked(value, mark))
    view = GAME.view(s, 0)
    table = table_of(view)
    shared = [name for name in View.__struct_fields__ if name in Battle.__struct_fields__]
    assert len(shared) > 20
    for name in shared:
        assert getattr(view, name) == getattr(s, name) == getattr(table, name), name
        assert not isinstance(getattr(s, name), list) or getattr(view, name) is not getattr(s, name), name
    assert view.live[0] is not s.live[0]
    assert view.turns == s.box.field.turns
    assert view.discards == [3]
    assert view.discards is not s.cards.zones[DISCARDS]
    assert table.box is box_of(view)


def test_what_is_sent_is_the_view_and_what_is_counted() -> None:
    """Of several viewpoints, each is sent its own hand."""
    s = deployed("s1", 1, at_random=False).state
    views = GAME.views(s, (0, 1, None))
    pages = GAME.live_pages(views)
    for view, page in zip(views, pages, strict=True):
        assert isinstance(page, PageView)
        for name in View.__struct_fields__:
            assert getattr(page, name) == getattr(view, name), name
        whole = GAME.page(view)
        assert page.reaches is None
        assert (page.strength, page.progress, page.scores) == (whole.strength, whole.progress, whole.scores)
    assert pages[0].hands != pages[1].hands
