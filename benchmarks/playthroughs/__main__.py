"""The command: write the playthroughs anew, or choose other chapters."""

from __future__ import annotations

import argparse
import sys

from sandtable.games import BUILT_IN

from .chapters import tellings
from .choosing import chapters_of
from .telling import whole


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.playthroughs", description="Write playthroughs."
    )
    parser.add_argument("do", choices=["write", "choose"])
    parser.add_argument("games", nargs="*", metavar="GAME", choices=[[], *BUILT_IN], help="only these games")
    given = parser.parse_args()
    for telling in tellings(given.games or list(BUILT_IN)):
        if given.do == "choose":
            telling.write(chapters_of(telling))
        text = whole(telling, telling.read())
        telling.text.write_text(text, encoding="utf-8")
        early = text.count("\n!!! ")
        told = f", {early} of its chapters end early" if early else ""
        print(f"{telling.game}/{telling.text.name}: {len(text.encode()) // 1000} kB{told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
