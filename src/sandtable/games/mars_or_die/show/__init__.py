"""The presentation of Mars or Die: views, boards, odds and the rules in short."""
