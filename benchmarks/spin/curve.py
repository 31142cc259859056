"""How long it takes from a system to its first state, by the number of commands and of threads."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

from explicit_models import BYTE, WORD, assign, byte, plus, started, step
from runner.summary import aligned

from vexil.core.context import Context, Limits
from vexil.engines.explicit import Compiled, Goals, SearchOptions
from vexil.ir.expressions import Operator
from vexil.model.guarded import GuardedSystem, Location, Template
from vexil.model.guarded.expressions import TRUE, Self, Variable, apply, cast, equal, read

COMMANDS = (50, 100, 200, 400, 800)
THREADS = (2, 8, 32)


def ladder(commands: int, threads: int) -> GuardedSystem:
    """Threads of one template, whose commands take locks, compute with shared and own variables, and go on."""
    owner, shared = Variable("owner", BYTE, 4), Variable("shared", WORD, 4)
    own = Variable("own", WORD, template="climber")
    places = [Location("none")]
    for place in range(1, commands + 1):
        after, which = place % commands + 1, cast(byte(place % 4), WORD)
        mine = plus(cast(Self(), BYTE), byte(1))
        match place % 4:
            case 0:
                free = equal(read(owner, which), byte(0))
                command = step((assign(owner, mine, which),), after, free)
            case 1:
                sum_of = plus(read(own), apply(Operator.MULTIPLY, read(shared, which), cast(byte(place % 7), WORD)))
                command = step((assign(own, sum_of),), after)
            case 2:
                command = step((assign(shared, apply(Operator.BIT_XOR, read(own), read(shared, which)), which),), after)
            case _:
                held = equal(read(owner, which), mine)
                command = step((assign(owner, byte(0), which),), after, apply(Operator.OR, held, TRUE))
        places.append(Location(f"p{place}", (command,)))
    template = Template("climber", threads, (own,), tuple(places))
    return GuardedSystem(f"ladder {commands}", (owner, shared), (template,), started(template), alive=TRUE)


def seconds(commands: int, threads: int) -> float:
    """CPU seconds from the system to its first state; the least of three tries."""
    system, tries = ladder(commands, threads), []
    for _ in range(3):
        begun = time.process_time()
        Compiled(system).search(Goals(), SearchOptions(), Context(Limits(states=1)))
        tries.append(time.process_time() - begun)
    return min(tries)


def main(arguments: Sequence[str], show: Callable[[str], None] = print) -> int:
    """Print a table: a row for each number of commands, a column for each number of threads."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the smallest programs only")
    options = parser.parse_args(arguments)
    sizes = COMMANDS[:2] if options.quick else COMMANDS
    Compiled(ladder(4, 1))  # what is loaded once does not count
    rows = [("commands", *(f"{threads} threads" for threads in THREADS))]
    rows += [(str(commands), *(f"{seconds(commands, threads):.3f}" for threads in THREADS)) for commands in sizes]
    for line in aligned(rows):
        show(line)
    return 0
