"""What people see of Space Combat: views, boards, odds and the rules in short."""
