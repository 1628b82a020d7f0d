"""The story of a finished game: who won and why, its curves, its throws, its turning points."""
