"""What people see of Surface Combat: views, boards, odds and the rules in short."""
