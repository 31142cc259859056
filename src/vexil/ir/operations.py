"""Operations: what an edge does. Each edge carries exactly one.

The only sources of non-determinism are `Choose`, `ChooseInstance`, locations of kind *choice*, the choice
of whom `Notify` wakes, and the scheduler.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

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
    StaticCallee,
    VirtualCallee,
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


class Part(Enum):
    """What kind of part a field of an operation, a callee or an allocation is."""

    VALUE = "value"
    """An expression, or none."""
    VALUES = "values"
    """A tuple of expressions."""
    PLACE = "place"
    """A place that is written, or none."""
    VARIABLE = "variable"
    """A variable whose lifetime begins or ends."""
    DOMAIN = "domain"
    NESTED = "nested"
    """A callee or an allocation."""


PARTS: Mapping[type, tuple[tuple[str, Part], ...]] = {
    Skip: (),
    Assign: (("place", Part.PLACE), ("value", Part.VALUE)),
    Assume: (("condition", Part.VALUE),),
    Case: (("selector", Part.VALUE),),
    Restrict: (("condition", Part.VALUE),),
    Check: (("condition", Part.VALUE),),
    Choose: (("place", Part.PLACE), ("domain", Part.DOMAIN)),
    ChooseInstance: (("place", Part.PLACE),),
    Call: (("result", Part.PLACE), ("callee", Part.NESTED), ("arguments", Part.VALUES)),
    Catch: (("place", Part.PLACE),),
    Return: (("value", Part.VALUE),),
    Throw: (("value", Part.VALUE),),
    Allocate: (("place", Part.PLACE), ("what", Part.NESTED)),
    Release: (("pointer", Part.VALUE),),
    BeginLifetime: (("variable", Part.VARIABLE),),
    EndLifetime: (("variable", Part.VARIABLE),),
    Copy: (("target", Part.VALUE), ("source", Part.VALUE), ("size", Part.VALUE)),
    Fill: (("target", Part.VALUE), ("value", Part.VALUE), ("size", Part.VALUE)),
    Lock: (("lock", Part.VALUE),),
    Unlock: (("lock", Part.VALUE),),
    Wait: (("result", Part.PLACE), ("lock", Part.VALUE), ("condition", Part.VALUE)),
    Notify: (("condition", Part.VALUE),),
    Start: (("handle", Part.PLACE), ("callee", Part.NESTED), ("arguments", Part.VALUES), ("daemon", Part.VALUE)),
    Join: (("result", Part.PLACE), ("thread", Part.VALUE)),
    Interrupt: (("thread", Part.VALUE),),
    BeginAtomic: (),
    EndAtomic: (),
    EndThread: (),
    Stop: (("status", Part.VALUE),),
    StaticCallee: (),
    VirtualCallee: (),
    PointerCallee: (("pointer", Part.VALUE),),
    NewObject: (),
    NewArray: (("length", Part.VALUE),),
    NewMemory: (("size", Part.VALUE),),
}
"""The fields with expressions in them, in the fixed order that numbers occurrences."""

_WRITTEN = {kind: name for kind, parts in PARTS.items() for name, part in parts if part is Part.PLACE}


def expressions_of(operation: Operation | Callee | Allocation) -> tuple[Expr, ...]:
    """The expressions of an operation (written places included) in the fixed order that numbers occurrences."""
    expressions: list[Expr] = []
    for name, part in PARTS[type(operation)]:
        item = getattr(operation, name)
        if part is Part.VALUES:
            expressions += item
        elif part is Part.NESTED:
            expressions += expressions_of(item)
        elif part is Part.DOMAIN:
            expressions += domain_expressions(item)
        elif item is not None:
            expressions.append(item)
    return tuple(expressions)


def written_places(operation: Operation) -> tuple[Place, ...]:
    """The places an operation writes directly (calls: the result; nothing of the callee's own effects)."""
    name = _WRITTEN.get(type(operation))
    place = None if name is None else getattr(operation, name)
    return () if place is None else (place,)
