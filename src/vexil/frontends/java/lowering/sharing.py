"""Objects of the library that are made for one thread at a time: a check says that no two threads use one at once.

The models of such classes do one thing after the other, as the JDK's code does, but not in the same steps; so what they
do when two threads use one of them at the same time tells nothing about the JDK. A method that changes the object marks
it for as long as it runs, and every method looks at the mark first. Where two uses can overlap at all, one of them can
also begin within the other, so that looking at the beginning is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.frontends.java.lowering.exceptions import guarded
from vexil.frontends.java.lowering.function import FunctionLowering
from vexil.frontends.java.lowering.intrinsics import THREAD_BODY
from vexil.frontends.java.lowering.pruning import reached_functions
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.operations import Assign, BeginAtomic, Check, EndAtomic
from vexil.ir.types import THREAD
from vexil.ir.typing import apply
from vexil.ir.typing import field as field_place

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

SHARING = "sharing"
"""The kind of the check."""
UNSHARED = frozenset(
    f"java.{name}"
    for name in (
        "util.ArrayDeque", "util.ArrayList", "util.BitSet", "util.HashMap", "util.LinkedHashMap", "util.LinkedList",
        "util.PriorityQueue", "util.TreeMap", "lang.StringBuilder",
    )
)  # fmt: skip
"""Classes that are not made for several threads, without those that only pass calls on to one of them."""
CHANGING = frozenset(
    (
        "add", "addAll", "addFirst", "addLast", "append", "clear", "compute", "computeIfAbsent", "computeIfPresent",
        "delete", "deleteCharAt", "ensureCapacity", "flip", "insert", "merge", "offer", "offerFirst", "offerLast",
        "poll", "pollFirst", "pollFirstEntry", "pollLast", "pollLastEntry", "pop", "push", "put", "putAll",
        "putIfAbsent", "remove", "removeAll", "removeFirst", "removeFirstOccurrence", "removeIf", "removeLast",
        "removeLastOccurrence", "replace", "replaceAll", "retainAll", "reverse", "set", "setLength", "sort",
        "trimToSize",
    )
)  # fmt: skip
"""Methods that change more than one element."""
NOBODY = Const(0, THREAD)


def is_unshared(method: MethodSymbol) -> bool:
    """Whether a method is for one thread at a time."""
    return (
        method.owner.binary_name in UNSHARED
        and "public" in method.flags
        and not method.static
        and not method.constructor
    )


def is_used_by_threads(program: ProgramLowering) -> bool:
    """Whether a started thread may use an object of such a class."""
    reached = reached_functions(program, THREAD_BODY)
    return any(name.startswith(tuple(f"{owner}." for owner in UNSHARED)) for name in reached)


def using(f: FunctionLowering, method: MethodSymbol, body: Callable[[], object]) -> None:
    """Emit the body of a method that no other thread may be in, if one of the two changes the object."""
    assert f.this is not None
    owner = method.owner.binary_name
    f.program.hidden_field(owner, "user", THREAD)
    user = field_place(f.this, owner, "user", THREAD)
    me = f.saved(apply(Operator.CURRENT_THREAD))
    before = f.temporary(THREAD)
    text = f"no two threads use one {method.owner.display_name} at the same time"
    if method.name not in CHANGING:
        f.emit(Assign(before, user))
        f.emit(Check(SHARING, _is_free(before, me), text))
        body()
        return
    f.emit(BeginAtomic())
    f.emit(Assign(before, user))
    f.emit(Check(SHARING, _is_free(before, me), text))
    f.emit(Assign(user, me))
    f.emit(EndAtomic())

    def leave() -> None:
        f.emit(Assign(user, before))

    guarded(f, body, leave)


def _is_free(user: Expr, me: Expr) -> Expr:
    return apply(Operator.OR, apply(Operator.EQUAL, user, NOBODY), apply(Operator.EQUAL, user, me))
