"""Why not: what the rules say about units, targets and orders that a question does not offer."""
