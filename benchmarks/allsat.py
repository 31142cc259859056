"""Measure how long the rows of a relation take to list: 20 predicates on blocks of 15 statements over 32 bits.

    python benchmarks/allsat.py [--seeds N] [--rows N]

Blocks of the kind `thresholds` have three variables that are compared with numbers; their relations are listed as a
whole where they have no more rows than are allowed. Those of the kind `any` have eight variables that are also compared
with each other; they have far more rows, and listing stops at the cap. Prints a line of JSON for each block: rows,
questions, CPU seconds of the solver's process without its start, and whether all rows were listed.
"""

from __future__ import annotations

import argparse
import json
from random import Random

from vexil.logic import Term, Terms, bits
from vexil.logic.solvers import open_solver

STATEMENTS, PREDICATES, WIDTH = 15, 20, 32


def block(terms: Terms, random: Random, kind: str) -> list[Term]:
    """The predicates before a random block and behind it."""
    count = 3 if kind == "thresholds" else 8
    first = [terms.symbol(f"v{number}", bits(WIDTH)) for number in range(count)]
    last = list(first)
    for _ in range(STATEMENTS):
        target, left, right = (random.randrange(count) for _ in range(3))
        if kind == "thresholds":
            last[target] = terms.add(last[target], terms.bv(random.randrange(-2, 3) % (1 << WIDTH), WIDTH))
        elif random.random() < 0.3:
            last[target] = terms.add(last[left], terms.bv(1, WIDTH))
        else:
            last[target] = terms.binary(random.choice(["bvadd", "bvsub", "bvxor", "bvand"]), last[left], last[right])
    choices = []
    for number in range(PREDICATES):
        place, other = random.sample(range(count), 2)
        constant = terms.bv(random.randrange(-20, 20) % (1 << WIDTH), WIDTH)
        choices.append((number % count if kind == "thresholds" else place, other, constant, random.random() < 0.5))
    rows = []
    for state in (first, last):
        for place, other, constant, compares in choices:
            right = state[other] if compares and kind == "any" else constant
            rows.append(terms.slt(state[place], right))
    return rows


def main() -> None:
    """List the rows of some blocks of each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="blocks of each kind")
    parser.add_argument("--rows", type=int, default=2_000, help="the most rows that are listed")
    options = parser.parse_args()
    for kind in ("thresholds", "any"):
        for seed in range(options.seeds):
            terms = Terms()
            conditions = [term for term in block(terms, Random(seed), kind) if not term.is_const]
            with open_solver() as solver:
                solver.check(terms.true)
                started = solver.cpu_seconds()
                reply, rows = solver.rows((), list(dict.fromkeys(conditions)), most=options.rows)
                took = solver.cpu_seconds() - started
            found = {
                "rows": len(rows),
                "questions": len(rows) + 1,
                "all": reply.is_unsat,
                "cpu_seconds": round(took, 2),
            }
            print(json.dumps({"kind": kind, "seed": seed, **found}), flush=True)


if __name__ == "__main__":
    main()
