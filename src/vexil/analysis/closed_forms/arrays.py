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
from vexil.ir.program import Edge, Function
from vexil.ir.rewriting import rewrite
from vexil.ir.sharing import Sharing
from vexil.ir.types import BOOL, IntegerType
from vexil.ir.typing import cast

MOST_FACTS = 24
MOST_TEMPLATES = 6
LARGEST = 60
"""Templates with more nodes are left aside."""


@dataclass(frozen=True, slots=True)
class Store:
    """An element that a loop writes: its address and what it holds, over the index, and the counter that passes it."""

    place: Deref
    value: Expr
    counter: Variable
    step: int
    ahead: int
    """What the counter at the store has more than at the head."""


def index_of(kind: IntegerType) -> Variable:
    """The index of facts about all elements."""
    return Variable(f"\\j({kind})", kind, False)


class ArrayFacts:
    """Facts about the arrays that the loops of one function fill."""

    def __init__(self, function: Function, order: Order) -> None:
        self._function = function
        self._order = order
        self._sharing = Sharing()
        self._held: dict[Expr, list[Expr]] = {}
        """What loops store at a place, over the index."""
        self._stores: dict[int, list[tuple[Store, list[Expr]]]] = {}
        for head in sorted(order.heads, key=lambda place: order.position[place]):
            self._stores[head] = [(store, self._results(store)) for store in self._found(head)]

    def of(self, head: int, known: Mapping[str, int]) -> tuple[tuple[ForAll, ...], tuple[Auxiliary, ...]]:
        """Facts at the head of a loop, and the auxiliary variables that they name."""
        facts: dict[ForAll, None] = {}
        kept: dict[str, Auxiliary] = {}
        for store, values in self._stores.get(head, ()):
            counter, kind = store.counter, store.counter.type
            assert isinstance(kind, IntegerType)
            extra = before_loop(counter)
            entry: Expr = extra.variable
            if not counter.is_global and counter.name in known:
                entry = Const(known[counter.name], kind)
            first, now = _plus(entry, store.ahead, kind), _plus(counter, store.ahead, kind)
            size = abs(store.step)
            if store.step > 0:
                passed = (first, now, size)
            else:
                passed = (_plus(now, size, kind), _plus(first, 1, kind), size)
            ends = list(self._ends(head, store)) if store.step > 0 else [(Const(0, kind), _plus(now, 1, kind))]
            ahead = [(now, end) for _, end in ends] if store.step > 0 else ends
            for value in self._with_choice(values):
                facts[self._fact(store, *passed, value)] = None
            for value in self._held[store.place]:
                for low, high in ahead:
                    facts[self._fact(store, low, high, 1, value)] = None
            kept[extra.variable.name] = extra
        chosen = tuple(facts)[:MOST_FACTS]
        named = {
            node.name
            for fact in chosen
            for part in (fact.low, fact.high, fact.fact)
            for node in postorder(part)
            if isinstance(node, Variable)
        }
        for store, _ in self._stores.get(head, ()):
            for node in postorder(store.value):
                if isinstance(node, Variable) and node.name in named and node.name.startswith("\\entry"):
                    kept.update(self._entries(head, node.name))
        return chosen, tuple(extra for name, extra in kept.items() if name in named)

    def _entries(self, head: int, name: str) -> dict[str, Auxiliary]:
        counters = self._counters(self._edges(head))
        return {name: before_loop(one) for one in counters if before_loop(one).variable.name == name}

    def _with_choice(self, values: list[Expr]) -> list[Expr]:
        return values

    def _fact(self, store: Store, low: Expr, high: Expr, stride: int, value: Expr) -> ForAll:
        assert isinstance(store.counter.type, IntegerType)
        equation = Apply(Operator.EQUAL, (store.place, value), BOOL)
        return ForAll(index_of(store.counter.type), fold(low), fold(high), stride, equation)

    # --- stores ------------------------------------------------------------------------------------------

    def _edges(self, head: int) -> list[Edge]:
        nest = self._order.nest
        return [edge for edge in self._function.edges if head in nest[edge.source] and head in nest[edge.target]]

    def _counters(self, edges: list[Edge]) -> dict[Variable, tuple[int, int]]:
        """Registers that a loop changes at one place by a constant, with it and where that is."""
        found: dict[Variable, tuple[int, int]] = {}
        often: dict[Variable, int] = {}
        for edge in edges:
            for place in written_places(edge.operation):
                if isinstance(place, Variable):
                    often[place] = often.get(place, 0) + 1
            match edge.operation:
                case Assign(Variable(_, IntegerType(), _) as place, Apply(operator, (left, Const(step, _)), _)) if (
                    left == place and operator in (Operator.ADD, Operator.SUBTRACT) and step
                ):
                    amount = int(step) if operator is Operator.ADD else -int(step)
                    found[place] = amount, self._order.position[edge.source]
                case _:
                    pass
        return {variable: how for variable, how in found.items() if often[variable] == 1}

    def _temporaries(self, edges: list[Edge], counters: Mapping[Variable, tuple[int, int]]) -> dict[Variable, Expr]:
        once: dict[Variable, list[Expr]] = {}
        for edge in edges:
            match edge.operation:
                case Assign(Variable() as place, value):
                    once.setdefault(place, []).append(value)
                case operation:
                    for written in written_places(operation):
                        if isinstance(written, Variable):
                            once.setdefault(written, []).extend((written, written))
        return {
            place: values[0] for place, values in once.items() if len(values) == 1 and place not in counters
        }

    def _found(self, head: int) -> Iterator[Store]:
        edges = self._edges(head)
        counters = self._counters(edges)
        temporaries = self._temporaries(edges, counters)
        changing = {place for edge in edges for place in written_places(edge.operation) if isinstance(place, Variable)}
        for edge in edges:
            match edge.operation:
                case Assign(Deref((address,), IntegerType() as kind), value) if self._order.nest[edge.source][-1] == head:
                    where = self._resolved(address, temporaries)
                    content = self._resolved(value, temporaries)
                    if where is None or content is None:
                        continue
                    position = self._order.position[edge.source]
                    for counter in sorted(set(_variables(where)) & counters.keys(), key=lambda one: one.name):
                        template = self._template((where, content), counter, counters, changing, position)
                        if template is not None:
                            step, at = counters[counter]
                            yield Store(Deref((template[0],), kind), template[1], counter, step, step * (at < position))
                case _:
                    pass

    def _resolved(self, expression: Expr, temporaries: Mapping[Variable, Expr]) -> Expr | None:
        for _ in range(4):
            if not any(node in temporaries for node in postorder(expression) if isinstance(node, Variable)):
                return self._sharing.shared(expression)
            expression = rewrite(expression, lambda node: temporaries.get(node, node) if isinstance(node, Variable) else node)
            if tree_size(expression) > LARGEST:
                return None
        return None

    def _template(
        self,
        parts: tuple[Expr, Expr],
        counter: Variable,
        counters: Mapping[Variable, tuple[int, int]],
        changing: set[Variable],
        position: int,
    ) -> tuple[Expr, Expr] | None:
        """Expressions over the index in place of a counter, and of counters that go with it."""
        assert isinstance(counter.type, IntegerType)
        step, at = counters[counter]
        index = index_of(counter.type)
        replaced: dict[Variable, Expr] = {counter: index}
        for part in parts:
            for variable in _variables(part):
                if variable in replaced or variable not in changing:
                    continue
                if variable not in counters or counters[variable][0] % step or variable.type != counter.type:
                    return None
                amount, other = counters[variable]
                begin = _plus(before_loop(variable).variable, amount * (other < position), counter.type)
                start = _plus(before_loop(counter).variable, step * (at < position), counter.type)
                gone = Apply(Operator.SUBTRACT, (index, start), counter.type)
                factor = amount // step
                if factor != 1:
                    gone = Apply(Operator.MULTIPLY, (gone, Const(factor, counter.type)), counter.type)
                replaced[variable] = Apply(Operator.ADD, (begin, gone), counter.type)
        results = tuple(
            self._sharing.shared(
                rewrite(part, lambda node: replaced.get(node, node) if isinstance(node, Variable) else node)
            )
            for part in parts
        )
        return None if max(map(tree_size, results)) > LARGEST else (results[0], results[1])

    def _results(self, store: Store) -> list[Expr]:
        """What a place holds behind a store, over what it may have held before; it is remembered."""
        place = self._sharing.shared(store.place)
        before = list(self._held.get(place, ()))
        if place in set(postorder(store.value)):
            values = [
                self._sharing.shared(fold(rewrite(store.value, lambda node, old=old: old if node == place else node)))
                for old in before
            ]
        else:
            values = [store.value]
        held = self._held.setdefault(place, [])
        self._held.setdefault(store.place, held)
        held += [value for value in values if value not in held and len(held) < MOST_TEMPLATES]
        return [value for value in values if tree_size(value) <= LARGEST]

    def _ends(self, head: int, store: Store) -> Iterator[tuple[Expr, Expr]]:
        """What a loop's counter is compared with: elements below it are still to come."""
        kind = store.counter.type
        assert isinstance(kind, IntegerType)
        for edge in self._edges(head):
            match edge.operation:
                case Assume(Apply(Operator.LESS | Operator.DIFFERENT, (left, right), _)) if left == store.counter:
                    yield left, right if right.type == kind else cast(right, kind)
                case Assume(Apply(Operator.LESS_EQUAL, (left, right), _)) if left == store.counter:
                    yield left, _plus(right if right.type == kind else cast(right, kind), 1, kind)
                case _:
                    pass


def _variables(expression: Expr) -> list[Variable]:
    return [node for node in postorder(expression) if isinstance(node, Variable)]


def _plus(expression: Expr, amount: int, kind: IntegerType) -> Expr:
    if not amount:
        return expression
    if isinstance(expression, Const):
        return Const(wrap(int(expression.value) + amount, kind.width, kind.signed), kind)
    return Apply(Operator.ADD, (expression, Const(wrap(amount, kind.width, kind.signed), kind)), kind)
