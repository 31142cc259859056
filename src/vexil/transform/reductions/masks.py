"""What conditions on the way of a command say: where control of a thread can be, and what they contradict."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.dag import bottom_up
from vexil.ir.arithmetic import COMPARISONS
from vexil.ir.expressions import Operator
from vexil.model.guarded.expressions import Apply, Const, Expr, Read, is_const, number
from vexil.model.guarded.system import GuardedSystem
from vexil.transform.reductions.terms import Terms

Fact = tuple[Expr, bool]
"""A condition on the state at the beginning of a step, and its value."""


class Masks:
    """Sets of locations as numbers: bit i is location i."""

    def __init__(self, system: GuardedSystem, terms: Terms) -> None:
        self._terms = terms
        self._sizes = {template.name: len(template.locations) for template in system.templates}
        self._counters = {template.counter: template.name for template in system.templates}
        self._where: dict[tuple[str, Expr, tuple[Fact, ...]], int] = {}
        self._zero = terms.same(number(0))
        self._counter_of = {template.name: template.counter for template in system.templates}

    def everywhere(self, template: str) -> int:
        """All locations."""
        return (1 << self._sizes[template]) - 1

    def compared(self, element: Read, comparison: Operator, value: int) -> int | None:
        """The locations for which the comparison of another thread's counter with a number holds."""
        template = self._counters.get(element.variable)
        if template is None or comparison not in COMPARISONS:
            return None
        holds = COMPARISONS[comparison]
        return sum(1 << place for place in range(self._sizes[template]) if holds(place, value))

    def where(self, template: str, thread: Expr | None, facts: tuple[Fact, ...]) -> int:
        """Where control of a thread can be when facts hold."""
        assert thread is not None
        key = template, thread, facts
        if (cached := self._where.get(key)) is not None:
            return cached
        union = 0
        pending: list[tuple[Expr, tuple[Fact, ...]]] = [(thread, facts)]
        while pending:
            item, facts = pending.pop()
            if isinstance(item, Apply) and item.operator is Operator.IF:
                condition, then, otherwise = item.operands
                pending += [(then, (*facts, (condition, True))), (otherwise, (*facts, (condition, False)))]
                continue
            operands = (self._zero, item)
            counter = self._terms.rebuilt(Read(self._counter_of[template], operands), operands)
            settled = _settled(facts)
            mask = self.everywhere(template)
            for condition, value in facts:
                if counter in self._terms.reads(condition):
                    mask &= self._mask(template, counter, condition, settled)[0 if value else 1]
            union |= mask
        self._where[key] = union
        return union

    def _mask(self, template: str, counter: Expr, condition: Expr, settled: Mapping[Expr, bool]) -> tuple[int, int]:
        """Where a condition can be true, and where it can be false."""
        every = self.everywhere(template)

        def combined(item: Expr, masks: tuple[tuple[int, int], ...]) -> tuple[int, int]:
            inner = [self._known(mask, part, settled) for mask, part in zip(masks, _conditions(item), strict=True)]
            match item:
                case Apply(Operator.NOT):
                    return inner[0][1], inner[0][0]
                case Apply(Operator.AND):
                    return inner[0][0] & inner[1][0], inner[0][1] | inner[1][1]
                case Apply(Operator.OR):
                    return inner[0][0] | inner[1][0], inner[0][1] & inner[1][1]
                case Apply(comparison, (Read() as left, Const(value, _))) if left is counter:
                    holds = self.compared(left, comparison, value)
                    return (every, every) if holds is None else (holds, every & ~holds)
                case Const(value, _):
                    return (every, 0) if value else (0, every)
                case _:
                    return every, every

        return bottom_up(condition, combined, _conditions)

    @staticmethod
    def _known(mask: tuple[int, int], condition: Expr, settled: Mapping[Expr, bool]) -> tuple[int, int]:
        """The masks of a condition whose value may be known anyway."""
        value = settled.get(condition)
        if value is None:
            return mask
        return (mask[0], 0) if value else (0, mask[1])

    def is_refuted(self, facts: tuple[Fact, ...], assumed: Mapping[Expr, Expr]) -> bool:
        """Say whether facts contradict what is assumed of comparisons in them."""
        values: dict[Expr, Expr] | None = None
        for condition, value in facts:
            if self._terms.comparisons(condition).isdisjoint(assumed):
                continue
            if values is None:
                values = dict(assumed)
                for part, answer in _settled(facts).items():
                    values.setdefault(part, self._terms.true if answer else self._terms.false)
            without = {part: answer for part, answer in values.items() if part is not condition or part in assumed}
            if is_const(self._terms.folded(condition, without), int(not value)):
                return True
        return False


def _conditions(item: Expr) -> tuple[Expr, ...]:
    """The conditions that a condition joins."""
    is_junction = isinstance(item, Apply) and item.operator in (Operator.AND, Operator.OR, Operator.NOT)
    return item.operands if is_junction else ()


def _settled(facts: tuple[Fact, ...]) -> dict[Expr, bool]:
    """The single conditions whose values follow from facts at once."""
    settled: dict[Expr, bool] = {}
    pending = list(facts)
    while pending:
        condition, value = pending.pop()
        match condition:
            case Apply(Operator.AND, operands, _) if value:
                pending += [(operand, True) for operand in operands]
            case Apply(Operator.OR, operands, _) if not value:
                pending += [(operand, False) for operand in operands]
            case Apply(Operator.NOT, (inner,), _):
                pending.append((inner, not value))
            case _:
                settled[condition] = value
    return settled
