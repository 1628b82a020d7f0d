"""What people see of Mars or Die: views, boards, odds and the rules in short."""
