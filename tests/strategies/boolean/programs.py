"""Random predicate programs with every kind of location and operation, and names of every kind."""

from __future__ import annotations

from random import Random

from vexil.ir.program import LocationKind
from vexil.model.boolean_program import (
    SKIP,
    Call,
    Check,
    Edge,
    Guard,
    Location,
    Operation,
    PredicateProgram,
    Procedure,
    Return,
    Start,
    Update,
    Variable,
)
from vexil.model.boolean_program.expressions import (
    FALSE,
    TRUE,
    And,
    Choose,
    Expr,
    Next,
    Not,
    Or,
    Same,
    Unknown,
    Var,
    negation,
)

NAMES = [
    "a",
    "b1",
    "x<5",
    "curr->val > v",
    "if",
    "T",
    "p;q",
    "{x}",
    "back\\slash",
    " lead",
    "ünï",
    "two\nlines",
    "end",
    "*",
]
LABELS = ["L", "ERR", "n7", "loop.head", "while", "a b", "choice"]


class Maker:
    """Makes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def expression(self, names: list[str], depth: int, *, partial: bool, following: list[str] | None = None) -> Expr:
        if depth == 0 or self.random.random() < 0.25:
            leaves: list[Expr] = [TRUE, FALSE, *map(Var, names)]
            leaves += [Next(name) for name in following or ()]
            leaves += [Unknown()] if partial else []
            return self.random.choice(leaves)

        def inner() -> Expr:
            return self.expression(names, depth - 1, partial=partial, following=following)

        match self.random.randrange(5):
            case 0:
                return Not(inner())
            case 1:
                return And(tuple(inner() for _ in range(self.random.randint(2, 3))))
            case 2:
                return Or(tuple(inner() for _ in range(self.random.randint(2, 3))))
            case 3:
                return Same(inner(), inner())
            case _ if partial:
                condition = self.expression(names, 1, partial=False)
                return Choose(And((condition, self.expression(names, 1, partial=False))), Not(condition))
            case _:
                return inner()

    def update(self, names: list[str]) -> Update:
        picked = self.random.sample(names, self.random.randint(0, min(4, len(names))))
        split = self.random.randint(0, len(picked))
        targets, chosen = tuple(picked[:split]), tuple(picked[split:])
        values = tuple(self.expression(names, 2, partial=True) for _ in targets)
        constraint = TRUE
        if self.random.random() < 0.3:
            constraint = self.expression(names, 2, partial=False, following=names)
        possible = definite = TRUE
        if chosen:
            possible = self.expression(names, 1, partial=False, following=list(chosen))
            definite = possible if self.random.random() < 0.5 else And((possible, Var(names[0])))
        return Update(targets, values, constraint, chosen, possible, definite)

    def simple(self, names: list[str]) -> Operation:
        match self.random.randrange(5):
            case 0:
                return Guard(self.expression(names, 2, partial=True))
            case 1:
                return Check(self.expression(names, 2, partial=True))
            case 2:
                return Check(self.expression(names, 1, partial=True), "over flow", 'say "no"\n')
            case 3:
                return SKIP
            case _:
                return self.update(names)

    def arguments(self, names: list[str], count: int) -> tuple[Expr, ...]:
        return tuple(self.expression(names, 1, partial=True) for _ in range(count))

    def program(self) -> PredicateProgram:
        outer = tuple(
            Variable(name, self.random.choice(["", "x > 0", 'a "b"'])) for name in self.random.sample(NAMES, 2)
        )
        shapes = {name: (self.random.randint(0, 2), self.random.randint(0, 3)) for name in ("main", "f", "do it")}
        procedures = {name: self.procedure(name, outer, shapes) for name in shapes}
        return PredicateProgram(procedures, outer)

    def procedure(self, name: str, outer: tuple[Variable, ...], shapes: dict[str, tuple[int, int]]) -> Procedure:
        count, results = shapes[name]
        own = [Variable(item, self.random.choice(["", "meaning"])) for item in self.random.sample(NAMES, count + 1)]
        names = list(dict.fromkeys([*(variable.name for variable in (*outer, *own))]))
        size = self.random.randint(1, 5)
        labels = self.random.sample(LABELS, len(LABELS))
        locations: list[Location] = []
        edges: list[Edge] = []
        for number in range(size):
            kind = self.random.choice(list(LocationKind)[:4]) if number + 1 < size else LocationKind.STEP
            words = [labels.pop() for _ in range(self.random.randint(0, 1))]
            own_name = f"n{number}" if not words or self.random.random() < 0.5 else words.pop()
            locations.append(Location(own_name, kind, tuple(words)))
            edges += self.edges(number, kind, names, size, results, shapes)
        exit_name = self.random.choice(["exit", "halt", "the end"])
        exit_labels = ("done",) if self.random.random() < 0.3 else ()
        locations.append(Location(exit_name, LocationKind.TERMINAL, exit_labels))
        invariant = self.expression(names, 2, partial=False) if self.random.random() < 0.4 else TRUE
        entry = self.random.randrange(size)
        return Procedure(
            name,
            tuple(own[:count]),
            tuple(own[count:]),
            results,
            tuple(locations),
            tuple(edges),
            entry,
            size,
            invariant,
        )

    def edges(
        self,
        number: int,
        kind: LocationKind,
        names: list[str],
        size: int,
        results: int,
        shapes: dict[str, tuple[int, int]],
    ) -> list[Edge]:
        def target() -> int:
            return self.random.randrange(size)

        if number + 1 == size:
            return [Edge(number, size, Return(self.arguments(names, results)))]
        if kind is LocationKind.BRANCH:
            first = self.expression(names, 2, partial=True)
            guards = [first, negation(first)]
            if self.random.random() < 0.5:
                guards = [self.expression(names, 1, partial=True) for _ in range(self.random.randint(1, 3))]
            return [Edge(number, target(), Guard(guard)) for guard in guards]
        if kind is LocationKind.CHOICE:
            plain = self.random.random() < 0.5
            found = [
                Edge(number, target(), SKIP if plain else self.simple(names)) for _ in range(self.random.randint(1, 3))
            ]
            if self.random.random() < 0.2:
                found.append(Edge(number, size, Return(self.arguments(names, results))))
            return found
        callee = self.random.choice(list(shapes))
        formals, returned = shapes[callee]
        if kind is LocationKind.CALL:
            stored: list[str | None] = [*self.random.sample(names, min(returned, len(names)))]
            stored += [None] * (returned - len(stored))
            if stored and self.random.random() < 0.3:
                stored[0] = None
            return [Edge(number, target(), Call(callee, self.arguments(names, formals), tuple(stored)))]
        if self.random.random() < 0.2:
            return [Edge(number, target(), Start(callee, self.arguments(names, formals)))]
        return [Edge(number, target(), self.simple(names))]


def random_predicate_program(random: Random) -> PredicateProgram:
    """A random program whose exits are the last locations and whose edges are in the order of locations."""
    return Maker(random).program()
