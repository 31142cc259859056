"""The world outside the program: what functions and variables do that are declared and defined nowhere.

A function without a body returns any value of its type; a pointer it returns is null or leads to a new object. It may
write any value to the objects its pointer arguments point to, and to those that pointers in them point to, unless the
pointers promise not to (``const``); pointers in them stay as they are. What a ``void *`` points to is known where the
function is called by name. It changes no other variable, frees nothing, starts no threads and does not call back. This
is an assumption, shown with every verdict.
"""

from __future__ import annotations

from vexil.core.caveats import Assumption, Effect
from vexil.frontends.c.conversions import zero
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.program import Translation
from vexil.frontends.c.types import Member, UnsupportedType
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import AddressOf, Apply, Bits, Const, Deref, Expr, Operator, Place, Variable
from vexil.ir.operation_parts import GuardedDomain, NewMemory, Origin, StaticCallee, TypeDomain
from vexil.ir.operations import Allocate, Assign, Call, Choose, Fill, Return, Skip
from vexil.ir.types import (
    BOOL,
    I32,
    I64,
    VOID_POINTER,
    BoolType,
    FloatType,
    IntegerType,
    PointerType,
    ThreadType,
    is_aggregate,
)
from vexil.ir.typing import apply

HOPS = 2
"""How many pointers a function without a body is taken to follow from its arguments."""
SILENT = frozenset({
    "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "putc", "fputc", "perror", "fflush",
    "fwrite", "dprintf", "putchar_unlocked", "putc_unlocked", "fputs_unlocked", "write", "syslog", "fclose", "setbuf",
    "setvbuf", "fseek", "ftell", "rewind", "feof", "ferror", "clearerr", "fileno", "remove", "rename", "unlink",
    "close", "warn", "warnx", "putw", "setlocale", "signal", "raise", "alarm", "pause", "getpid", "getppid",
})  # fmt: skip
"""Library functions that write nothing the program can see; what they return is arbitrary."""


def _followed(translation: Translation, kind: int) -> int | None:
    """The type a pointer lets a function without a body write to."""
    described = translation.types.describe(kind)
    if described[0] != "pointer" or described[2]:
        return None
    target = int(described[1])
    if translation.types.shape(target) in ("void", "function", "other") or not translation.types.is_complete(target):
        return None
    return target


def after_call(
    fn: FunctionLowering, declaration: int, arguments: list[int], values: list[Expr], described: tuple[object, ...]
) -> None:
    """Let a function without a body write through pointers whose types only the caller knows."""
    name = fn.tree.declarations[declaration].name
    if name in SILENT:
        return
    _, _, parameters, variadic, prototype = described
    assert isinstance(parameters, tuple)
    for formal, argument, pointer in zip(parameters, arguments, values, strict=False):
        shape = fn.types.describe(formal)
        if shape[0] != "pointer" or shape[2] or _followed(fn.translation, formal) is not None:
            continue
        target = _followed(fn.translation, _written_type(fn, argument))
        if target is not None:
            fn.emit(Call(StaticCallee(writer(fn.translation, target, HOPS)), (pointer,), None))
    if variadic or not prototype:
        for argument, pointer in zip(arguments[len(parameters) :], values[len(parameters) :], strict=True):
            target = _followed(fn.translation, _written_type(fn, argument))
            if target is not None:
                fn.emit(Call(StaticCallee(writer(fn.translation, target, HOPS)), (pointer,), None))


def _written_type(fn: FunctionLowering, node: int) -> int:
    """The type of an argument before it was converted to ``void *``."""
    while fn.tree.kinds[node] in (Kind.PAREN, Kind.IMPLICIT_CAST, Kind.CAST):
        inner = fn.tree.children(node)[-1]
        if fn.types.shape(fn.tree.types[inner]) == "array":
            return fn.tree.types[node]
        if fn.types.shape(fn.tree.types[inner]) != "pointer":
            break
        node = inner
    return fn.tree.types[node]


# --- writers ---------------------------------------------------------------------------------------------


