"""Bots: players that sit in a chair and see what its seat may know. They know no game and play any."""

from .bot import Bot, RandomBot
from .house import HouseBot
from .search import SearchBot
from .spec import BOTS, make_bot, split_specs

__all__ = ["BOTS", "Bot", "HouseBot", "RandomBot", "SearchBot", "make_bot", "split_specs"]
