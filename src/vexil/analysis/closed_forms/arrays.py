"""Arrays that loops fill element by element: what elements hold that a loop has passed, and those that it has not.

A store whose address depends on a counter gives a template: what the element at an index holds when the counter has
passed it. A loop that changes elements in place is told by what earlier loops of the function stored there. Everything
here is a guess from the text of the program; who relies on it has to prove it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vexil.analysis.closed_forms.loop_text import LARGEST, Counter, LoopText, LoopTexts, plus
from vexil.core.dag import tree_size
from vexil.ir.auxiliaries import Auxiliary, ForAll, before_loop
from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.fold import fold
from vexil.ir.types import BOOL, IntegerType

MOST_FACTS = 24
MOST_TEMPLATES = 6


@dataclass(frozen=True, slots=True)
class _Store:
    """An element that a loop writes, over the index: where it is, and what it holds once the counter has passed it."""

    place: Expr
    value: Expr
    counter: Counter
    ahead: int
    """What the counter at the store has more than at the head."""


class ArrayFacts:
    """Facts about the arrays that the loops of one function fill."""

    def __init__(self, texts: LoopTexts) -> None:
        self._texts = texts
        self._sharing = texts.sharing
        self._held: dict[Expr, list[Expr]] = {}
        """What loops store at a place, over the index."""
        self._loops: dict[int, LoopText] = {}
        self._stores: dict[int, list[tuple[_Store, list[Expr]]]] = {}
        order = texts.order
        for head in sorted(order.heads, key=lambda place: order.position[place]):
            text = self._loops[head] = texts.of(head)
            self._stores[head] = [(store, self._results(store)) for store in self._found(text)]

    def of(self, head: int, known: Mapping[str, int]) -> tuple[tuple[ForAll, ...], tuple[Auxiliary, ...]]:
        """Facts at the head of a loop, and the auxiliary variables that they name.

        It is known what some registers hold whenever the loop is entered.
        """
        facts: dict[ForAll, None] = {}
        entries = {extra.variable.name: extra for extra in map(before_loop, self._loops[head].registers)}
        for store, values in self._stores.get(head, ()):
            facts.update(dict.fromkeys(self._facts(head, store, values, known)))
        chosen = tuple(facts)[:MOST_FACTS]
        named = {
            node.name
            for fact in chosen
            for part in (fact.low, fact.high, fact.fact)
            for node in postorder(part)
            if isinstance(node, Variable)
        }
        return chosen, tuple(extra for name, extra in entries.items() if name in named)

    def _facts(self, head: int, store: _Store, values: list[Expr], known: Mapping[str, int]) -> Iterator[ForAll]:
        counter, kind = store.counter.variable, store.counter.kind
        entry: Expr = self._texts.entry(counter)
        if not counter.is_global and counter.name in known:
            entry = Const(known[counter.name], kind)
        first, now = plus(entry, store.ahead, kind), plus(counter, store.ahead, kind)
        size = abs(store.counter.step)
        if store.counter.step > 0:
            passed = (first, now)
            coming = [(now, end) for end in self._loops[head].ends(store.counter)]
        else:
            passed = (plus(now, size, kind), plus(first, 1, kind))
            coming = [(Const(0, kind), plus(now, 1, kind))]
        for value in values:
            yield self._fact(store, *passed, size, value)
        for value in self._held[store.place]:
            for low, high in coming:
                yield self._fact(store, low, high, 1, value)

    def _fact(self, store: _Store, low: Expr, high: Expr, stride: int, value: Expr) -> ForAll:
        shared = self._sharing.shared
        equation = shared(Apply(Operator.EQUAL, (store.place, value), BOOL))
        return ForAll(self._texts.index(store.counter.kind), shared(fold(low)), shared(fold(high)), stride, equation)

    # --- stores ------------------------------------------------------------------------------------------

    def _found(self, text: LoopText) -> Iterator[_Store]:
        for step in text.steps:
            if not isinstance(step.place, Deref) or not isinstance(step.place.type, IntegerType):
                continue
            if step.value is None or not text.is_innermost(step):
                continue
            place, value = text.resolved(step.place), text.resolved(step.value)
            if place is None or value is None:
                continue
            for counter in [text.counters[node] for node in dict.fromkeys(postorder(place)) if node in text.counters]:
                position = text.used_at(step.place, counter, step.source)
                replaced = text.by_index(counter, (place, value), position)
                if replaced is None:
                    continue
                parts = [self._texts.replaced(part, replaced) for part in (place, value)]
                if max(map(tree_size, parts)) <= LARGEST:
                    yield _Store(parts[0], parts[1], counter, counter.step * (counter.at < position))

    def _results(self, store: _Store) -> list[Expr]:
        """What a place holds behind a store, over what it may have held before; it is remembered."""
        held = self._held.setdefault(store.place, [])
        values = [store.value]
        if any(node is store.place for node in postorder(store.value)):
            values = [
                self._sharing.shared(fold(self._texts.replaced(store.value, {store.place: old}))) for old in tuple(held)
            ]
        values = [value for value in values if tree_size(value) <= LARGEST]
        held += [value for value in values if value not in held][: MOST_TEMPLATES - len(held)]
        return values
