"""A command in place of ``vexil``: what it answers stands in the first line of the program."""

from __future__ import annotations

import json
import os
import sys
import time

CODES = {"proved": 0, "refuted": 1, "refused": 2, "unknown": 3, "internal-error": 70}


def main(words: list[str]) -> int:
    """Answer, or misbehave, as the program demands."""
    path = words[words.index("check") + 1]
    with open("started.log", "a", encoding="utf-8") as log:  # noqa: PTH123
        log.write(" ".join(words) + "\n")
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        kind, _, rest = file.readline().removeprefix("//").strip().partition(" ")
    match kind:
        case "signal":
            os.abort()
        case "hang":
            while True:
                pass
        case "sleep":
            time.sleep(30)
        case "garbage":
            sys.stdout.write("Traceback: no result\n")
            sys.stderr.write("the last line says what happened\n")
            return int(rest or 0)
        case "slow":
            end = time.process_time() + float(rest)
            while time.process_time() < end:
                pass
            kind = "proved"
    verdict, _, code = kind.partition("/")
    counted: dict[str, int] = {}
    if rest.startswith("counted="):
        numbers, _, rest = rest.removeprefix("counted=").partition(" ")
        counted = {name: int(number) for name, _, number in (word.partition(":") for word in numbers.split(","))}
    asked = {"verdict": verdict, "engine": "stand-in", "reason": rest, "statistics": counted}
    error = rest if verdict in ("refused", "internal-error") else None
    json.dump({"verdict": verdict, "error": error, "properties": [] if error else [asked]}, sys.stdout)
    return int(code) if code else CODES[verdict]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
