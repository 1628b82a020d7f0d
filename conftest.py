"""The small games of this repository are known to every test and documentation example."""

import os

os.environ["SANDTABLE_GAMES"] = "benchmarks.games"
