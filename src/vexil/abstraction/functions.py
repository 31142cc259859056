"""One function of a program as a procedure of its predicate program, edge by edge or path by path of larger blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from vexil.abstraction.blocks import BlockPath, Blocks, Obligation
from vexil.abstraction.body import MOVING, UNSUPPORTED, Body, Signatures
from vexil.abstraction.calls import Calls
from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.relevance import Relevance
from vexil.abstraction.updates import Losses, Updates
from vexil.core.context import Context
from vexil.ir.operations import Call, EndThread, Return, Stop
from vexil.ir.program import LocationKind
from vexil.logic.space import Untranslatable
from vexil.logic.steps import Step
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import FALSE, TRUE, Expr, Var, disjunction
from vexil.model.frames import Frames

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ProcedureAbstraction:
    """Abstracts the functions of one program with one set of predicates, edge by edge or in larger blocks."""

    frames: Frames
    predicates: Predicates
    updates: Updates
    checks: frozenset[str]
    losses: Losses
    context: Context
    blocks: Blocks | None = None
    forgets: bool = False

    @cached_property
    def signatures(self) -> Signatures:
        """What crosses the calls of functions."""
        return Signatures(self.frames, self.predicates)

    def procedure(self, function: str, invariant: Expr, prologue: Sequence[bp.Operation] = ()) -> bp.Procedure:
        """The procedure of a function; *prologue* comes before its first edge."""
        body = Body(self.frames, self.predicates, self.signatures, self.updates, self.losses, function)
        locations: _Edgewise | _Blockwise
        if self.blocks is None:
            if self.forgets:
                results = self.signatures.of(function).results
                body.relevance = Relevance(self.frames, body.function, body.visible, results, self.checks)
            locations = _Edgewise(body, self.checks)
        else:
            locations = _Blockwise(body, self.checks, self.blocks)
        for location in locations.places():
            self.context.check_limits("abstracting a program")
            locations.location(location)
        return _finished(body, invariant, prologue)


def _finished(body: Body, invariant: Expr, prologue: Sequence[bp.Operation]) -> bp.Procedure:
    """A procedure all of whose edges were made, but for what comes before the first one."""
    builder = body.builder
    operations = list(prologue)
    if body.is_moving:
        body.temporaries[MOVING] = bp.Variable(MOVING, "values are from before a call")
        invariant = disjunction((Var(MOVING), invariant))
        operations.insert(0, bp.Update((MOVING,), (FALSE,)))
    for place, operation in reversed(list(enumerate(operations))):
        name = "before " * (len(operations) - place) + body.function.locations[body.function.entry].name
        first = builder.location(name, LocationKind.STEP)
        builder.edge(first, builder.entry, operation)
        builder.entry = first
    signature = body.signatures.of(body.name)
    return builder.procedure(
        map(_variable, signature.formals),
        (*map(_variable, signature.locals), *body.temporaries.values()),
        len(signature.results),
        invariant,
    )


class _Edgewise:
    """The edges of one function, each by itself."""

    def __init__(self, body: Body, checks: frozenset[str]) -> None:
        self._body = body
        self._checks = checks
        self._calls = Calls(body)
        self._builder = body.builder
        self._function = body.function

    def places(self) -> Sequence[int]:
        """The locations whose edges are made."""
        return range(len(self._function.locations))

    def location(self, location: int) -> None:
        """The edges from a location."""
        outgoing = self._function.outgoing[location]
        if not outgoing:
            return
        edges = self._function.edges
        try:
            if any(isinstance(edges[number].operation, Call) for number in outgoing):
                self._calls.call(location, outgoing[0])
                return
            steps = [self._body.frames.step(self._body.name, number) for number in outgoing]
        except Untranslatable as problem:
            self._body.unsupported(location, outgoing[0], problem.reason)
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

    def _branch(self, location: int, outgoing: Sequence[int], steps: Sequence[Step]) -> None:
        source = location
        defined = self._body.defined(self._function.edge_id(outgoing[0]), steps[0].conditions, self._body.visible)
        if defined is not None:
            self._builder.kind(location, LocationKind.STEP)
            source = self._builder.location(f"{self._function.locations[location].name}.branch", LocationKind.BRANCH)
            self._builder.edge(location, source, defined, (outgoing[0],))
        for number, step in zip(outgoing, steps, strict=True):
            guard = self._body.updates.guard(self._function.edge_id(number), self._body.visible, step.guard)
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

    def _operations(self, number: int, step: Step) -> list[bp.Operation]:
        """What an edge that is no branch and no call does, in order."""
        operations: list[bp.Operation] = []
        updates, visible = self._body.updates, self._body.visible
        place = self._function.edge_id(number)
        defined = self._body.defined(place, step.conditions, visible)
        if defined is not None:
            operations.append(defined)
        demand = step.demand
        if demand is not None and demand.property in self._checks:
            operations.append(updates.check(place, visible, demand.condition, demand.property, demand.message))
        if step.allowed is not self._body.terms.true:
            operations.append(updates.guard(place, visible, step.allowed))
        operation = self._function.edges[number].operation
        if isinstance(operation, Return):
            operations.extend(self._return(place, step))
        elif not isinstance(operation, Stop):
            matters = self._body.relevance
            dead, fading = (matters.dead(number), matters.fading(number)) if matters is not None else (_NONE, _NONE)
            update = updates.step(place, visible, visible, step.after, step.inputs, dead=dead, fading=fading)
            if update != bp.SKIP or not operations:
                operations.append(update)
        return operations

    def _return(self, place: str, step: Step) -> list[bp.Operation]:
        """Leave with the results, in the same moment in which the lives of variables in memory end."""
        body, terms = self._body, self._body.terms
        left = body.frames.symbols(body.frames.leave(body.name))
        returned = body.frames.symbols(step.after)
        results = body.signatures.of(body.name).results
        values = [terms.substitute(terms.substitute(item.term, left), returned) for item in results]
        ended = [
            (item.name, after)
            for item in body.visible
            if item.function is None and (after := terms.substitute(item.term, left)) is not item.term
        ]
        if not ended:
            return [bp.Return(tuple(map(body.condition, values)))]
        kept = [body.temporary(f"return: {item.name}") for item in results]
        goals = [*ended, *zip(kept, values, strict=True)]
        update = body.updates.assigned(f"{place} end", body.visible, goals)
        return [body.moving(), update, bp.Return(tuple(map(Var, kept)))]


class _Blockwise:
    """The paths of one function between borders; what no path begins with, by itself."""

    def __init__(self, body: Body, checks: frozenset[str], blocks: Blocks) -> None:
        self._name = body.name
        self._blocks = blocks
        self._edges = _Edgewise(body, checks)
        self._steps = BlockSteps(body, checks)

    def places(self) -> Sequence[int]:
        """The locations whose edges are made."""
        return sorted(self._blocks.borders(self._name))

    def location(self, location: int) -> None:
        """The edges from a location."""
        paths = self._blocks.paths(self._name, location)
        if paths:
            self._steps.location(location, paths)
        else:
            self._edges.location(location)


def _variable(item: Predicate) -> bp.Variable:
    return bp.Variable(item.name, item.name)


Done = list[tuple[bp.Operation, tuple[int, ...]]]
"""Operations, each with the edges of the function that are taken when it is done."""


class BlockSteps:
    """The steps of one function between borders."""

    def __init__(self, body: Body, checks: frozenset[str]) -> None:
        self._body = body
        self._checks = checks

    def location(self, border: int, paths: tuple[BlockPath, ...]) -> None:
        """The paths from a border: a branch by their guards, behind each what its edges do together."""
        body, builder = self._body, self._body.builder
        builder.kind(border, LocationKind.STEP if len(paths) == 1 else LocationKind.BRANCH)
        name = body.function.locations[border].name
        for number, path in enumerate(paths):
            place = "+".join(body.function.edge_id(edge) for edge in path.edges)
            done: Done = []
            if len(paths) > 1:
                done.append((body.updates.guard_of_all(place, body.visible, path.guards), path.edges))
            done.extend(self._operations(place, path))
            if not done or done[-1][1] != path.edges:
                done.append((bp.SKIP, path.edges))
            builder.path(border, path.target, done, f"{name}.path.{number}")

    def _operations(self, place: str, path: BlockPath) -> Done:
        """What a path does behind its guard."""
        operations: Done = []
        facts: list[Term] = list(path.guards)
        for item in path.obligations:
            made = self._owed(f"{place} {item.edge}", item, facts)
            facts.extend(item.conditions.values())
            if item.allowed is not None:
                facts.append(item.allowed)
            if item.demand is not None and item.demand.property in self._checks:
                facts.append(item.demand.condition)
            if made is not None:
                operations.append((made, path.edges[: item.edge + 1]))
                if made.condition == FALSE:
                    return operations  # no run goes on
        return [*operations, *self._effect(place, path, facts)]

    def _owed(self, place: str, item: Obligation, facts: list[Term]) -> bp.Check | bp.Guard | None:
        """What decides whether a run goes on behind an edge of a path; nothing where it always does."""
        body = self._body
        made: bp.Check | bp.Guard | None = None
        if item.conditions:
            made = body.defined(place, item.conditions, body.visible, facts)
        elif item.allowed is not None:
            made = body.updates.guard(place, body.visible, item.allowed, facts)
        elif item.demand is not None and item.demand.property in self._checks:
            demand = item.demand
            made = body.updates.check(place, body.visible, demand.condition, demand.property, demand.message, facts)
        return None if made is not None and made.condition == TRUE else made

    def _effect(self, place: str, path: BlockPath, facts: list[Term]) -> Done:
        """What a path does to predicates; a function is left with what its results have become."""
        body = self._body
        last = body.function.edges[path.edges[-1]].operation
        after = path.after
        if isinstance(last, Stop):
            return []
        if isinstance(last, Return):
            symbols = body.frames.symbols(after)
            ended = body.frames.leave(body.name)
            after = after.written({name: body.terms.substitute(value, symbols) for name, value in ended.items()})
        update = body.updates.step(place, body.visible, body.visible, after, path.inputs, facts)
        operations: Done = [] if update == bp.SKIP else [(update, path.edges)]
        if isinstance(last, Return):
            results = tuple(Var(item.name) for item in body.signatures.of(body.name).results)
            operations.append((bp.Return(results), path.edges))
        return operations
