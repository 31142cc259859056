"""Compare relations over predicates of random blocks with all stores, and verdicts by relations with all states.

    python benchmarks/soak_relations.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                        [--record FILE]

Blocks of the kind `rows` have variables of 4 to 8 bits; every relation and condition of every size of blocks must be
what trying all stores gives, for one question more than there are rows. Programs of the kind `branching` are asked CTL
questions, which relations must answer as all states do; the checks of those of the kind `checks`, in C, must get no
contradicting verdicts from relations, cubes and search. What fails is made smaller and kept in FOLDER. The seed is new
each time and printed; with `--seed` the same programs are drawn again. Prints a line of JSON for each kind. The exit
status is 1 if there was a difference.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from soaking import record

from relation_oracle import compared_relations
from relation_verdicts import compared_answers, compared_verdicts
from strategies.c.blocks import random_blocks
from strategies.ir.narrow import border_ctl, narrow_program
from strategies.ir.relation_blocks import RelationBlock, random_relation_block
from strategies.source import Seeded, shrunk
from vexil.core.errors import VexilError
from vexil.pipeline.predicates.options import BlockSize

Subject = RelationBlock | tuple[str, str] | str


def branching(random: Random) -> tuple[str, str]:
    """A program and a question about its borders."""
    return narrow_program(random, partial=False, places=6), f"ctl: {border_ctl(random, 3)}"


KINDS: dict[str, Callable[[Random], Subject]] = {
    "rows": random_relation_block,
    "branching": branching,
    "checks": random_blocks,
}


def questions(subject: Subject) -> int:
    """Compare, and say how many relations or answers were compared; raises `AssertionError` for a difference."""
    if isinstance(subject, RelationBlock):
        return sum(compared_relations(subject, size).edges for size in BlockSize)
    if isinstance(subject, tuple):
        return compared_answers(*subject, BlockSize)
    with tempfile.TemporaryDirectory() as folder:
        return compared_verdicts(subject, Path(folder))


def wrong(subject: Subject) -> str:
    """What is wrong with the relations of a program; nothing if all is well."""
    try:
        questions(subject)
    except (AssertionError, VexilError, TypeError, ValueError, KeyError) as broken:
        return f"{type(broken).__name__}: {broken}"
    return ""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, help="draw the programs of another run again")
    parser.add_argument("--programs", type=int, help="stop after so many programs of a kind")
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="these only; may be repeated")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where programs are stored")
    parser.add_argument("--record", type=Path, help="append a line about each kind to this file")
    return parser.parse_args()


def keep(kind: str, seed: int, what: str, folder: Path) -> None:
    """Store the program of a seed and what is wrong with it, as it was drawn and made smaller."""
    place = folder / f"relations-{kind}-{seed}"
    place.mkdir(parents=True, exist_ok=True)
    make = KINDS[kind]
    (place / "difference.txt").write_text(what + "\n", encoding="utf-8")
    (place / "drawn.txt").write_text(_text(make(Seeded(seed))), encoding="utf-8")
    smallest = shrunk(make, seed, lambda subject: bool(wrong(subject)))
    (place / "smallest.txt").write_text(_text(smallest), encoding="utf-8")


def _text(subject: Subject) -> str:
    if isinstance(subject, RelationBlock):
        return "\n".join([str(subject), *subject.predicates, ""])
    return subject if isinstance(subject, str) else "\n".join(subject)


def soak(kind: str, seed: int, seconds: float, options: argparse.Namespace) -> int:
    """Draw and compare programs of a kind, and print what came out; the number of differences."""
    begin, number, asked, found = time.monotonic(), 0, 0, 0
    while time.monotonic() - begin < seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        try:
            asked += questions(KINDS[kind](Seeded(own)))
        except (AssertionError, VexilError, TypeError, ValueError, KeyError) as broken:
            found += 1
            print(json.dumps({"kind": kind, "seed": own, "wrong": str(broken)[:400]}), flush=True)
            keep(kind, own, f"{type(broken).__name__}: {broken}", options.keep)
    took = round(time.monotonic() - begin)
    numbers = {"programs": number, "questions": asked, "failures": found}
    print(json.dumps({"kind": kind, "seed": seed, **numbers, "seconds": took}), flush=True)
    record.append(options.record, "relations", seed, kind=kind, **numbers, seconds=took)
    return found


def main() -> int:
    """Draw programs of each kind, compare, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    kinds = options.kind or list(KINDS)
    found = [soak(kind, seed, options.seconds / len(kinds), options) for kind in kinds]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
