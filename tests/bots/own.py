"""Bots of one's own, as SANDTABLE_BOTS finds them."""

from sandtable.bots import RandomBot


class Diver(RandomBot):
    """Plays one game only."""

    games = ("connect-four",)


BOTS = {"lucky": RandomBot, "diver": Diver}
