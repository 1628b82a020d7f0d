"""Secrets: cards, hidden numbers, and who knows them."""
