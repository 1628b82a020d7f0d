"""Encodings: how the view of a game becomes numbers."""
