"""Arrays that loops fill element by element: what elements hold that a loop has passed, and those that it has not.

A store whose address depends on a counter gives a template: what the element at an index holds when the counter has
passed it. A loop that changes elements in place is told by what earlier loops of the function stored there. Everything
here is a guess from the text of the program; who relies on it has to prove it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vexil.analysis.weak_order import Order
from vexil.core.dag import tree_size
from vexil.ir.arithmetic import wrap
from vexil.ir.auxiliaries import Auxiliary, ForAll, before_loop
from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.fold import fold
from vexil.ir.operations import Assign, Assume, written_places
from vexil.ir.program import Function
from vexil.ir.rewriting import rewrite
from vexil.ir.sharing import Sharing
from vexil.ir.types import BOOL, IntegerType
from vexil.ir.typing import cast

MOST_FACTS = 24
MOST_TEMPLATES = 6
LARGEST = 60
"""Templates with more nodes are left aside."""
DEEPEST = 4
"""So many times temporary variables are replaced by what they hold."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One edge inside a loop: where it starts, and what it writes where, or the condition under which it is taken."""

    source: int
    place: Expr | None = None
    value: Expr | None = None
    condition: Expr | None = None


@dataclass(frozen=True, slots=True)
class _Counter:
    """A register that a loop changes at one place, by a constant; ``at`` is the position of that place."""

    variable: Variable
    kind: IntegerType
    step: int
    at: int


@dataclass(frozen=True, slots=True)
class _Store:
    """An element that a loop writes, over the index: where it is, and what it holds once the counter has passed it."""

    place: Expr
    value: Expr
    counter: _Counter
    ahead: int
    """What the counter at the store has more than at the head."""


