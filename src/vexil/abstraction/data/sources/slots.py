"""The slots of a program as the sources have them: copies of captured variables are the variables themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from vexil.abstraction.data.inference.calls import Callees
from vexil.abstraction.data.inference.declarations import Declarations
from vexil.abstraction.data.sources.kinds import Kind, is_number
from vexil.core.source import Span
from vexil.ir.expressions import Expr, Field, Variable
from vexil.ir.names import CAPTURED
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Assign, Call
from vexil.ir.program import Function, Program
from vexil.ir.types import ArrayReferenceType
from vexil.model.tokens.abstract_type import slot_of
from vexil.model.tokens.typing import CONCRETE, AbstractTyping, Slot


class Slots:
    """What is declared, and the kind of what it holds."""

    def __init__(self, program: Program, typing: AbstractTyping) -> None:
        self.program = program
        self.typing = typing
        self._declarations = Declarations(program).all
        self._declared: defaultdict[Span, list[str]] = defaultdict(list)
        declarations = program.source_map.declarations
        for declared, span in declarations.items():
            self._declared[span].append(declared)
        classes = [name for name in declarations if name in program.classes]
        owners = [_owner(name) for name in declarations if name in program.functions]
        self._own = {_outermost(name) for name in (*classes, *owners)}
        self._originals: dict[str, Slot] = {}
        self._callees = Callees(program)
        for function in program.functions.values():
            self._find_copies(function)

    def _find_copies(self, function: Function) -> None:
        """Find the variables that captured ones are copies of: of lambdas, and of local classes."""
        declarations = self.program.source_map.declarations
        for edge in function.edges:
            match edge.operation:
                case Assign(Variable(name=name), Field(field=field)) if field.startswith(CAPTURED):
                    span = declarations.get(f"{function.name}::{name}")
                    others = self._declared.get(span, []) if span is not None else []
                    for other in others:
                        if other != f"{function.name}::{name}" and other not in self._originals:
                            self._originals[f"{function.name}::{name}"] = Slot(other)
                case Call(callee=StaticCallee(function=called), arguments=arguments):
                    parameters = self.program.functions[called].parameters
                    for parameter, argument in zip(parameters, arguments, strict=False):
                        if parameter.name.startswith(CAPTURED) and isinstance(argument, Variable):
                            copy = f"{_owner(called)}::{parameter.name}"
                            self._originals[copy] = Slot(f"{function.name}::{argument.name}")
                case _:
                    pass

    def original(self, slot: Slot) -> Slot:
        """The slot of the variable that the sources have."""
        visited = {slot.name}
        name = slot.name
        while (origin := self._originals.get(name)) is not None and origin.name not in visited:
            name = origin.name
            visited.add(name)
        return Slot(name, slot.elements)

    def kind(self, slot: Slot) -> Kind | None:
        """The kind of the numbers in a slot; nothing if it holds none."""
        declared = self._declarations.get(slot.name)
        kind = None if declared is None else declared.type
        for _ in range(slot.elements):
            kind = kind.element if isinstance(kind, ArrayReferenceType) else None
        return Kind(self.typing.slots.get(slot, CONCRETE), kind) if kind is not None and is_number(kind) else None

    def of_place(self, function: str, place: Expr) -> Slot | None:
        """The slot that a place belongs to, as the sources have it."""
        slot = slot_of(place, function)
        return None if slot is None else self.original(slot)

    def kind_of_place(self, function: str, place: Expr, elements: int = 0) -> Kind | None:
        """The kind of a place, or of the elements of the array in it."""
        slot = self.of_place(function, place)
        return None if slot is None else self.kind(Slot(slot.name, slot.elements + elements))

    def result(self, function: Function) -> Kind | None:
        """The kind of what a function returns."""
        return self.kind(Slot(f"{function.name}()")) if function.result is not None else None

    def parameter(self, function: Function, number: int) -> Kind | None:
        """The kind of a parameter."""
        return self.kind(Slot(f"{function.name}::{function.parameters[number].name}"))

    # --- declarations --------------------------------------------------------------------------------------

    def declared(self, span: Span) -> list[str]:
        """The names of what is declared at a place."""
        return self._declared.get(span, [])

    def declared_kind(self, span: Span, elements: int = 0) -> Kind | None:
        """The kind of what is declared at a place, or of the elements of its arrays; nothing if it is no number."""
        slots = [self.original(Slot(name, elements)) for name in self.declared(span)]
        return next((kind for slot in slots if (kind := self.kind(slot)) is not None), None)

    def result_kind(self, span: Span) -> Kind | None:
        """The kind of what the function that is declared at a place returns."""
        functions = [self.program.functions[name] for name in self.declared(span) if name in self.program.functions]
        return next((kind for function in functions if (kind := self.result(function)) is not None), None)

    def is_users(self, function: str) -> bool:
        """Say whether a function belongs to a class of the sources, so that they can change with it."""
        return _outermost(_owner(function)) in self._own

    def called(self, call: Call) -> Iterator[Function]:
        """The functions that a call may run."""
        return (self.program.functions[name] for name in self._callees.of(call.callee, len(call.arguments)))


def _owner(function: str) -> str:
    """The class of a function."""
    return function.partition("(")[0].rpartition(".")[0]


def _outermost(name: str) -> str:
    """The class that a class is inside of."""
    return name.partition("$")[0]
