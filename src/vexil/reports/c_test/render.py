"""The text of a test."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vexil.ir.program import Program
from vexil.ir.types import FloatType, PointerType, StructType, Type
from vexil.reports.c_test.answers import Answer, Recording, Signature, Write
from vexil.reports.c_test.spelling import (
    declared,
    float_text,
    is_structure,
    raw_bytes,
    struct_lines,
    type_name,
    value_text,
)

PER_LINE = 10


def definition_lines(recording: Recording, program: Program) -> Iterator[str]:
    """Everything that the program takes from outside."""
    for name in _structures(recording):
        yield from struct_lines(name, program)
        yield ""
    for name, (kind, writes) in sorted(recording.variables.items()):
        yield from _variable(name, kind, writes, program)
    for name in _written_variables(recording):
        yield f"extern unsigned char {name}[] __attribute__((weak)); /* of the program */"
    remembered = _remembered(recording)
    for name in sorted(remembered):
        count, width = len(recording.answers[name]), len(recording.signatures[name].parameters)
        yield f"static void *{_memory(name)}[{count}][{width}]; /* what {name} was given */"
    if recording.settings:
        yield from _settings(recording)
    for name, answers in sorted(recording.answers.items()):
        yield ""
        signature = recording.signatures[name]
        if _is_plain(signature, answers) and name not in remembered:
            yield from _queue(name, signature, answers)
        else:
            yield from _function(name, signature, answers, program, recording.variables, remembers=name in remembered)


def entry_lines(entry: str, recording: Recording) -> Iterator[str]:
    """A ``main`` that calls another entry with the values its parameters have in the run."""
    values = ", ".join(value_text(value, kind) for kind, value in recording.arguments)
    kinds = ", ".join(type_name(kind) for kind, _ in recording.arguments) or "void"
    if any(isinstance(kind, FloatType) for kind, _ in recording.arguments):
        values = ", ".join(_argument(value, kind) for kind, value in recording.arguments)
    yield from ("", f"void {entry}({kinds});", "", "int main(void) {", f"  {entry}({values});", "  return 0;", "}")


def _argument(value: int, kind: Type) -> str:
    """A value in an argument list; floats are given by their bits."""
    if not isinstance(kind, FloatType):
        return value_text(value, kind)
    bits, size = ("unsigned long long", "double") if kind.width == 64 else ("unsigned", "float")
    return f"((union {{ {bits} b; {size} f; }}){{{value:#x}}}).f"


def _structures(recording: Recording) -> list[str]:
    kinds = [kind for held in recording.signatures.values() for kind in (held.result, *held.parameters)]
    return sorted({kind.name for kind in kinds if isinstance(kind, StructType)})


def _written_variables(recording: Recording) -> list[str]:
    """Variables of the program that its functions without a body write by name."""
    writes = (write for answers in recording.answers.values() for answer in answers for write in answer.writes)
    return sorted({write.variable for write in writes if write.variable} - recording.variables.keys())


def _remembered(recording: Recording) -> set[str]:
    """Functions whose arguments others write through later."""
    writes = (write for answers in recording.answers.values() for answer in answers for write in answer.writes)
    return {write.given[0] for write in writes if write.given is not None}


def _memory(name: str) -> str:
    return f"vexil_given_{name}"


def _is_plain(signature: Signature, answers: list[Answer]) -> bool:
    """Whether a function does nothing but return numbers."""
    if signature.result is None or is_structure(signature.result):
        return False
    return all(answer.new_object is None and not answer.writes for answer in answers)


def _head(name: str, signature: Signature) -> str:
    parameters = ", ".join(declared(kind, f"p{position + 1}") for position, kind in enumerate(signature.parameters))
    return f"WEAK {declared(signature.result, name)}({parameters or 'void'}) {{"


def _queue(name: str, signature: Signature, answers: list[Answer]) -> Iterator[str]:
    """A function that gives one number after the other."""
    kind = signature.result
    assert kind is not None
    yield _head(name, signature)
    values = [value_text(answer.value, kind) for answer in answers]
    is_float = isinstance(kind, FloatType)
    if isinstance(kind, FloatType):
        element = "unsigned long long" if kind.width == 64 else "unsigned"
        yield f"  /* {', '.join(float_text(answer.value, kind.width) for answer in answers[:PER_LINE])} */"
    else:
        element = type_name(kind)
    separator = "" if element.endswith("*") else " "
    constant = "" if isinstance(kind, PointerType) else "const "
    yield f"  static {constant}{element}{separator}values[] = {{"
    for first in range(0, len(values), PER_LINE):
        yield f"    {', '.join(values[first : first + PER_LINE])},"
    yield "  };"
    yield "  static unsigned long next;"
    yield f'  if (next == {len(values)}) vexil_used_up("{name}");'
    if is_float:
        yield f"  {declared(kind, 'value')};"
        yield "  memcpy(&value, &values[next++], sizeof value);"
        yield "  return value;"
    else:
        yield "  return values[next++];"
    yield "}"


def _function(
    name: str,
    signature: Signature,
    answers: list[Answer],
    program: Program,
    own: Collection[str],
    *,
    remembers: bool,
) -> Iterator[str]:
    """A function that writes to memory, or gives structures or objects of its own; *own* variables are the test's."""
    yield _head(name, signature)
    yield "  static unsigned long next;"
    kind = signature.result
    if kind is not None:
        yield f"  {declared(kind, 'result')};"
        yield "  memset(&result, 0, sizeof result);"
    for position, parameter in enumerate(signature.parameters if remembers else ()):
        if isinstance(parameter, PointerType):
            yield f"  if (next < {len(answers)}) {_memory(name)}[next][{position}] = (void *)p{position + 1};"
    yield "  switch (next++) {"
    for number, answer in enumerate(answers):
        yield f"  case {number}:"
        if answer.new_object is not None:
            yield f"    result = calloc(1, {answer.new_object});"
        start = "&result" if is_structure(kind) else "result"
        for write in answer.writes:
            guard = f"if ({write.variable}) " if write.variable and write.variable not in own else ""
            yield f"    {guard}{_write(write, start, program)}"
        if kind is not None and not is_structure(kind) and answer.new_object is None:
            yield f"    {_result(answer.value, kind)}"
        yield "    break;"
    yield "  default:"
    yield f'    vexil_used_up("{name}");'
    yield "  }"
    if kind is not None:
        yield "  return result;"
    yield "}"


