"""Who is certainly led to a target gets there by ranks, whatever the abstraction leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random

from hypothesis import given, settings
from test_belnap_procedures import random_procedures, some_label

from strategies.source import sources
from vexil.engines.belnap.ranked import RankedWay
from vexil.engines.belnap.summaries import certainly
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import Call, Guard, PredicateProgram, Return, Update
from vexil.model.boolean_program.expressions import FALSE, TRUE, Expr, evaluated

Valuation = dict[str, bool]


def outcomes(values: Sequence[Expr], before: Mapping[str, bool]) -> Iterator[tuple[bool, ...]]:
    """Every combination of values that expressions may have."""
    sets = []
    for value in values:
        yes, no = evaluated(value, before)
        sets.append([True] if yes else [False] if no else [False, True])
    return product(*sets)


class Adversary:
    """Decides everything that the abstraction does not know, and leaves only choices of the environment open."""

    def __init__(self, program: PredicateProgram, random: Random, way: RankedWay) -> None:
        self.program = program
        self.random = random
        self.way = way

    def consistent(self, procedure: str, valuation: Mapping[str, bool]) -> bool:
        return evaluated(self.program.procedures[procedure].invariant, valuation)[0]

    def go_on(self) -> bool:
        """Take one step; say whether there is a concrete state to take it from."""
        way, body = self.way, self.program.procedures[self.way.procedure]
        if way.is_at_exit:
            way.leave()
            return self.consistent(way.procedure, way.valuation)
        edges = body.outgoing[way.location]
        if body.locations[way.location].kind is LocationKind.CHOICE:
            ranked = [(next(iter(way.successors(edge, way.valuation, []))), edge) for edge in edges
                      if next(iter(way.successors(edge, way.valuation, [])), None)]  # fmt: skip
            way.step(min(ranked, key=lambda item: (item[0][0], item[1]))[1], way.valuation)
            return True
        possible = [
            edge
            for edge in edges
            if not isinstance(guard := body.edges[edge].operation, Guard)
            or not evaluated(guard.condition, way.valuation)[1]
        ]
        edge = self.random.choice(possible)
        match body.edges[edge].operation:
            case Guard():
                way.step(edge, way.valuation)
            case Update(targets, values):
                found = [{**way.valuation, **dict(zip(targets, item, strict=True))}
                         for item in outcomes(values, way.valuation)]  # fmt: skip
                found = [item for item in found if self.consistent(way.procedure, item)]
                if not found:
                    return False
                way.step(edge, self.random.choice(found))
            case Return(values):
                way.step(edge, way.valuation, self.random.choice(list(outcomes(values, way.valuation))))
            case Call(callee, arguments):
                entered = self.program.procedures[callee]
                shared = {item.name: way.valuation[item.name] for item in self.program.globals}
                own = [
                    {**dict(zip([item.name for item in entered.formals], given_, strict=True)),
                     **dict(zip([item.name for item in entered.locals], local, strict=True))}
                    for given_ in outcomes(arguments, way.valuation)
                    for local in product((False, True), repeat=len(entered.locals))
                ]  # fmt: skip
                own = [item for item in own if self.consistent(callee, {**shared, **item})]
                if not own:
                    return False
                way.enter(self.random.choice(own))
        return True


@settings(max_examples=120, deadline=None, derandomize=True)
@given(sources())
def test_YAS_08_ranks_lead_to_the_target_whatever_is_unknown(random: Random) -> None:
    """From every valuation that certainly leads to the target, each step has a smaller rank until it is reached."""
    program = random_procedures(random, recursive=random.random() < 0.6)
    label = some_label(random, program)

    def target(procedure: str, location: int) -> Expr:
        return TRUE if label in program.procedures[procedure].locations[location].labels else FALSE

    certain = certainly(program, target)
    names = [item.name for item in program.variables("main")]
    for _, first in list(RankedWay(certain).beginnings({}, names))[:4]:
        way = RankedWay(certain)
        way.begin(first)
        adversary = Adversary(program, random, way)
        steps = 0
        while not way.is_at_target:
            steps += 1
            assert steps < 10_000
            if not adversary.go_on():
                break
        else:
            assert label in program.procedures[way.procedure].locations[way.location].labels
