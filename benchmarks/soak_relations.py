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

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from soaking.drawing import Compared, Kind, Part, run

from relation_oracle import compared_relations
from relation_verdicts import compared_answers, compared_verdicts
from strategies.c.blocks import random_blocks
from strategies.ir.narrow import border_ctl, narrow_program
from strategies.ir.relation_blocks import RelationBlock, random_relation_block
from vexil.core.errors import VexilError
from vexil.pipeline.predicates.options import BlockSize

Subject = RelationBlock | tuple[str, str] | str


def branching(random: Random) -> tuple[str, str]:
    """A program and a question about its borders."""
    return narrow_program(random, partial=False, places=6), f"ctl: {border_ctl(random, 3)}"


def questions(subject: Subject) -> int:
    """Compare, and say how many relations or answers were compared; raises `AssertionError` for a difference."""
    if isinstance(subject, RelationBlock):
        return sum(compared_relations(subject, size).edges for size in BlockSize)
    if isinstance(subject, tuple):
        return compared_answers(*subject, BlockSize)
    with tempfile.TemporaryDirectory() as folder:
        return compared_verdicts(subject, Path(folder))


def compared(subject: Subject, _: int) -> Compared:
    """What is wrong with the relations of a program; a mistake of ours is a difference, too."""
    try:
        return Compared(counts={"questions": questions(subject)})
    except (AssertionError, VexilError, TypeError, ValueError, KeyError) as broken:
        return Compared(f"{type(broken).__name__}: {broken}")


def text(subject: Subject) -> str:
    """A program with what is asked about it."""
    if isinstance(subject, RelationBlock):
        return "\n".join([str(subject), *subject.predicates, ""])
    return subject if isinstance(subject, str) else "\n".join(subject)


def _kind(make: Callable[[Random], Subject]) -> Kind:
    return Kind(lambda random, _: make(random), compared, text)


PART = Part(
    "relations",
    {"rows": _kind(random_relation_block), "branching": _kind(branching), "checks": _kind(random_blocks)},
    ("questions",),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
