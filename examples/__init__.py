"""Games to copy from; docs/tinker/second-game.md walks through the first."""
