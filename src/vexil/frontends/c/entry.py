"""How a program starts and ends: what is open is filled, the entry gets the program's arguments, functions return."""

from __future__ import annotations

from vexil.frontends.c.conversions import converted
from vexil.frontends.c.escape import Boundary
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.inputs import any_of, arbitrary
from vexil.frontends.c.program import Translation, cells_of
from vexil.frontends.c.writers import writer
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator, Variable
from vexil.ir.operation_parts import Origin, StaticCallee
from vexil.ir.operations import Call, Choose, EndAtomic, Return, Stop
from vexil.ir.program import Memory
from vexil.ir.types import BOOL, I8, I32, I64, BlockType, PointerType, Type, is_aggregate
from vexil.ir.typing import negation
from vexil.languages.options import Environment


def check_memory(fn: FunctionLowering) -> None:
    """Demand that no heap memory is lost, if somebody asks; what is lost once is lost until the program ends."""
    if fn.translation.options.track_memory:
        fn.check("memtrack", negation(Apply(Operator.LEAKED, (), BOOL)), "no memory is lost")


def check_memory_in_loop(fn: FunctionLowering) -> None:
    """Demand it on the way round a loop of the user, which may be endless; those of models end."""
    if fn.span is not None:
        check_memory(fn)


def stop(fn: FunctionLowering, status: Expr) -> None:
    """End the program."""
    check_memory(fn)
    if fn.builder.stop is None:
        fn.builder.stop = fn.builder.location("stopped")
    fn.emit_to(Stop(status), fn.builder.stop, fn.builder.stop)
    fn.dead_end()


def end_program(fn: FunctionLowering, value: Expr | None) -> None:
    """End the program as the return of ``main`` does: handlers run, and the value becomes the status."""
    status: Expr = Const(0, I32)
    if value is not None and not is_aggregate(value.type) and not isinstance(value.type, PointerType):
        status = converted(value, I32)
    leaving = fn.translation.model("exit")
    if leaving is not None:
        fn.emit(Call(StaticCallee(leaving), (fn.settled(status),), None))
    stop(fn, status)


def leave_function(fn: FunctionLowering, value: Expr | None) -> None:
    """Return; a value that nobody gave is arbitrary."""
    if value is None and fn.result is not None:
        value = arbitrary(fn, fn.result)
    if fn.ends_program:
        end_program(fn, value)
        return
    if fn.atomic:
        if value is not None:
            value = fn.settled(value)
        fn.emit(EndAtomic())
    fn.emit_to(Return(value), fn.builder.exit, fn.builder.exit)


START = "start"


def _run_constructors(fn: FunctionLowering) -> None:
    for name in fn.translation.constructors:
        fn.emit(Call(StaticCallee(name), (), None))


def begin_program(fn: FunctionLowering, entry: int, parameters: list[Variable]) -> None:
    """Start the program in the entry function itself, which nobody calls: its parameters are locals."""
    _fill_opened(fn)
    _run_constructors(fn)
    kinds = fn.translation.code_type(entry).parameters
    for parameter, value in zip(parameters, _arguments(fn, kinds, entry), strict=False):
        if not is_aggregate(parameter.type):
            fn.assign(parameter, converted(value, parameter.type))
        elif fn.translation.options.environment == Environment.REACH:
            _give(fn, parameter)


def build_start(translation: Translation, entry: int) -> str:
    """A function that calls the entry and ends the program, for an entry that the program calls itself."""
    name = translation.unique_function(START)
    builder = FunctionBuilder(name)
    fn = FunctionLowering(translation, builder)
    code = translation.code_type(entry)
    fn.span = translation.name_span(translation.tree.declarations[entry])
    _fill_opened(fn)
    _run_constructors(fn)
    result = None if code.result is None else builder.local(fn.name("status"), code.result, hidden=True)
    arguments = tuple(_arguments(fn, code.parameters, entry))
    fn.emit(Call(StaticCallee(translation.function_name(entry)), arguments, result))
    end_program(fn, None if result is None else Variable(result.name, result.type, False))
    fn.finish()
    return name


def _fill_opened(fn: FunctionLowering) -> None:
    """Variables with parts that are defined nowhere hold anything."""
    for variable, kind in fn.translation.opened_memory:
        if fn.translation.options.environment == Environment.REACH:
            _give(fn, variable)
            continue
        address = AddressOf(variable, PointerType(variable.type))
        fn.emit(Call(StaticCallee(writer(fn.translation, kind, 1)), (address,), None))


def _give(fn: FunctionLowering, variable: Variable) -> None:
    """Let a variable start with anything that the world outside may have, pointers to what it knows among them."""
    name = Boundary.giver(variable.type)
    fn.translation.givers[name] = variable.type
    fn.emit(Call(StaticCallee(name), (), variable))


def _arguments(fn: FunctionLowering, kinds: tuple[Type, ...], entry: int) -> list[Expr]:
    """``argc`` and ``argv`` of ``main``; an entry of another shape gets any values."""
    translation = fn.translation
    if translation.tree.declarations[entry].name != "main" or len(kinds) < 2:
        return [_open_argument(fn, kind, position) for position, kind in enumerate(kinds)]
    words = [translation.builder.name, *(translation.options.arguments or ())]
    size = translation.builder.layout.pointer_width // 8
    cells: list[tuple[int, Expr]] = []
    for position, word in enumerate(words):
        raw = word.encode("utf-8", "surrogateescape") + b"\0"
        text = translation.builder.global_variable(
            translation.made_up("argument"), BlockType(I8, len(raw)), Memory(cells_of(raw, I8)), hidden=True
        )
        cells.append((position * size, AddressOf(text, PointerType(I8))))
    kind = BlockType(PointerType(I8), len(words) + 1)
    name = translation.made_up("arguments")
    vector = translation.builder.global_variable(name, kind, Memory(tuple(cells)), hidden=True)
    arguments: list[Expr] = [Const(len(words), kinds[0]), AddressOf(vector, PointerType(PointerType(I8)))]
    end = Apply(Operator.POINTER_ADD, (arguments[1], Const(len(words) * size, I64)), arguments[1].type)
    arguments.extend(end for _ in kinds[2:])  # an environment without entries: a null pointer
    return arguments


def _open_argument(fn: FunctionLowering, kind: Type, position: int) -> Expr:
    variable = fn.builder.local(fn.name(f"argument{position + 1}$1"), kind, hidden=True)
    is_reaching = fn.translation.options.environment == Environment.REACH
    if is_reaching and (isinstance(kind, PointerType) or (is_aggregate(kind) and not fn.translation.direct_entry)):
        _give(fn, Variable(variable.name, kind, False))
    elif not is_aggregate(kind):
        fn.emit(Choose(variable, any_of(kind), Origin.ENVIRONMENT))
    return Variable(variable.name, kind, False)
