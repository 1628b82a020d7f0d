"""Before a game: what is on offer, setting up tables, seats, and a first look at the board."""
