"""Bots for the tests of the lab; worker processes import them from here."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from sandtable import Chair
from sandtable.bots import RandomBot


def first_option(chair: Chair) -> str:
    """A bot that is a function."""
    assert chair.ask is not None
    return chair.ask.options[0].key


class Counting:
    """A bot that remembers: it takes the options in turn, so that a game depends on what came before it."""

    def __init__(self, seed: int = 0) -> None:
        self.name, self.asked = "counting", 0

    def choose(self, chair: Chair) -> str:
        assert chair.ask is not None
        self.asked += 1
        return chair.ask.options[self.asked % len(chair.ask.options)].key


class Mortal(RandomBot):
    """A random player that kills its process at one answer, the first time only: at the answer that finds no file `MORTAL`."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, "mortal")

    def choose(self, chair: Chair) -> str:
        mark = Path(os.environ["MORTAL"])
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(chair)


class Doomed(RandomBot):
    """A random player that always kills its process."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, "doomed")

    def choose(self, chair: Chair) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class First:
    """Takes the first option."""

    def __init__(self, seed: int = 0) -> None:
        self.name = "first"

    def choose(self, chair: Chair) -> str:
        return first_option(chair)


class Blue:
    """Takes the last option."""

    def __init__(self, seed: int = 0) -> None:
        self.name = "blue"

    def choose(self, chair: Chair) -> str:
        assert chair.ask is not None
        return chair.ask.options[-1].key


BOTS = {"counting": Counting, "mortal": Mortal, "doomed": Doomed, "first": First, "blue": Blue}
