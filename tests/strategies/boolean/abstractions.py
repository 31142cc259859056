"""Random small concrete programs, and their predicate abstraction by enumeration, exact or deliberately weakened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from kripke import Kripke
from vexil.core.surface import Kind, Surface
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import (
    Check,
    Edge,
    Guard,
    Location,
    Operation,
    PredicateProgram,
    Procedure,
    Update,
    Variable,
)
from vexil.model.boolean_program.expressions import (
    Choose,
    Expr,
    Next,
    Var,
    conjunction,
    disjunction,
    negation,
)
from vexil.spec.atoms import At, Holds

State = int
Vector = tuple[bool, ...]


@dataclass(frozen=True)
class ConcreteEdge:
    """From a location to a location; for every store the stores it leads to (none: the edge cannot be taken)."""

    source: int
    target: int
    kind: str
    successors: tuple[tuple[State, ...], ...]


@dataclass(frozen=True)
class ConcreteProgram:
    """Locations 0 … n-1 over stores 0 … m-1; ``kinds`` say why a location has its edges."""

    stores: int
    kinds: tuple[LocationKind, ...]
    edges: tuple[ConcreteEdge, ...]

    def structure(self, conditions: dict[str, frozenset[State]]) -> tuple[Kripke, bool]:
        """The explicit structure; the flag says whether every state has a successor of its own."""
        places = range(len(self.kinds))
        successors: list[tuple[int, ...]] = []
        labels = []
        for place, store in product(places, range(self.stores)):
            outgoing = [edge for edge in self.edges if edge.source == place]
            found: set[int] = set()
            for edge in outgoing:
                after = edge.successors[store]
                found |= {edge.target * self.stores + item for item in after}
                if edge.kind == "check" and not after:
                    found.add(place * self.stores + store)
            if not outgoing:
                found.add(place * self.stores + store)
            successors.append(tuple(sorted(found)))
            holding = [holds(name) for name, where in conditions.items() if store in where]
            labels.append(frozenset([At(f"L{place}"), *holding]))
        structure = Kripke(tuple(labels), tuple(successors))
        object.__setattr__(structure, "successors", tuple(successors))
        return structure, all(successors)


def holds(text: str) -> Holds:
    return Holds(text, Surface(Kind.NAME, text, (), 0, 0))


def random_program(random: Random) -> ConcreteProgram:
    stores = random.choice((2, 4, 4, 8))
    count = random.randint(2, 6)
    kinds: list[LocationKind] = []
    edges: list[ConcreteEdge] = []
    for place in range(count):
        match random.choice(("step", "step", "step", "branch", "branch", "choice", "end", "restrict", "check")):
            case "step":
                kinds.append(LocationKind.STEP)
                edges.append(ConcreteEdge(place, random.randrange(count), "update", _random_update(random, stores)))
            case "branch":
                kinds.append(LocationKind.BRANCH)
                arms = [random.randrange(random.choice((2, 2, 3))) for _ in range(stores)]
                for arm in range(max(arms) + 1):
                    taken = tuple((store,) if arms[store] == arm else () for store in range(stores))
                    edges.append(ConcreteEdge(place, random.randrange(count), "guard", taken))
            case "choice":
                kinds.append(LocationKind.CHOICE)
                skip = tuple((store,) for store in range(stores))
                targets = [random.randrange(count) for _ in range(random.randint(1, 3))]
                edges.extend(ConcreteEdge(place, target, "update", skip) for target in targets)
            case "end":
                kinds.append(LocationKind.TERMINAL)
            case kind:
                kinds.append(LocationKind.STEP)
                taken = tuple((store,) if random.random() < 0.7 else () for store in range(stores))
                edges.append(
                    ConcreteEdge(place, random.randrange(count), "guard" if kind == "restrict" else "check", taken)
                )
    return ConcreteProgram(stores, tuple(kinds), tuple(edges))


def _random_update(random: Random, stores: int) -> tuple[tuple[State, ...], ...]:
    match random.choice(("set", "add", "table", "havoc", "alternatives", "skip")):
        case "set":
            value = random.randrange(stores)
            return ((value,),) * stores
        case "add":
            step = random.choice((1, stores - 1))
            return tuple(((store + step) % stores,) for store in range(stores))
        case "table":
            return tuple((random.randrange(stores),) for _ in range(stores))
        case "havoc":
            half = random.choice((1, 2, stores))
            return tuple(
                tuple(sorted({store // half * half + item for item in range(half)} & set(range(stores))))
                for store in range(stores)
            )
        case "alternatives":
            return tuple(
                tuple(sorted({random.randrange(stores) for _ in range(random.randint(1, 3))})) for _ in range(stores)
            )
        case _:
            return tuple((store,) for store in range(stores))


@dataclass
class Abstraction:
    """Predicates as sets of stores, and how much of what could be known is forgotten (0: nothing)."""

    random: Random
    stores: int
    predicates: Sequence[frozenset[State]]
    forgotten: float = 0.0
    names: tuple[str, ...] = field(init=False)
    points: dict[Vector, list[State]] = field(init=False)

    def __post_init__(self) -> None:
        self.names = tuple(f"p{number}" for number in range(len(self.predicates)))
        self.points = {}
        for store in range(self.stores):
            self.points.setdefault(self.vector(store), []).append(store)

    def vector(self, store: State) -> Vector:
        return tuple(store in item for item in self.predicates)

    def valuation(self, store: State) -> dict[str, bool]:
        return dict(zip(self.names, self.vector(store), strict=True))

    def kept(self, items: Iterable[tuple[Vector, Vector]] | Iterable[Vector]) -> list:
        return [item for item in items if self.random.random() >= self.forgotten]

    def cube(self, vector: Vector, names: Sequence[str] | None = None, kind: type[Var] | type[Next] = Var) -> Expr:
        chosen = self.names if names is None else names
        return conjunction(
            kind(name) if value else negation(kind(name)) for name, value in zip(chosen, vector, strict=True)
        )

    def any_of(self, vectors: Iterable[Vector]) -> Expr:
        return disjunction(self.cube(vector) for vector in vectors)

    def pairs(self, items: Iterable[tuple[Vector, Vector]], names: Sequence[str] | None = None) -> Expr:
        return disjunction(conjunction((self.cube(before), self.cube(after, names, Next))) for before, after in items)

    def partial(self, holds_in: Callable[[State], bool]) -> Expr:
        """What is known about a condition: where all stores of a vector satisfy it, and where none does."""
        yes = [vector for vector, stores in self.points.items() if all(map(holds_in, stores))]
        no = [vector for vector, stores in self.points.items() if not any(map(holds_in, stores))]
        return Choose(self.any_of(self.kept(yes)), self.any_of(self.kept(no)))

    def invariant(self) -> Expr:
        vectors = [
            vector
            for vector in product((True, False), repeat=len(self.names))
            if vector in self.points or self.random.random() < self.forgotten
        ]
        return self.any_of(vectors)

    def operation(self, edge: ConcreteEdge) -> Operation:
        if edge.kind in ("guard", "check"):
            condition = self.partial(lambda store: bool(edge.successors[store]))
            return Guard(condition) if edge.kind == "guard" else Check(condition)
        alternatives = edge.successors
        targets, values, chosen = [], [], []
        for name, predicate in zip(self.names, self.predicates, strict=True):
            outcomes = [{item in predicate for item in after} for after in alternatives]
            if any(len(outcome) > 1 for outcome in outcomes):
                chosen.append(name)
            elif any(outcome != {store in predicate} for store, outcome in enumerate(outcomes)) or (
                self.random.random() < 0.5
            ):
                targets.append(name)
                values.append(self.partial(lambda store, outcomes=outcomes: outcomes[store] == {True}))
        steps = {
            (vector, self.vector(item))
            for vector, stores in self.points.items()
            for store in stores
            for item in alternatives[store]
        }
        every = product((True, False), repeat=len(self.names))
        allowed = [
            (before, after)
            for before, after in product(product((True, False), repeat=len(self.names)), list(every))
            if (before, after) in steps or self.random.random() < self.forgotten
        ]
        constraint = self.pairs(allowed) if self.random.random() < 0.5 else conjunction(())
        update = Update(tuple(targets), tuple(values), constraint)
        if not chosen:
            return update
        places = [self.names.index(name) for name in chosen]

        def cut(vector: Vector) -> Vector:
            return tuple(vector[place] for place in places)

        possible = {(before, cut(after)) for before, after in steps}
        definite = [
            (before, combination)
            for before, combination in sorted(possible)
            if all(
                any(cut(self.vector(item)) == combination for item in alternatives[store])
                for store in self.points[before]
            )
        ]
        extra = {
            (before, combination)
            for before in self.points
            for combination in product((True, False), repeat=len(chosen))
            if self.random.random() < self.forgotten
        }
        return Update(
            tuple(targets), tuple(values), constraint, tuple(chosen),
            self.pairs(sorted(possible | extra), chosen), self.pairs(self.kept(definite), chosen),
        )  # fmt: skip

    def program(self, concrete: ConcreteProgram) -> PredicateProgram:
        locations = tuple(Location(f"L{number}", kind) for number, kind in enumerate(concrete.kinds))
        edges = tuple(Edge(edge.source, edge.target, self.operation(edge)) for edge in concrete.edges)
        variables = tuple(map(Variable, self.names))
        body = Procedure("main", (), variables, 0, locations, edges, 0, len(locations) - 1, self.invariant())
        return PredicateProgram({"main": body})


def random_abstraction(random: Random, stores: int) -> Abstraction:
    count = random.randint(0, 3)
    predicates = [frozenset(store for store in range(stores) if random.random() < 0.5) for _ in range(count)]
    return Abstraction(random, stores, predicates, random.choice((0.0, 0.0, 0.2, 0.5)))