def _result(value: int, kind: Type) -> str:
    if isinstance(kind, FloatType):
        return f"memcpy(&result, &({_bits_type(kind)}){{{value:#x}}}, sizeof result);"
    return f"result = {value_text(value, kind)};"


def _bits_type(kind: FloatType) -> str:
    return "unsigned long long" if kind.width == 64 else "unsigned"


def _write(write: Write, result: str, program: Program) -> str:
    """A statement that writes a value where the function wrote it."""
    place = write.variable or (result if write.root == 0 else f"p{write.root}")
    if write.given is not None:
        function, call, position = write.given
        place = f"{_memory(function)}[{call}][{position}]"
    for offset in write.path:
        place = f"vexil_follow({place}, {offset})"
    place = f"vexil_at({place}, {write.offset})"
    size = program.layout.size_of(write.kind, program.structs)
    if write.bits is not None:
        first, width = write.bits
        return f"vexil_bits({place}, {size}, {first}, {width}, {write.value % (1 << width):#x}ULL);"
    if isinstance(write.kind, FloatType):
        comment = float_text(write.value, write.kind.width)
        return f"memcpy({place}, &({_bits_type(write.kind)}){{{write.value:#x}}}, {size}); /* {comment} */"
    return f"memcpy({place}, &({type_name(write.kind)}){{{value_text(write.value, write.kind)}}}, {size});"


def _variable(name: str, kind: Type, writes: list[Write], program: Program) -> Iterator[str]:
    """A variable that the program declares and nobody defines, as its bytes."""
    size = max(1, program.layout.size_of(kind, program.structs))
    content = bytearray(size)
    for write in writes:
        width = program.layout.size_of(write.kind, program.structs)
        here = slice(write.offset, write.offset + width)
        if write.bits is None:
            content[here] = raw_bytes(write.value, write.kind, width)
        else:
            first, count = write.bits
            mask = ((1 << count) - 1) << first
            unit = int.from_bytes(content[here], "little") & ~mask | (write.value << first) & mask
            content[here] = unit.to_bytes(width, "little")
    if len(writes) == 1 and not is_structure(kind):
        yield f"/* {name} = {_comment(writes[0].value, kind)} */"
    values = [str(byte) for byte in content]
    yield f"WEAK _Alignas(16) unsigned char {name}[{size}] = {{"
    for first_byte in range(0, size, 2 * PER_LINE):
        yield f"  {', '.join(values[first_byte : first_byte + 2 * PER_LINE])},"
    yield "};"


def _comment(value: int, kind: Type) -> str:
    return float_text(value, kind.width) if isinstance(kind, FloatType) else value_text(value, kind)


def _settings(recording: Recording) -> Iterator[str]:
    """Variables of the program that the user gave another start."""
    yield ""
    yield from (f"extern {declared(kind, name)};" for name, (kind, _) in sorted(recording.settings.items()))
    yield ""
    yield "__attribute__((constructor)) static void vexil_set(void) {"
    for name, (kind, value) in sorted(recording.settings.items()):
        yield f"  {name} = {_argument(value, kind)};"
    yield "}"
