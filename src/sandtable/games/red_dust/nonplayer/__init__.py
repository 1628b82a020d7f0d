"""8 The printed non-players: Factions that play themselves, by Curiosity cards and priority tables."""