def writer(translation: Translation, kind: int, hops: int) -> str:
    """The function that writes anything to the objects of a type from a pointer on; made once for each type."""
    key = (kind, hops)
    known = translation.writers.get(key)
    if known is not None:
        return known
    shown = str(translation.types.stored(kind))
    name = translation.unique_function(
        f"environment writes {shown}" if hops == HOPS else f"environment writes {shown}, deeper"
    )
    translation.writers[key] = name
    builder = FunctionBuilder(name, None, external=True)
    fn = FunctionLowering(translation, builder)
    pointer = builder.parameter(fn.name("p"), PointerType(translation.types.pointed(kind)), hidden=True)
    size = max(1, translation.types.size(kind))
    head, again, body, end = fn.fresh(), fn.fresh(), fn.fresh(), fn.fresh()
    fn.go_to(head)
    here = Variable(pointer.name, pointer.type, False)
    fn.branch(apply(Operator.ACCESSIBLE, here, Const(size, I64)), again, end)
    fn.builder.edge(again, body, Skip(), None)
    fn.builder.edge(again, end, Skip(), None)
    fn.here = body
    _write_parts(fn, kind, 0, hops)
    fn.emit_to(Assign(here, Apply(Operator.POINTER_ADD, (here, Const(size, I64)), pointer.type)), head, end)
    fn.emit_to(Return(None), builder.exit, builder.exit)
    fn.finish()
    return name


def _write_parts(fn: FunctionLowering, kind: int, offset: int, hops: int) -> None:
    types = fn.types
    described = types.describe(kind)
    if described[0] == "array":
        if described[2] <= 64:
            for index in range(max(0, described[2])):
                _write_parts(fn, described[1], offset + index * types.size(described[1]), hops)
        else:
            _write_long_array(fn, described, offset, hops)
    elif described[0] == "record":
        for member in types.members(kind):
            _write_member(fn, member, offset, hops)
    else:
        _write_scalar(fn, Deref((_moved(fn, offset),), types.ir(kind)), kind, hops)


def _write_long_array(fn: FunctionLowering, described: tuple[object, ...], offset: int, hops: int) -> None:
    """A long array inside an object is written by the writer of its elements."""
    element = described[1]
    assert isinstance(element, int)
    fn.emit(Call(StaticCallee(writer(fn.translation, element, hops)), (_moved(fn, offset),), None))


