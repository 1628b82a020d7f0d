"""The rules of Mars or Die, by chapter of the rulebook."""
