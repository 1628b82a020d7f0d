"""Features of a terminal that a pipe lacks: paging long texts, and marking changes on a board."""
