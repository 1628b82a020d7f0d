"""Why a bot answered as it did, worked out from the journal when somebody asks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sandtable.bots import make_bot
from sandtable.bots.hints import hasten
from sandtable.bots.reasons import thought_of
from sandtable.engine import Answered, AnyLine, Chair, Table, open_journal, pack_stamp
from sandtable.engine.saving.format import LINES, TookBack

from ..refusal import Refused
from ..tables.bot_levels import bot_name, face_of
from ..tables.catalogue import find

SECRET = "What it knew is a secret until the game is over."


def thought(job: dict[str, Any]) -> dict[str, Any]:
    """Why a bot gave its last answer before a line of the journal, from what its seat knew then.

    Before the game is over only what everybody knows may be told: a bot that holds a secret keeps its thoughts to itself.
    """
    rows: list[str] = job["rows"]
    lines = [LINES.decode(row) for row in rows]
    given = last_answer(lines, job["seat"], job["before"])
    if given is None:
        raise Refused("missing", "It has not answered anything yet.")
    journal = "\n".join([job["head"], *rows[: given.n - 1], ""]).encode()
    table = open_journal(journal, find, stamp=pack_stamp)
    if not job["is_over"] and not is_open(table, job["seat"]):
        raise Refused("conflict", SECRET)
    question, spec, game = table.ask, job["bot"], table.game
    if question is None or question.seat != job["seat"]:
        raise Refused("conflict", "This answer was given under older rules.")
    bot = make_bot(spec, given.n)
    hasten(bot)
    chair = Chair(table, job["seat"])
    key, _ = question.resolve(given.key)
    found = thought_of(bot, chair, key, random.Random(given.n))
    return {
        "n": given.n,
        "by": bot_name(spec, is_printed=bool(game.nonplayer_option)),
        "face": face_of(spec, game),
        "prompt": question.prompt,
        "why": _advice(table, chair, key, given.n) if found.is_house else "",
        "label": found.label,
        "other": found.other,
        "chance": found.chance,
        "other_chance": found.other_chance,
        "reasons": found.reasons,
        "has_earlier": last_answer(lines, job["seat"], given.n) is not None,
    }


def last_answer(lines: Sequence[AnyLine], seat: str, before: int | None = None) -> Answered | None:
    """The last answer of a seat that was not taken back, before a line."""
    given: list[Answered] = []
    for line in lines:
        if isinstance(line, TookBack):
            given = [it for it in given if it.n < line.answer]
        elif isinstance(line, Answered) and line.seat == seat and not line.by:
            given.append(line)
    return next((it for it in reversed(given) if before is None or it.n < before), None)


def is_open(table: Table, seat: str) -> bool:
    """Whether everybody knows what this seat knows, and is told what it is asked and answers."""
    if not table.game.has_secrets:
        return True
    ask = table.ask
    if ask is None or ask.spec.private or ask.spec.sealed or ask.spec.hide_options:
        return False
    own, theirs = table.views([seat, None])
    return bool(own == theirs)


def _advice(table: Table, chair: Chair, key: str, seed: int) -> str:
    """The game's own reason for the answer, in a world that its seat could be in; a mistake in it must not cost the rest."""
    with suppress(Exception):
        world = chair.imagine(random.Random(seed))
        assert world.ask is not None
        line = table.game.advice(world.run, world.ask.value_of(key))
        return "" if line is None else line.words(world.kinds)
    return ""
