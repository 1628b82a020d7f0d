"""The rules of Space Combat, by chapter of the rulebook."""
