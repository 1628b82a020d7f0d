"""The rules of both Free Mars games, by chapter of the rulebook."""
