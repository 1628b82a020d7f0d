"""Saving: journals and moments, their format, and how they are played again."""
