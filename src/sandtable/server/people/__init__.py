"""People: guests and accounts, password tries, and webhooks that call those who are away."""
