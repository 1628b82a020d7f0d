"""Training the value of a game's positions: games, labels, trees, and a player that plays the next games better."""
