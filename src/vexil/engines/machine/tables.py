"""What the code of a program refers to: slots of variables and fields, types of objects, checks, sites and bounds."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vexil.analysis.chosen_values import SAMPLED, ValueSampling
from vexil.engines.machine.sections import may_lock_in_sections
from vexil.engines.machine.slots import Link, Unsupported, link_of, slots_of
from vexil.ir.expressions import Apply, Element, Field, Operator, Place, Variable, postorder
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.classes import ClassTables
from vexil.ir.operation_parts import NewArray
from vexil.ir.operations import Allocate, Check, ChooseInstance, Interrupt, Notify, Operation, expressions_of
from vexil.ir.program import Function, Program, Relation, VariableDeclaration
from vexil.ir.types import (
    ArrayReferenceType,
    BoolType,
    IntegerType,
    ReferenceType,
    TokenType,
    Type,
    is_integer,
    is_reference,
)


@dataclass(frozen=True, slots=True)
class GlobalPlace:
    """Where a global is: words of its own or of each thread, or memory with a number."""

    index: int
    is_own: bool
    in_memory: bool
    number: int


@dataclass(frozen=True, slots=True)
class ArrayType:
    """How elements of array objects are kept."""

    element: Type
    family: int
    size: int
    signed: bool
    link: Link


class Tables:
    """Numbers for everything that code of a program names; memory that code points to is kept here."""

    def __init__(
        self, program: Program, bounds: Bounds, values: ValueSampling | None = None, *, asks_races: bool = False
    ) -> None:
        self.program = program
        self.asks_races = asks_races
        """Whether a run ends where two threads are about to access the same data."""
        self.bounds = bounds
        self.values = values
        """Says which of very many values are tried; without it all of them are."""
        self.functions = list(program.functions.values())
        self._function_numbers = {function.name: number for number, function in enumerate(self.functions)}
        self.classes = ClassTables(program)
        self.class_names = list(program.classes)
        self.class_numbers = {name: number for number, name in enumerate(self.class_names)}
        self._places: dict[str, GlobalPlace] = {}
        self.global_links: list[Link] = []
        self.own_links: list[Link] = []
        self.own_sources: list[int] = []
        self.own_blocks: list[int] = []
        self.statics: list[VariableDeclaration] = []
        self.pattern_words: dict[int, int] = {}
        """The global words that hold the numbers of memory which every thread starts with a copy of."""
        self._lay_out_globals()
        self._field_places: dict[str, dict[str, int]] = {}
        self.class_words: list[int] = []
        self.class_links: list[list[tuple[int, Link]]] = []
        self._lay_out_classes()
        self._families: dict[str, int] = {}
        self._field_keys: dict[tuple[str, str], int] = {}
        self.arrays: list[ArrayType] = []
        self._array_numbers: dict[Type, int] = {}
        self.checks: dict[tuple[str, str], int] = {}
        self.sites: dict[str, int] = {"": 0}
        self._scan()
        self.bound_texts: list[tuple[str, int, int]] = []
        self._bound_numbers: dict[tuple[str, int, int], int] = {}
        self._collect_bounds()
        self.kept: list[Any] = []
        """What native code points to."""
        self._rows: dict[Type, int] = {}
        self.address_mask = (1 << program.layout.pointer_width) - 1
        self.is_storable_needed = False

    # --- variables ---------------------------------------------------------------------------------------

    def _lay_out_globals(self) -> None:
        for variable in self.program.globals:
            number = 0
            if variable.addressable:
                self.statics.append(variable)
                number = len(self.statics)
            index = len(self.global_links)
            count = 1 if variable.addressable else slots_of(variable.type)
            links = [Link.NONE if variable.addressable else link_of(variable.type), *[Link.NONE] * (count - 1)]
            if variable.addressable and not variable.per_thread:
                self._places[variable.name] = GlobalPlace(-1, False, True, number)
                continue
            self.global_links += links
            if not variable.per_thread:
                self._places[variable.name] = GlobalPlace(index, False, False, 0)
                continue
            self._places[variable.name] = GlobalPlace(len(self.own_links), True, variable.addressable, number)
            self.own_links += [Link.REFERENCE] if variable.addressable else links
            self.own_sources += range(index, index + count)
            size = self.size_of(variable.type) if variable.addressable else 0
            self.own_blocks += [max(size, 1)] if variable.addressable else [0] * count
            if variable.addressable:
                self.pattern_words[index] = number

    def global_place(self, name: str) -> GlobalPlace:
        """Where a global is."""
        return self._places[name]

    def registers(self, function: Function) -> dict[str, tuple[int, bool]]:
        """For each variable of a function its first slot, and whether that holds the number of its memory."""
        slots: dict[str, tuple[int, bool]] = {}
        place = 0
        parameters = len(function.parameters)
        for number, variable in enumerate((*function.parameters, *function.locals)):
            slots[variable.name] = place, variable.addressable
            place += slots_of(variable.type) if number < parameters or not variable.addressable else 1
        slots[""] = place, False
        return slots

    def unit_size(self, kind: Type) -> int:
        """The bytes of the number that a bit-field is a part of."""
        size = self.size_of(kind)
        if size > 8:
            raise Unsupported("bit-fields of more than 64 bits")
        return size

    def size_of(self, kind: Type) -> int:
        """The size of a type in memory."""
        return self.program.layout.size_of(kind, self.program.structs)

    def function_number(self, name: str) -> int:
        """The number of a function."""
        return self._function_numbers[name]

    # --- classes and arrays ------------------------------------------------------------------------------

    def _lay_out_classes(self) -> None:
        program = self.program
        for name in self.class_names:
            chain = []
            current: str | None = name
            while current is not None and current in program.classes:
                chain.append(current)
                current = program.classes[current].superclass
            place = 0
            links: list[tuple[int, Link]] = []
            for owner in reversed(chain):
                places = self._field_places.setdefault(owner, {})
                for declaration in program.classes[owner].fields:
                    places[declaration.name] = place
                    if link_of(declaration.type) is not Link.NONE:
                        links.append((place, link_of(declaration.type)))
                    place += slots_of(declaration.type)
            self.class_words.append(place)
            self.class_links.append(links)

    def field_slot(self, class_name: str, name: str) -> int:
        """The slot of a field with the class that an object has to be of, as instructions have it."""
        return self._field_places[class_name][name] | self.class_numbers[class_name] << 32

    def field_key(self, class_name: str, name: str) -> int:
        """The kind of variable that a field is; kinds begin with the global words."""
        return len(self.global_links) + self._field_keys.setdefault((class_name, name), len(self._field_keys))

    @property
    def fields(self) -> int:
        """How many fields all classes declare."""
        return sum(len(item.fields) for item in self.program.classes.values())

    def variable_site(self, function: Function, name: str) -> int:
        """The site of a local variable in memory."""
        return self.sites[f"{function.name}::{name}"]

    def family(self, kind: Type) -> int:
        """What element types must have in common for one array object."""
        return self._families.setdefault("reference" if is_reference(kind) else str(kind), len(self._families))

    def _scan(self) -> None:
        """Number the types of arrays, the checks and the sites of the whole program."""
        for function in self.functions:
            for variable in (*function.parameters, *function.locals):
                if variable.addressable:
                    self.sites.setdefault(f"{function.name}::{variable.name}", len(self.sites))
            for edge in function.edges:
                match edge.operation:
                    case Check(kind, _, message):
                        self.checks.setdefault((kind, message), len(self.checks))
                    case Allocate(_, what, site):
                        self.sites.setdefault(site, len(self.sites))
                        if isinstance(what, NewArray):
                            self.array_number(what.element)
                    case _:
                        pass

    def array_number(self, element: Type) -> int:
        """The number of a type of array objects."""
        number = self._array_numbers.get(element)
        if number is None:
            number = self._array_numbers[element] = len(self.arrays)
            size, signed = 8 * slots_of(element), False
            match element:
                case BoolType():
                    size = 1
                case IntegerType(width, is_signed) if width <= 32:
                    size, signed = (1 if width <= 8 else 2 if width <= 16 else 4), is_signed
                case _:
                    pass
            self.arrays.append(ArrayType(element, self.family(element), size, signed, link_of(element)))
        return number

    def is_instance(self, index: int, tested: Type) -> bool:
        """Say whether objects of a class or type of array (counted behind classes) are of a type."""
        if index < len(self.class_names):
            return (
                isinstance(tested, ReferenceType)
                and tested.class_name in self.classes.ancestors[self.class_names[index]]
            )
        return self._is_subtype(ArrayReferenceType(self.arrays[index - len(self.class_names)].element), tested)

    def _is_subtype(self, kind: Type, wanted: Type) -> bool:
        """Compare types of array objects: arrays are covariant in references (JLS 4.10.3)."""
        while isinstance(kind, ArrayReferenceType) and isinstance(wanted, ArrayReferenceType):
            kind, wanted = kind.element, wanted.element
        match kind, wanted:
            case ReferenceType(name), ReferenceType(ancestor):
                return ancestor in self.classes.ancestors[name]
            case ArrayReferenceType(), ReferenceType(name):
                return self.classes.is_root(name)
            case _:
                return kind == wanted

    @cached_property
    def can_interrupt(self) -> bool:
        """Say whether the program may set an interrupt flag."""
        return any(
            isinstance(edge.operation, Interrupt) and edge.operation.value
            for function in self.functions
            for edge in function.edges
        )

    @cached_property
    def asks_locked(self) -> bool:
        """Say whether the program asks if somebody holds a lock."""
        return any(
            isinstance(node, Apply) and node.operator is Operator.LOCKED
            for function in self.functions
            for edge in function.edges
            for root in expressions_of(edge.operation)
            for node in postorder(root)
        )

    @cached_property
    def chosen_classes(self) -> frozenset[str]:
        """The classes whose instances the program chooses among."""
        operations = [edge.operation for function in self.functions for edge in function.edges]
        return frozenset(operation.class_name for operation in operations if isinstance(operation, ChooseInstance))

    @cached_property
    def wakes_one(self) -> bool:
        """Say whether the program wakes one of several threads: which one, is said by their numbers."""
        operations = (edge.operation for function in self.functions for edge in function.edges)
        return any(isinstance(operation, Notify) and not operation.every for operation in operations)

    @cached_property
    def asks_leaked(self) -> bool:
        """Say whether the program asks if memory is lost, other than to check that none is."""
        return any(
            isinstance(node, Apply) and node.operator is Operator.LEAKED
            for function in self.functions
            for edge in function.edges
            if not _checks_leaks(edge.operation)
            for root in expressions_of(edge.operation)
            for node in postorder(root)
        )

    @cached_property
    def locks_in_sections(self) -> bool:
        """Say whether threads may wait for locks inside atomic sections."""
        return may_lock_in_sections(self.program)

    @property
    def object_types(self) -> int:
        """How many types objects can have."""
        return len(self.class_names) + len(self.arrays)

    def type_row(self, tested: Type) -> int:
        """The address of a table that says which objects are of a type."""
        row = self._rows.get(tested)
        if row is None:
            flags = bytes(self.is_instance(index, tested) for index in range(self.object_types))
            row = self._rows[tested] = self.keep((ctypes.c_uint8 * max(len(flags), 1))(*flags))
        return row

    def need_storable(self) -> None:
        """Note that the program asks what arrays may hold."""
        self.is_storable_needed = True

    def keep(self, structure: Any) -> int:
        """Keep what native code points to; the address is the answer."""
        self.kept.append(structure)
        return ctypes.addressof(structure)

    # --- bounds ------------------------------------------------------------------------------------------

    def _collect_bounds(self) -> None:
        """Number all bounds beforehand: the table does not grow while a program runs."""
        if not self.bounds:
            return
        names: list[tuple[str, bool]] = [("element", False), ("memory", False)]
        names += [(item.name, item.hidden) for item in self.program.globals if is_integer(item.type)]
        for function in self.functions:
            variables = function.variables.values()
            names += [(f"{function.name}::{item.name}", item.hidden) for item in variables if is_integer(item.type)]
        for declaration in self.program.classes.values():
            names += [
                (f"{declaration.name}::{item.name}", False) for item in declaration.fields if is_integer(item.type)
            ]
        for name, hidden in names:
            span = self.bounds.range_of(name, hidden=hidden)
            if span is not None:
                self._bound_numbers.setdefault((name, *span), len(self._bound_numbers))
        self.bound_texts = list(self._bound_numbers)

    def sampled(self, edge: str, count: int) -> int:
        """The number of a bound that stands for what is not tried at a choice; the runtime never looks it up."""
        self.bound_texts.append((f"{SAMPLED} {edge}", 0, count))
        return len(self.bound_texts) - 1

    def named_bound(self, name: str, *, hidden: bool = False) -> int | None:
        """The number of a variable's bound."""
        span = self.bounds.range_of(name, hidden=hidden) if self.bounds else None
        return None if span is None else self._bound_numbers[(name, *span)]

    def bound(self, place: Place, function: Function | None) -> int | None:
        """The number of the bound that an integer is held to when it is written."""
        if not self.bounds or not is_integer(place.type):
            return None
        match place:
            case Variable(name, _, True):
                return self.named_bound(name, hidden=self.program.global_variables[name].hidden)
            case Variable(name, _, False):
                assert function is not None
                return self.named_bound(f"{function.name}::{name}", hidden=function.variables[name].hidden)
            case Field(_, class_name, field_name, _):
                return self.named_bound(f"{class_name}::{field_name}")
            case _:
                return self.named_bound("element" if isinstance(place, Element) else "memory")

    # --- relations ---------------------------------------------------------------------------------------

    def values_of(self, kind: Type) -> int:
        """How many values an argument of a relation has."""
        match kind:
            case BoolType():
                return 2
            case TokenType(name) if len(self.program.token_sets[name].tokens) <= 63:
                return len(self.program.token_sets[name].tokens)
            case _:
                raise Unsupported(f"relations over {kind}")

    def relation_rows(self, relation: Relation) -> Iterable[tuple[int, ...]]:
        """The results of every row, in the order of arguments of which the last one counts fastest."""
        rows = dict(relation.rows)
        sizes = [self.values_of(kind) for kind in relation.parameters]
        total = 1
        for size in sizes:
            total *= size
        for row in range(total):
            arguments = []
            for size in reversed(sizes):
                row, value = divmod(row, size)
                arguments.append(value)
            yield rows[tuple(reversed(arguments))]


def _checks_leaks(operation: Operation) -> bool:
    """Say whether an operation checks that no memory is lost: then it does not matter if it is lost earlier."""
    return (
        isinstance(operation, Check)
        and isinstance(operation.condition, Apply)
        and operation.condition.operator is Operator.NOT
        and isinstance(operation.condition.operands[0], Apply)
        and operation.condition.operands[0].operator is Operator.LEAKED
    )
