"""The run along a chain, executed as its inputs say: natively where it is long."""

from __future__ import annotations

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.interpreter import Violated
from vexil.ir.program import Program
from vexil.model.leaps import Leg, MustChain
from vexil.transform.journeys import Decisions, Journey, Lost

MOST_STEPS = 1_000_000_000
"""The longest run that is executed."""
WRONG = "the run along the chain"
"""How it begins that a run is not what the evidence says."""


def execution(program: Program, chain: MustChain, checks: frozenset[str], context: Context) -> str:
    """What the execution of a run along a chain shows, as an end of a sentence; `WRONG` is its beginning if nothing."""
    inputs = chain.inputs
    assert inputs is not None
    journey = Journey(program, chain.rules, checks, chain.tracked, context, MOST_STEPS)
    legs: list[Leg] = []
    try:
        journey.begin(inputs.initial)
        links = list(inputs.links)
        if program.functions[program.entry].entry not in chain.stations[0].entry.locations and links:
            journey.step(Decisions(dict(links.pop(0))))
        for station, link in zip(chain.stations, links, strict=True):
            if station.leap is not None:
                legs.append(journey.leap(station.leaving, journey.variables(chain.tracked)))
            journey.step(Decisions(dict(link)))
    except Lost as problem:
        return f"; the run was not executed to its end: {problem}"
    except (UsageError, ValueError) as problem:
        return f"{WRONG} cannot be executed: {problem}"
    ending = journey.ending
    if not isinstance(ending, Violated) or ending.property not in checks:
        return f"{WRONG} does not end where a check fails"
    if tuple(legs) != inputs.legs or journey.steps != inputs.steps:
        return f"{WRONG} is another one than the evidence says"
    return f"; a run of {journey.steps:,} steps was executed"
