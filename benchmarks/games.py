"""The small games of this repository, for the benchmark and the tests."""

from benchmarks.coin_size import GAME as COIN_SIZE
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.stash import GAME as STASH

GAMES = [CONNECT_FOUR, STASH, COIN_SIZE]
