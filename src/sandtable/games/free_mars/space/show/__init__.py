"""The presentation of Space Combat: views, boards, odds and the rules in short."""
