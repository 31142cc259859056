"""Facts about segments of arrays that are no equations with what a loop stored: bounds, orders, guarded stores.

Any comparison in a loop that reads an element at a counter is a property of elements: with `if (a[i] > max)` all the
`a[j]` that were passed may be at most `max`. Such properties are tried where a loop passes elements, and where a loop
writes what a property is about they are tried over the segments that loops of the function go through, so that what
an earlier loop has shown is kept and what a later one asks is prepared. Where loops set a flag or store under a
condition, the properties are tried beside these. All of it is guessed from the text of the program; who relies on it
has to prove it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vexil.analysis.closed_forms.loop_text import LARGEST, Counter, LoopText, LoopTexts, Step, elements_in, plus
from vexil.core.dag import tree_size
from vexil.ir.auxiliaries import Auxiliary, ForAll, before_loop
from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.fold import fold
from vexil.ir.types import BOOL, IntegerType

MOST_SEGMENTS = 36
MOST_PROPERTIES = 24
"""Properties of one function."""
MOST_RANGES = 5
MOST_FLAGS = 3
_VARIANTS = {
    Operator.EQUAL: (Operator.EQUAL, Operator.DIFFERENT),
    Operator.DIFFERENT: (Operator.DIFFERENT, Operator.EQUAL),
    Operator.LESS: (Operator.LESS, Operator.GREATER_EQUAL, Operator.LESS_EQUAL),
    Operator.LESS_EQUAL: (Operator.LESS_EQUAL, Operator.GREATER),
    Operator.GREATER: (Operator.GREATER, Operator.LESS_EQUAL, Operator.GREATER_EQUAL),
    Operator.GREATER_EQUAL: (Operator.GREATER_EQUAL, Operator.LESS),
}


@dataclass(frozen=True, slots=True)
class _Property:
    """What may be true of elements, over the index; from a loop whose counter goes through them."""

    fact: Expr
    head: int
    counter: Counter
    ahead: int
    """What the counter has more where the property is looked at than at the head."""
    is_alone: bool = True
    """Whether it is about elements and nothing else that the loop changes beside them."""


@dataclass(frozen=True, slots=True)
class _Range:
    """A segment: from an index, below another, in steps."""

    low: Expr
    high: Expr
    stride: int = 1


class SegmentFacts:
    """Facts about segments of arrays at the heads of the loops of one function."""

    def __init__(self, texts: LoopTexts) -> None:
        self._texts = texts
        order = texts.order
        self._loops = {head: texts.of(head) for head in sorted(order.heads, key=lambda place: order.position[place])}
        self._properties = self._all_properties()
        self._wholes = self._all_wholes()

    def of(self, head: int, known: Mapping[str, int]) -> tuple[tuple[ForAll, ...], tuple[Auxiliary, ...]]:
        """Facts at the head of a loop, and the auxiliary variables that they name.

        It is known what some registers hold whenever the loop is entered.
        """
        text = self._loops.get(head)
        if text is None:
            return (), ()
        facts: dict[tuple[Expr, Expr, int, Expr], ForAll] = {}
        for fact in self._facts(text, known):
            facts.setdefault((fact.low, fact.high, fact.stride, fact.fact), fact)
        chosen = tuple(facts.values())[:MOST_SEGMENTS]
        entries = {extra.variable.name: extra for extra in map(before_loop, text.registers)}
        parts = [part for fact in chosen for part in (fact.low, fact.high, fact.fact)]
        named = {node.name for part in parts for node in postorder(part) if isinstance(node, Variable)}
        return chosen, tuple(extra for name, extra in entries.items() if name in named)

    def _facts(self, text: LoopText, known: Mapping[str, int]) -> Iterator[ForAll]:
        own = [one for one in self._properties if one.head == text.head]
        for one in own:
            passed = self._passed(one.counter, one.ahead, known)
            yield self._fact(one.fact, passed, one.counter.kind)
            if one.counter.step == 1 and not (isinstance(passed.low, Const) and not passed.low.value):
                yield self._fact(one.fact, _Range(Const(0, one.counter.kind), passed.high), one.counter.kind)
        written = self._written(text)
        concerned = [
            one
            for one in self._properties
            if not _names_entries(one.fact)
            and self._is_about(one.fact, text, written)
            and self._has_begun(one.fact, text)
        ]
        ranges = self._ranges(text, known)
        for one in (*own, *concerned):
            kind = one.counter.kind
            for segment in ranges:
                if one.is_alone and segment.low.type == kind:
                    yield self._fact(one.fact, segment, kind)
        for one in own:
            passed = self._passed(one.counter, one.ahead, known)
            for flag in self._flags(text):
                either = Apply(Operator.OR, (flag, one.fact), BOOL)
                yield self._fact(either, passed, one.counter.kind)

    def _fact(self, fact: Expr, segment: _Range, kind: IntegerType) -> ForAll:
        shared = self._texts.sharing.shared
        low, high = shared(fold(segment.low)), shared(fold(segment.high))
        return ForAll(self._texts.index(kind), low, high, segment.stride, shared(fact))

    # --- segments ----------------------------------------------------------------------------------------

    def _passed(self, counter: Counter, ahead: int, known: Mapping[str, int]) -> _Range:
        variable, kind = counter.variable, counter.kind
        entry: Expr = self._texts.entry(variable)
        if not variable.is_global and variable.name in known:
            entry = Const(known[variable.name], kind)
        first, now = plus(entry, ahead, kind), plus(variable, ahead, kind)
        if counter.step > 0:
            return _Range(first, now, counter.step)
        return _Range(plus(now, -counter.step, kind), plus(first, 1, kind), -counter.step)

    def _ranges(self, text: LoopText, known: Mapping[str, int]) -> list[_Range]:
        """Segments that a loop passes or has before it, and those that loops of the function go through."""
        segments: dict[tuple[str, str], _Range] = {}

        def add(segment: _Range) -> None:
            segments.setdefault((str(segment.low), str(segment.high)), segment)

        for counter in text.counters.values():
            if any(self._indexes(counter, step) for step in text.steps):
                add(self._passed(counter, 0, known))
        for whole in self._wholes:
            add(whole)
        for counter in text.counters.values():
            now: Expr = counter.variable
            for whole in self._wholes:
                if counter.step > 0 and whole.high.type == counter.kind:
                    add(_Range(now, whole.high))
        return list(segments.values())[: 2 * MOST_RANGES]

    @staticmethod
    def _indexes(counter: Counter, step: Step) -> bool:
        parts = [part for part in (step.place, step.value, step.condition) if part is not None]
        return any(
            node is counter.variable for part in parts for read in elements_in(part) for node in postorder(read)
        ) or any(node is counter.variable for part in parts for node in postorder(part) if step.place is not part)

    def _all_wholes(self) -> list[_Range]:
        """From where counters begin to what they are compared with."""
        found: dict[tuple[str, str], _Range] = {}
        for text in reversed(self._loops.values()):
            for counter in text.counters.values():
                if counter.step < 0:
                    continue
                for end in text.ends(counter):
                    for low in self._starts(counter):
                        segment = _Range(low, end)
                        found.setdefault((str(low), str(end)), segment)
        return list(found.values())[:MOST_RANGES]

    def _starts(self, counter: Counter) -> list[Expr]:
        """The constants that a counter may begin with."""
        values = {
            int(value.value)
            for place, value, _ in self._texts.assignments
            if place is counter.variable and isinstance(value, Const)
        }
        return [Const(value, counter.kind) for value in sorted(values)[:2]] or [Const(0, counter.kind)]

    # --- properties --------------------------------------------------------------------------------------

    def _all_properties(self) -> list[_Property]:
        found: dict[tuple[str, int, int], _Property] = {}
        for head, text in self._loops.items():
            for one in (*self._compared(text), *self._guarded(text)):
                if tree_size(one.fact) <= LARGEST:
                    found.setdefault((str(one.fact), head, one.ahead), one)
        return list(found.values())[:MOST_PROPERTIES]

    def _compared(self, text: LoopText) -> Iterator[_Property]:
        """What the loop compares elements with, and what it compares with what it stores."""
        stored = list(self._stored(text))
        for step in text.steps:
            if not text.is_innermost(step):
                continue
            for atom in self._atoms(text, step):
                for counter in self._counters_in(text, atom, in_elements=True):
                    fact = self._over_index(text, counter, atom)
                    ahead = counter.step * (counter.at < text.used_at(_joined(step), counter, step.source))
                    if fact is not None:
                        yield from self._variants(_Property(fact, text.head, counter, ahead))
                for place, value, counter, ahead in stored:
                    if any(node is value for node in postorder(atom)):
                        fact = self._texts.replaced(atom, {value: place})
                        fact = self._over_index(text, counter, fact)
                        if fact is not None:
                            yield from self._variants(_Property(fact, text.head, counter, ahead))

    def _guarded(self, text: LoopText) -> Iterator[_Property]:
        """What the loop stores under conditions about other elements."""
        for place, value, counter, ahead in self._stored(text):
            holds = self._over_index(text, counter, Apply(Operator.EQUAL, (place, value), BOOL))
            if holds is None or any(node in text.registers for node in postorder(holds)):
                continue
            for step in text.steps:
                for atom in () if step.condition is None else self._atoms(text, step):
                    fact = self._over_index(text, counter, atom)
                    if fact is None or not elements_in(fact) or not text.is_innermost(step):
                        continue
                    for one in list(self._variants(_Property(fact, text.head, counter, ahead)))[:2]:
                        either = Apply(Operator.OR, (one.fact, holds), BOOL)
                        is_alone = not _names_entries(either)
                        yield _Property(self._texts.sharing.shared(either), text.head, counter, ahead, is_alone)

    def _stored(self, text: LoopText) -> Iterator[tuple[Expr, Expr, Counter, int]]:
        """Stores at counters: the place, what is stored, the counter, and how far ahead of the head it is."""
        for step in text.steps:
            if isinstance(step.place, Deref) and step.value is not None and isinstance(step.place.type, IntegerType):
                place, value = text.resolved(step.place), text.resolved(step.value)
                if place is None or value is None or not text.is_innermost(step):
                    continue
                for counter in self._counters_in(text, place, in_elements=True):
                    position = text.used_at(step.place, counter, step.source)
                    yield place, value, counter, counter.step * (counter.at < position)

    def _atoms(self, text: LoopText, step: Step) -> Iterator[Apply]:
        parts = [*step.others, *(part for part in (step.condition, step.value) if part is not None)]
        for part in parts:
            whole = text.resolved(part)
            for node in () if whole is None else postorder(whole):
                if (
                    isinstance(node, Apply)
                    and node.operator in _VARIANTS
                    and isinstance(node.operands[0].type, IntegerType)
                    and node.operands[0] is not node.operands[1]
                ):
                    yield node

    def _counters_in(self, text: LoopText, expression: Expr, *, in_elements: bool) -> list[Counter]:
        parts = [node.operands[0] for node in elements_in(expression)] if in_elements else [expression]
        found = dict.fromkeys(node for part in parts for node in postorder(part) if node in text.counters)
        return [text.counters[node] for node in found]

    def _over_index(self, text: LoopText, counter: Counter, expression: Expr) -> Expr | None:
        """An expression with the index for a counter; other counters go with it, the rest stays what it is."""
        position = text.position(text.head)
        counters = [node for node in dict.fromkeys(postorder(expression)) if node in text.counters]
        replaced = text.by_index(counter, counters, position)
        if replaced is None:
            replaced = {counter.variable: self._texts.index(counter.kind)}
        return self._texts.replaced(expression, replaced)

    def _variants(self, one: _Property) -> Iterator[_Property]:
        assert isinstance(one.fact, Apply)
        is_alone = not _names_entries(one.fact)
        for operator in _VARIANTS[one.fact.operator]:
            fact = self._texts.sharing.shared(Apply(operator, one.fact.operands, BOOL))
            yield _Property(fact, one.head, one.counter, one.ahead, is_alone)

    def _flags(self, text: LoopText) -> list[Expr]:
        """Equations of registers with constants that the loop gives them."""
        found: dict[str, Expr] = {}
        for step in text.steps:
            match step.place, step.value:
                case Variable(_, IntegerType()) as place, Const() as value if place not in text.counters:
                    flag = Apply(Operator.EQUAL, (place, value), BOOL)
                    found.setdefault(str(flag), flag)
                case _:
                    pass
        return list(found.values())[:MOST_FLAGS]

    # --- what loops write --------------------------------------------------------------------------------

    def _written(self, text: LoopText) -> frozenset[str]:
        """The arrays that a loop stores to."""
        return frozenset(
            base
            for step in text.steps
            if isinstance(step.place, Deref)
            for place in [text.resolved(step.place)]
            if isinstance(place, Deref)
            for base in [_base(place)]
        )

    def _has_begun(self, fact: Expr, text: LoopText) -> bool:
        """Say whether all that a fact names has perhaps been given a value when a loop is over."""
        last = max(text.position(step.source) for step in text.steps)
        for node in dict.fromkeys(postorder(fact)):
            places = [text.position(source) for place, _, source in self._texts.assignments if place is node]
            if places and min(places) > last:
                return False
        return True

    @staticmethod
    def _is_about(fact: Expr, text: LoopText, written: frozenset[str]) -> bool:
        if any(step.is_call for step in text.steps) or any(_base(read) in written for read in elements_in(fact)):
            return True
        return any(isinstance(node, Variable) and node in text.registers for node in postorder(fact))


def _joined(step: Step) -> Expr:
    """The expressions of a step as one, to look for what they name."""
    parts = [*step.others, *(part for part in (step.condition, step.value) if part is not None)]
    return parts[0] if len(parts) == 1 else Apply(Operator.AND, tuple(parts), BOOL)


def _names_entries(fact: Expr) -> bool:
    """Say whether a fact names what variables were when a loop was entered, which is for this loop only."""
    return any(node.name.startswith("\\entry") for node in postorder(fact) if isinstance(node, Variable))


def _base(read: Deref) -> str:
    """The pointer that the place of an element is counted from."""
    pointer = read.operands[0]
    while isinstance(pointer, Apply) and pointer.operator is Operator.POINTER_ADD:
        pointer = pointer.operands[0]
    return str(pointer)
