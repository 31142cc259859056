"""Objects of the library that are made for one thread at a time: runs end where two threads use one at once.

The models of such classes do one thing after the other, as the JDK's code does, but not in the same steps; so what they
do when two threads use one of them at the same time tells nothing about the JDK. A method that changes the object marks
it for as long as it runs, and every method looks at the mark first; so do the methods of its views and iterators.
Where two uses can overlap at all, one of them can also begin within the other, so that looking at the beginning is
enough. A run that finds the mark of another thread violates the property `sharing`, and ends there for all others:
nothing that it would come to is a refutation, and what it would have come to is missing from every proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.lowering.calls import invoke
from vexil.frontends.java.lowering.exceptions import guarded
from vexil.frontends.java.lowering.expressions import enclosing_instance
from vexil.frontends.java.lowering.function import FunctionLowering
from vexil.frontends.java.lowering.intrinsics import THREAD_BODY
from vexil.frontends.java.lowering.pruning import reached_functions
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.operations import Assign, BeginAtomic, Call, Check, EndAtomic, Operation
from vexil.ir.types import THREAD, ReferenceType
from vexil.ir.typing import apply
from vexil.ir.typing import field as field_place

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

SHARING = "sharing"
"""The kind of the check."""
UNSHARED = frozenset(
    f"java.{name}"
    for name in (
        "util.ArrayDeque", "util.ArrayList", "util.BitSet", "util.HashMap", "util.IntSummaryStatistics",
        "util.LinkedHashMap", "util.LinkedList", "util.PriorityQueue", "util.SortedView", "util.StringJoiner",
        "util.StringTokenizer", "util.TreeMap", "lang.StringBuilder",
    )
)  # fmt: skip
"""Classes that are not made for several threads, without those that only pass calls on to one of them."""
CHANGING = frozenset(
    (
        "accept", "add", "addAll", "addFirst", "addLast", "and", "andNot", "append", "clear", "combine", "compute",
        "computeIfAbsent", "computeIfPresent", "delete", "deleteCharAt", "ensureCapacity", "flip", "insert", "merge",
        "nextElement", "nextToken", "offer", "offerFirst", "offerLast", "or", "poll", "pollFirst",
        "pollFirstEntry", "pollLast", "pollLastEntry", "pop", "push", "put", "putAll", "putIfAbsent",
        "remove", "removeAll", "removeFirst", "removeFirstOccurrence", "removeIf", "removeLast", "removeLastOccurrence",
        "replace", "replaceAll", "retainAll", "reverse", "set", "setEmptyValue", "setLength", "sort", "trimToSize",
        "xor",
    )
)  # fmt: skip
"""Methods that change more than one element."""
BY_ACCESS = frozenset({"get", "getOrDefault"})
"""Methods that change the order of a map that is ordered by access."""
ORDERED_BY_ACCESS = "java.util.LinkedHashMap"
HASHED, VIEW, SORTED = "java.util.HashMap", "java.util.SortedView", "java.util.TreeMap"
WHOLE = "whole"
"""The method of a view that gives the map whose entries it shows."""
ITERATOR = "java.util.Iterator"
MOVING = frozenset({"add", "next", "nextInt", "previous", "remove", "set"})
"""Methods that change an iterator."""
NOBODY = Const(0, THREAD)


def is_unshared(program: ProgramLowering, method: MethodSymbol) -> bool:
    """Whether a method is for one thread at a time."""
    if "public" not in method.flags or method.static or method.constructor or not method.owner.library:
        return False
    return _class_around(method.owner) is not None or _is_marked_iterator(program, method.owner)


def _class_around(owner: ClassSymbol) -> ClassSymbol | None:
    """The class whose object a method uses: its own, or the one around a view or an iterator."""
    current: ClassSymbol | None = owner
    while current is not None and current.binary_name not in UNSHARED:
        current = current.outer if current.has_outer_instance else None
    return current


def _is_marked_iterator(program: ProgramLowering, owner: ClassSymbol) -> bool:
    return program.checks_iterators and bool(owner.name) and program.is_subclass(owner, program.class_named(ITERATOR))


def is_used_by_threads(program: ProgramLowering) -> bool:
    """Whether a started thread may use an object of such a class."""
    reached = reached_functions(program, THREAD_BODY)
    return any(name.startswith(tuple(f"{owner}{mark}" for owner in UNSHARED for mark in ".$")) for name in reached)


def iterators_escape(program: ProgramLowering) -> bool:
    """Whether code of the user's may give an iterator to another thread: hands it on to more than variables."""
    iterator = program.class_named(ITERATOR)

    def is_iterator(item: Expr | None) -> bool:
        if item is None or not isinstance(item.type, ReferenceType):
            return False
        symbol = program.symbols.class_named(item.type.class_name)
        return symbol is not None and program.is_subclass(symbol, iterator)

    def escapes(operation: Operation) -> bool:
        if isinstance(operation, Assign):
            place = operation.place
            is_kept = isinstance(place, Variable) and not place.is_global and is_iterator(place)
            return is_iterator(operation.value) and not is_kept
        return isinstance(operation, Call) and any(map(is_iterator, operation.arguments[1:]))

    return any(
        escapes(edge.operation)
        for f in program.functions.values()
        if f.owner is None or not f.owner.library
        for edge in f.builder.edges()
    )


