"""Helpers for drawing a board as text in a given number of columns."""
