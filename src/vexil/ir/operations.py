"""Operations: what an edge does. Each edge carries exactly one.

The only sources of non-determinism are `Choose`, `ChooseInstance`, locations of kind *choice*, the choice
of whom `Notify` wakes, and the scheduler.
"""

from __future__ import annotations

from vexil.ir.expressions import Expr, Place, Variable
from vexil.ir.nodes import node
from vexil.ir.operation_parts import (
    Allocation,
    Callee,
    Domain,
    NewArray,
    NewMemory,
    NewObject,
    Origin,
    PointerCallee,
    domain_expressions,
)

# --- operations ------------------------------------------------------------------------------------------


@node
class Skip:
    """Nothing."""


@node
class Assign:
    """Write the value to the place."""

    place: Place
    value: Expr


@node
class Assume:
    """One half of a branch: the edge is taken when the condition holds."""

    condition: Expr


@node
class Case:
    """One arm of a branch on an integer: taken when the selector is one of (``otherwise``: none of) the values."""

    selector: Expr
    values: tuple[int, ...]
    otherwise: bool


@node
class Restrict:
    """A user's assumption: a run for which the condition fails is no run."""

    condition: Expr


@node
class Check:
    """The condition must hold here; ``property`` is the kind of property that asks for it."""

    property: str
    condition: Expr
    message: str


@node
class Choose:
    """Write any value of the domain to the place."""

    place: Place
    domain: Domain
    origin: Origin


@node
class ChooseInstance:
    """Write a reference to any instance of the class created so far (or, if ``nullable``, null) to the place."""

    place: Place
    class_name: str
    nullable: bool
    origin: Origin


@node
class Call:
    """Call a function; its result goes to ``result``. The edge's target is the normal successor."""

    callee: Callee
    arguments: tuple[Expr, ...]
    result: Place | None


@node
class Catch:
    """The exceptional successor of the call at the same location; the exception goes to ``place``."""

    place: Place | None


@node
class Return:
    """Leave the function with a value."""

    value: Expr | None


@node
class Throw:
    """Leave the function with an exception."""

    value: Expr


@node
class Allocate:
    """Create an object and write its reference or address to the place; ``site`` names the allocation site."""

    place: Place
    what: Allocation
    site: str


@node
class Release:
    """End the life of the heap object (or, if ``on_stack``, the stack memory) the pointer points to the start of."""

    pointer: Expr
    on_stack: bool = False


@node
class BeginLifetime:
    """Give an addressable local variable fresh, uninitialised memory."""

    variable: Variable


@node
class EndLifetime:
    """End the life of an addressable local variable's memory."""

    variable: Variable


@node
class Copy:
    """Copy ``size`` bytes between possibly overlapping memory."""

    target: Expr
    source: Expr
    size: Expr


@node
class Fill:
    """Set ``size`` bytes of memory to the low byte of ``value``."""

    target: Expr
    value: Expr
    size: Expr


@node
class Lock:
    """Acquire; blocks while another thread (or, if not ``reentrant``, any thread) holds it. Paired by ``pair``."""

    lock: Expr
    pair: str
    reentrant: bool


@node
class Unlock:
    """Release one acquisition of a lock the thread holds."""

    lock: Expr
    pair: str


@node
class Wait:
    """Release the lock, join the wait set, re-acquire when woken; without a lock, sleep.

    ``result`` receives 0 when notified, 1 when timed out, 2 when interrupted (which clears the flag).
    """

    lock: Expr | None
    condition: Expr | None
    timed: bool
    result: Place | None


@node
class Notify:
    """Wake one thread of the wait set, chosen from outside, or ``every`` thread of it."""

    condition: Expr
    every: bool


@node
class Start:
    """Start a thread in one of the callee's bodies; its identity goes to ``handle``.

    ``many`` says that this site may start more than one thread in a run.
    """

    callee: Callee
    arguments: tuple[Expr, ...]
    handle: Place | None
    daemon: Expr | None
    many: bool


@node
class Join:
    """Block until the thread has ended; ``result`` as for `Wait` (0: ended)."""

    thread: Expr
    timed: bool
    result: Place | None


@node
class Interrupt:
    """Set (or, with ``value`` false, clear) a thread's interrupt flag; once it is set a wait or join can end."""

    thread: Expr
    value: bool


@node
class BeginAtomic:
    """Keep all other threads still while this one can move, up to the matching end."""


@node
class EndAtomic:
    """End the innermost atomic section."""


@node
class EndThread:
    """End the running thread, wherever it is; the locks it holds stay held."""


@node
class Stop:
    """End the whole program."""

    status: Expr | None


Operation = (
    Skip
    | Assign
    | Assume
    | Case
    | Restrict
    | Check
    | Choose
    | ChooseInstance
    | Call
    | Catch
    | Return
    | Throw
    | Allocate
    | Release
    | BeginLifetime
    | EndLifetime
    | Copy
    | Fill
    | Lock
    | Unlock
    | Wait
    | Notify
    | Start
    | Join
    | Interrupt
    | BeginAtomic
    | EndAtomic
    | EndThread
    | Stop
)


def _callee_expressions(callee: Callee) -> tuple[Expr, ...]:
    return (callee.pointer,) if isinstance(callee, PointerCallee) else ()


def _present(*expressions: Expr | None) -> tuple[Expr, ...]:
    return tuple(expression for expression in expressions if expression is not None)


def expressions_of(operation: Operation) -> tuple[Expr, ...]:
    """The expressions of an operation (written places included) in the fixed order that numbers occurrences."""
    match operation:
        case Skip() | BeginAtomic() | EndAtomic() | EndThread():
            return ()
        case Assign(place, value):
            return (place, value)
        case Assume(condition) | Restrict(condition):
            return (condition,)
        case Case(selector, _, _):
            return (selector,)
        case Check(_, condition, _):
            return (condition,)
        case Choose(place, domain, _):
            return (place, *domain_expressions(domain))
        case ChooseInstance(place, _, _, _):
            return (place,)
        case Call(callee, arguments, result):
            return (*_present(result), *_callee_expressions(callee), *arguments)
        case Catch(place):
            return _present(place)
        case Return(value):
            return _present(value)
        case Throw(value):
            return (value,)
        case Allocate(place, what, _):
            match what:
                case NewObject():
                    return (place,)
                case NewArray(_, length):
                    return (place, length)
                case NewMemory(size, _, _):
                    return (place, size)
        case Release(pointer, _):
            return (pointer,)
        case BeginLifetime(variable) | EndLifetime(variable):
            return (variable,)
        case Copy(target, source, size):
            return (target, source, size)
        case Fill(target, value, size):
            return (target, value, size)
        case Lock(lock, _, _) | Unlock(lock, _):
            return (lock,)
        case Wait(lock, condition, _, result):
            return _present(result, lock, condition)
        case Notify(condition, _):
            return (condition,)
        case Start(callee, arguments, handle, daemon, _):
            return (*_present(handle), *_callee_expressions(callee), *arguments, *_present(daemon))
        case Join(thread, _, result):
            return _present(result, thread)
        case Interrupt(thread, _):
            return (thread,)
        case Stop(status):
            return _present(status)


def written_places(operation: Operation) -> tuple[Place, ...]:
    """The places an operation writes directly (calls: the result; nothing of the callee's own effects)."""
    match operation:
        case Assign(place, _) | Choose(place, _, _) | ChooseInstance(place, _, _, _) | Allocate(place, _, _):
            return (place,)
        case Call(_, _, place) | Catch(place) | Wait(_, _, _, place) | Start(_, _, place, _, _) | Join(_, _, place):
            return () if place is None else (place,)
        case _:
            return ()
