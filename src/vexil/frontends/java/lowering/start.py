"""The function a program starts with: literals, class objects, eager initialisers, then ``main``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.lowering.function import Context, FunctionLowering
from vexil.frontends.java.lowering.intrinsics import THREAD_CLASS
from vexil.frontends.java.lowering.methods import lower_static_part
from vexil.frontends.java.lowering.monitors import ending_thread
from vexil.frontends.java.lowering.output import has_plain_text
from vexil.frontends.java.lowering.pruning import prune, reached_functions, used_globals
from vexil.frontends.java.lowering.statements import finish
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.ir.expressions import Const, Variable
from vexil.ir.operation_parts import NewArray, NewObject, StaticCallee
from vexil.ir.operations import Allocate, Assign, Call, Skip
from vexil.ir.types import I32, ArrayReferenceType, ReferenceType
from vexil.ir.typing import element

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering
if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering


SETTERS = ("setDefaultUncaughtExceptionHandler", "setUncaughtExceptionHandler")


def handles(program: ProgramLowering) -> bool:
    """Whether what runs when an exception leaves ``main`` was asked for."""
    return program.is_requested(_uncaught(program))


def request_handling(program: ProgramLowering) -> bool:
    """Ask for what runs then, if code of the user's may be part of it; gives whether that is new."""
    if handles(program) or not _is_told(program):
        return False
    program.request(_uncaught(program))
    return True


def _is_told(program: ProgramLowering) -> bool:
    methods = program.class_named(THREAD_CLASS).methods
    return any(program.is_requested(method) for name in SETTERS for method in methods[name]) or not has_plain_text(
        program, program.symbols.throwable
    )


def _uncaught(program: ProgramLowering) -> MethodSymbol:
    (handler,) = program.class_named(THREAD_CLASS).methods["uncaught"]
    return handler


def telling_handler(f: FunctionLowering, called: Call) -> None:
    """Call ``main``; an exception goes to `Thread.uncaught`, which throws it again."""
    handler = f.new_handler()
    f.contexts.append(Context(handler=handler))
    f.call(called)
    f.contexts.pop()
    end = f.fresh()
    f.go(end)
    f.here = handler.location
    f.program.call_library(f, THREAD_CLASS, "uncaught", (handler.exception,))
    f.go(end)
    f.place(end)


STRING_TYPE = ReferenceType("java.lang.String")
CLASS = "java.lang.Class"
CONSTANTS = "vexil.constants"


def lower_program(program: ProgramLowering, main: MethodSymbol) -> None:
    """Lower everything that ``main`` reaches, then the function that starts it."""
    program.instantiate("java.lang.String")
    main_name = program.request(main)
    for argument in program.options.arguments:
        program.literals.global_of(argument)
    if program.initialisation.is_lazy(main.owner):
        program.request_initialiser(main.owner)
    statics: dict[str, None] = {}
    while True:
        program.run()
        wanted = [symbol for symbol in program.initialisation.eager if symbol.binary_name not in statics]
        for symbol in wanted:
            statics[symbol.binary_name] = None
            lower_static_part(program, symbol)
        if not wanted and not request_handling(program):
            break
    _write_dispatchers(program)
    f = program.begin("start", None, None)
    f.visible = False
    f.call(Call(StaticCallee(CONSTANTS), (), None))
    for name in _library_order(program):
        f.call(Call(StaticCallee(name), (), None))
    for symbol in program.initialisation.eager:
        f.call(Call(StaticCallee(f"{symbol.binary_name}.<static>"), (), None))
    program.initialisation.trigger(f, main.owner)
    arguments = (_arguments(program, f),) if main.parameters else ()
    called = Call(StaticCallee(main_name), arguments, None)
    ending_thread(f, lambda: telling_handler(f, called) if handles(program) else f.call(called))
    finish(f, None)
    f.finish()


def _library_order(program: ProgramLowering) -> list[str]:
    """The functions that initialise fields of the library, each behind those of the fields that it reads."""
    ordered: dict[str, None] = {}

    def visit(name: str, under_way: frozenset[str]) -> None:
        if name in ordered or name in under_way:
            return
        for reached in reached_functions(program, name):
            for used in sorted(program.functions[reached].mentions().globals):
                if used in program.library_fields:
                    visit(program.library_fields[used], under_way | {name})
        ordered[name] = None

    for name in program.library_fields.values():
        visit(name, frozenset())
    return list(ordered)


def drop_library_fields(program: ProgramLowering) -> None:
    """Do not initialise fields of the library that nothing reads after all."""
    while True:
        own = {name: field for field, name in program.library_fields.items()}
        used = {used for name, f in program.functions.items() for used in f.mentions().globals if own.get(name) != used}
        unused = {name for field, name in program.library_fields.items() if field not in used}
        if not unused:
            return
        program.library_fields = {field: name for field, name in program.library_fields.items() if name not in unused}
        builder = program.functions["start"].builder
        for number, edge in enumerate(builder.edges()):
            operation = edge.operation
            if (
                isinstance(operation, Call)
                and isinstance(operation.callee, StaticCallee)
                and operation.callee.function in unused
            ):
                builder.replace(number, Skip())
        program.functions["start"].drop_catches()
        prune(program)


def lower_constants(program: ProgramLowering) -> None:
    """The function that makes the objects of literals and classes which the rest of the program mentions."""
    used = used_globals(program.functions)
    program.note_reads()
    named = program.reads(CLASS, "name")
    classes = {name: variable for name, variable in program.class_objects.items() if variable.name in used}
    wanted = used | ({program.literals.global_of(name).name for name in classes} if named else set())
    f = program.begin(CONSTANTS, None, None)
    f.visible = False
    program.literals.create(f, wanted)
    for name, variable in classes.items():
        program.builder.global_variable(variable.name, variable.type, hidden=True)
        f.emit(Allocate(variable, NewObject(CLASS), f"class {name}"))
        if named:
            program.set_field(f, variable, CLASS, "name", program.literals.global_of(name))
    finish(f, None)
    f.finish()
    f.tidy()


def _write_dispatchers(program: ProgramLowering) -> None:
    """Write what depends on all classes, again and again until writing it needs no further ones."""
    before = -1
    while before != program.size():
        before = program.size()
        program.reflection.write()
        program.dispatchers.write()
        program.run()


def _arguments(program: ProgramLowering, f: FunctionLowering) -> Variable:
    array = f.temporary(ArrayReferenceType(STRING_TYPE))
    program.classes.mention(array.type)
    arguments = program.options.arguments
    f.emit(Allocate(array, NewArray(STRING_TYPE, Const(len(arguments), I32)), "arguments"))
    for position, argument in enumerate(arguments):
        f.emit(Assign(element(array, Const(position, I32)), program.literals.global_of(argument)))
    return array
