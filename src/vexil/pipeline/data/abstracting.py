"""From selections to an abstract program: the library, the inference, and the translation in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from vexil.abstraction.data.inference import Inference, Lattice, find_array, find_slots
from vexil.abstraction.data.library import Library
from vexil.abstraction.data.programs import abstracted
from vexil.abstraction.data.properties import whole_conditions
from vexil.abstraction.data.values import condition
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import read_source
from vexil.ir.expressions import Expr, Field, Variable, preorder
from vexil.ir.operation_parts import TypeDomain
from vexil.ir.operations import Assign, Choose, expressions_of
from vexil.ir.program import Function, Program
from vexil.ir.rounding import Rounding
from vexil.ir.types import Type, is_numeric
from vexil.languages.options import Integers
from vexil.model.tokens.abstract_type import AbstractType, Concrete, zero_first
from vexil.model.tokens.basl.tree import ArrayAbstraction, ClassAbstraction
from vexil.model.tokens.typing import CONCRETE, AbstractTyping, Slot
from vexil.pipeline.data.options import DataOptions, parse_bindings, parse_coercions


def selected_inputs(program: Program, typing: AbstractTyping) -> dict[Slot, str]:
    """The abstractions of hidden registers that hold an input until it is assigned to something abstracted."""
    selected: dict[Slot, str] = {}
    for function in program.functions.values():
        for name, place in _passed(function):
            target = _slot(place, function.name)
            abstraction = CONCRETE if target is None else typing.slots.get(target, CONCRETE)
            slot = Slot(f"{function.name}::{name}")
            if abstraction != CONCRETE and typing.slots.get(slot, CONCRETE) == CONCRETE:
                selected[slot] = abstraction
    return selected


def _passed(function: Function) -> Iterator[tuple[str, Expr]]:
    """The registers that are written by an input and read by one assignment only, and where that writes."""
    hidden = {item.name for item in function.locals if item.hidden and is_numeric(item.type) and not item.addressable}
    operations = [edge.operation for edge in function.edges]
    uses = Counter(
        part.name
        for operation in operations
        for expression in expressions_of(operation)
        for part in preorder(expression)
        if isinstance(part, Variable) and not part.is_global and part.name in hidden
    )
    chosen = [item.place for item in operations if isinstance(item, Choose) and isinstance(item.domain, TypeDomain)]
    inputs = Counter(place.name for place in chosen if isinstance(place, Variable) and not place.is_global)
    for operation in operations:
        match operation:
            case Assign(place, Variable(name, kind, False)) if (
                kind == place.type and inputs[name] and uses[name] == inputs[name] + 1
            ):
                yield name, place
            case _:
                pass


def _slot(place: Expr, function: str) -> Slot | None:
    match place:
        case Variable(name, _, is_global):
            return Slot(name if is_global else f"{function}::{name}")
        case Field(_, owner, name, _):
            return Slot(f"{owner}::{name}")
        case _:
            return None


@dataclass
class Abstracted:
    """A program, the abstractions of its numbers, and the abstract program."""

    concrete: Program
    inference: Inference
    library: Library
    selections: Mapping[Slot, str]
    context: Context
    indices: Mapping[Slot, str] = field(default_factory=dict)
    """Selections for the indices of arrays."""
    written: Program | None = None
    """The program with its divisions as they were written, where they round otherwise than by truncating."""

    @property
    def source(self) -> Program:
        """The program that is abstracted: its divisions are those of the tables."""
        return self.written or self.concrete

    @cached_property
    def typing(self) -> AbstractTyping:
        """The abstraction of every slot and occurrence."""
        return self.inference.typing()

    @cached_property
    def program(self) -> Program:
        """The abstract program; what it checks is decided as a whole where that is possible."""
        rounding = self.library.rounding
        conditions = whole_conditions(self.source, self.typing, self.library, self.context, rounding=rounding)
        return abstracted(self.source, self.typing, self.library, conditions, rounding)

    def abstract_type(self, slot: Slot, kind: Concrete) -> AbstractType:
        """The abstract type of a slot, with its tokens in the order of the abstract program."""
        return zero_first(self.library.abstract_type(self.typing.slots[slot], kind))

    def stands_for(self, slot: Slot, kind: Type, token: int, number: int | float) -> bool:
        """Say whether a token of a slot of the abstract program stands for a number."""
        assert isinstance(kind, Concrete)
        return condition(self.abstract_type(slot, kind).members[token])(number)


def library_of(
    options: DataOptions,
    context: Context,
    integers: Integers = Integers.MACHINE,
    rounding: Rounding = Rounding.TRUNCATE,
) -> Library:
    """The library with what the user's files define, for this arithmetic."""
    library = Library(context, integers, rounding=rounding)
    for name in options.files:
        for note in library.load(read_source(name)):
            context.emit("basl", note=str(note))
    return library


