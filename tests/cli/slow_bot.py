"""A bot that thinks until it is told to stop, so that a test can type meanwhile."""

from __future__ import annotations

import time
from pathlib import Path

from sandtable.bots import Bot
from sandtable.engine import Chair

#: It answers once this file is there, in the folder the command runs in.
GO = Path("go")


class SlowBot(Bot):
    """Plays the first answer, when it may."""

    name = "slow"

    def __init__(self, seed: int = 0) -> None:
        pass

    def choose(self, chair: Chair) -> str:
        end = time.monotonic() + 30
        while not GO.exists() and time.monotonic() < end:
            time.sleep(0.01)
        assert chair.ask is not None
        return chair.ask.keys[0]


BOTS = {"slow": SlowBot}
