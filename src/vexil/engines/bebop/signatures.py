"""What a procedure may change, and so what has to be remembered of the values it was entered with."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.engines.diagrams import Diagrams
from vexil.engines.diagrams.program import ENTRY
from vexil.model.boolean_program import Call, PredicateProgram, Procedure, Update


@dataclass(frozen=True, slots=True)
class Signature:
    """The names of a procedure's variables in diagrams.

    ``changed`` are the globals that it or what it calls may set. Only of these, and of the formals it sets, a path edge
    has a second copy for the value at entry; all other values are what they were.
    """

    globals: tuple[str, ...]
    formals: tuple[str, ...]
    own: tuple[str, ...]
    changed: tuple[str, ...]
    remembered: tuple[str, ...]
    results: tuple[str, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        """The copies of values at entry."""
        return tuple(name + ENTRY for name in self.remembered)

    def value_at_entry(self, name: str) -> str:
        """The variable that has the value of a global or formal at entry."""
        return name + ENTRY if name in self.remembered else name


def written(procedure: Procedure) -> set[str]:
    """The variables that the edges of a procedure set."""
    names: set[str] = set()
    for edge in procedure.edges:
        match edge.operation:
            case Update(targets=targets, chosen=chosen):
                names.update(targets, chosen)
            case Call(results=results):
                names.update(result for result in results if result is not None)
            case _:
                pass
    return names


def callees(procedure: Procedure) -> tuple[str, ...]:
    """The procedures that one calls, in the order of the edges."""
    calls = (edge.operation for edge in procedure.edges if isinstance(edge.operation, Call))
    return tuple(dict.fromkeys(call.procedure for call in calls))


def signatures(program: PredicateProgram, diagrams: Diagrams) -> dict[str, Signature]:
    """The signatures of all procedures; results get variables of their own."""
    changed = changed_globals(program)
    kept = remembered(program)
    called = _called(program)
    everything = tuple(diagrams.global_name(variable.name) for variable in program.globals)
    table = {}
    for name, procedure in program.procedures.items():
        formals = tuple(diagrams.name(name, variable.name) for variable in procedure.formals)
        own = (*formals, *(diagrams.name(name, variable.name) for variable in procedure.locals))
        moved = tuple(diagrams.global_name(item.name) for item in program.globals if item.name in changed[name])
        set_here = tuple(diagrams.name(name, item.name) for item in procedure.formals if (name, item.name) in kept)
        entries = (*moved, *set_here) if name in called else ()
        results = tuple(diagrams.fresh(f"{name}#{number}") for number in range(procedure.results))
        table[name] = Signature(everything, formals, own, moved, entries, results)
    return table


def remembered(program: PredicateProgram) -> frozenset[tuple[str | None, str]]:
    """The globals and formals whose values at the entry of some procedure have to be remembered, with their owners."""
    changed = changed_globals(program)
    variables: set[tuple[str | None, str]] = set()
    for name in _called(program):
        procedure = program.procedures[name]
        variables.update((None, item.name) for item in program.globals if item.name in changed[name])
        mine = written(procedure)
        variables.update((name, item.name) for item in procedure.formals if item.name in mine)
    return frozenset(variables)


def _called(program: PredicateProgram) -> frozenset[str]:
    return frozenset(name for procedure in program.procedures.values() for name in callees(procedure))


def changed_globals(program: PredicateProgram) -> dict[str, frozenset[str]]:
    """For every procedure the globals that it or what it calls may set."""
    changed = {
        name: frozenset(written(procedure) - procedure.own.keys()) for name, procedure in program.procedures.items()
    }
    growing = True
    while growing:
        growing = False
        for name, procedure in program.procedures.items():
            more = changed[name].union(*(changed[callee] for callee in callees(procedure)))
            growing, changed[name] = growing or more != changed[name], more
    return changed
