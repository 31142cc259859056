"""Values and places as people read them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Apply, Bits, Const, Deref, Element, Expr, Field, Place, Variable
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.state import ArrayObject, Frame, Instance, Thread
from vexil.ir.program import Program
from vexil.ir.types import I8, U16, BoolType, LockType, PointerType, ThreadType, TokenType, Type, is_reference
from vexil.model.naming import shown_global, shown_variable
from vexil.model.pointers import lock_name, memory_name, variable_at

CLASS_SITE = "class "
"""Begins the name of the place where the object of a class literal is made; the name of the class follows."""
LITERAL = "literal "
"""Begins the name of the place where the object of a string literal is made; the text follows in quotes."""
LONGEST_STRING = 60
"""So many characters of a string are shown."""

ObjectNames = Callable[[int], str | None]
"""What an object is called, if it has a name."""


def show_value(
    value: object,
    kind: Type,
    machine: Machine,
    names: ObjectNames | None = None,
    threads: Mapping[int, str] | None = None,
) -> str:
    """A value in the words of the program; objects and threads by their names as far as these are given."""
    match kind:
        case BoolType():
            return "true" if value else "false"
        case TokenType(name) if isinstance(value, int):
            return machine.program.token_sets[name].tokens[value]
        case PointerType() if isinstance(value, tuple):
            return _show_pointer(value, machine, names, kind)
        case ThreadType() if isinstance(value, int):
            number = f"thread {value}" if value else "none"
            return number if threads is None else threads.get(value, number)
        case _ if is_reference(kind):
            return show_reference(value, machine, names)
        case _ if kind == U16 and machine.program.source.has_classes and isinstance(value, int):
            return quoted(chr(value), "'")
        case _ if kind == I8 and machine.program.source.has_raw_memory and isinstance(value, int) and 32 <= value < 127:
            return quoted(chr(value), "'")
        case _:
            return str(value)


def _show_pointer(
    pointer: tuple[int, int], machine: Machine, names: ObjectNames | None, kind: PointerType | None = None
) -> str:
    number, offset = pointer
    if number == 0:
        return "null" if offset == 0 else hex(offset)
    if number < 0:
        return f"&{machine.compiled.functions[-1 - number].name}"
    block = machine.objects.get(number)
    if not isinstance(block, Block):
        return f"dead object {number}"
    if offset and (part := memory_name(machine, pointer)) is not None:
        return f"&{part}"
    variable = variable_at(machine, number)
    if variable is not None:
        name = shown_variable(variable)
        return f"&{name}" + (f" + {offset}" if offset else "")
    if kind is not None and kind.target == I8 and (text := _literal_at(machine, pointer, block)) is not None:
        return quoted(text)
    name = block.site if block.origin == "static" else (names and names(number)) or f"object {number}"
    return f"&{name}" + (f" + {offset}" if offset else "")


def _literal_at(machine: Machine, pointer: tuple[int, int], block: Block) -> str | None:
    """The text of a string literal of C from a place on."""
    from vexil.model.c_format import Unprintable
    from vexil.model.output import read_string

    if block.origin not in ("static", "constant") or not block.site.startswith("string#"):
        return None
    try:
        return read_string(machine, pointer).decode("utf-8", "replace")
    except (Unprintable, UndefinedValue):
        return None


def show_reference(value: object, machine: Machine, names: ObjectNames | None = None) -> str:
    """A reference: strings and boxed values as what they contain, other objects by name, or class and number."""
    if not value or not isinstance(value, int):
        return "null"
    item = machine.objects.get(value)
    if isinstance(item, Instance):
        text = string_at(machine, value)
        if text is not None:
            return quoted(text)
        runtime = machine.program.source.runtime
        if item.class_name == runtime.class_object and item.site.startswith(CLASS_SITE):
            return f"{item.site.removeprefix(CLASS_SITE).rpartition('.')[2].replace('$', '.')}.class"
        if item.class_name in runtime.boxes and (boxed := _boxed(item, machine)) is not None:
            return boxed
    name = None if names is None else names(value)
    if name is not None:
        return name
    if isinstance(item, Instance):
        return f"{item.class_name}#{value}"
    return f"{item.element}[{len(item.items)}]#{value}" if isinstance(item, ArrayObject) else f"object {value}"


def _boxed(item: Instance, machine: Machine) -> str | None:
    """The value in a box: of its one field called ``value``."""
    for declared in machine.program.classes[item.class_name].fields:
        if declared.name == "value":
            slot = machine.compiled.classes.slots[item.class_name]["value"]
            return show_value(item.fields[slot], declared.type, machine)
    return None


def string_at(machine: Machine, number: int) -> str | None:
    """The text of a string object, or nothing when the object is no string that can be read."""
    item = machine.objects.get(number)
    string = machine.program.source.runtime.string
    if not isinstance(item, Instance) or item.class_name != string:
        return None
    slot = machine.compiled.classes.slots[string].get("value")
    held = None if slot is None else item.fields[slot]
    array = machine.objects.get(held) if isinstance(held, int) else None
    if not isinstance(array, ArrayObject):
        return _literal(item.site)
    units = [unit & 0xFFFF for unit in array.items if isinstance(unit, int)]
    return b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "replace")


def _literal(site: str) -> str | None:
    """The text of a literal whose characters nobody looks at, as far as the place where it is made tells it."""
    text = site.removeprefix(LITERAL)
    try:
        text_value = json.loads(text) if text != site else None
    except ValueError:
        return None
    return text_value if isinstance(text_value, str) else None


def quoted(text: str, mark: str = '"') -> str:
    """A text in quotes, with escapes for what cannot be printed; long ones are shortened."""
    shown = text if len(text) <= LONGEST_STRING else text[: LONGEST_STRING - 1] + "…"
    escapes = {"\\": "\\\\", mark: f"\\{mark}", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return mark + "".join(escapes.get(c, c if c.isprintable() else f"\\u{ord(c):04x}") for c in shown) + mark


def show_lock(key: object, machine: Machine, names: ObjectNames, numbered: Mapping[int, str]) -> str:
    """What a lock is called: the object whose monitor it is, the variable it is in, or its number."""
    match key:
        case (str(), int() as number):
            return numbered.get(number, f"number {number}")
        case (int() as number, int() as offset):
            part = lock_name(machine, (number, offset))
            return part if part is not None else _show_pointer((number, offset), machine, names)
        case _:
            return show_reference(key, machine, names)


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


def value_in(machine: Machine, expression: Expr, frame: Frame, thread: Thread) -> object:
    """The value of an expression in a frame of a thread; raises `UndefinedValue`."""
    evaluate = machine.compiled.evaluator(expression, frame.code.function)
    return evaluate(frame.registers, machine.globals, machine, thread)


def visible_globals(program: Program) -> list[tuple[int, str, Type]]:
    """The position, name and type of the globals the user wrote that are registers; locks have no values."""
    return [
        (index, shown_global(variable, program), variable.type)
        for index, variable in enumerate(program.globals)
        if not (variable.hidden or variable.addressable or variable.per_thread or isinstance(variable.type, LockType))
    ]
