"""Where loops stop that look for an element: before the end of the array, and no later than where one was stored.

A loop that goes on while an element at a counter is not the one that it looks for, such as the terminator of a string,
is compared with no bound. Guesses are that the element is in the array, and that the counter has not passed a place
where the function stores; and that a loop which writes to the array leaves the element there. Everything here is a
guess; who relies on it has to prove it.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.analysis.closed_forms.loop_text import LARGEST, LoopText, LoopTexts, elements_in
from vexil.core.dag import tree_size
from vexil.ir.auxiliaries import ForAll
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.fold import fold
from vexil.ir.pointer_parts import BASE, moved, total
from vexil.ir.types import BOOL, I64, IntegerType
from vexil.ir.typing import cast

MOST_ENDS = 16
MOST_STOPS = 6


def ends_of(texts: LoopTexts, head: int) -> tuple[Expr, ...]:
    """Conditions that may hold at the head of a loop: elements that it looks at are in bounds, and not yet passed."""
    text = texts.of(head)
    found: dict[str, Expr] = {}
    for fact in _facts(texts, text):
        found.setdefault(str(fact), texts.sharing.shared(fact))
    return tuple(found.values())[:MOST_ENDS]


def stops_of(texts: LoopTexts, head: int) -> tuple[ForAll, ...]:
    """Elements that a function stores by themselves, and that a loop which writes to the array perhaps leaves alone."""
    text = texts.of(head)
    written = {
        str(_place(place, texts.word)[0])
        for step in text.steps
        if isinstance(step.place, Deref)
        for place in [text.resolved(step.place)]
        if isinstance(place, Deref)
    }
    stores = {(place, value): None for place, value, source in texts.assignments if isinstance(place, Deref)}
    index = texts.index(texts.word)
    found: dict[str, ForAll] = {}
    for place, value in stores:
        assert isinstance(place, Deref)
        base, offset = _place(place, texts.word)
        is_alone = isinstance(value, Const) and isinstance(place.type, IntegerType) and not _is_changed(text, offset)
        if not is_alone or str(base) not in written:
            continue
        element = Deref((Apply(Operator.POINTER_ADD, (base, index), place.operands[0].type),), place.type)
        equation = Apply(Operator.EQUAL, (element, value), BOOL)
        behind = Apply(Operator.ADD, (offset, Const(1, texts.word)), texts.word)
        shared = texts.sharing.shared
        fact = ForAll(index, shared(offset), shared(fold(behind)), 1, shared(equation))
        found.setdefault(f"{offset} {equation}", fact)
    return tuple(found.values())[:MOST_STOPS]


def _facts(texts: LoopTexts, text: LoopText) -> Iterator[Expr]:
    looked_at = dict.fromkeys(_looked_at(texts, text))
    stores = dict.fromkeys(place for place, _, _ in texts.assignments if isinstance(place, Deref))
    for read in looked_at:
        base, offset = _place(read, texts.word)
        yield Apply(Operator.LESS_EQUAL, (Const(0, texts.word), offset), BOOL)
        size = cast(Apply(Operator.OBJECT_SIZE, (base,), I64), texts.word)
        yield Apply(Operator.LESS, (offset, size), BOOL)
        for store in stores:
            beginning, place = _place(store, texts.word)
            if str(beginning) == str(base) and not _is_changed(text, place):
                yield Apply(Operator.LESS_EQUAL, (offset, place), BOOL)


def _looked_at(texts: LoopTexts, text: LoopText) -> Iterator[Deref]:
    """The elements at registers that the loop changes, in its conditions."""
    for step in text.steps:
        condition = None if step.condition is None else text.resolved(step.condition)
        for read in () if condition is None else elements_in(condition):
            base, offset = _place(read, texts.word)
            nodes = list(postorder(offset))
            is_plain = isinstance(base, AddressOf | Variable) and all(_is_plain(node) for node in nodes)
            if is_plain and tree_size(offset) <= LARGEST and any(node in text.registers for node in nodes):
                yield read


def _place(read: Deref, word: IntegerType) -> tuple[Expr, Expr]:
    """The pointer that an element is counted from, and how many bytes it lies behind the start of the object."""
    base, counts = moved(read.operands[0])
    if isinstance(base, Variable) and not base.name.endswith(BASE):
        counts = [*counts, Apply(Operator.OFFSET, (base,), I64)]
    return base, total(counts, word)


def _is_plain(node: Expr) -> bool:
    partial = (Operator.DIVIDE, Operator.REMAINDER)
    return isinstance(node, Variable | Const) or (isinstance(node, Apply) and node.operator not in partial)


def _is_changed(text: LoopText, expression: Expr) -> bool:
    """Say whether the loop changes what a place depends on, which is more than registers perhaps."""
    return any(not _is_plain(node) or node in text.registers for node in postorder(expression))
