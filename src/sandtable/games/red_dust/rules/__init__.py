"""The rules of Red Dust Rebellion, by chapter of the rulebook."""
