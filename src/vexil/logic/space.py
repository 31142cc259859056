"""The state of a program as a finite set of named variables over terms, and single states of it.

Registers are scalars: ``x`` for a global one, ``f::x`` for one of function f. Memory is arrays, as a `Partition` says,
from addresses to values. Objects have an origin and a size, kept in two more arrays; the memory of a named variable
has a fixed number, unless its life begins more than once: then its number is a variable of the state too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from vexil.ir.auxiliaries import is_auxiliary
from vexil.ir.expressions import Element, Variable, postorder
from vexil.ir.operation_parts import NewArray
from vexil.ir.operations import Allocate, BeginLifetime, EndLifetime, expressions_of
from vexil.ir.program import Program, VariableDeclaration
from vexil.ir.types import Type, is_aggregate, is_reference
from vexil.logic.factory import Terms
from vexil.logic.operators import Operators
from vexil.logic.partition import Partition, SingleRegion
from vexil.logic.pointers import FIRST_FUNCTION, OBJECT_WIDTH
from vexil.logic.sorts import Sort, array, bits
from vexil.logic.terms import Term

REFERENCE_WIDTH = 32
"""References are numbers of this width; null is 0."""

DEAD, STATIC, CONSTANT, STACK, HEAP = range(5)
"""Origins of objects in memory; what was never created, or lives no more, is `DEAD`."""

SIZES, ORIGINS, NEXT = "memory.size", "memory.origin", "memory.next"
"""The variables of the state that hold sizes and origins of objects, and the next number for a new one."""


STATIC_MARK = "::"
"""What is before the name of a global that looks like a register: ``f::x`` may be a static variable of f."""


def global_name(name: str) -> str:
    """The name of a global variable in the state, which no register has."""
    return STATIC_MARK + name if "::" in name else name


def result_name(function: str, word: str = "result") -> str:
    """The name of what a function leaves behind, which no variable of it can have."""
    return f"{function}::({word})"


class Untranslatable(Exception):  # noqa: N818 - not a mistake: the caller cuts the region there, or gives up
    """Something has no formula; ``edge`` is where, if that is known, and ``reason`` says what it is."""

    def __init__(self, reason: str, edge: str = "") -> None:
        super().__init__(f"{edge}: {reason}" if edge else reason)
        self.reason = reason
        self.edge = edge


class NeverAccessed(Untranslatable):
    """A place in memory that no operation of the program reads or writes."""


@dataclass(frozen=True, slots=True)
class StateVariable:
    """A variable of the state; ``type`` is what the program declares, and ``None`` for memory and bookkeeping."""

    name: str
    sort: Sort
    type: Type | None = None


class State(Mapping[str, Term]):
    """Values of the variables that are known to differ from those of the state at the beginning; never changed."""

    __slots__ = ("_values", "space")

    def __init__(self, space: Space, values: Mapping[str, Term]) -> None:
        self.space = space
        self._values = values

    def __getitem__(self, name: str) -> Term:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def read(self, variable: StateVariable) -> Term:
        """The value of a variable: its own symbol unless it was written."""
        value = self._values.get(variable.name)
        return self.space.symbol(variable) if value is None else value

    def written(self, updates: Mapping[str, Term]) -> State:
        """The state after writing."""
        return State(self.space, {**self._values, **updates}) if updates else self


class Space:
    """The variables of one program under one partition of its memory."""

    def __init__(self, terms: Terms, program: Program, partition: Partition | None = None) -> None:
        self.terms = terms
        self.program = program
        self.partition: Partition = partition if partition is not None else SingleRegion(program)
        self.operators = Operators(terms, program.layout)
        self.pointers = self.operators.pointers
        self.variables: dict[str, StateVariable] = {}
        self._functions = {name: FIRST_FUNCTION + number for number, name in enumerate(program.functions)}

    # --- variables ---------------------------------------------------------------------------------------

    def sort(self, kind: Type) -> Sort:
        """The sort of a type's values."""
        if is_reference(kind):
            return bits(REFERENCE_WIDTH)
        if is_aggregate(kind):
            raise Untranslatable(f"a value of type {kind} is no scalar")
        return self.operators.sort(kind)

    def variable(self, name: str, sort: Sort, kind: Type | None = None) -> StateVariable:
        """The variable of this name, made when it is first asked for."""
        declared = self.variables.get(name)
        if declared is None:
            declared = self.variables[name] = StateVariable(name, sort, kind)
        return declared

    def symbol(self, variable: StateVariable) -> Term:
        """The term that stands for a variable's value at the beginning."""
        return self.terms.symbol(variable.name, variable.sort)

    @property
    def initial(self) -> State:
        """The state in which every variable is its own symbol."""
        return State(self, {})

    def register(self, function: str, variable: Variable) -> StateVariable | None:
        """The variable of the state that a program variable is; ``None`` when it is in memory.

        What a proof adds to a loop is a register of the function.
        """
        if is_auxiliary(variable):
            return self.variable(self.name(function, variable), self.sort(variable.type), variable.type)
        declared = self.declaration(function, variable)
        if declared.addressable and (is_aggregate(variable.type) or not self.partition.is_private(function, variable)):
            return None
        return self.variable(self.name(function, variable), self.sort(declared.type), declared.type)

    def declaration(self, function: str, variable: Variable) -> VariableDeclaration:
        """Where a variable is declared."""
        if variable.is_global:
            return self.program.global_variables[variable.name]
        return self.program.functions[function].variables[variable.name]

    @staticmethod
    def name(function: str, variable: Variable) -> str:
        """The name of a program variable in the state."""
        return global_name(variable.name) if variable.is_global else f"{function}::{variable.name}"

    def global_called(self, name: str) -> VariableDeclaration | None:
        """The global variable that has a name in the state."""
        plain = name.removeprefix(STATIC_MARK) if "::" in name else name
        return self.program.global_variables.get(plain) if global_name(plain) == name else None

    def result(self, function: str, word: str, kind: Type) -> StateVariable:
        """What a function leaves behind: its result, exception or status, by *word*."""
        return self.variable(result_name(function, word), self.sort(kind), kind)

    # --- objects -----------------------------------------------------------------------------------------

    @cached_property
    def objects(self) -> Mapping[int, tuple[str, VariableDeclaration]]:
        """The named objects in memory by number: the name of the variable in the state, and its declaration."""
        declarations: list[tuple[str, VariableDeclaration]] = [
            (global_name(variable.name), variable) for variable in self.program.globals if variable.addressable
        ]
        for function in self.program.functions.values():
            declarations += [
                (f"{function.name}::{item.name}", item) for item in function.variables.values() if item.addressable
            ]
        return dict(enumerate(declarations, 1))

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: number for number, (name, _) in self.objects.items()}

    @cached_property
    def _renewed(self) -> frozenset[str]:
        """The variables whose life begins by an operation, perhaps often."""
        return frozenset(
            f"{function.name}::{edge.operation.variable.name}"
            for function in self.program.functions.values()
            for edge in function.edges
            if isinstance(edge.operation, BeginLifetime)
        )

    @cached_property
    def _ended(self) -> frozenset[str]:
        """The variables whose life begins or ends before their function does."""
        return self._renewed | {
            f"{function.name}::{edge.operation.variable.name}"
            for function in self.program.functions.values()
            for edge in function.edges
            if isinstance(edge.operation, EndLifetime)
        }

    def object_variable(self, function: str, variable: Variable) -> StateVariable | None:
        """The variable that holds the number of a program variable's memory; ``None`` when the number is fixed."""
        name = self.name(function, variable)
        return self.variable(f"{name}.object", bits(OBJECT_WIDTH)) if name in self._renewed else None

    def address(self, state: State, function: str, variable: Variable) -> Term:
        """The address of a program variable."""
        holder = self.object_variable(function, variable)
        if holder is not None:
            return self.pointers.make(state.read(holder), self.terms.bv(0, self.pointers.width))
        return self.pointers.constant(self._numbers[self.name(function, variable)])

    def code(self, function: str) -> Term:
        """The address of a function."""
        return self.pointers.constant(self._functions[function])

    def object_name(self, number: int) -> str:
        """The words for an object: a variable, a function, or a number."""
        if number in self.objects:
            return self.objects[number][0]
        named = next((name for name, other in self._functions.items() if other == number), None)
        return named if named is not None else "" if number == 0 else f"object {number}"

    def size(self, kind: Type) -> int:
        """The size of a type in bytes."""
        return self.program.layout.size_of(kind, self.program.structs)

    @cached_property
    def sizes(self) -> StateVariable:
        """The size of every object."""
        return self.variable(SIZES, array(bits(OBJECT_WIDTH), bits(self.pointers.width)))

    @cached_property
    def origins(self) -> StateVariable:
        """The origin of every object."""
        return self.variable(ORIGINS, array(bits(OBJECT_WIDTH), bits(8)))

    @cached_property
    def next_object(self) -> StateVariable:
        """The number that the next new object gets."""
        return self.variable(NEXT, bits(OBJECT_WIDTH))

    def consistency(self, state: State) -> Term:
        """What holds of objects in every state of a run: named variables that have memory of the size they should.

        Names of functions that are not being run have no memory; only what is fixed for the whole run is demanded.
        """
        terms = self.terms
        first_new = terms.bv(len(self.objects) + 1, OBJECT_WIDTH)
        following = state.read(self.next_object)
        conditions = [terms.sle(first_new, following)]
        holders: list[Term] = []
        for number, (name, declared) in self.objects.items():
            if name not in self._renewed:
                place = terms.bv(number, OBJECT_WIDTH)
                size = terms.bv(self.size(declared.type), self.pointers.width)
                conditions.append(terms.eq(terms.select(state.read(self.sizes), place), size))
                origin = self.static_origin(number, name.rpartition("::")[0])
                if origin in (STATIC, CONSTANT):
                    conditions.append(terms.eq(terms.select(state.read(self.origins), place), terms.bv(origin, 8)))
            else:
                holder = state.read(self.variable(f"{name}.object", bits(OBJECT_WIDTH)))
                is_first = terms.eq(holder, terms.bv(number, OBJECT_WIDTH))
                conditions.append(
                    terms.or_(is_first, terms.and_(terms.sle(first_new, holder), terms.slt(holder, following)))
                )
                conditions.extend(terms.distinct(holder, other) for other in holders)
                holders.append(holder)
        return terms.conjunction(conditions)

    def static_origin(self, number: int, function: str) -> int | None:
        """The origin of an object if it never changes while *function* runs: null, code, variables that live on."""
        if number == 0 or number >= FIRST_FUNCTION:
            return DEAD
        if number in self.objects:
            name, declared = self.objects[number]
            if self.global_called(name) is not None:
                return CONSTANT if declared.constant else STATIC
            if name.startswith(f"{function}::") and name not in self._ended:
                return STACK
        return None

    def static_size(self, number: int) -> int | None:
        """The size of an object with a fixed number."""
        if number in self.objects and self.objects[number][0] not in self._renewed:
            return self.size(self.objects[number][1].type)
        return None

    @cached_property
    def element_types(self) -> frozenset[Type]:
        """The types of elements of array objects that the program creates or accesses."""
        elements: set[Type] = set()
        for function in self.program.functions.values():
            for edge in function.edges:
                if isinstance(edge.operation, Allocate) and isinstance(edge.operation.what, NewArray):
                    elements.add(edge.operation.what.element)
                for expression in expressions_of(edge.operation):
                    elements.update(node.type for node in postorder(expression) if isinstance(node, Element))
        return frozenset(elements)

    @cached_property
    def ambiguous_names(self) -> frozenset[str]:
        """The names that variables of different types have in different functions."""
        kinds_of: dict[str, set[Type]] = {}
        for function in self.program.functions.values():
            for variable in function.variables.values():
                kinds_of.setdefault(variable.name, set()).add(variable.type)
        return frozenset(name for name, kinds in kinds_of.items() if len(kinds) > 1)
