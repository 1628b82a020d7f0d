"""A worker process of a shared search: it grows its own tree, question after question, and reports the results.

It lives as long as its pipe: when the process that started it ends, it ends at once, even in the middle of a search.
"""

from __future__ import annotations

import os
import pickle
import random
import sys
import threading
from queue import SimpleQueue
from typing import IO, Any

from sandtable.engine import Chair, Game, open_journal
from sandtable.engine.errors import described
from sandtable.games import find_game
from sandtable.games.own import know_packs

from .bot import asked
from .crew import Job, receive, send
from .tree import Tree, grown


class Thinker:
    """One of several searches for the same seat."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._tree: Tree | None = None

    def work(self, job: Job) -> list[tuple[int, float]]:
        """Search here: visits and total value of each answer."""
        chair = Chair(open_journal(job.world, lambda key: self.game), job.seat, is_imagined=True)
        question = asked(chair)
        values = [option.value for option in question.options]
        tree, self._tree = self._tree, None  # after a failure the old tree is not used again
        self._tree = grown(
            tree, chair, question.topic, values, job.answers, job.effort, random.Random(job.seed)
        )
        return self._tree.results(values)


def work(messages: SimpleQueue[bytes], sink: IO[bytes]) -> None:
    """Do one job after another. The first message is the game, or its key."""
    thinker: Thinker | None = None
    named = messages.get()
    while True:
        data = messages.get()
        found: Any
        try:
            if thinker is None:
                know_packs()
                game = pickle.loads(named)
                thinker = Thinker(find_game(game) if isinstance(game, str) else game)
            found = thinker.work(pickle.loads(data))
        except Exception as error:  # somebody's own game can fail in any way
            found = described(error)
        send(sink, pickle.dumps(found))


def read(source: IO[bytes], messages: SimpleQueue[bytes]) -> None:
    """Read messages until the pipe is closed, then end the whole process."""
    while (data := receive(source)) is not None:
        messages.put(data)
    os._exit(0)


def main() -> None:
    # What a game prints must not get mixed up with the results.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    messages: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=read, args=(sys.stdin.buffer, messages), daemon=True).start()
    try:
        work(messages, sink)
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
