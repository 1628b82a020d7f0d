"""The parts that Surface Combat and Space Combat share, laid out as a game without `game.py`."""
