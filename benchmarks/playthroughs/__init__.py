"""Playthroughs: what a game asks, offers, throws and shows, as text that a diff can be read in.

    python -m benchmarks.playthroughs write [GAME]    play the chapters again and write their text
    python -m benchmarks.playthroughs choose [GAME]   play games, choose other chapters from them, and write their text

Each scenario has a file in `tests/fixtures/playthroughs`, in about twelve chapters of 10 to 20 answers. A chapter begins from a stored
position and has fixed answers and dice, so a change of rules, words or boards is seen in its own chapter and in no other.
`choose` is for chapters that have ended early, because an answer is no longer offered or a position no longer fits.
"""
