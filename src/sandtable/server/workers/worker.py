"""A worker process: answers of bots, odds, replays and checks of imported games, one job after the other.

The server writes a job to stdin and reads the result from stdout, each with its length in front. A job for a
seat comes with a world that seat could be in: a bot gets neither the dice to come nor anything the seat may
not know. Replays and imports, which need whole journals, run in other processes.
"""

from __future__ import annotations

import os
import random
import struct
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, BinaryIO

import msgspec

from sandtable.bots import Bot, SearchBot, make_bot
from sandtable.bots.hints import hasten, hint_of
from sandtable.bots.reasons import sentences
from sandtable.engine import (
    Chair,
    Odds,
    Option,
    SandtableError,
    Table,
    ending_of,
    open_journal,
    pack_stamp,
)
from sandtable.engine.worlds import previews

from ..sources import check_same
from ..tables.bot_levels import MOST_MILLISECONDS, face_of, short_bot_name
from ..tables.catalogue import find
from ..tables.drawing import draw
from ..tables.recordings import Recorder
from ..wire import PreviewFrame

LENGTH = struct.Struct("!I")
#: The most lines of odds to show.
MOST_ODDS = 24
#: The most games to keep for extending their replays.
RECORDERS = 12


def choose(job: dict[str, Any]) -> dict[str, Any]:
    """The key of a bot's answer, in a world that could be the real one."""
    table, bot = _seated(job)
    key = bot.choose(Chair(table, job["seat"], is_imagined=True))
    assert table.ask is not None
    return {"key": table.ask.resolve(key)[0]}  # a bot of the host's own may answer anything: the log says so


def hint(job: dict[str, Any]) -> dict[str, Any]:
    """The same for people: with its words, its chances, who would give it, and why."""
    table, bot = _seated(job)
    hasten(bot)
    found = hint_of(bot, Chair(table, job["seat"], is_imagined=True), random.Random(job["seed"]))
    assert table.ask is not None
    option = next(option for option in table.ask.options if option.key == found.key)
    return {
        "keys": found.keys,
        "label": found.label,
        "by": short_bot_name(job["bot"]),
        "face": face_of(job["bot"], table.game),
        "why": (
            _advice(table, option) or option.says if found.is_house else " ".join(sentences(found.reasons))
        ),
        "chance": found.chance,
        "second": None if found.second is None else msgspec.structs.asdict(found.second),
    }


def _seated(job: dict[str, Any]) -> tuple[Table, Bot]:
    """The table of a job and its bot."""
    table = open_journal(job["world"], find)
    bot = make_bot(job["bot"], job["seed"])
    if isinstance(bot, SearchBot):  # a number of iterations could take for ever
        bot.milliseconds = min(bot.milliseconds or MOST_MILLISECONDS, MOST_MILLISECONDS)
        bot.processes = 1  # the server's pools share its processors among owners
    return table, bot


def _advice(table: Table, option: Option) -> str:
    """Why the game would give this answer, if it can say; a mistake in that must not cost the hint."""
    with suppress(Exception):
        line = table.game.advice(table.run, option.value)
        return "" if line is None else line.words(table.kinds)
    return ""


def preview(job: dict[str, Any]) -> dict[str, Any]:
    """What an answer would lead to: the whole frame, as it is sent."""
    table = open_journal(job["world"], find)
    found = previews.preview(table, job["key"])
    frame = PreviewFrame(
        id=job["id"],
        key=job["key"],
        view=table.game.page(found.view) if found.changes else None,
        drawing=draw(table, found.view) if found.changes else None,
        lines=list(found.lines),
        follows=found.follows,
        prompt=found.prompt,
        lights=list(found.lights),
        chance=found.chance,
        final=found.final,
    )
    return {"frame": msgspec.json.encode(frame)}


def odds(job: dict[str, Any]) -> dict[str, Any]:
    """The chances of an answer."""
    table = open_journal(job["world"], find)
    found = table.odds(job["key"])
    # Without dice there is nothing to list.
    lines = [] if list(found) == [()] else odds_lines(found, table.game.throws, table.game.counts)
    return {"exact": found.exact or found.agreed, "policy": found.policy, "lines": lines}


def odds_lines(
    found: Odds,
    throws: Mapping[str, str] | None = None,
    counts: Mapping[str, Sequence[str]] | None = None,
) -> list[dict[str, Any]]:
    """Results in words with their chances."""
    told, others = found.told(MOST_ODDS, throws, counts)
    if others:
        told.append((f"{others} others", 1 - sum((p for _, p in told), Fraction(0))))
    return [{"text": text, "p": float(p), "shown": _shown(p)} for text, p in told]


def _shown(p: Fraction) -> str:
    return str(p) if p.denominator <= 216 else f"{float(p):.1%}"


def read_import(job: dict[str, Any]) -> dict[str, Any]:
    """What is stored of an imported game."""
    from .importing import read_import as read  # it needs the database's rows, which no other job does

    return read(job)


def ending(job: dict[str, Any]) -> dict[str, Any]:
    """The ending of a finished game, from its journal. With a sentence, somebody has resigned."""
    table = open_journal(job["journal"], find, stamp=pack_stamp)
    return {"ending": ending_of(table, sentence=job["sentence"], winners=job["winners"])}


def thought(job: dict[str, Any]) -> dict[str, Any]:
    """Why a bot gave an answer."""
    from .thoughts import thought as thought_of  # it compares answers, which no other replay does

    return thought_of(job)


_recorders: OrderedDict[tuple[str, str | None], Recorder] = OrderedDict()


def record(job: dict[str, Any]) -> dict[str, Any]:
    """What further lines add to a recording.

    With a header it starts from the beginning; otherwise this process must have played the lines before.
    """
    name = (job["table"], job["seat"])
    recorder = _recorders.pop(name, None)  # after a failure it is not used again
    if "head" in job:
        recorder = Recorder(job["head"].encode(), job["seat"])
    elif recorder is None or recorder.lines != job["since"]:
        return {"unknown": True}
    update = recorder.follow(job["rows"])
    _recorders[name] = recorder
    while len(_recorders) > RECORDERS:
        _recorders.popitem(last=False)
    return {"update": update}


JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "choose": choose,
    "hint": hint,
    "odds": odds,
    "preview": preview,
    "import": read_import,
    "ending": ending,
    "record": record,
    "thought": thought,
}


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Run one job. An error is returned as part of the result."""
    try:
        return JOBS[job["job"]](job)
    except SandtableError as error:
        return {"error": str(error), "code": getattr(error, "code", "bad")}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}", "code": "broken"}


def main(source: BinaryIO, sink: BinaryIO) -> None:
    """Work until the server closes the pipe."""
    other = ""
    try:
        check_same()
    except SandtableError as error:
        other = str(error)
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        job = msgspec.msgpack.decode(source.read(LENGTH.unpack(head)[0]))
        found = {"error": other, "code": "broken"} if other else work(job)
        answer = msgspec.msgpack.encode(found)
        sink.write(LENGTH.pack(len(answer)) + answer)
        sink.flush()


if __name__ == "__main__":
    # What a bot prints must not get mixed up with the results.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(5)  # people at their tables come first
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main(sys.stdin.buffer, out)
