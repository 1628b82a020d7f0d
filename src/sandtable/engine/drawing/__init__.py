"""What games need to draw a board as text in a given number of columns."""
