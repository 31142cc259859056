"""What the text of a loop says: its stores and conditions, its counters, and what temporary variables stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from vexil.analysis.weak_order import Order
from vexil.core.dag import tree_size
from vexil.ir.arithmetic import wrap
from vexil.ir.auxiliaries import before_loop
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.operations import Assign, Assume, Call, expressions_of, written_places
from vexil.ir.pointer_parts import BASE, as_offsets
from vexil.ir.program import Function
from vexil.ir.rewriting import rewrite
from vexil.ir.sharing import Sharing
from vexil.ir.types import IntegerType
from vexil.ir.typing import cast

LARGEST = 60
"""Expressions with more nodes are left aside."""
DEEPEST = 4
"""So many times temporary variables are replaced by what they hold."""


@dataclass(frozen=True, slots=True)
class Step:
    """One edge inside a loop: where it starts, and what it writes where, or the condition under which it is taken."""

    source: int
    place: Expr | None = None
    value: Expr | None = None
    condition: Expr | None = None
    others: tuple[Expr, ...] = ()
    """What an edge of another kind evaluates."""
    is_call: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """A register that a loop changes at one place, by a constant; ``at`` is the position of that place."""

    variable: Variable
    kind: IntegerType
    step: int
    at: int


class LoopTexts:
    """Reads the loops of one function."""

    def __init__(self, function: Function, order: Order, word: IntegerType) -> None:
        self.function = function
        self.order = order
        self.word = word
        """The type of offsets, as wide as a pointer."""
        self.sharing = Sharing()
        self._starts = _starts(function)
        self.assignments = [
            (self.text(edge.operation.place), self.text(edge.operation.value), edge.source)
            for edge in function.edges
            if isinstance(edge.operation, Assign)
        ]

    def of(self, head: int) -> LoopText:
        """The text of a loop."""
        return LoopText(self, head)

    def text(self, expression: Expr) -> Expr:
        """An expression with offsets compared where pointers are, and starts of objects by what they always are."""
        starts = self._starts
        named = rewrite(expression, lambda node: starts.get(node.name, node) if isinstance(node, Variable) else node)
        return self.sharing.shared(as_offsets(named))

    def entry(self, variable: Variable) -> Variable:
        """The auxiliary variable that keeps what a variable was when a loop was entered."""
        return self.sharing.variable(before_loop(variable).variable)

    def index(self, kind: IntegerType) -> Variable:
        """The index of facts about all elements."""
        return self.sharing.variable(Variable(f"\\j({kind})", kind, False))

    def replaced(self, expression: Expr, values: Mapping[Expr | None, Expr]) -> Expr:
        """An expression with other expressions in place of some."""
        shared = self.sharing.shared
        return shared(rewrite(expression, lambda node: values.get(shared(node), node)))


def _starts(function: Function) -> dict[str, Expr]:
    """The registers for starts of objects that are given one value only, perhaps by way of others, with this value."""
    given: dict[str, dict[str, Expr]] = {}
    for edge in function.edges:
        match edge.operation:
            case Assign(Variable(name, _, False), value) if name.endswith(BASE):
                given.setdefault(name, {})[str(value)] = value
            case _:
                pass
    found: dict[str, Expr] = {}
    for name in given:
        ends: dict[str, Expr] = {}
        reached, pending = {name}, [name]
        while pending:
            for text, value in given[pending.pop()].items():
                if not isinstance(value, Variable) or value.name not in given:
                    ends[text] = value
                elif value.name not in reached:
                    reached.add(value.name)
                    pending.append(value.name)
        only = list(ends.values())
        if len(only) == 1 and isinstance(only[0], AddressOf):
            found[name] = only[0]
    return found


class LoopText:
    """One loop, the loops inside of it included."""

    def __init__(self, texts: LoopTexts, head: int) -> None:
        self._texts = texts
        self.head = head
        self.steps = tuple(self._steps())
        self.registers: dict[Variable, None] = {
            step.place: None for step in self.steps if isinstance(step.place, Variable)
        }
        """Those that the loop writes."""
        self.temporaries: dict[Expr | None, Expr] = self._temporaries({})
        self.counters = self._counters()
        self.temporaries = self._temporaries(self.counters)

    def _steps(self) -> Iterator[Step]:
        nest, text = self._texts.order.nest, self._texts.text
        for edge in self._texts.function.edges:
            if self.head not in nest[edge.source] or self.head not in nest[edge.target]:
                continue
            match edge.operation:
                case Assign(place, value):
                    yield Step(edge.source, text(place), text(value))
                case Assume(condition):
                    yield Step(edge.source, condition=text(condition))
                case operation:
                    others = tuple(text(part) for part in expressions_of(operation))
                    is_call = isinstance(operation, Call)
                    yield Step(edge.source, others=others, is_call=is_call)
                    for place in written_places(operation):
                        yield Step(edge.source, text(place))

    def _writes(self, place: Expr) -> int:
        return sum(step.place is place for step in self.steps)

    def _temporaries(self, counters: Mapping[Expr, Counter]) -> dict[Expr | None, Expr]:
        return {
            step.place: step.value
            for step in self.steps
            if step.value is not None
            and isinstance(step.place, Variable)
            and step.place not in counters
            and self._writes(step.place) == 1
            and not self._is_read_before(step.place, self.position(step.source))
        }

    def _is_read_before(self, variable: Variable, position: int) -> bool:
        """Say whether a loop reads a variable at a position or before it: then it is not temporary."""
        return any(
            node is variable
            for step in self.steps
            if self.position(step.source) <= position
            for part in (
                *step.others,
                step.place if isinstance(step.place, Deref) else None,
                step.value,
                step.condition,
            )
            if part is not None
            for node in postorder(part)
        )

    def _counters(self) -> dict[Expr, Counter]:
        found: dict[Expr, Counter] = {}
        for step in self.steps:
            place = step.place
            if not isinstance(place, Variable) or not isinstance(place.type, IntegerType) or step.value is None:
                continue
            if self._writes(place) != 1:
                continue
            known = {name: value for name, value in self.temporaries.items() if name is not place}
            match self._resolved(step.value, known):
                case Apply(operator, (left, Const(amount, _)), _) if (
                    left is place and operator in (Operator.ADD, Operator.SUBTRACT) and amount
                ):
                    by = int(amount) if operator is Operator.ADD else -int(amount)
                    found[place] = Counter(place, place.type, by, self.position(step.source))
                case _:
                    pass
        return found

    def position(self, location: int) -> int:
        """Where a location is in the order of execution."""
        return self._texts.order.position[location]

    def used_at(self, expression: Expr, counter: Counter, location: int) -> int:
        """Where an expression that is evaluated at a location reads a counter, perhaps by a copy made before."""
        places = [
            self.position(step.source)
            for step in self.steps
            for node in postorder(expression)
            if step.place is node
            and step.value is not None
            and any(part is counter.variable for part in postorder(step.value))
        ]
        direct = any(node is counter.variable for node in postorder(expression))
        return self.position(location) if direct or not places else min(places)

    def resolved(self, expression: Expr) -> Expr | None:
        """An expression without variables that only hold values for a while."""
        return self._resolved(expression, self.temporaries)

    def _resolved(self, expression: Expr, temporaries: Mapping[Expr | None, Expr]) -> Expr | None:
        for _ in range(DEEPEST):
            if not any(node in temporaries for node in postorder(expression)):
                return expression
            expression = self._texts.replaced(expression, temporaries)
            if tree_size(expression) > LARGEST:
                return None
        return None

    def is_innermost(self, step: Step) -> bool:
        """Say whether a step is in no loop inside of this one."""
        return self._texts.order.nest[step.source][-1] == self.head

    def by_index(self, counter: Counter, parts: Iterable[Expr], position: int) -> dict[Expr | None, Expr] | None:
        """What stands for registers that change when the index stands for a counter; nothing if one has none."""
        kind, index, entry = counter.kind, self._texts.index(counter.kind), self._texts.entry
        replaced: dict[Expr | None, Expr] = {counter.variable: index}
        for node in (node for part in parts for node in postorder(part)):
            if node in replaced or node not in self.registers:
                continue
            other = self.counters.get(node)
            if other is None or other.step % counter.step or other.kind != kind:
                return None
            begin = plus(entry(other.variable), other.step * (other.at < position), kind)
            start = plus(entry(counter.variable), counter.step * (counter.at < position), kind)
            gone: Expr = Apply(Operator.SUBTRACT, (index, start), kind)
            factor = other.step // counter.step
            if factor != 1:
                gone = Apply(Operator.MULTIPLY, (gone, Const(factor, kind)), kind)
            replaced[node] = Apply(Operator.ADD, (begin, gone), kind)
        return replaced

    def ends(self, counter: Counter) -> Iterator[Expr]:
        """What the loop compares a counter with: elements below it are still to come."""
        kind, variable = counter.kind, counter.variable
        for step in self.steps:
            match step.condition:
                case Apply(operator, (left, right), _) if operator in (
                    Operator.LESS,
                    Operator.LESS_EQUAL,
                    Operator.DIFFERENT,
                ):
                    end = cast(right, kind)
                    if left is variable:
                        yield plus(end, int(operator is Operator.LESS_EQUAL), kind)
                    elif isinstance(left, Apply) and left.operator is Operator.ADD and left.operands[0] is variable:
                        more = left.operands[1]
                        if isinstance(more, Const) and isinstance(more.value, int):
                            yield plus(end, int(operator is Operator.LESS_EQUAL) - more.value, kind)
                case _:
                    pass


def plus(expression: Expr, amount: int, kind: IntegerType) -> Expr:
    """An expression and a constant."""
    if not amount:
        return expression
    if isinstance(expression, Const):
        return Const(wrap(int(expression.value) + amount, kind.width, kind.signed), kind)
    return Apply(Operator.ADD, (expression, Const(wrap(amount, kind.width, kind.signed), kind)), kind)


def elements_in(expression: Expr) -> list[Deref]:
    """The numbers that an expression reads from memory."""
    return [node for node in postorder(expression) if isinstance(node, Deref) and isinstance(node.type, IntegerType)]
