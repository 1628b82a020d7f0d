"""What a terminal can do that a pipe cannot: page long texts, and mark on a board what has changed."""
