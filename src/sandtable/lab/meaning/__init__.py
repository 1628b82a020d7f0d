"""What runs mean: reports, comparisons and ladders."""
