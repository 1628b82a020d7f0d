"""What people see of Rogue Trooper: views, boards, odds and the rules in short."""
