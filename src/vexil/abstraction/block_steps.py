"""The paths of larger blocks as edges of a predicate program."""

from __future__ import annotations

from vexil.abstraction.blocks import BlockPath, Obligation
from vexil.abstraction.body import Body
from vexil.ir.operations import Return, Stop
from vexil.ir.program import LocationKind
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import FALSE, TRUE, Var

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
                done.append((body.updates.guard_of_all(place, body.seen, path.guards), path.edges))
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
            made = body.defined(place, item.conditions, body.seen, facts)
        elif item.allowed is not None:
            made = body.updates.guard(place, body.seen, item.allowed, facts)
        elif item.demand is not None and item.demand.property in self._checks:
            demand = item.demand
            made = body.updates.check(place, body.seen, demand.condition, demand.property, demand.message, facts)
        return None if made is not None and made.condition == TRUE else made

    def _effect(self, place: str, path: BlockPath, facts: list[Term]) -> Done:
        """What a path does to predicates; a function is left with what its results have become."""
        body = self._body
        last = body.function.edges[path.edges[-1]].operation
        after = path.after
        if isinstance(last, Stop):
            return []
        if isinstance(last, Return):
            symbols = body.symbols(after)
            ended = body.frames.leave(body.name)
            after = after.written({name: body.terms.substitute(value, symbols) for name, value in ended.items()})
        update = body.updates.step(place, body.seen, body.seen, after, path.inputs, facts)
        operations: Done = [] if update == bp.SKIP else [(update, path.edges)]
        if isinstance(last, Return):
            results = tuple(Var(item.name) for item in body.signatures.of(body.name).results)
            operations.append((bp.Return(results), path.edges))
        return operations