@dataclass
class _Selections:
    """What ``--bind`` selects, opened to slots: abstractions of classes and arrays stand for several."""

    program: Program
    library: Library
    slots: dict[Slot, str] = field(default_factory=dict)
    indices: dict[Slot, str] = field(default_factory=dict)

    def add(self, name: str, abstraction: str) -> None:
        """Add a binding as it was given."""
        loaded = self.library.loaded.get(abstraction)
        match None if loaded is None else loaded.unit:
            case ClassAbstraction(_, class_name, bindings):
                if name.rpartition(".")[2] != class_name.text.rpartition(".")[2]:
                    raise UsageError(
                        f"{abstraction} is an abstraction of class {class_name.text}, not of {name}",
                        hint=f"write --bind {class_name.text}={abstraction}",
                    )
                for binding in bindings:
                    self._select(f"{name}.{binding.slot.text}", binding.abstraction.text)
            case ArrayAbstraction(_, element, index, component):
                if index is not None:
                    self._index(name, index.text)
                if component is not None and component.text in self.library.loaded:
                    self.add(
                        element.text if isinstance(self._unit(component.text), ClassAbstraction) else f"{name}[]",
                        component.text,
                    )
                elif component is not None:
                    self._select(f"{name}[]", component.text)
            case _ if name.startswith("@"):
                self._index(name[1:], abstraction)
            case _:
                self._select(name, abstraction)

    def _unit(self, name: str) -> object:
        return self.library.loaded[name].unit

    def _index(self, name: str, abstraction: str) -> None:
        self.indices[find_array(self.program, name)] = abstraction

    def _select(self, name: str, abstraction: str) -> None:
        for slot in find_slots(self.program, name):
            self.slots[slot] = abstraction


def selected(program: Program, library: Library, bindings: Iterable[str]) -> dict[Slot, str]:
    """The slots that bindings select, with their abstractions; indices of arrays are left out."""
    opened = _Selections(program, library)
    for name, abstraction in parse_bindings(bindings):
        opened.add(name, abstraction)
    return opened.slots


def abstract(
    program: Program,
    options: DataOptions,
    context: Context,
    *,
    library: Library | None = None,
    selections: Mapping[Slot, str] | None = None,
    written: Program | None = None,
) -> Abstracted:
    """Abstract a program; raises `UsageError` for what cannot be, and `TypeConflict` when selections do not fit."""
    options.validate()
    library = library or library_of(options, context)
    opened = _Selections(program, library, dict(selections or {}))
    for name, abstraction in parse_bindings(options.bindings) if selections is None else ():
        opened.add(name, abstraction)
    chosen, indices = opened.slots, opened.indices
    names = {*chosen.values(), *indices.values(), options.default} - {CONCRETE}
    coercions = parse_coercions(options.coercions)
    names |= {name for pair in coercions for name in pair}

    def supports(name: str, kind: Concrete) -> bool:
        try:
            library.abstract_type(name, kind)
        except UsageError:
            return False
        return True

    context.emit("abstraction", selections=len(chosen))
    source = written or program
    inference = Inference(source, Lattice(sorted(names), coercions, supports), options.default, indices)
    inference.select_all(chosen)
    inference.select_all(selected_inputs(source, inference.typing()))
    return Abstracted(program, inference, library, chosen, context, indices, written)
