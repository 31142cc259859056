"""Native methods of the library models: each is an operation of the intermediate form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.core.caveats import Effect
from vexil.core.source import Span
from vexil.frontends.java.lowering.function import FunctionLowering, converted, null_of, truth
from vexil.frontends.java.lowering.names import erased_name, lowered_type
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.frontends.java.symbols.types import VOID
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.operation_parts import NewObject, Origin, RangeDomain, TypeDomain
from vexil.ir.operations import (
    Allocate,
    Assign,
    BeginAtomic,
    Choose,
    EndAtomic,
    Interrupt,
    Join,
    Lock,
    Notify,
    Restrict,
    Skip,
    Start,
    Stop,
    Unlock,
    Wait,
)
from vexil.ir.types import BOOL, I32, THREAD, ReferenceType
from vexil.ir.typing import apply, cast
from vexil.ir.typing import field as field_place

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

Native = Callable[[FunctionLowering, MethodSymbol, list[Expr], Span], Expr]
NATIVES: dict[str, Native] = {}
THREAD_CLASS = "java.lang.Thread"
THREAD_BODY = f"{THREAD_CLASS}.<start>"
"""The function that every started thread runs."""
NOTHING = Const(False, BOOL)


def native(*names: str) -> Callable[[Native], Native]:
    """Enter a function for native methods, named by class and method."""

    def enter(function: Native) -> Native:
        for name in names:
            NATIVES[name] = function
        return function

    return enter


def intrinsic(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Emit the operation of a native method; one that is not known is refused with its place."""
    name = f"{method.owner.binary_name}.{method.name}"
    lowering = NATIVES.get(name)
    if lowering is None:
        raise f.program.unsupported(f"the native method {name} is not modelled", span)
    return lowering(f, method, arguments, span)


def _handle(f: FunctionLowering, thread: Expr) -> Expr:
    """The identity of the thread that a thread object stands for, read into a register."""
    f.program.hidden_field(THREAD_CLASS, "handle", THREAD)
    kept = f.temporary(THREAD)
    f.emit(Assign(kept, field_place(thread, THREAD_CLASS, "handle", THREAD)))
    return kept


# --- threads ---------------------------------------------------------------------------------------------


