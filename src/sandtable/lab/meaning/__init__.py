"""The meaning of runs: reports, comparisons and ladders."""
