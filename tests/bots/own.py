"""Bots of one's own, as SANDTABLE_BOTS finds them."""

from sandtable.bots import RandomBot

BOTS = {"lucky": RandomBot}
