"""Draw new examples for the laws, many more than the tests do, for hours if asked.

    python benchmarks/soak_laws.py [--seconds T] [--seed S] [--keep FOLDER] [--only TEXT] [--record FILE]

Takes the files of tests with laws of Hypothesis in a random order, again and again, each with a seed of its own and the
profile `soak` of `tests/conftest.py`. What a file that fails prints is kept in FOLDER, the shrunken example and how to
draw it again included. The seed is new each time and printed; with `--seed` the same examples are drawn again. Prints a
line of JSON at the end. The exit status is 1 if a law failed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from soaking import record

ROOT = Path(__file__).parents[1]
FAILED = 1
"""What pytest ends with when a test failed."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="begin no file after so many seconds")
    parser.add_argument("--seed", type=int, help="draw the examples of another run again")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where failures are stored")
    parser.add_argument("--only", default="", help="only files with this in their path")
    parser.add_argument("--record", type=Path, help="append a line about the run to this file")
    return parser.parse_args()


def files_with_laws(only: str = "") -> list[Path]:
    """The test files with laws of Hypothesis, in order."""
    found = (
        path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py")) if "@given(" in path.read_text()
    )
    return [path for path in found if only in str(path)]


class Outcome(NamedTuple):
    """What drawing new examples for the laws of a file gave: how many passed, in how many laws, and what failed."""

    examples: int
    laws: int
    failure: str


def drawn(path: Path, seed: int, keep: Path) -> Outcome:
    """Draw new examples for the laws of a file; the failure is what pytest prints, nothing when all laws hold."""
    command = [sys.executable, "-m", "pytest", "-q", str(path), f"--hypothesis-seed={seed}"]
    command.append("--hypothesis-show-statistics")
    environment = {**os.environ, "VEXIL_PROFILE": "soak", "VEXIL_EXAMPLES": str(keep.resolve() / "examples")}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    passed = [int(count) for count in re.findall(r"(\d+) passing", ended.stdout)]
    return Outcome(sum(passed), len(passed), ended.stdout + ended.stderr if ended.returncode == FAILED else "")


def main() -> int:
    """Draw until the time is up, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    random, begin = Random(seed), time.monotonic()
    files = files_with_laws(options.only)
    done = failed = examples = laws = 0
    while files and time.monotonic() - begin < options.seconds:
        random.shuffle(files)
        for path in files:
            own = random.randrange(1 << 32)
            if time.monotonic() - begin >= options.seconds:
                break
            done += 1
            outcome = drawn(path, own, options.keep)
            examples, laws = examples + outcome.examples, laws + outcome.laws
            if outcome.failure:
                failed += 1
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{path.stem}-{own}.txt").write_text(outcome.failure)
                print(json.dumps({"file": str(path), "seed": own}), flush=True)
    seconds = round(time.monotonic() - begin)
    print(json.dumps({"seed": seed, "files": done, "examples": examples, "failed": failed, "seconds": seconds}))
    record.append(
        options.record, "laws", seed, files=done, programs=examples, questions=laws, failures=failed, seconds=seconds
    )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
