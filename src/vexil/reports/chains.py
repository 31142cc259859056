"""Chains of leaps as people read them: one line for the rounds of a loop, and all of the chain on request."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.ir.operations import Choose
from vexil.ir.program import Program
from vexil.model.evidence import Evidence
from vexil.model.leaps import Leg, MustChain, Port
from vexil.model.trace.places import describe_span
from vexil.reports.expressions import SourceWords
from vexil.reports.invariants import in_memory
from vexil.transform.inlining import Inlining, descending
from vexil.transform.restriction import restricted_form


def chain_lines(program: Program, evidence: Evidence | None, *, everything: bool = False) -> list[str]:
    """The run along a chain, if one is known, with a line for each leap; with *everything* also ports and theorems."""
    program, evidence = in_memory(program, evidence)
    if not isinstance(evidence, MustChain):
        return []
    form = restricted_form(descending(program), evidence.rules)
    lines = [*_run(form, evidence)]
    if everything:
        lines += _stations(form, evidence)
    elif lines:
        lines.append("  --show-invariants prints the chain that shows it")
    return lines


def _run(form: Inlining, chain: MustChain) -> Iterator[str]:
    inputs = chain.inputs
    if inputs is None:
        return
    given = [f"{_chosen(form, place)} gives {value:,}" for link in inputs.links for place, value in link]
    if given:
        yield f"  inputs: {', '.join(given)}"
    yield from (f"  … {_leg(form, leg)}" for leg in inputs.legs)


def _leg(form: Inlining, leg: Leg) -> str:
    after = dict(leg.after)
    changes = [
        f"{_name(form, name)} from {value:,} to {after[name]:,}"
        for name, value in leg.before
        if name in after and after[name] != value
    ]
    rounds = "1 round" if leg.rounds == 1 else f"{leg.rounds:,} rounds"
    return f"{rounds} of the loop at {_place(form, leg.location)}" + (f": {', '.join(changes)}" if changes else "")


def _name(form: Inlining, name: str) -> str:
    """A variable of a copy by the name that it has in its function."""
    declared = form.entry.variables.get(name)
    return (declared.labels[0] if declared is not None and declared.labels else name).rpartition("::")[2]


def _place(form: Inlining, location: int) -> str:
    for edge in form.entry.outgoing[location]:
        file, line, _ = describe_span(form.program, form.entry.edges[edge].span)
        if line:
            return f"{file}:{line}"
    return form.entry.locations[location].name


def _chosen(form: Inlining, location: int) -> str:
    """What is chosen at a location, as the source says it."""
    for edge in form.entry.outgoing[location]:
        if isinstance(form.entry.edges[edge].operation, Choose):
            file, line, text = describe_span(form.program, form.entry.edges[edge].span)
            if line:
                return f"`{text}` ({file}:{line})"
    return f"the choice at {_place(form, location)}"


def _stations(form: Inlining, chain: MustChain) -> Iterator[str]:
    words = SourceWords(form.program, form.program.entry)
    yield "  chain:"
    for number, station in enumerate(chain.stations, 1):
        turn = ", where the chain turns from must- to must+ steps" if number == chain.flip else ""
        yield f"    station {number}{turn}"
        yield from (f"      enters at {line}" for line in _port(form, words, station.entry))
        if station.leap is not None:
            yield f"      leaps by Theorem {station.leap.theorem}"
            yield from (f"        over {line}" for line in _port(form, words, station.leap.state))
        yield from (f"      leaves at {line}" for line in _port(form, words, station.leaving))


def _port(form: Inlining, words: SourceWords, port: Port) -> Iterator[str]:
    for location, condition in port.conditions:
        yield f"{_place(form, location)} where {words.text(condition)}"
