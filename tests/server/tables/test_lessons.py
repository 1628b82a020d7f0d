"""Lessons on the server: a normal table that teaches its learner, and finds its step again."""

from __future__ import annotations

from ..conftest import Place


def test_a_lesson_teaches_at_a_normal_table(place: Place) -> None:
    """Every frame says where the lesson stands; a wrong turn can be undone; spectators are not taught."""
    ann = place.player()
    lessons = next(it for it in ann.get("/api/games") if it["key"] == "surface-combat")["lessons"]
    table = ann.post("/api/tables", game="surface-combat", lesson=lessons[0]["id"])
    assert lessons[0]["title"] in table["title"]
    assert table["is_lesson"]
    with ann.sit(table["id"], "commander") as one:
        one.until_asked()
        lesson = one.state["lesson"]
        assert (lesson["at"], lesson["hint"]) == (2, "recruit_unit:netrunner")
        one.answer("recruit_unit:breaker")
        assert one.state["lesson"]["strayed"]
        assert one.state["undo"] is not None
        one.do("undo", n=one.state["n"])
        one.answer(lesson["hint"])
        at = one.state["lesson"]
        assert at["at"] == 3
    with place.player("Eve").sit(table["id"]) as eve:
        assert eve.look()["lesson"] is None
    with ann.sit(table["id"], "commander") as again:
        again.until_asked()
        assert again.state["lesson"] == at
