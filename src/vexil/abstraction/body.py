"""What the parts of one procedure of a predicate program are made with, and what crosses its calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.relevance import Relevance
from vexil.abstraction.updates import Losses, Updates
from vexil.core.source import Span
from vexil.ir.program import Function, LocationKind
from vexil.logic.space import result_name
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.boolean_program import SKIP, Edge, Location, Operation, Procedure, Variable
from vexil.model.boolean_program.expressions import FALSE, TRUE, Expr
from vexil.model.frames import ENTRY, Frames


class ProcedureBuilder:
    """Starts with the locations of a function, under the same numbers; others come behind."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._locations: list[Location] = [Location(item.name, item.kind, item.labels) for item in function.locations]
        self._edges: list[Edge] = []
        self.entry = function.entry

    def location(self, name: str, kind: LocationKind) -> int:
        """A new location."""
        self._locations.append(Location(name, kind))
        return len(self._locations) - 1

    def kind(self, location: int, kind: LocationKind) -> None:
        """Say why a location has the edges it has."""
        old = self._locations[location]
        self._locations[location] = Location(old.name, kind, old.labels)

    def edge(self, source: int, target: int, operation: Operation, origins: tuple[int, ...] = ()) -> None:
        """An edge with an operation."""
        span: Span | None = self._function.edges[origins[-1]].span if origins else None
        self._edges.append(Edge(source, target, operation, origins, span))

    def clear(self, location: int) -> None:
        """Take back what leaves a location: a call of which one callee cannot be followed is given up as a whole."""
        self._edges = [edge for edge in self._edges if edge.source != location]

    def chain(self, source: int, target: int, operations: Sequence[Operation], number: int) -> None:
        """Operations one after the other that stand for one edge of the function, from its source to its target.

        The first edge leaves *source*, whose kind is not changed.
        """
        steps = list(operations) or [SKIP]
        current = source
        for place, operation in enumerate(steps, 1):
            following = target
            if place < len(steps):
                following = self.location(f"{self._locations[source].name}.{number}.{place}", LocationKind.STEP)
            self.edge(current, following, operation, (number,))
            current = following

    def path(
        self, source: int, target: int, operations: Sequence[tuple[Operation, tuple[int, ...]]], name: str
    ) -> None:
        """Operations one after the other, each with the edges of the function that are taken when it is done."""
        current = source
        for place, (operation, origins) in enumerate(operations, 1):
            following = target
            if place < len(operations):
                following = self.location(f"{name}.{place}", LocationKind.STEP)
            self.edge(current, following, operation, origins)
            current = following

    def procedure(
        self, formals: Iterable[Variable], own: Iterable[Variable], results: int, invariant: Expr = TRUE
    ) -> Procedure:
        """The procedure as it was built; where the program has stopped, it stays."""
        function = self._function
        left = {edge.source for edge in self._edges} | {function.exit}
        for location in range(len(self._locations)):
            if location not in left:
                self.kind(location, LocationKind.STEP)
                self.edge(location, location, SKIP)
        return Procedure(
            function.name,
            tuple(formals),
            tuple(own),
            results,
            tuple(self._locations),
            tuple(self._edges),
            self.entry,
            function.exit,
            invariant,
        )


UNDEFINED, UNSUPPORTED = "undefined", "unsupported"
"""Properties of checks that the abstraction adds: operations outside their domain, and edges that have no formula."""

MOVING = "(moving)"
"""A variable that is true while predicates of a function have values from before a call, or before lives ended.

In between they may contradict the shared ones, which have their new values already: nothing is enforced there.
"""


class Body:
    """One function, its procedure as far as it was built, and how its conditions are abstracted."""

    def __init__(
        self,
        frames: Frames,
        predicates: Predicates,
        signatures: Signatures,
        updates: Updates,
        losses: Losses,
        function: str,
    ) -> None:
        self.frames = frames
        self.space = frames.space
        self.terms = frames.space.terms
        self.updates = updates
        self.signatures = signatures
        self.name = function
        self.function = frames.program.functions[function]
        self.visible = predicates.visible_in(function)
        self.builder = ProcedureBuilder(self.function)
        self.temporaries: dict[str, bp.Variable] = {}
        self.is_moving = False
        self.relevance: Relevance | None = None
        """What matters where, if the rest is to be forgotten."""
        self._losses = losses

    def condition(self, condition: Term) -> Expr:
        """A condition over the predicates that the function sees."""
        return self.updates.condition(self.visible, condition, (), self.name)

    def defined(
        self, place: str, conditions: Mapping[str, Term], visible: Sequence[Predicate], facts: Sequence[Term] = ()
    ) -> bp.Check | None:
        """The check that a step is inside its domain; nothing where it always is."""
        condition = self.terms.conjunction(conditions.values())
        if condition is self.terms.true:
            return None
        made = self.updates.check(place, visible, condition, UNDEFINED, ", ".join(sorted(conditions)), facts)
        return None if made.condition == TRUE else made

    def unsupported(self, location: int, number: int, reason: str) -> None:
        """Nothing is known behind an edge without a formula: a run that gets there is given up."""
        self._losses.unsupported[self.function.edge_id(number)] = reason
        target = self.function.edges[number].target
        self.builder.clear(location)
        self.builder.kind(location, LocationKind.STEP)
        self.builder.edge(location, target, bp.Check(FALSE, UNSUPPORTED, reason), (number,))

    def temporary(self, name: str, text: str = "") -> str:
        """A variable of the procedure for a value that is needed once."""
        return self.temporaries.setdefault(name, bp.Variable(name, text or name)).name

    def moving(self) -> bp.Update:
        """From here on the values of predicates may contradict each other."""
        self.is_moving = True
        return bp.Update((MOVING,), (TRUE,))


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


class Signatures:
    """The signatures of the functions of one program over one set of predicates."""

    def __init__(self, frames: Frames, predicates: Predicates) -> None:
        self._frames = frames
        self._predicates = predicates
        self._known: dict[str, Signature] = {}

    def of(self, function: str) -> Signature:
        """What crosses the calls of a function."""
        if function not in self._known:
            self._known[function] = Signature(self._frames, self._predicates, function)
        return self._known[function]
