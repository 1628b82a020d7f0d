"""Small games that leak a secret, each with a twin that keeps it."""
