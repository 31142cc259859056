"""Calls in a predicate program: arguments, the run of the callee, and what the caller knows behind it."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.abstraction.body import MOVING, UNDEFINED, Body
from vexil.abstraction.predicates import Predicate
from vexil.ir.operation_parts import PointerCallee
from vexil.ir.operations import Call
from vexil.ir.program import LocationKind
from vexil.logic.space import result_name
from vexil.logic.terms import Term
from vexil.logic.translate import Translator
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import Expr, Var


class Calls:
    """The calls of one function."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._frames = body.frames
        self._space = body.space
        self._terms = body.terms
        self._updates = body.updates
        self._name = body.name
        self._function = body.function
        self._visible = body.visible
        self._builder = body.builder

    def call(self, location: int, number: int) -> None:
        """A call: store the arguments that are in memory, run the callee, and find out what its results tell."""
        edge = self._function.edges[number]
        assert isinstance(edge.operation, Call)
        callees = self._frames.callees(self._name, number)
        if not callees:
            self._body.unsupported(location, number, "a call of an unknown function")
            return
        if isinstance(edge.operation.callee, PointerCallee):
            self._dispatch(location, number, callees)
            return
        name = f"{self._function.locations[location].name}.{number}"
        self._run(location, edge.target, number, edge.operation, callees[0], name)

    def _dispatch(self, location: int, number: int, callees: Sequence[str]) -> None:
        """A branch by the value of the pointer that is called."""
        edge = self._function.edges[number]
        operation = edge.operation
        assert isinstance(operation, Call)
        assert isinstance(operation.callee, PointerCallee)
        pointer = Translator(self._space, self._name).translate(self._space.initial, operation.callee.pointer)
        builder, terms = self._builder, self._terms
        name = self._function.locations[location].name
        defined = terms.conjunction(pointer.conditions.values())
        same = [terms.eq(pointer.value, self._space.code(callee)) for callee in callees]
        known = terms.and_(defined, terms.disjunction(same))
        branch = builder.location(f"{name}.callee", LocationKind.BRANCH)
        builder.kind(location, LocationKind.STEP)
        place = self._function.edge_id(number)
        check = self._updates.check(place, self._visible, known, UNDEFINED, "function pointer")
        builder.edge(location, branch, check, (number,))
        for callee, condition in zip(callees, same, strict=True):
            chosen = builder.location(f"{name}.{callee}", LocationKind.CALL)
            builder.edge(branch, chosen, self._updates.guard(place, self._visible, condition), (number,))
            self._run(chosen, edge.target, number, operation, callee, f"{name}.{number}.{callee}")

    def _run(self, source: int, target: int, number: int, call: Call, callee: str, name: str) -> None:
        frames, builder, terms = self._frames, self._builder, self._terms
        place = self._function.edge_id(number)
        entering = frames.enter(self._name, call, callee, place)
        before: list[bp.Operation] = []
        defined = self._body.defined(place, entering.conditions, self._visible)
        if defined is not None:
            before.append(defined)
        signature = self._body.signatures.of(callee)
        stored = self._frames.symbols(entering.stored)
        entered = {**stored, **self._frames.symbols(entering.registers)}
        given = [terms.substitute(item.term, entered) for item in signature.formals]
        changed = [
            (item.name, after)
            for item in self._visible
            if (after := terms.substitute(item.term, stored)) is not item.term
        ]
        arguments: tuple[Expr, ...]
        if changed:  # the arguments are computed before what is stored hides what they were computed from
            kept = [self._body.temporary(_argument(callee, item)) for item in signature.formals]
            goals = [*changed, *zip(kept, given, strict=True)]
            before.append(self._updates.assigned(f"{place} arguments of {callee}", self._visible, goals))
            arguments = tuple(map(Var, kept))
        else:
            arguments = tuple(map(self._body.condition, given))
        stale = self._stale(callee)
        if stale:
            before.append(self._body.moving())
        current = source
        for place_number, operation in enumerate(before):
            following = builder.location(f"{name}.before.{place_number}", LocationKind.STEP)
            builder.edge(current, following, operation, (number,))
            builder.kind(current, LocationKind.STEP)
            current = following
        builder.kind(current, LocationKind.CALL)
        results = tuple(self._temporary(callee, item) for item in signature.results)
        returned = builder.location(f"{name}.returned", LocationKind.STEP)
        builder.edge(current, returned, bp.Call(callee, arguments, results), (number,))
        builder.chain(returned, target, self._after(call, callee, number, place), number)

    def _temporary(self, callee: str, result: Predicate) -> str:
        return self._body.temporary(f"{callee}: {result.name}", f"{result.name} behind {callee}")

    def _names(self, item: Predicate, callee: str) -> bool:
        """Say whether a predicate is about a callee's result: in a recursive function, that of the frame itself."""
        result = self._space.variables.get(result_name(callee))
        return result is not None and bool(item.term.symbols & self._space.symbol(result).symbols)

    def _written(self, callee: str) -> int:
        """The symbols of what a callee may write."""
        mask = 0
        for name in self._frames.written(callee):
            mask |= self._space.symbol(self._space.variables[name]).symbols
        return mask

    def _stale(self, callee: str) -> set[str]:
        """The predicates of the function whose values a call may make old."""
        mask = self._written(callee)
        return {item.name for item in self._visible if item.function is not None and item.term.symbols & mask}

    def _after(self, call: Call, callee: str, number: int, place: str) -> list[bp.Operation]:
        """What the caller knows behind a call: old values of what the callee may write are no facts."""
        frames, terms = self._frames, self._terms
        received = frames.received(self._name, call, callee, place)
        mask, stale = self._written(callee), self._stale(callee)
        facts = [item for item in self._visible if item.name not in stale and not self._names(item, callee)]
        given = {
            symbol: value
            for symbol, value in frames.arguments(self._name, call, callee).items()
            if not value.symbols & mask
        }
        own = f"{callee}::"
        allowed = {result_name(callee)}
        for item in self._body.signatures.of(callee).results:
            moved = terms.substitute(item.term, given)
            left = {str(symbol.payload) for symbol in terms.symbols_of(moved)}
            if callee != self._name and any(name.startswith(own) and name not in allowed for name in left):
                continue
            if callee == self._name and any(
                symbol not in given and str(symbol.payload).startswith(own) and str(symbol.payload) not in allowed
                for symbol in terms.symbols_of(item.term)
            ):
                continue
            if not moved.is_const:
                facts.append(Predicate(self._temporary(callee, item), moved, None))
        operations: list[bp.Operation] = []
        defined = self._body.defined(place, received.conditions, facts)
        if defined is not None:
            operations.append(defined)
        symbols = self._frames.symbols(received.after)
        goals: list[tuple[str, Term]] = []
        for item in self._visible:
            before = terms.substitute(item.term, symbols)
            if before is not item.term or item.name in stale:
                goals.append((item.name, before))
        # results are of no use any more, and had better be the same everywhere
        goals.extend((self._temporary(callee, item), terms.false) for item in self._body.signatures.of(callee).results)
        if stale:
            goals.append((MOVING, terms.false))
        operations.append(self._updates.assigned(f"{place} result of {callee}", facts, goals))
        return operations


def _argument(callee: str, formal: Predicate) -> str:
    return f"argument of {callee}: {formal.name}"
