"""Worlds that could be the real one: imagining them, and what an answer would lead to in them."""
