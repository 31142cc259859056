"""What data abstraction costs: one JSON object a line.

Tables of abstractions made from nothing, with all operators; and abstract types of a program with a hundred thousand
constraints. CPU seconds count solvers in child processes, too.
"""

from __future__ import annotations

import json
import random

from vexil.abstraction.data.inference import Inference, Lattice
from vexil.abstraction.data.library import Library
from vexil.abstraction.data.table_builder import Cache
from vexil.core.context import Context, cpu_seconds
from vexil.core.source import SourceFile
from vexil.frontends.fcl import load
from vexil.ir.types import I32, I64, INT
from vexil.model.tokens.typing import Slot

NAMES = ("Signs", "EvenOdd", "range(0,2)", "modulo-5", "set{1,2,3,10}")
STATEMENTS = 10_000


def main() -> None:
    """Print all figures."""
    for name in NAMES:
        for concrete in (I32, I64, INT):
            library = Library(Context(), cache=Cache(None))
            started = cpu_seconds()
            kind = library.abstract_type(name, concrete)
            found = {"tokens": len(kind.tokens), "questions": library.statistics.asked}
            took = round(cpu_seconds() - started, 2)
            print(json.dumps({"abstraction": name, "type": str(concrete), **found, "cpu_seconds": took}), flush=True)
    chance = random.Random(8)
    names = [f"x{number}" for number in range(STATEMENTS * 2 // 5)]
    lines = [
        f"{chance.choice(names)} := +({chance.choice(names)}, *({chance.choice(names)}, 2));" for _ in range(STATEMENTS)
    ]
    text = f"({' '.join(names)})\n(init)\ninit: " + "\n".join(lines) + "\nreturn;\n"
    program = load([SourceFile("large.fcl", text.encode())])
    started = cpu_seconds()
    inference = Inference(program, Lattice(["Signs"]), "Point")
    generated = cpu_seconds()
    inference.select(Slot("x1"), "Signs")
    inference.typing()
    figures = {"generated": round(generated - started, 2), "solved": round(cpu_seconds() - generated, 2)}
    print(json.dumps({"constraints": len(inference.system.constraints), **figures}), flush=True)


if __name__ == "__main__":
    main()
