"""The rules of Surface Combat, by chapter of the rulebook."""
