"""The rules of Rogue Trooper, by chapter of the rulebook."""
