"""People: guests and accounts, password tries, and webhooks for people who are away."""
