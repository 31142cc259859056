"""What programs print: in C the text of ``printf`` and its like, read from a running machine.

The functions are externals of the program. A variadic one has a last, hidden parameter that points to the variadic
arguments: they lie one after the other in slots of 8 bytes, 16 for ``long double``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import AddressOf, Expr, Variable, preorder
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block, Pointer
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.operations import Call
from vexil.ir.program import Program
from vexil.ir.types import VOID_POINTER
from vexil.model.c_format import LONGEST_FIELD, Unprintable, format_text
from vexil.model.values import string_at

SLOT = 8
STREAMS = {"stdout": 1, "__stdoutp": 1, "stderr": 2, "__stderrp": 2}
"""The names of the standard streams in C libraries, with the numbers POSIX gives them."""
ELSEWHERE = 0
"""The stream of text that goes to a file."""

PRINTING = frozenset(
    {"printf", "fprintf", "puts", "fputs", "putchar", "putc", "fputc", "fwrite", "vprintf", "vfprintf"}
)


@dataclass(frozen=True, slots=True)
class Output:
    """The text a call prints, the number of its stream, and what the call returns."""

    stream: int
    text: bytes
    result: int


def printing_functions(program: Program) -> frozenset[str]:
    """The functions of a program whose calls print: of C externals, of Java the one that library models call."""
    if program.source.has_classes:
        return frozenset({program.source.runtime.print_function} & set(program.functions))
    return frozenset(name for name, function in program.functions.items() if function.external and name in PRINTING)


def output_of(machine: Machine, thread: Thread) -> Output:
    """What the printing function that a thread has just entered prints; raises `Unprintable`."""
    if machine.program.source.has_classes:
        return _java_output(machine, thread)
    function = thread.frames[-1].code.function
    try:
        return _output(_Printed(machine, thread))
    except UndefinedValue as undefined:
        raise Unprintable(f"{function.name} reads what cannot be read ({undefined.kind})") from None
    except Unprintable as problem:
        raise Unprintable(f"{function.name}: {problem}") from None


def _output(call: _Printed) -> Output:
    match call.frame.code.function.name:
        case "printf":
            return _formatted(1, call.string(0), call)
        case "fprintf":
            return _formatted(call.stream(0), call.string(1), call)
        case "puts":
            text = call.string(0) + b"\n"
            return Output(1, text, len(text))
        case "fputs":
            return Output(call.stream(1), call.string(0), 1)
        case "putchar":
            return _character(1, call)
        case "putc" | "fputc":
            return _character(call.stream(1), call)
        case "fwrite":
            count = call.number(2)
            return Output(call.stream(3), call.bytes_at(call.pointer(0), call.number(1) * count), count)
        case "vprintf":
            return _listed(1, call.string(0), call.list_start(1), call)
        case "vfprintf":
            return _listed(call.stream(0), call.string(1), call.list_start(2), call)
        case name:
            raise Unprintable(f"what {name} prints is not shown")


def _formatted(stream: int, template: bytes, call: _Printed) -> Output:
    return _listed(stream, template, call.pointer(len(call.frame.code.function.parameters) - 1), call)


def _listed(stream: int, template: bytes, arguments: Pointer, call: _Printed) -> Output:
    text = format_text(template, Slots(call.machine, arguments))
    return Output(stream, text, len(text))


def _character(stream: int, call: _Printed) -> Output:
    code = call.number(0) & 0xFF
    return Output(stream, bytes([code]), code)


class _Printed:
    """The arguments of the call that a thread has just entered."""

    def __init__(self, machine: Machine, thread: Thread) -> None:
        self.machine = machine
        self.frame: Frame = thread.frames[-1]
        self._caller: Frame | None = thread.frames[-2] if len(thread.frames) > 1 else None

    def _argument(self, position: int) -> object:
        parameters = self.frame.code.function.parameters
        if not 0 <= position < len(parameters):
            raise Unprintable("it has too few parameters")
        value = self.frame.registers[position]
        if not parameters[position].addressable:
            return value
        storage = storage_of(parameters[position].type, self.machine.program.layout.pointer_width // 8)
        assert isinstance(value, int)
        return self.machine.load((value, 0), storage, int(storage[1:]))

    def number(self, position: int) -> int:
        """An integer argument."""
        value = self._argument(position)
        if not isinstance(value, int):
            raise Unprintable(f"argument {position + 1} is no integer")
        return value

    def pointer(self, position: int) -> Pointer:
        """A pointer argument."""
        value = self._argument(position)
        if not isinstance(value, tuple):
            raise Unprintable(f"argument {position + 1} is no pointer")
        return value

    def list_start(self, position: int) -> Pointer:
        """The arguments of a ``va_list``: on 64 bits it is a record that begins with the pointer, else the pointer."""
        given = self.pointer(position)
        width = self.machine.program.layout.pointer_width
        if width == 32:
            return given
        storage = storage_of(VOID_POINTER, width // 8)
        start = self.machine.load(given, storage, width // 8)
        if not isinstance(start, tuple):
            raise Unprintable(f"argument {position + 1} is no list of arguments")
        return start

    def string(self, position: int) -> bytes:
        """The string that an argument points to."""
        return read_string(self.machine, self.pointer(position))

    def bytes_at(self, pointer: Pointer, count: int) -> bytes:
        """So many bytes of memory."""
        if count > LONGEST_FIELD:
            raise Unprintable(f"{count} bytes are too many to be shown")
        return bytes(_byte(self.machine, pointer, offset, 1) for offset in range(count))

    def stream(self, position: int) -> int:
        """The number of the stream that an argument stands for: known by the name of a variable, or by its value."""
        pointer = self.pointer(position)
        caller = self._caller
        if caller is not None and caller.call_edge >= 0:
            operation = caller.code.function.edges[caller.call_edge].operation
            if isinstance(operation, Call) and position < len(operation.arguments):
                named = _named_stream(operation.arguments[position])
                if named is not None:
                    return named
        block = self.machine.objects.get(pointer[0])
        if isinstance(block, Block) and block.site in STREAMS:
            return STREAMS[block.site]
        for name, number in STREAMS.items():
            declared = self.machine.program.global_variables.get(name)
            if declared is not None and not declared.per_thread:
                try:
                    known = self.machine.evaluate(Variable(name, declared.type, True))
                except UndefinedValue:
                    continue
                if known == pointer and pointer != (0, 0):
                    return number
        return ELSEWHERE


def _named_stream(argument: Expr) -> int | None:
    for part in preorder(argument):
        variable = part.variable if isinstance(part, AddressOf) else part
        if isinstance(variable, Variable) and variable.name in STREAMS:
            return STREAMS[variable.name]
    return None


def _byte(machine: Machine, start: Pointer, offset: int, size: int) -> int:
    value = machine.load(machine.pointer_add(start, offset), f"u{size}", size)
    assert isinstance(value, int)
    return value


def read_string(machine: Machine, start: Pointer, *, most: int | None = None, size: int = 1) -> bytes:
    """The characters from a pointer to the first zero, at most so many; raises `UndefinedValue` or `Unprintable`."""
    content = bytearray()
    while most is None or len(content) < most:
        code = _byte(machine, start, len(content) * size, size)
        if code == 0:
            break
        if code > 0xFF or (size > 1 and code > 0x7F):
            raise Unprintable("wide characters are shown only where they are ASCII")
        if len(content) >= LONGEST_FIELD:
            raise Unprintable(f"a string has more than {LONGEST_FIELD} characters")
        content.append(code)
    return bytes(content)


@dataclass(slots=True)
class Slots:
    """The variadic arguments of a call, read one after the other."""

    machine: Machine
    start: Pointer
    _offset: int = field(default=0)

    def _next(self, slots: int = 1) -> Pointer:
        place = self.machine.pointer_add(self.start, self._offset)
        self._offset += SLOT * slots
        return place

    def integer(self, length: str, signed: bool) -> int:
        """The next integer, converted to the type that the length modifier names."""
        long = self.machine.program.layout.pointer_width // 8
        size = {"l": long, "z": long, "t": long, "ll": 8, "q": 8, "j": 8, "L": 8}.get(length, 4)
        value = self.machine.load(self._next(), f"u{size}", size)
        if not isinstance(value, int):
            raise Unprintable("an argument is no integer")
        width = {"hh": 8, "h": 16}.get(length, 8 * size)
        value &= (1 << width) - 1
        return value - (1 << width) if signed and value >> (width - 1) else value

    def floating(self, length: str) -> float:
        """The next floating-point number; a ``long double`` has the precision of a ``double``."""
        value = self.machine.load(self._next(2 if length == "L" else 1), "f8", 8)
        if not isinstance(value, float):
            raise Unprintable("an argument is no floating-point number")
        return value

    def _pointer(self) -> Pointer:
        size = self.machine.program.layout.pointer_width // 8
        value = self.machine.load(self._next(), f"p{size}", size)
        if not isinstance(value, tuple):
            raise Unprintable("an argument is no pointer")
        return value

    def address(self) -> int:
        """The next pointer as a number: the one that a cast to an integer would give."""
        return self.machine.address_number(self._pointer())

    def text(self, length: str, most: int | None) -> bytes:
        """The string that the next pointer points to."""
        return read_string(self.machine, self._pointer(), most=most, size=4 if length else 1)


def _java_output(machine: Machine, thread: Thread) -> Output:
    """What the printing function that a thread has just entered prints; raises `Unprintable`."""
    stream, text = thread.frames[-1].registers[:2]
    shown = string_at(machine, text) if isinstance(text, int) else None
    if shown is None or not isinstance(stream, int):
        raise Unprintable("the text cannot be read")
    return Output(stream, shown.encode("utf-8", "replace"), 0)
