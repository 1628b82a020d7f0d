"""The presentation of both Free Mars games: views, boards, odds and the rules in short."""
