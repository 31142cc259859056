"""Inputs that only reach something abstracted: they need not be chosen among all numbers.

What the environment chooses goes to a register first, and then to the variable that a user selects. The register is
no variable that a user knows, and as a number it would be open over its whole type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vexil.ir.expressions import Expr, Field, Variable, preorder
from vexil.ir.operation_parts import TypeDomain
from vexil.ir.operations import Assign, Choose, expressions_of
from vexil.ir.program import Function, Program
from vexil.ir.types import is_numeric
from vexil.model.tokens.typing import CONCRETE, AbstractTyping, Slot


def selected_inputs(program: Program, typing: AbstractTyping) -> dict[Slot, str]:
    """The abstractions of hidden registers that hold an input until it is assigned to something abstracted."""
    found: dict[Slot, str] = {}
    for function in program.functions.values():
        for name, place in _passed(function):
            target = _slot(place, function.name)
            abstraction = CONCRETE if target is None else typing.slots.get(target, CONCRETE)
            slot = Slot(f"{function.name}::{name}")
            if abstraction != CONCRETE and typing.slots.get(slot, CONCRETE) == CONCRETE:
                found[slot] = abstraction
    return found


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
