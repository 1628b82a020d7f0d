"""The presentation of Rogue Trooper: views, boards, odds and the rules in short."""
