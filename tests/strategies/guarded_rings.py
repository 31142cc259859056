"""Random guarded systems of threads that never end."""

from __future__ import annotations

from random import Random

from guarded_models import BYTE, byte, started
from vexil.ir.expressions import Operator
from vexil.model.guarded import Assign, Command, Goto, GuardedSystem, Location, Template
from vexil.model.guarded.expressions import TRUE, Variable, apply, equal, number, read


def random_rings(random: Random, *, with_sections: bool = False) -> GuardedSystem:
    """Threads that go round for ever, switch flags and wait for them: many loops, few of them fair."""
    flags = [Variable(f"f{place}", BYTE) for place in range(2)]

    def command(locations: int) -> Command:
        guard = equal(read(random.choice(flags)), byte(random.randrange(2))) if random.random() < 0.6 else TRUE
        switch = Assign(random.choice(flags), number(0), byte(random.randrange(2)))
        return Command(guard, (*([switch] if random.random() < 0.5 else []), Goto(random.randrange(1, locations))))

    templates = []
    for place in range(2):
        locations = random.randrange(2, 5)
        commands = [tuple(command(locations) for _ in range(random.choice([1, 1, 2]))) for _ in range(locations - 1)]
        found = (Location("none"), *(Location("at", listed) for listed in commands))
        templates.append(Template(f"T{place}", random.randrange(1, 3), (), found))
    at = equal(read(templates[0].counter, thread=number(0)), number(1, BYTE))
    sections = {
        template.name: apply(Operator.GREATER_EQUAL, read(template.counter), number(random.randrange(1, 5), BYTE))
        for template in templates
        if with_sections and random.random() < 0.7
    }
    return GuardedSystem(
        "rings",
        tuple(flags),
        tuple(templates),
        started(*templates),
        alive=TRUE,
        atomic=sections,
        atoms=(equal(read(flags[0]), byte(1)), at),
    )