@native("vexil.Threads.start")
def start(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Start a thread that runs the body of a thread object."""
    thread, daemon = arguments
    f.program.hidden_field(THREAD_CLASS, "handle", THREAD)
    f.program.has_threads = True
    handle = field_place(thread, THREAD_CLASS, "handle", THREAD)
    body = f.program.thread_body()
    f.emit(Start(body, (thread,), handle, daemon, True))
    return NOTHING


@native("vexil.Threads.adopt")
def adopt(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Let a thread object stand for the running thread."""
    f.program.hidden_field(THREAD_CLASS, "handle", THREAD)
    f.emit(Assign(field_place(arguments[0], THREAD_CLASS, "handle", THREAD), apply(Operator.CURRENT_THREAD)))
    f.emit(Assign(f.program.self_variable(), arguments[0]))
    return NOTHING


@native("vexil.Threads.self")
def self_(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The thread object of the running thread."""
    kept = f.temporary(ReferenceType(THREAD_CLASS))
    f.emit(Assign(kept, f.program.self_variable()))
    return kept


@native("vexil.Threads.alive")
def alive(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Whether a thread runs."""
    return f.saved(apply(Operator.ALIVE, _handle(f, arguments[0])))


@native("vexil.Threads.join", "vexil.Threads.joinTimed")
def join(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Wait for the end of a thread: whether it was interrupted."""
    reason = f.temporary(I32)
    f.emit(Join(_handle(f, arguments[0]), method.name == "joinTimed", reason))
    return apply(Operator.EQUAL, reason, Const(2, I32))


@native("vexil.Threads.interrupt")
def interrupt(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Interrupt a thread."""
    f.emit(Interrupt(_handle(f, arguments[0]), True))
    return NOTHING


@native("vexil.Threads.interrupted")
def interrupted(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The interrupt flag of a thread."""
    return f.saved(apply(Operator.INTERRUPTED, _handle(f, arguments[0])))


@native("vexil.Threads.selfInterrupted")
def self_interrupted(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The interrupt flag of the running thread."""
    return f.saved(apply(Operator.INTERRUPTED, apply(Operator.CURRENT_THREAD)))


@native("vexil.Threads.clearInterrupt")
def clear_interrupt(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Clear the interrupt flag of the running thread."""
    f.emit(Interrupt(apply(Operator.CURRENT_THREAD), False))
    return NOTHING


@native("vexil.Threads.sleep")
def sleep(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Sleep for any time: whether it was interrupted."""
    reason = f.temporary(I32)
    f.emit(Wait(None, None, True, reason))
    return apply(Operator.EQUAL, reason, Const(2, I32))


@native("vexil.Threads.pause", "java.lang.System.gc")
def pause(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Nothing happens: every other thread may move anyway."""
    f.emit(Skip())
    return NOTHING


@native("vexil.Threads.holds")
def holds(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Whether the running thread holds a monitor."""
    return f.saved(apply(Operator.HOLDS_LOCK, arguments[0]))


@native("vexil.Threads.await", "vexil.Threads.awaitTimed")
def await_(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Wait to be notified: whether it was interrupted."""
    reason = f.temporary(I32)
    f.emit(Wait(arguments[0], arguments[0], method.name == "awaitTimed", reason))
    return apply(Operator.EQUAL, reason, Const(2, I32))


@native("vexil.Threads.notifyOne", "vexil.Threads.notifyEvery")
def notify(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Wake one or all waiting threads."""
    f.emit(Notify(arguments[0], method.name == "notifyEvery"))
    return NOTHING


@native("vexil.Threads.nextNumber", "vexil.Threads.nextIdentifier")
def next_number(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Count calls."""
    counter = f.program.counter(f"{method.owner.binary_name}.{method.name}")
    kept = f.temporary(I32)
    f.emit(BeginAtomic())
    f.emit(Assign(kept, counter))
    f.emit(Assign(counter, apply(Operator.ADD, kept, Const(1, I32))))
    f.emit(EndAtomic())
    return kept if method.name == "nextNumber" else f.saved(apply(Operator.ADD, kept, Const(1, I32)))


@native("vexil.Atomic.begin", "vexil.Atomic.end")
def atomic(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Enter or leave an atomic section."""
    f.emit(BeginAtomic() if method.name == "begin" else EndAtomic())
    return NOTHING


@native("vexil.Locks.lock", "vexil.Locks.unlock")
def lock(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Acquire or release a lock that an object stands for."""
    pair = "java.util.concurrent"
    f.emit(Lock(arguments[0], pair, True) if method.name == "lock" else Unlock(arguments[0], pair))
    return NOTHING


@native("vexil.Locks.locked")
def locked(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Whether any thread holds a lock."""
    return f.saved(apply(Operator.LOCKED, arguments[0]))


@native("vexil.Locks.park", "vexil.Locks.parkTimed")
def park(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Wait in a wait set without a lock: why the thread goes on."""
    reason = f.temporary(I32)
    f.emit(Wait(None, arguments[0], method.name == "parkTimed", reason))
    return reason


# --- the world outside -------------------------------------------------------------------------------------


_PRIMITIVES = ("Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double")


@native(
    *(f"vexil.Choices.any{name}" for name in _PRIMITIVES),
    *(f"org.sosy_lab.sv_benchmarks.Verifier.nondet{name}" for name in _PRIMITIVES),
)
def any_value(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Any value of a type."""
    kind = lowered_type(method.result)
    kept = f.temporary(kind)
    f.emit(Choose(kept, TypeDomain(kind), Origin.ENVIRONMENT))
    return kept


@native("vexil.Choices.between")
def between(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Any number of a range."""
    kept = f.temporary(lowered_type(method.result))
    f.emit(Choose(kept, RangeDomain(arguments[0], arguments[1]), Origin.ENVIRONMENT))
    return kept


@native("vexil.Choices.stringLength")
def string_length(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The length of a string from outside; longer ones are left out."""
    kept = f.temporary(I32)
    longest = f.program.options.string_length
    edge = f.emit(Choose(kept, RangeDomain(Const(0, I32), Const(longest, I32)), Origin.ENVIRONMENT))
    f.approximate(edge, Effect.DROPS, f"strings from outside have at most {longest} characters (--string-length)")
    return kept


@native("vexil.Choices.assume")
def assume(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Runs for which the condition is false are none."""
    f.emit(Restrict(arguments[0]))
    return NOTHING


@native("vexil.Approximations.unmodelled")
def unmodelled(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Cut the run, with a caveat that names what is not modelled."""
    what = f.program.literals.text_of(arguments[0])
    f.end_run(f"{what} is not modelled: runs end there")
    return null_of(lowered_type(method.result)) if method.result != VOID else NOTHING


@native("vexil.Output.print")
def print_text(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Hand a text to whoever watches the run."""
    if f.program.options.output:
        f.program.print_text(f, arguments)
    return NOTHING


@native("vexil.Output.describe")
def describe_away(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Make a text that nobody in the program reads."""
    f.program.describe(f, arguments[0], method.parameters[0])
    return NOTHING


@native("vexil.Output.isShown")
def is_shown(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Whether the program is executed, and not asked about."""
    return truth(f.program.options.output)


@native("java.lang.System.exit")
def stop(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """End the program."""
    if f.builder.stop is None:
        f.builder.stop = f.builder.location("stopped")
    f.leave(Stop(arguments[0]), f.builder.stop)
    return NOTHING


@native("vexil.Strings.literals")
def literals(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The strings of all literals, in an array that is made at the start."""
    return f.program.literals.array()


# --- objects ---------------------------------------------------------------------------------------------


@native("vexil.Identity.hash")
def identity_hash(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """One number for all objects, which the language allows."""
    kept = f.temporary(I32)
    edge = f.emit(Assign(kept, Const(1, I32)))
    f.approximate(edge, Effect.DROPS, "identity hash codes are the same for all objects")
    return kept


@native("vexil.Identity.copy")
def copy(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """A copy of an object."""
    return f.program.intrinsics.copy(f, arguments[0])


@native("java.lang.Object.getClass")
def get_class(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The class of an object."""
    return f.program.intrinsics.class_of(f, arguments[0])


@native("vexil.ArrayTypes.newLike")
def new_like(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """A new array of the run-time type of another one."""
    return f.program.intrinsics.new_like(f, arguments[0], arguments[1])


@native("vexil.Identity.same")
def same(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Whether two references are equal."""
    return f.program.same_object(f, arguments[0], arguments[1])


SHARED_BOXES = tuple(f"java.lang.{name}" for name in ("Integer", "Long", "Short", "Byte", "Character"))
"""The classes of boxes that are shared for small values; Boolean's are constants of its class."""
VALUES = 1 << 8


@native(*(f"vexil.Boxes.shared{name.rpartition('.')[2]}" for name in SHARED_BOXES))
def shared_box(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The box of a small value: one object, or one that is marked and equal to every other marked one of the value."""
    name = erased_name(method.result)
    f.program.instantiate(name)
    box = f.temporary(ReferenceType(name))
    f.emit(Allocate(box, NewObject(name), f"{name} box"))
    f.program.set_field(f, box, name, "value", arguments[0])
    f.not_null.add(box.name)
    if f.program.boxes_are_monitors:
        key = apply(Operator.ADD, Const(VALUES * SHARED_BOXES.index(name), I32), cast(arguments[0], I32))
        only = f.register(f.program.call_library(f, "vexil.Boxes", "only", (f.saved(key), box)))
        box = f.temporary(ReferenceType(name))
        f.assign(box, converted(only, box.type))
        f.not_null.add(box.name)
        return box
    f.program.hidden_field(name, "shared", BOOL)
    f.emit(Assign(field_place(box, name, "shared", BOOL), truth(True)))
    return box


class ObjectIntrinsics:
    """Operations that depend on the classes a program has: they are completed when all of them are known."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program

    def copy(self, f: FunctionLowering, item: Expr) -> Expr:
        """A copy of an object or array; the function that makes it is written at the end."""
        kind = item.type
        result = f.temporary(kind)
        self._program.dispatchers.copy(f, item, result)
        f.not_null.add(result.name)
        return result

    def class_of(self, f: FunctionLowering, item: Expr) -> Expr:
        """The class object of an object; the function that finds it is written at the end."""
        result = f.temporary(ReferenceType("java.lang.Class"))
        self._program.dispatchers.class_of(f, item, result)
        f.not_null.add(result.name)
        return result

    def new_like(self, f: FunctionLowering, pattern: Expr, length: Expr) -> Expr:
        """A new array with the run-time element type of another array."""
        result = f.temporary(pattern.type)
        self._program.dispatchers.new_like(f, pattern, length, result)
        f.not_null.add(result.name)
        return result
