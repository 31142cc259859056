"""One function of a program as a procedure of its predicate program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vexil.abstraction.building import ProcedureBuilder
from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.updates import Losses, Updates
from vexil.core.context import Context
from vexil.ir.operation_parts import PointerCallee
from vexil.ir.operations import Call, EndThread, Return, Stop
from vexil.ir.program import LocationKind
from vexil.logic.space import Untranslatable, result_name
from vexil.logic.steps import Step
from vexil.logic.terms import Term
from vexil.logic.translate import Translator
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import FALSE, TRUE, Expr, Var, disjunction
from vexil.model.frames import ENTRY, Frames

UNDEFINED, UNSUPPORTED = "undefined", "unsupported"
"""Properties of checks that the abstraction adds: operations outside their domain, and edges that have no formula."""


MOVING = "(moving)"
"""A variable that is true while predicates of a function have values from before a call, or before lives ended.

In between they may contradict the shared ones, which have their new values already: nothing is enforced there.
"""


class Signature:
    """What crosses the calls of a function: predicates at its entry and behind it (Ball et al. 2001).

    Formals are the predicates that name none of its locals. Results are those that name its result, or memory or
    globals together with what it was given; parameters count as what was given if the function does not assign them.
    """

    def __init__(self, frames: Frames, predicates: Predicates, function: str) -> None:
        space = frames.space
        body = space.program.functions[function]
        parameters = {f"{function}::{item.name}" for item in body.parameters}
        given = {f"{name}{ENTRY}" for name in parameters}
        stable = given | (parameters - frames.assigned(function))
        result = result_name(function)
        self.formals: list[Predicate] = []
        self.results: list[Predicate] = []
        self.locals: list[Predicate] = []
        for item in predicates.own(function):
            names = {str(symbol.payload) for symbol in space.terms.symbols_of(item.term)}
            own = {name for name in names if name.startswith(f"{function}::")}
            is_formal = own <= parameters | given
            (self.formals if is_formal else self.locals).append(item)
            if own <= stable | {result} and (result in own or names - own):
                self.results.append(item)


class Abstracting:
    """Abstracts the functions of one program with one set of predicates."""

    def __init__(
        self,
        frames: Frames,
        predicates: Predicates,
        updates: Updates,
        checks: frozenset[str],
        losses: Losses,
        context: Context,
    ) -> None:
        self._context = context
        self._frames = frames
        self._space = frames.space
        self._terms = frames.space.terms
        self._predicates = predicates
        self._updates = updates
        self._checks = checks
        self._losses = losses
        self._signatures: dict[str, Signature] = {}

    def signature(self, function: str) -> Signature:
        """What crosses the calls of a function."""
        if function not in self._signatures:
            self._signatures[function] = Signature(self._frames, self._predicates, function)
        return self._signatures[function]

    def procedure(self, function: str, invariant: Expr, prologue: Sequence[bp.Operation] = ()) -> bp.Procedure:
        """The procedure of a function; *prologue* comes before its first edge."""
        return _Abstracted(self, function, prologue).made(invariant)


class _Abstracted:
    """The procedure of one function while it is made."""

    def __init__(self, owner: Abstracting, function: str, prologue: Sequence[bp.Operation]) -> None:
        self._owner = owner
        self._frames = owner._frames
        self._space = owner._space
        self._terms = owner._terms
        self._updates = owner._updates
        self._name = function
        self._function = self._space.program.functions[function]
        self._seen = owner._predicates.seen_by(function)
        self._builder = ProcedureBuilder(self._function)
        self._prologue = prologue
        self._temporaries: dict[str, bp.Variable] = {}
        self._is_moving = False

    def made(self, invariant: Expr) -> bp.Procedure:
        builder = self._builder
        for location in range(len(self._function.locations)):
            self._owner._context.check_limits("abstracting a program")
            self._location(location)
        prologue = list(self._prologue)
        if self._is_moving:
            self._temporaries[MOVING] = bp.Variable(MOVING, "values are from before a call")
            invariant = disjunction((Var(MOVING), invariant))
            prologue.insert(0, bp.Update((MOVING,), (FALSE,)))
        for place, operation in reversed(list(enumerate(prologue))):
            name = "before " * (len(prologue) - place) + self._function.locations[self._function.entry].name
            first = builder.location(name, LocationKind.STEP)
            builder.edge(first, builder.entry, operation)
            builder.entry = first
        signature = self._owner.signature(self._name)
        return builder.procedure(
            map(_variable, signature.formals),
            (*map(_variable, signature.locals), *self._temporaries.values()),
            len(signature.results),
            invariant,
        )

    # --- locations ---------------------------------------------------------------------------------------

    def _location(self, location: int) -> None:
        outgoing = self._function.outgoing[location]
        if not outgoing:
            return
        edges = self._function.edges
        try:
            if any(isinstance(edges[number].operation, Call) for number in outgoing):
                self._call(location, outgoing[0])
                return
            steps = [self._frames.step(self._name, number) for number in outgoing]
        except Untranslatable as problem:
            self._unsupported(location, outgoing, problem.reason)
            return
        match self._function.locations[location].kind:
            case LocationKind.BRANCH:
                self._branch(location, outgoing, steps)
            case LocationKind.CHOICE:
                for number, step in zip(outgoing, steps, strict=True):
                    self._alternative(location, number, step)
            case _:
                number = outgoing[0]
                self._chain(location, number, self._operations(number, steps[0]))

    def _unsupported(self, location: int, outgoing: Iterable[int], reason: str) -> None:
        """Nothing is known behind edges without a formula: a run that gets there is given up."""
        self._builder.kind(location, LocationKind.STEP)
        for number in outgoing:
            identity = self._function.edge_id(number)
            self._owner._losses.unsupported[identity] = reason
            self._builder.edge(
                location, self._function.edges[number].target, bp.Check(FALSE, UNSUPPORTED, reason), (number,)
            )
            break

    def _branch(self, location: int, outgoing: Sequence[int], steps: Sequence[Step]) -> None:
        source = location
        defined = self._defined(outgoing[0], steps[0].conditions, self._seen)
        if defined is not None:
            self._builder.kind(location, LocationKind.STEP)
            source = self._builder.location(f"{self._function.locations[location].name}.branch", LocationKind.BRANCH)
            self._builder.edge(location, source, defined, (outgoing[0],))
        for number, step in zip(outgoing, steps, strict=True):
            guard = self._updates.guard(self._function.edge_id(number), self._seen, step.guard)
            self._builder.edge(source, self._function.edges[number].target, guard, (number,))

    def _alternative(self, location: int, number: int, step: Step) -> None:
        operations = self._operations(number, step)
        if len(operations) > 1 or (operations and not isinstance(operations[0], bp.Update)):
            operations = [bp.SKIP, *operations]
        self._chain(location, number, operations)

    def _chain(self, location: int, number: int, operations: Sequence[bp.Operation]) -> None:
        edge = self._function.edges[number]
        if isinstance(edge.operation, EndThread):
            operations = [bp.Check(FALSE, UNSUPPORTED, "a thread that ends by itself")]
        self._builder.chain(location, edge.target, operations, number)

    # --- operations --------------------------------------------------------------------------------------

    def _condition(self, condition: Term) -> Expr:
        return self._updates.condition(self._seen, condition)

    def _defined(self, number: int, conditions: Mapping[str, Term], seen: Sequence[Predicate]) -> bp.Check | None:
        """The check that an edge is inside its domain; nothing where it always is."""
        condition = self._terms.conjunction(conditions.values())
        if condition is self._terms.true:
            return None
        place = self._function.edge_id(number)
        made = self._updates.check(place, seen, condition, UNDEFINED, ", ".join(sorted(conditions)))
        return None if made.condition == TRUE else made

    def _operations(self, number: int, step: Step) -> list[bp.Operation]:
        """What an edge that is no branch and no call does, in order."""
        found: list[bp.Operation] = []
        defined = self._defined(number, step.conditions, self._seen)
        place = self._function.edge_id(number)
        if defined is not None:
            found.append(defined)
        demand = step.demand
        if demand is not None and demand.property in self._owner._checks:
            found.append(self._updates.check(place, self._seen, demand.condition, demand.property, demand.message))
        if step.allowed is not self._terms.true:
            found.append(self._updates.guard(place, self._seen, step.allowed))
        operation = self._function.edges[number].operation
        if isinstance(operation, Return):
            found.extend(self._return(place, step))
        elif not isinstance(operation, Stop):
            update = self._updates.step(place, self._seen, self._seen, step.after, step.inputs)
            if update != bp.SKIP or not found:
                found.append(update)
        return found

    def _return(self, place: str, step: Step) -> list[bp.Operation]:
        """Leave with the results, then end the lives of variables in memory."""
        symbols = {self._space.symbol(self._space.variables[name]): value for name, value in step.after.items()}
        values = tuple(
            self._condition(self._terms.substitute(item.term, symbols))
            for item in self._owner.signature(self._name).results
        )
        ended = self._frames.leave(self._name)
        shared = [item for item in self._seen if item.function is None]
        update = self._updates.step(f"{place} end", self._seen, shared, ended)
        if update == bp.SKIP:
            return [bp.Return(values)]
        return [self._moving(), update, bp.Return(values)]

    def _moving(self) -> bp.Update:
        """From here on the values of predicates may contradict each other."""
        self._is_moving = True
        return bp.Update((MOVING,), (TRUE,))

    # --- calls -------------------------------------------------------------------------------------------

    def _call(self, location: int, number: int) -> None:
        """A call: store the arguments that are in memory, run the callee, and find out what its results tell."""
        edge = self._function.edges[number]
        assert isinstance(edge.operation, Call)
        callees = self._frames.callees(self._name, number)
        if not callees:
            self._unsupported(location, [number], "a call of a function that nobody knows")
            return
        if isinstance(edge.operation.callee, PointerCallee):
            self._dispatch(location, number, callees)
            return
        self._run(location, edge.target, number, edge.operation, callees[0])

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
        check = self._updates.check(place, self._seen, known, UNDEFINED, "function pointer")
        builder.edge(location, branch, check, (number,))
        for callee, condition in zip(callees, same, strict=True):
            chosen = builder.location(f"{name}.{callee}", LocationKind.CALL)
            builder.edge(branch, chosen, self._updates.guard(place, self._seen, condition), (number,))
            self._run(chosen, edge.target, number, operation, callee)

    def _run(self, source: int, target: int, number: int, call: Call, callee: str) -> None:
        frames, builder = self._frames, self._builder
        place = self._function.edge_id(number)
        name = f"{self._function.locations[self._function.edges[number].source].name}.{number}"
        entering = frames.enter(self._name, call, callee, place)
        before: list[bp.Operation] = []
        defined = self._defined(number, entering.conditions, self._seen)
        if defined is not None:
            before.append(defined)
        stored = self._updates.step(f"{place} arguments of {callee}", self._seen, self._seen, entering.stored)
        if stored != bp.SKIP:
            before.append(stored)
        stale = self._stale(callee)
        if stale:
            before.append(self._moving())
        current = source
        for place_number, operation in enumerate(before):
            following = builder.location(f"{name}.before.{place_number}", LocationKind.STEP)
            builder.edge(current, following, operation, (number,))
            builder.kind(current, LocationKind.STEP)
            current = following
        builder.kind(current, LocationKind.CALL)
        signature = self._owner.signature(callee)
        registers = {
            self._space.symbol(self._space.variables[item]): value for item, value in entering.registers.items()
        }
        arguments = tuple(self._condition(self._terms.substitute(item.term, registers)) for item in signature.formals)
        results = tuple(self._temporary(callee, item) for item in signature.results)
        returned = builder.location(f"{name}.returned", LocationKind.STEP)
        builder.edge(current, returned, bp.Call(callee, arguments, tuple(item.name for item in results)), (number,))
        builder.chain(returned, target, self._after(call, callee, number, place), number)

    def _temporary(self, callee: str, result: Predicate) -> bp.Variable:
        name = f"{callee}: {result.name}"
        return self._temporaries.setdefault(name, bp.Variable(name, f"{result.name} behind {callee}"))

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
        return {item.name for item in self._seen if item.function is not None and item.term.symbols & mask}

    def _after(self, call: Call, callee: str, number: int, place: str) -> list[bp.Operation]:
        """What the caller knows behind a call: old values of what the callee may write are no facts."""
        frames, terms = self._frames, self._terms
        received = frames.received(self._name, call, callee, place)
        mask, stale = self._written(callee), self._stale(callee)
        facts = [item for item in self._seen if item.name not in stale and not self._names(item, callee)]
        given = {
            symbol: value
            for symbol, value in frames.arguments(self._name, call, callee).items()
            if not value.symbols & mask
        }
        own = f"{callee}::"
        allowed = {result_name(callee)}
        for item in self._owner.signature(callee).results:
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
                facts.append(Predicate(self._temporary(callee, item).name, moved, None))
        found: list[bp.Operation] = []
        defined = self._defined(number, received.conditions, facts)
        if defined is not None:
            found.append(defined)
        symbols = {self._space.symbol(self._space.variables[name]): value for name, value in received.after.items()}
        goals: list[tuple[str, Term]] = []
        for item in self._seen:
            before = terms.substitute(item.term, symbols)
            if before is not item.term or item.name in stale:
                goals.append((item.name, before))
        # results are of no use any more, and had better be the same everywhere
        goals.extend(
            (self._temporary(callee, item).name, terms.false) for item in self._owner.signature(callee).results
        )
        if stale:
            goals.append((MOVING, terms.false))
        found.append(self._updates.assigned(f"{place} result of {callee}", facts, goals))
        return found


def _variable(item: Predicate) -> bp.Variable:
    return bp.Variable(item.name, item.name)