def using(f: FunctionLowering, method: MethodSymbol, body: Callable[[], object]) -> None:
    """Emit the body of a method that no other thread may be in, if one of the two changes the object."""
    assert f.this is not None
    owner = _class_around(method.owner)
    if _is_marked_iterator(f.program, method.owner):
        mark = _Mark(f, f.this, method.owner.binary_name, "iterator")
        within = body if owner is None else lambda: _in_collection(f, owner, method, body)
        mark.hold(method.name in MOVING, within)
    elif owner is not None:
        _in_collection(f, owner, method, body)


def _in_collection(f: FunctionLowering, owner: ClassSymbol, method: MethodSymbol, body: Callable[[], object]) -> None:
    used, name, shown = enclosing_instance(f, owner), owner.binary_name, owner.display_name
    if name == VIEW:
        whole = owner.methods[WHOLE][0]
        used = invoke(f, whole, used, (), typed.CallKind.VIRTUAL, whole.result, f.span or Span(0, 0, 0))
        name, shown = SORTED, "TreeMap"
    changes = method.name in CHANGING or (name == ORDERED_BY_ACCESS and method.name in BY_ACCESS)
    _Mark(f, used, HASHED if name == ORDERED_BY_ACCESS else name, shown).hold(changes, body)


class _Mark:
    """The mark of an object: the thread that changes it; it is kept in a field of *owner*."""

    def __init__(self, f: FunctionLowering, used: Expr, owner: str, shown: str) -> None:
        f.program.hidden_field(owner, "user", THREAD)
        self._f = f
        self._place = field_place(used, owner, "user", THREAD)
        self._shown = shown

    def hold(self, changes: bool, body: Callable[[], object]) -> None:
        """Emit a body that runs with the mark set, if it changes the object; runs that find another's end first."""
        f = self._f
        me = f.saved(apply(Operator.CURRENT_THREAD))
        before = f.temporary(THREAD)
        if not changes:
            f.emit(Assign(before, self._place))
            self._require_free(before, me)
            body()
            return
        f.emit(BeginAtomic())
        f.emit(Assign(before, self._place))
        self._require_free(before, me)
        f.emit(Assign(self._place, me))
        f.emit(EndAtomic())
        guarded(f, body, lambda: _emit(f, Assign(self._place, before)))

    def _require_free(self, user: Expr, me: Expr) -> None:
        f = self._f
        is_free = apply(Operator.OR, apply(Operator.EQUAL, user, NOBODY), apply(Operator.EQUAL, user, me))
        f.emit(Check(SHARING, is_free, f"no two threads use one {self._shown} at the same time"))
        free, taken = f.fresh(), f.fresh()
        f.branch(is_free, free, taken)
        f.here = taken
        reason = f"two threads use one {self._shown} at the same time, and what it does then is not modelled"
        f.end_run(f"{reason}: runs end there")
        f.here = free


def _emit(f: FunctionLowering, operation: Assign) -> None:
    f.emit(operation)
