"""Values and places as people read them."""

from __future__ import annotations

from vexil.ir.expressions import Apply, Bits, Const, Deref, Element, Expr, Field, Place, Variable
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.state import ArrayObject, Instance
from vexil.ir.program import Program
from vexil.ir.types import BoolType, PointerType, ThreadType, TokenType, Type, is_reference


def show_value(value: object, kind: Type, machine: Machine) -> str:
    """A value in the words of the program."""
    match kind:
        case BoolType():
            return "true" if value else "false"
        case TokenType(name) if isinstance(value, int):
            return machine.program.token_sets[name].tokens[value]
        case PointerType() if isinstance(value, tuple):
            return _show_pointer(value, machine)
        case ThreadType():
            return f"thread {value}" if value else "none"
        case _ if is_reference(kind):
            return _show_reference(value, machine)
        case _:
            return str(value)


def _show_pointer(pointer: tuple[int, int], machine: Machine) -> str:
    number, offset = pointer
    if number == 0:
        return "null" if offset == 0 else hex(offset)
    if number < 0:
        return f"&{machine.compiled.functions[-1 - number].name}"
    block = machine.objects.get(number)
    if not isinstance(block, Block):
        return f"dead object {number}"
    name = block.site if block.origin == "static" else f"object {number}"
    return f"&{name}" + (f" + {offset}" if offset else "")


def _show_reference(value: object, machine: Machine) -> str:
    if not value or not isinstance(value, int):
        return "null"
    item = machine.objects.get(value)
    if isinstance(item, Instance):
        return f"{item.class_name}#{value}"
    return f"{item.element}[{len(item.items)}]#{value}" if isinstance(item, ArrayObject) else f"object {value}"


def show_place(place: Place) -> str:
    """A place as the user might write it."""
    text = ""
    current: Expr = place
    while True:
        match current:
            case Variable(name, _, _):
                return name + text
            case Field((reference,), _, name, _):
                text = f".{name}{text}"
                current = reference
            case Element((array, index), _):
                text = f"[{_show_simple(index)}]{text}"
                current = array
            case Deref((pointer,), _) | Bits((pointer,), _, _, _, _):
                return f"*({_show_simple(pointer)}){text}"
            case _:
                return f"({_show_simple(current)}){text}"


def _show_simple(expression: Expr) -> str:
    match expression:
        case Variable(name, _, _):
            return name
        case Const(value, _):
            return str(value)
        case Apply(operator, (left, right), _):
            if isinstance(left, Variable | Const) and isinstance(right, Variable | Const):
                return f"{_show_simple(left)} {operator.value} {_show_simple(right)}"
            return "…"
        case _:
            return "…"


def visible_globals(program: Program) -> list[tuple[int, str, Type]]:
    """The position, name and type of the globals the user wrote that are registers."""
    return [
        (index, variable.name, variable.type)
        for index, variable in enumerate(program.globals)
        if not variable.hidden and not variable.addressable and not variable.per_thread
    ]