class ArrayFacts:
    """Facts about the arrays that the loops of one function fill."""

    def __init__(self, function: Function, order: Order) -> None:
        self._function = function
        self._order = order
        self._sharing = Sharing()
        self._held: dict[Expr, list[Expr]] = {}
        """What loops store at a place, over the index."""
        self._stores: dict[int, list[tuple[_Store, list[Expr]]]] = {}
        for head in sorted(order.heads, key=lambda place: order.position[place]):
            steps = self._steps(head)
            self._stores[head] = [(store, self._results(store)) for store in self._found(head, steps)]

    def of(self, head: int, known: Mapping[str, int]) -> tuple[tuple[ForAll, ...], tuple[Auxiliary, ...]]:
        """Facts at the head of a loop, and the auxiliary variables that they name.

        It is known what some registers hold whenever the loop is entered.
        """
        facts: dict[ForAll, None] = {}
        entries = {extra.variable.name: extra for extra in map(before_loop, self._written(head))}
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
        entry: Expr = self._entry(counter)
        if not counter.is_global and counter.name in known:
            entry = Const(known[counter.name], kind)
        first, now = _plus(entry, store.ahead, kind), _plus(counter, store.ahead, kind)
        size = abs(store.counter.step)
        if store.counter.step > 0:
            passed = (first, now)
            coming = [(now, end) for end in self._ends(head, store)]
        else:
            passed = (_plus(now, size, kind), _plus(first, 1, kind))
            coming = [(Const(0, kind), _plus(now, 1, kind))]
        for value in values:
            yield self._fact(store, *passed, size, value)
        for value in self._held[store.place]:
            for low, high in coming:
                yield self._fact(store, low, high, 1, value)

    def _fact(self, store: _Store, low: Expr, high: Expr, stride: int, value: Expr) -> ForAll:
        shared = self._sharing.shared
        equation = shared(Apply(Operator.EQUAL, (store.place, value), BOOL))
        return ForAll(self._index(store.counter.kind), shared(fold(low)), shared(fold(high)), stride, equation)

    def _index(self, kind: IntegerType) -> Variable:
        return self._sharing.variable(Variable(f"\\j({kind})", kind, False))

    def _entry(self, variable: Variable) -> Variable:
        return self._sharing.variable(before_loop(variable).variable)

    # --- stores ------------------------------------------------------------------------------------------

    def _steps(self, head: int) -> list[_Step]:
        nest, shared = self._order.nest, self._sharing.shared
        steps = []
        for edge in self._function.edges:
            if head not in nest[edge.source] or head not in nest[edge.target]:
                continue
            match edge.operation:
                case Assign(place, value):
                    steps.append(_Step(edge.source, shared(place), shared(value)))
                case Assume(condition):
                    steps.append(_Step(edge.source, condition=shared(condition)))
                case operation:
                    steps += [_Step(edge.source, shared(place)) for place in written_places(operation)]
        return steps

    def _written(self, head: int) -> list[Variable]:
        places = dict.fromkeys(step.place for step in self._steps(head))
        return [place for place in places if isinstance(place, Variable)]

    def _counters(self, steps: list[_Step]) -> dict[Expr, _Counter]:
        found: dict[Expr, _Counter] = {}
        for step in steps:
            match step.place, step.value:
                case Variable(_, IntegerType() as kind, _) as place, Apply(operator, (left, Const(amount, _)), _) if (
                    left is place and operator in (Operator.ADD, Operator.SUBTRACT) and amount
                ):
                    by = int(amount) if operator is Operator.ADD else -int(amount)
                    found[place] = _Counter(place, kind, by, self._order.position[step.source])
                case _:
                    pass
        return {place: counter for place, counter in found.items() if sum(step.place is place for step in steps) == 1}

    def _found(self, head: int, steps: list[_Step]) -> Iterator[_Store]:
        counters = self._counters(steps)
        changing: set[Expr | None] = {step.place for step in steps if isinstance(step.place, Variable)}
        temporaries: dict[Expr | None, Expr] = {
            step.place: step.value
            for step in steps
            if step.value is not None
            and step.place in changing - counters.keys()
            and sum(other.place is step.place for other in steps) == 1
        }
        for step in steps:
            if not isinstance(step.place, Deref) or not isinstance(step.place.type, IntegerType):
                continue
            if step.value is None or self._order.nest[step.source][-1] != head:
                continue
            place, value = self._resolved(step.place, temporaries), self._resolved(step.value, temporaries)
            if place is None or value is None:
                continue
            position = self._order.position[step.source]
            for counter in [counters[node] for node in dict.fromkeys(postorder(place)) if node in counters]:
                replaced = self._by_index(counter, counters, changing, (place, value), position)
                if replaced is None:
                    continue
                parts = [self._replaced(part, replaced) for part in (place, value)]
                if max(map(tree_size, parts)) <= LARGEST:
                    yield _Store(parts[0], parts[1], counter, counter.step * (counter.at < position))

    def _replaced(self, expression: Expr, values: Mapping[Expr | None, Expr]) -> Expr:
        return self._sharing.shared(rewrite(expression, lambda node: values.get(self._sharing.shared(node), node)))

    def _resolved(self, expression: Expr, temporaries: Mapping[Expr | None, Expr]) -> Expr | None:
        """An expression without variables that only hold values for a while."""
        for _ in range(DEEPEST):
            if not any(node in temporaries for node in postorder(expression)):
                return expression
            expression = self._replaced(expression, temporaries)
            if tree_size(expression) > LARGEST:
                return None
        return None

    def _by_index(
        self,
        counter: _Counter,
        counters: Mapping[Expr, _Counter],
        changing: set[Expr | None],
        parts: tuple[Expr, Expr],
        position: int,
    ) -> dict[Expr | None, Expr] | None:
        """What stands for registers that change when the index stands for a counter; nothing if one has none."""
        kind, index = counter.kind, self._index(counter.kind)
        replaced: dict[Expr | None, Expr] = {counter.variable: index}
        for node in (node for part in parts for node in postorder(part)):
            if node in replaced or node not in changing:
                continue
            other = counters.get(node)
            if other is None or other.step % counter.step or other.kind != kind:
                return None
            begin = _plus(self._entry(other.variable), other.step * (other.at < position), kind)
            start = _plus(self._entry(counter.variable), counter.step * (counter.at < position), kind)
            gone: Expr = Apply(Operator.SUBTRACT, (index, start), kind)
            factor = other.step // counter.step
            if factor != 1:
                gone = Apply(Operator.MULTIPLY, (gone, Const(factor, kind)), kind)
            replaced[node] = Apply(Operator.ADD, (begin, gone), kind)
        return replaced

    def _results(self, store: _Store) -> list[Expr]:
        """What a place holds behind a store, over what it may have held before; it is remembered."""
        held = self._held.setdefault(store.place, [])
        values = [store.value]
        if any(node is store.place for node in postorder(store.value)):
            values = [
                self._sharing.shared(fold(self._replaced(store.value, {store.place: old}))) for old in tuple(held)
            ]
        values = [value for value in values if tree_size(value) <= LARGEST]
        held += [value for value in values if value not in held][: MOST_TEMPLATES - len(held)]
        return values

    def _ends(self, head: int, store: _Store) -> Iterator[Expr]:
        """What a loop's counter is compared with: elements below it are still to come."""
        kind, counter = store.counter.kind, store.counter.variable
        for step in self._steps(head):
            match step.condition:
                case Apply(Operator.LESS | Operator.DIFFERENT, (left, right), _) if left is counter:
                    yield cast(right, kind)
                case Apply(Operator.LESS_EQUAL, (left, right), _) if left is counter:
                    yield _plus(cast(right, kind), 1, kind)
                case _:
                    pass


def _plus(expression: Expr, amount: int, kind: IntegerType) -> Expr:
    if not amount:
        return expression
    if isinstance(expression, Const):
        return Const(wrap(int(expression.value) + amount, kind.width, kind.signed), kind)
    return Apply(Operator.ADD, (expression, Const(wrap(amount, kind.width, kind.signed), kind)), kind)
