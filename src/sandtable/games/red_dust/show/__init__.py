"""The presentation of Red Dust Rebellion: views, boards, odds and the rules in short."""
