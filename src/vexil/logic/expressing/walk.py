"""The walk over a term, and the plans for truth values, selections and machine integers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from vexil.ir.arithmetic import float_from_bits
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.types import BOOL, INT, FloatType, IntegerType
from vexil.ir.typing import apply
from vexil.logic import sorts
from vexil.logic.expressing import mathematics, numbers
from vexil.logic.expressing.objects import Claim, claims, is_positive, opened, read_of, tested_origin
from vexil.logic.expressing.places import Places
from vexil.logic.expressing.reads import Reads
from vexil.logic.expressing.values import NOTHING, Alive, Inexpressible, Owner, Plan, Value, plain
from vexil.logic.space import SIZES, Space
from vexil.logic.terms import Term

_Item = tuple[Term, Alive]

_ARITHMETIC = {
    "bvadd": (Operator.ADD, None), "bvsub": (Operator.SUBTRACT, None), "bvmul": (Operator.MULTIPLY, None),
    "bvand": (Operator.BIT_AND, None), "bvor": (Operator.BIT_OR, None), "bvxor": (Operator.BIT_XOR, None),
    "bvudiv": (Operator.DIVIDE, False), "bvurem": (Operator.REMAINDER, False),
    "bvsdiv": (Operator.DIVIDE, True), "bvsrem": (Operator.REMAINDER, True),
}  # fmt: skip
_SHIFTS = {
    "bvshl": (Operator.SHIFT_LEFT, None),
    "bvlshr": (Operator.SHIFT_RIGHT, False),
    "bvashr": (Operator.SHIFT_RIGHT, True),
}
_ORDERS = {
    "bvult": (Operator.LESS, False),
    "bvule": (Operator.LESS_EQUAL, False),
    "bvslt": (Operator.LESS, True),
    "bvsle": (Operator.LESS_EQUAL, True),
}


def expression_of(space: Space, function: str, term: Term, given: Mapping[Term, Variable] | None = None) -> Expr | None:
    """An expression of a function whose translation means the same as a term; ``None`` when there is none.

    *given* has variables for symbols that are no variable of the function.

    Reads of arrays must be of symbols (`store_chains.without_stores`). Equal parts of the term are one object in the
    expression.
    """
    try:
        return plain(_Walk(space, function, given or {}).value(term))
    except Inexpressible:
        return None


class _Walk:
    """Expresses terms of one function, parts before what they are parts of."""

    def __init__(self, space: Space, function: str, given: Mapping[Term, Variable]) -> None:
        self._terms = space.terms
        self._pointers = space.pointers
        self._places = Places(space, function, given)
        self._reads = Reads(space, self._places)
        self._sizes = space.symbol(space.variables[SIZES]).symbols if SIZES in space.variables else 0

    def value(self, term: Term) -> Value:
        """What a term becomes."""
        root = (term, NOTHING)
        done: dict[_Item, Value] = {}
        plans: dict[_Item, tuple[Plan, list[_Item]]] = {}
        stack = [root]
        while stack:
            current = stack[-1]
            if current in done:
                stack.pop()
                continue
            if current not in plans:
                plan = self._plan(*current)
                plans[current] = plan, self._items(plan, current[1])
            plan, items = plans[current]
            missing = [item for item in items if item not in done]
            if missing:
                stack.extend(reversed(missing))
            else:
                done[current] = plan.make(*(done[item] for item in items))
                stack.pop()
        return done[root]

    def _items(self, plan: Plan, alive: Alive) -> list[_Item]:
        """The parts with what lives there; that only matters for those that read sizes."""
        more = plan.alive or (NOTHING,) * len(plan.parts)
        return [
            (part, alive | gained if part.symbols & self._sizes else NOTHING)
            for part, gained in zip(plan.parts, more, strict=True)
        ]

    def _plan(self, term: Term, alive: Alive) -> Plan:
        op, parts = term.op, term.args
        if op in _ARITHMETIC:
            operator, division = _ARITHMETIC[op]
            return Plan(parts, lambda a, b: numbers.arithmetic(operator, plain(a), plain(b), division))
        if op in _ORDERS:
            order, is_signed = _ORDERS[op]
            return Plan(parts, lambda a, b: numbers.ordered(order, plain(a), plain(b), is_signed))
        if op in _SHIFTS:
            shift, sign = _SHIFTS[op]
            return Plan(parts, lambda a, b: numbers.shifted(shift, plain(a), plain(b), sign))
        plan = mathematics.plan(self._terms, term)
        if plan is not None:
            return plan
        match op:
            case "const":
                return Plan((), lambda: _literal(term))
            case "symbol":
                return Plan((), lambda: self._places.variable(term))
            case "not":
                return Plan(parts, lambda a: numbers.negated(plain(a)))
            case "and" | "or":
                return self._junction(term)
            case "=":
                return self._equality(term)
            case "ite":
                return self._selection(term)
            case "bvneg" | "bvnot":
                unary = Operator.NEGATE if op == "bvneg" else Operator.COMPLEMENT
                return Plan(parts, lambda a: apply(unary, numbers.integer(plain(a))))
            case "zero_extend" | "sign_extend":
                count = term.width - parts[0].width
                return Plan(parts, lambda a: numbers.extended(plain(a), count, op == "sign_extend"))
            case "extract":
                return self._reads.extract(term)
            case "concat":
                return self._reads.concat(term)
            case "select":
                return self._reads.select(term, alive)
            case "fp.of_bits":
                return self._reads.float_of_bits(term)
            case _:
                raise Inexpressible

    # --- truth values ------------------------------------------------------------------------------------

    def _junction(self, term: Term) -> Plan:
        """A conjunction, or a disjunction, which says of objects what its negation does."""
        is_and = term.op == "and"
        negate = self._terms.not_
        conjuncts = opened(self._terms, term.args if is_and else map(negate, term.args))
        lives = claims(self._terms, self._pointers, tuple(conjuncts))
        runs = self._reads.runs(conjuncts)
        used = NOTHING.union(*(claim.parts for claim in lives), *(run.parts for run in runs))
        rest = [part if is_and else negate(part) for part in conjuncts if part not in used]
        plans = [*map(self._claim, lives), *map(self._reads.run, runs)]
        connective = Operator.AND if is_and else Operator.OR

        def make(*values: Value) -> Expr:
            pending, expressions = list(values), list[Expr]()
            for plan in plans:
                own, pending = pending[: len(plan.parts)], pending[len(plan.parts) :]
                claimed = plain(plan.make(*own))
                expressions.append(claimed if is_and else numbers.negated(claimed))
            expressions += map(plain, pending)
            return reduce(lambda left, right: apply(connective, left, right), expressions)

        before = tuple(part for plan in plans for part in plan.parts)
        inside = frozenset(claim.object for claim in lives)
        return Plan((*before, *rest), make, (NOTHING,) * len(before) + (inside,) * len(rest))

    def _claim(self, claim: Claim) -> Plan:
        """That an object lives or is one of the heap, or that bytes behind a pointer are accessible."""
        places, pointer, count = self._places, claim.pointer, claim.count
        operator = Operator.HEAP_BASE if claim.is_heap else Operator.ACCESSIBLE
        nothing = () if claim.is_heap else (Const(0, IntegerType(64, True)),)
        if pointer is None:
            return Plan((claim.object,), lambda a: apply(operator, places.start(places.owner(a)), *nothing))
        if count is None:
            return Plan((pointer,), lambda a: apply(operator, places.pointer(a), *nothing))
        is_signed = claim.count_signed
        return Plan(
            (pointer, count), lambda a, b: apply(operator, places.pointer(a), numbers.counted(plain(b), is_signed))
        )

    def _equality(self, term: Term) -> Plan:
        tested = tested_origin(term)
        if tested is not None and is_positive(self._terms, tested[0]) is self._terms.true:
            number, is_heap = tested
            plan = self._claim(Claim(number, is_heap, NOTHING))
            return plan if is_heap else Plan(plan.parts, lambda a: numbers.negated(plain(plan.make(a))))
        return self._reads.zero_byte(term) or Plan(term.args, self._equal)

    def _equal(self, left: Value, right: Value) -> Expr:
        if isinstance(left, Owner) or isinstance(right, Owner):
            return apply(Operator.SAME_OBJECT, *(self._places.owner(side).pointer for side in (left, right)))
        if isinstance(left.type, IntegerType) and isinstance(right.type, IntegerType):
            return numbers.equal(left, right)
        return apply(Operator.EQUAL, *self._alike(left, right))

    def _alike(self, left: Expr, right: Expr) -> tuple[Expr, Expr]:
        """Two values of one sort as values of one type."""
        if isinstance(left.type, IntegerType) and isinstance(right.type, IntegerType):
            return numbers.agreed(left, right)
        kind = right.type if isinstance(left.type, IntegerType) else left.type
        return self._places.matched(left, kind), self._places.matched(right, kind)

    # --- selections --------------------------------------------------------------------------------------

    def _selection(self, term: Term) -> Plan:
        """A selection; under the condition that an object lives, its size is known."""
        condition, first, second = term.args
        if condition.op not in ("and", "or"):
            return Plan(term.args, self._selected)
        is_and = condition.op == "and"
        conjuncts = tuple(opened(self._terms, condition.args if is_and else map(self._terms.not_, condition.args)))
        claimed = claims(self._terms, self._pointers, conjuncts)
        inside, other = (first, second) if is_and else (second, first)
        number = read_of(SIZES, inside)
        whole = frozenset(conjuncts)
        lives = any(claim.object is number and claim.parts == whole and not claim.is_heap for claim in claimed)
        if lives and number is not None and other.is_const and other.payload == 0:
            return Plan((number,), lambda a: self._places.object_size(self._places.owner(a)))
        gained = frozenset(claim.object for claim in claimed)
        alive = (NOTHING, gained, NOTHING) if is_and else (NOTHING, NOTHING, gained)
        return Plan(term.args, self._selected, alive)

    def _selected(self, condition: Value, first: Value, second: Value) -> Value:
        choice = plain(condition)
        if isinstance(first, Owner) or isinstance(second, Owner):
            pointers = [self._places.owner(side).pointer for side in (first, second)]
            return Owner(apply(Operator.IF, choice, *pointers))
        match first, second:
            case Const(1, IntegerType(width, _)), Const(0, _):
                return numbers.of_boolean(choice, width)
            case Const(0, IntegerType(width, _)), Const(1, _):
                return numbers.of_boolean(numbers.negated(choice), width)
            case _:
                return apply(Operator.IF, choice, *self._alike(first, second))


def _literal(term: Term) -> Const:
    match term.sort:
        case sorts.BoolSort():
            return Const(bool(term.payload), BOOL)
        case sorts.IntSort():
            return Const(term.value, INT)
        case sorts.FloatSort(width):
            return Const(float_from_bits(term.value, width), FloatType(width))
        case sorts.BitsSort(width):
            return Const(term.value, IntegerType(width, False))
        case sorts.ArraySort():
            raise Inexpressible
