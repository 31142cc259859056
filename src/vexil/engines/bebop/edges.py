"""Path edges of a program: how its edges, calls and returns move sets of valuations (Ball and Rajamani 2000).

A path edge of a procedure relates the values of globals and formals at its entry to the values of everything it sees at
one of its locations. A summary is a path edge that has come to the exit; results are variables of their own there.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.errors import require
from vexil.engines.bebop.signatures import Signature, remembered, signatures
from vexil.engines.diagrams import Conjunction, Diagram, Diagrams, Manager
from vexil.engines.diagrams.program import ENTRY, NEXT
from vexil.model.boolean_program import Atomic, Call, Check, Guard, PredicateProgram, Return, Start, Update
from vexil.model.boolean_program.expressions import Expr


class PathEdges:
    """The diagrams of a program, and what its operations do to sets of path edges."""

    def __init__(
        self, program: PredicateProgram, checks: frozenset[str] | None, manager: Manager | None = None
    ) -> None:
        self.program = program
        self._checks = checks
        self.diagrams = Diagrams(program, manager, remembered(program))
        self.manager = self.diagrams.manager
        self.signatures = signatures(program, self.diagrams)
        self._bound: dict[tuple[str, int], Conjunction] = {}
        self._returned: dict[tuple[str, int], Diagram] = {}

    def signature(self, procedure: str) -> Signature:
        """The variables of a procedure."""
        return self.signatures[procedure]

    # --- entering ----------------------------------------------------------------------------------------

    def initial(self) -> Diagram:
        """The path edges that a run begins with."""
        return self.entered(self.program.main, self.manager.true)

    def entered(self, procedure: str, values: Diagram) -> Diagram:
        """The path edges at the entry of a procedure for a set of values of globals and formals; locals are free."""
        identity = values & self.diagrams.invariant(procedure)
        for name in self.signature(procedure).remembered:
            identity = identity & self.manager.same(self.manager.declare(name), self.manager.declare(name + ENTRY))
        return identity

    def called(self, procedure: str, edge: int, states: Diagram) -> Diagram:
        """The values of globals and formals that a call is made with from some path edges of the caller."""
        call = self._call(procedure, edge)
        callee = self.signature(call.procedure)
        mine = self.signature(procedure)
        passed = self._binding(procedure, edge).and_exist([*mine.entries, *mine.own], states)
        return self._renamed(passed, {name + NEXT: name for name in callee.formals})

    def _call(self, procedure: str, edge: int) -> Call:
        operation = self.program.procedures[procedure].edges[edge].operation
        assert isinstance(operation, Call)
        return operation

    def _binding(self, procedure: str, edge: int) -> Conjunction:
        """The values that arguments may give to the formals of what is called, which are next values here."""
        binding = self._bound.get((procedure, edge))
        if binding is None:
            call = self._call(procedure, edge)
            formals = self.signature(call.procedure).formals
            pairs = zip(formals, call.arguments, strict=True)
            equalities = (self._equal(procedure, formal + NEXT, argument) for formal, argument in pairs)
            binding = self._bound[procedure, edge] = Conjunction(self.manager, equalities)
        return binding

    def _equal(self, procedure: str, variable: str, value: Expr) -> Diagram:
        """A variable has a value that an expression may have."""
        yes, no = self.diagrams.pair(procedure, value)
        return self.manager.ite(self.manager.declare(variable), ~no, ~yes)

    def calling(self, procedure: str, edge: int, states: Diagram, values: Mapping[str, bool]) -> Diagram:
        """Those path edges of the caller from which a call is made with exactly these globals and formals."""
        formals = self.signature(self._call(procedure, edge).procedure).formals
        moved = {name + NEXT if name in formals else name: value for name, value in values.items()}
        arguments = self.manager.cube(moved)
        return self._binding(procedure, edge).and_exist([name + NEXT for name in formals], states & arguments)

    # --- leaving -----------------------------------------------------------------------------------------

    def after_call(self, procedure: str, edge: int, states: Diagram, summaries: Diagram) -> Diagram:
        """The path edges of the caller after a call, by path edges before it and summaries of what it calls."""
        manager, call = self.manager, self._call(procedure, edge)
        callee = self.signature(call.procedure)
        summary = self.summary_from_caller(call.procedure, summaries)
        together = self._binding(procedure, edge).and_exist((), states)
        hidden = [*callee.changed, *(name + NEXT for name in callee.formals)]
        image = manager.and_exist(hidden, together, summary)
        image = self._renamed(image, {name + NEXT: name for name in callee.changed})
        results = {
            result: self.diagrams.name(procedure, target)
            for result, target in zip(callee.results, call.results, strict=True)
            if target is not None
        }
        ignored = [result for result in callee.results if result not in results]
        image = manager.exist([*results.values(), *ignored], image)
        return self._renamed(image, results) & self.diagrams.invariant(procedure)

    def around_call(
        self, procedure: str, edge: int, states: Diagram, summaries: Diagram, after: Mapping[str, bool]
    ) -> Diagram:
        """Path edges of the caller before a call together with summaries, so that certain values come after it.

        Next values are those of the globals after the call and of the formals at its beginning.
        """
        call = self._call(procedure, edge)
        callee = self.signature(call.procedure)
        stored = {
            self.diagrams.name(procedure, target): result
            for result, target in zip(callee.results, call.results, strict=True)
            if target is not None
        }
        moved = {
            stored.get(name, name + NEXT if name in callee.changed else name): value for name, value in after.items()
        }
        summary = self.summary_from_caller(call.procedure, summaries)
        return self._binding(procedure, edge).and_exist((), states & summary & self.manager.cube(moved))

    def summary_from_caller(self, callee: str, summaries: Diagram) -> Diagram:
        """Summaries over a caller's variables: its globals before and (next values) after, formals as next values."""
        signature = self.signature(callee)
        names = {name: name + NEXT for name in (*signature.changed, *signature.formals)}
        for name in signature.remembered:
            names[name + ENTRY] = name if name in signature.changed else name + NEXT
        used = self.manager.support(summaries)
        return self._renamed(summaries, {name: item for name, item in names.items() if name in used})

    def _renamed(self, function: Diagram, names: dict[str, str]) -> Diagram:
        return self.manager.replaced(function, {name: self.manager.declare(item) for name, item in names.items()})

    def returned(self, procedure: str, edge: int) -> Diagram:
        """What a return edge says of the results."""
        equalities = self._returned.get((procedure, edge))
        if equalities is None:
            operation = self.program.procedures[procedure].edges[edge].operation
            assert isinstance(operation, Return)
            equalities = self.manager.true
            for result, value in zip(self.signature(procedure).results, operation.values, strict=True):
                equalities = equalities & self._equal(procedure, result, value)
            self._returned[procedure, edge] = equalities
        return equalities

    def forgotten_at_exit(self, procedure: str) -> list[str]:
        """The variables that end with the procedure: locals, and formals of which the value at entry is kept."""
        signature = self.signature(procedure)
        kept = [name for name in signature.formals if name not in signature.remembered]
        return [name for name in signature.own if name not in kept]

    # --- steps inside of a procedure ---------------------------------------------------------------------

    def image(self, procedure: str, edge: int, states: Diagram) -> Diagram:
        """The path edges after an edge that is no call."""
        operation = self.program.procedures[procedure].edges[edge].operation
        match operation:
            case Update():
                return self.diagrams.update(procedure, edge).image(states)
            case Guard(condition):
                return states & ~self.diagrams.pair(procedure, condition).no
            case Check(condition):
                return states & ~self.diagrams.pair(procedure, condition).no if self.counts(operation) else states
            case Return():
                together = states & self.returned(procedure, edge)
                return self.manager.exist(self.forgotten_at_exit(procedure), together)
            case Call() | Start() | Atomic():
                require(False, "calls and starts should be treated by themselves")
                return states

    def before(self, procedure: str, edge: int, states: Diagram, after: Diagram) -> Diagram:
        """Those path edges from which an edge that is no call may lead to others."""
        operation = self.program.procedures[procedure].edges[edge].operation
        match operation:
            case Update():
                return states & self.diagrams.update(procedure, edge).may_pre(after)
            case Guard() | Check():
                return self.image(procedure, edge, states) & after
            case Return():
                left = self.manager.and_exist(self.signature(procedure).results, self.returned(procedure, edge), after)
                return states & left
            case Call() | Start() | Atomic():
                require(False, "calls and starts should be treated by themselves")
                return states

    def counts(self, check: Check) -> bool:
        """Say whether a check ends runs that break it."""
        return self._checks is None or check.property in self._checks

    def failing(self, procedure: str, edge: int, states: Diagram) -> Diagram:
        """The path edges for which a check may fail."""
        operation = self.program.procedures[procedure].edges[edge].operation
        if not isinstance(operation, Check) or not self.counts(operation):
            return self.manager.false
        return states & ~self.diagrams.pair(procedure, operation.condition).yes
