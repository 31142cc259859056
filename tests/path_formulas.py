"""Formulas of paths in single assignment form: every assignment makes a new version of its variable.

Version 0 of a variable is its value at the beginning, version n the one after its n-th assignment (Clarke et al. 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from vexil.ir.arithmetic import float_from_bits, wrap
from vexil.ir.program import Function, LocationKind
from vexil.ir.types import BoolType, FloatType, IntegerType, PointerType, Type
from vexil.logic.factory import Terms
from vexil.logic.inputs import Input, decision
from vexil.logic.space import Space
from vexil.logic.steps import Demand, Steps
from vexil.logic.terms import Term


@dataclass(frozen=True, slots=True)
class PointerValue:
    """A pointer: the name of the object it points into, empty for an absolute address, and the offset in bytes."""

    object: str
    offset: int

    def __str__(self) -> str:
        if not self.object:
            return "null" if self.offset == 0 else hex(self.offset)
        return f"&{self.object}" + (f"+{self.offset}" if self.offset else "")


Value = bool | int | float | PointerValue


def lifted(space: Space, kind: Type, value: int) -> Value:
    """The value of a type that a constant's value stands for; tokens, references and locks are numbers."""
    match kind:
        case BoolType():
            return bool(value)
        case IntegerType(width, is_signed):
            return wrap(value, width, is_signed)
        case FloatType(width):
            return float_from_bits(value, width)
        case PointerType():
            number, offset = space.pointers.split(value)
            return PointerValue(space.object_name(number), offset)
        case _:
            return value


@dataclass(frozen=True, slots=True)
class PathStep:
    """One edge of a path: the versions it defines, what must hold for the run to take it, what it decides.

    ``versions`` are the versions of all variables mentioned so far, behind the edge. The condition of a check, over the
    versions before, is ``demand``; it is not demanded. ``alternative`` is the number of the edge among those that the
    environment has at a choice.
    """

    edge: str
    definitions: tuple[Term, ...]
    constraints: tuple[Term, ...]
    inputs: tuple[Input, ...]
    versions: Mapping[str, Term]
    demand: Demand | None
    alternative: int | None


@dataclass(frozen=True)
class Path:
    """The formula of a path; ``initial`` are the versions 0."""

    space: Space
    initial: Mapping[str, Term]
    steps: tuple[PathStep, ...]

    @cached_property
    def formula(self) -> Term:
        """What holds exactly of the runs along the path."""
        parts = (part for step in self.steps for part in (*step.definitions, *step.constraints))
        return self.space.terms.conjunction(parts)

    @property
    def final(self) -> Mapping[str, Term]:
        """The last versions."""
        return self.steps[-1].versions if self.steps else self.initial

    def values(self, model: Callable[[Term], int]) -> tuple[Mapping[str, Value], ...]:
        """The values of the program's variables at the beginning and after every edge, from a model of the formula."""
        return tuple(self._lifted(versions, model) for versions in (self.initial, *(s.versions for s in self.steps)))

    def _lifted(self, versions: Mapping[str, Term], model: Callable[[Term], int]) -> Mapping[str, Value]:
        found: dict[str, Value] = {}
        for name, term in sorted(versions.items()):
            kind = self.space.variables[name].type
            if kind is not None:
                found[name] = lifted(self.space, kind, model(term))
        return found

    def decisions(self, model: Callable[[Term], int]) -> tuple[int | None, ...]:
        """For every edge what the interpreter is told to take it with the values of a model; ``None`` for nothing."""
        return tuple(self._decision(step, model) for step in self.steps)

    @staticmethod
    def _decision(step: PathStep, model: Callable[[Term], int]) -> int | None:
        if step.alternative is not None:
            return step.alternative
        made = [item for item in step.inputs if not item.is_determined]
        return decision(made[-1], model) if made else None


class _Versions:
    """Gives versions their symbols."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._counts: dict[str, int] = {}
        self._taken: set[str] = set()
        self.current: dict[str, Term] = {}
        self.initial: dict[str, Term] = {}

    def read(self, name: str) -> Term:
        """The version of a variable that is valid now."""
        if name not in self.current:
            self.initial[name] = self.current[name] = self._symbol(name, 0)
        return self.current[name]

    def written(self, name: str) -> Term:
        """A new version."""
        self.read(name)
        self._counts[name] = self._counts.get(name, 0) + 1
        self.current[name] = self._symbol(name, self._counts[name])
        return self.current[name]

    def _symbol(self, name: str, number: int) -> Term:
        short = name.rpartition("::")[2]
        if short in self._space.ambiguous_names:
            short = name
        joint = "_" if short[-1:].isdigit() or short.endswith("_") else ""
        candidate = f"{short}{joint}{number}"
        while candidate in self._taken or candidate in self._space.program.global_variables:
            candidate += "'"
        self._taken.add(candidate)
        return self._space.terms.symbol(candidate, self._space.variables[name].sort)


def path_formula(space: Space, function: str, edges: Iterable[int]) -> Path:
    """The formula of edges of one function, taken one after the other; raises `Untranslatable`.

    Definedness, restrictions and the domains of choices are constraints; checks are not (see `PathStep.demand`).
    """
    terms, steps = space.terms, Steps(space, function)
    body = space.program.functions[function]
    numbers = list(edges)
    made = [steps.step(space.initial, number, f".{position}") for position, number in enumerate(numbers)]
    versions = _Versions(space)
    found: list[PathStep] = []
    for number, step in zip(numbers, made, strict=True):
        inputs = step.inputs
        mentioned = [step.guard, step.allowed, *step.conditions.values(), *step.after.values()]
        mentioned += [item.domain for item in inputs]
        mentioned += [part for item in inputs for case in item.cases or () for part in case]
        if step.demand is not None:
            mentioned.append(step.demand.condition)
        renamed = {
            symbol: versions.read(str(symbol.payload))
            for term in mentioned
            for symbol in terms.symbols_of(term)
            if symbol.payload in space.variables
        }
        moved = {name: terms.substitute(value, renamed) for name, value in step.after.items()}
        constraints = tuple(
            terms.substitute(part, renamed)
            for part in (step.guard, step.allowed, *step.conditions.values(), *(item.domain for item in inputs))
            if part is not terms.true
        )
        demand = step.demand
        if demand is not None:
            demand = Demand(demand.property, demand.message, terms.substitute(demand.condition, renamed))
        inputs = tuple(item.mapped(partial(_replaced, terms, renamed)) for item in inputs)
        definitions = tuple(terms.eq(versions.written(name), value) for name, value in moved.items())
        current = dict(versions.current)
        place = _alternative(body, number)
        found.append(PathStep(body.edge_id(number), definitions, constraints, inputs, current, demand, place))
    return Path(space, dict(versions.initial), tuple(found))


def _replaced(terms: Terms, known: dict[Term, Term], term: Term) -> Term:
    return terms.substitute(term, known)


def _alternative(body: Function, number: int) -> int | None:
    source = body.edges[number].source
    is_choice = body.locations[source].kind is LocationKind.CHOICE
    return body.outgoing[source].index(number) if is_choice else None