def _write_member(fn: FunctionLowering, member: Member, offset: int, hops: int) -> None:
    try:
        kind = fn.types.ir(member.type)
    except UnsupportedType:
        return
    if member.is_bit_field:
        unit, byte, first = fn.types.unit_of(member)
        assert isinstance(kind, IntegerType | BoolType)
        _write_scalar(fn, Bits((_moved(fn, offset + byte),), unit, first, member.width, kind), member.type, 0)
    else:
        _write_parts(fn, member.type, offset + member.bit_offset // 8, hops)


def _moved(fn: FunctionLowering, offset: int) -> Expr:
    here = fn.builder.parameter_at(0)
    return Apply(Operator.POINTER_ADD, (here, Const(offset, I64)), VOID_POINTER) if offset else here


def _write_scalar(fn: FunctionLowering, place: Place, kind: int, hops: int) -> None:
    value = place.type
    if isinstance(value, PointerType):
        target = _followed(fn.translation, kind)
        if target is not None and hops > 1 and isinstance(place, Deref):
            fn.emit(Call(StaticCallee(writer(fn.translation, target, hops - 1)), (fn.keep(place, "pointer"),), None))
        return
    if isinstance(value, IntegerType | BoolType | FloatType):
        fn.emit(Choose(place, TypeDomain(value), Origin.ENVIRONMENT))


# --- functions without a body ----------------------------------------------------------------------------


def make_external(translation: Translation, declaration: int, name: str) -> None:
    """Build what stands for a function that is defined nowhere."""
    described = translation.signature(declaration)
    code = translation.code_type(declaration)
    builder = FunctionBuilder(name, code.result, external=True)
    fn = FunctionLowering(translation, builder)
    for position, kind in enumerate(code.parameters):
        builder.parameter(fn.name(f"p{position + 1}"), kind, hidden=True)
    if translation.options.strict_environment:
        for effect in Effect:
            fn.approximate(effect, f"the function {name} has no body, and --strict-env trusts no model of it")
    if name not in SILENT:
        for position, kind in enumerate(described[2]):
            given = builder.parameter_at(position)
            target = _followed(translation, kind)
            if target is not None:
                fn.emit(Call(StaticCallee(writer(translation, target, HOPS)), (given,), None))
            elif translation.types.shape(kind) == "record":
                address = AddressOf(given, PointerType(given.type))
                fn.emit(Call(StaticCallee(writer(translation, kind, HOPS)), (address,), None))
    value = _result(fn, declaration, int(described[1]))
    fn.emit_to(Return(value), builder.exit, builder.exit)
    fn.finish()


def _result(fn: FunctionLowering, declaration: int, kind: int) -> Expr | None:
    """Any value; a number that nobody looks at needs no choice."""
    if fn.types.shape(kind) == "void":
        return None
    result = fn.types.ir(kind)
    if declaration not in fn.translation.result_needed and isinstance(result, IntegerType | FloatType | BoolType):
        return zero(result)
    return _any_result(fn, kind)


def _any_result(fn: FunctionLowering, kind: int) -> Expr:
    result = fn.types.ir(kind)
    variable = fn.builder.local(fn.name("result"), result, hidden=True)
    if isinstance(result, PointerType):
        _any_pointer(fn, variable, kind)
    elif is_aggregate(result):
        _any_aggregate(fn, variable, kind)
    elif isinstance(result, ThreadType):
        pass
    else:
        fn.emit(Choose(variable, TypeDomain(result), Origin.ENVIRONMENT))
    return Variable(variable.name, result, False)


def _any_pointer(fn: FunctionLowering, variable: Variable, kind: int) -> None:
    """Null, or a pointer to a new object with any contents."""
    null, fresh = fn.fresh(), fn.fresh()
    start = fn.here
    fn.builder.edge(start, null, Skip(), None)
    fn.builder.edge(start, fresh, Skip(), None)
    fn.here = fresh
    target = fn.types.target(kind)
    known = fn.types.shape(target) not in ("void", "function", "other") and fn.types.is_complete(target)
    size = max(1, fn.types.size(target)) if known else 1
    fn.emit(Allocate(variable, NewMemory(Const(size, I64), False, True), f"{fn.builder.name} (environment)"))
    if known:
        held = Variable(variable.name, variable.type, False)
        fn.emit(Call(StaticCallee(writer(fn.translation, target, 1)), (held,), None))
    fn.join(null, fn.here)


def _any_aggregate(fn: FunctionLowering, variable: Variable, kind: int) -> None:
    address = AddressOf(variable, PointerType(variable.type))
    fn.emit(Fill(address, Const(0, I32), Const(fn.types.size(kind), I64)))
    fn.emit(Call(StaticCallee(writer(fn.translation, kind, 1)), (address,), None))


def assumptions(translation: Translation, opened: list[str]) -> list[Assumption]:
    """What is taken for granted about the world outside."""
    names = sorted(name for name in translation.undefined.values() if name not in SILENT)
    phrases = []
    if names:
        shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        phrases.append(
            f"functions without a body ({shown}) return any value of their type (pointers: null or a new object) and "
            "write anything but pointers to what their pointer arguments point to, up to two pointers deep; they "
            "change nothing else, free nothing, start no threads and do not call back"
        )
    silent = sorted(name for name in translation.undefined.values() if name in SILENT)
    if silent:
        phrases.append(f"{', '.join(silent)} change nothing that the program sees and return any value")
    if opened:
        phrases.append(
            f"variables defined nowhere ({', '.join(opened)}) start with any value (pointers: null or an address "
            "where nothing is)"
        )
    if not phrases:
        phrases.append("the program is closed: nothing but its own inputs is open")
    return [Assumption("environment", "; ".join(phrases))]


NO_VALUE = GuardedDomain(((Const(False, BOOL), Const(False, BOOL)),))
"""A choice among nothing: reaching it is undefined."""
