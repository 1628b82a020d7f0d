"""Accounts, password tries and webhooks."""
