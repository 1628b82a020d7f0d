"""The presentation of Surface Combat: views, boards, odds and the rules in short."""
