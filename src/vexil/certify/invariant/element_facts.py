"""Facts about all elements of arrays: proved at an index that stands for every one, used at elements that are read.

To prove such a fact, it is evaluated at an index about which nothing is known. Everything that it reads has to be in
bounds and to have been written: both are required like the fact itself. So where it is taken for granted, at the head
of a loop in the state that stands for every arrival, what was required holds at every index as well. Which indices
are looked at is no question of soundness: what is said at each of them is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import z3.z3consts as consts  # type: ignore[import-untyped]
import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.auxiliaries import Extra, bound
from vexil.certify.invariant.content_reads import nothing_needed
from vexil.certify.invariant.contents import Anything, Instance, anything_in
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import CHECK, Ledger, Where
from vexil.certify.invariant.numbers import binary, sort_of
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import Guard, State
from vexil.certify.invariant.terms import Number, Term, Truth
from vexil.ir.auxiliaries import ForAll
from vexil.ir.expressions import Apply, Const, Deref, Operator, Variable, postorder
from vexil.ir.types import IntegerType
from vexil.model.evidence import LoopRule

DEEPEST = 6
"""A fact may lead to elements of other contents, whose facts lead to others, so many times."""
DEEPEST_OF_NEIGHBOURS = 2
"""The same for facts about several neighbours, each of which leads to the next."""
MOST_INDICES = 4
_PRODUCTS = (consts.Z3_OP_BMUL, consts.Z3_OP_BSHL, consts.Z3_OP_CONCAT)
_THROUGH = (consts.Z3_OP_BADD, *_PRODUCTS)
_RESIZES = (consts.Z3_OP_SIGN_EXT, consts.Z3_OP_ZERO_EXT, consts.Z3_OP_EXTRACT)


class ElementFacts:
    """Requires and uses the facts of rules about all elements."""

    def __init__(self, evaluator: Evaluator, ledger: Ledger) -> None:
        self._evaluator = evaluator
        self._ledger = ledger
        self._depth = 0
        self._any_index: dict[int, Term] = {}

    def require(self, state: State, extra: Extra, rule: LoopRule) -> None:
        """Require the facts at an index that stands for every one.

        It is the same for all facts, which are required one by one: nothing is ever assumed about it but what holds at
        every index, and what is read there is read once.
        """
        for number, fact in enumerate(rule.elements):
            sort = sort_of(fact.index.type)
            index = self._any_index.get(sort)
            if index is None:
                index = self._any_index[sort] = self._evaluator.terms.fresh(sort, fact.index.name)
            where = Where(self._ledger, state)
            with self._strictly(), bound(state, {**extra, fact.index.name: index}):
                value = self._evaluator.value(fact.condition, where)
                where.require(value, f"{CHECK}fact {number} about all elements")

    def assume(self, state: State, extra: Extra, rule: LoopRule) -> None:
        """Let the facts hold at all elements of contents that were forgotten in a state at the head."""
        if not rule.elements:
            return
        head = state.copy()
        for block in head.objects.values():
            if isinstance(block.contents, Anything) and not block.contents.claimed:
                block.contents.claimed = True
                block.contents.facts += [self._instance(head, extra, fact) for fact in rule.elements]

    def tell(self, entry: State, state: State, extra: Extra, rule: LoopRule) -> None:
        """Let the facts hold also at elements that a state at the head has from where the loop was entered.

        These are of contents that others forgot before. Where control is at this head the facts hold at every
        element, wherever what it holds came from.
        """
        if not rule.elements:
            return
        head = state.copy()
        older, here = _anything(entry), _anything(head)
        for contents in here:
            if contents in older:
                contents.facts += [self._instance(head, extra, fact) for fact in rule.elements]

    def _instance(self, head: State, extra: Extra, fact: ForAll) -> Instance:
        """What a fact says at the elements that an offset may belong to."""
        kind = next((node.type for node in postorder(fact.fact) if isinstance(node, Deref)), fact.index.type)
        size, width = self._evaluator.size_of(kind) if self._counts_elements(fact) else 1, sort_of(fact.index.type)
        moves = self._moves(fact)
        deepest = DEEPEST if len(moves) == 1 else DEEPEST_OF_NEIGHBOURS
        said: dict[Number, Truth] = {}

        def at_index(index: Number) -> Truth:
            if index not in said:
                said[index] = True
                said[index] = self._at(head, extra, fact, index)
            return said[index]

        def instance(offset: Number) -> Truth | None:
            if self._depth >= deepest:
                return None
            self._depth += 1
            try:
                indices = self._indices(offset, size, width)
                found = [at_index(self._moved(index, -move, fact)) for index in indices for move in moves]
            finally:
                self._depth -= 1
            return self._evaluator.terms.all(found)

        return instance

    def _at(self, head: State, extra: Extra, fact: ForAll, index: Number) -> Truth:
        """A fact at one index, in the state at the head, together with what was required there."""
        terms, ledger = self._evaluator.terms, self._ledger
        state = head.copy()
        proving, ledger.proving = ledger.proving, False
        try:
            with self._strictly(), bound(state, {**extra, fact.index.name: index}):
                value: Truth = self._evaluator.value(fact.condition, Where(ledger, state))
        except (Ended, Unsupported):
            return True
        finally:
            ledger.proving = proving
        node: Guard | None = state.guard
        while node is not None and node is not head.guard:
            value = terms.both(value, node.condition)
            node = node.previous
        return terms.implies(head.guard.all, value)

    @contextmanager
    def _strictly(self) -> Iterator[None]:
        """Let it be required that what is read was written."""
        memory = self._evaluator.memory
        before, memory.strict = memory.strict, True
        try:
            yield
        finally:
            memory.strict = before

    @staticmethod
    def _counts_elements(fact: ForAll) -> bool:
        """Whether the index is multiplied on the way to an element; else it is a number of bytes."""
        for read in postorder(fact.fact):
            for node in postorder(read.operands[0]) if isinstance(read, Deref) else ():
                match node:
                    case Apply(Operator.MULTIPLY | Operator.SHIFT_LEFT, factors, _):
                        names = {part.name for one in factors for part in postorder(one) if isinstance(part, Variable)}
                        if fact.index.name in names:
                            return True
                    case _:
                        pass
        return False

    # --- neighbours --------------------------------------------------------------------------------------

    @staticmethod
    def _moves(fact: ForAll) -> list[int]:
        """What is added to the index where a fact reads."""
        found: set[int] = set()
        for read in postorder(fact.fact):
            if not isinstance(read, Deref):
                continue
            here = set()
            for node in postorder(read.operands[0]):
                match node:
                    case Apply(Operator.ADD, (Variable(name, _, _), Const(value, _)), _) if name == fact.index.name:
                        here.add(int(value))
                    case Apply(Operator.SUBTRACT, (Variable(name, _, _), Const(value, _)), _) if (
                        name == fact.index.name
                    ):
                        here.add(-int(value))
                    case _:
                        pass
            found |= here or {0}
        return sorted(found) or [0]

    def _moved(self, index: Number, by: int, fact: ForAll) -> Number:
        kind = fact.index.type
        if not by or not isinstance(kind, IntegerType):
            return index
        kind = IntegerType(kind.width, False)
        step = by % (1 << kind.width)
        result: Number = binary(self._evaluator.terms, Operator.ADD, index, step, kind, nothing_needed)
        return result

    # --- indices -----------------------------------------------------------------------------------------

    def _indices(self, offset: Number, size: int, width: int) -> list[Number]:
        """Indices whose element may be at an offset: what the offset is computed from, or else the quotient."""
        if not isinstance(offset, Term):
            return [offset // size]
        terms = self._evaluator.terms
        if size == 1 and width == offset.sort:
            return [offset]
        found: list[Number] = []
        node: Any = offset.ast
        is_index = size == 1
        while node is not None and len(found) < MOST_INDICES:
            if is_index and self._width(node) == width:
                found.append(terms.term(node, width))
            is_index = is_index or self._kind(node) in _PRODUCTS
            node = self._inner(node)
        if not found and size & (size - 1) == 0 and width <= offset.sort:
            places = terms.node(size.bit_length() - 1, offset.sort)
            shifted = terms.call(core.Z3_mk_bvlshr, offset.sort, offset.ast, places)
            found.append(terms.call(core.Z3_mk_extract, width, width - 1, 0, shifted.ast))
        return found

    def _width(self, node: Any) -> int:
        context = self._evaluator.terms.context
        return int(core.Z3_get_bv_sort_size(context, core.Z3_get_sort(context, node)))

    def _kind(self, node: Any) -> int:
        """What a node applies."""
        context = self._evaluator.terms.context
        if core.Z3_get_ast_kind(context, node) != consts.Z3_APP_AST:
            return -1
        return int(core.Z3_get_decl_kind(context, core.Z3_get_app_decl(context, core.Z3_to_app(context, node))))

    def _inner(self, node: Any) -> Any:
        """The part of a sum, a product or another width that is no number."""
        context = self._evaluator.terms.context
        if self._kind(node) not in (*_THROUGH, *_RESIZES):
            return None
        application = core.Z3_to_app(context, node)
        parts = [
            core.Z3_get_app_arg(context, application, number)
            for number in range(core.Z3_get_app_num_args(context, application))
        ]
        rest = [part for part in parts if core.Z3_get_ast_kind(context, part) != consts.Z3_NUMERAL_AST]
        return rest[0] if len(rest) == 1 else None


def _anything(state: State) -> dict[Anything, None]:
    """The contents about which nothing is known that those of objects are made from."""
    return {
        contents: None
        for block in state.objects.values()
        if block.contents is not None
        for contents in anything_in(block.contents)
    }
