"""Deciding a condition for sets of numbers: by examples, by a solver, and where that fails by the tables.

T(e) is true of an abstract state if every concrete state that it stands for satisfies e (Hatcliff et al. 2002, section
7), whatever the operators of e do to tokens one by one. A state in which e has no value satisfies neither e nor !e.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from vexil.abstraction.data.properties.cells import Case, Cell, Decomposition
from vexil.abstraction.data.queries import translated_node
from vexil.core.context import Context
from vexil.core.dag import bottom_up
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.fold import fold, folded
from vexil.ir.layout import LP64
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BOOL, BoolType, FloatType, IntegerType, MathType
from vexil.logic import Term, Terms
from vexil.logic.operators import Operators
from vexil.logic.solvers import Oracle, open_solver, solver_of_integers
from vexil.logic.space import Untranslatable
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, AbstractType, with_number

MOST_STORES = 1024
"""A condition is asked about as a whole for so many combinations of tokens at most."""
MOST_BY_TABLES = 100_000
"""Above this many combinations nothing is decided."""
_EXAMPLES = 40
"""So many combinations of examples are tried for one store."""
_PATIENCE = {"bitwuzla": 1_000, "z3": 200_000}
_SECONDS = 5.0
Store = tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """For every combination of cases whether the condition certainly holds, and whether it certainly does not."""

    stores: tuple[tuple[Store, bool, bool], ...]
    questions: int
    by_tables: int
    """How many combinations were left to the tables of the operators."""


def decide(decomposition: Decomposition, context: Context, most: int = MOST_STORES) -> Decision:
    """Decide a condition for every combination of cases of its cells."""
    size = 1
    for cell in decomposition.cells:
        size *= len(cell.cases)
    if size > max(most, MOST_BY_TABLES):
        return Decision((), 0, size)
    stores = list(product(*(cell.cases for cell in decomposition.cells)))
    if size > most:
        answers = [(store, *_by_tables(decomposition, store)) for store in stores]
        return Decision(tuple(answers), 0, size)
    with _Questions(decomposition, context) as questions:
        examples = [_examples(decomposition, cell) for cell in decomposition.cells]
        results: list[tuple[Store, bool, bool]] = []
        left = 0
        for store in stores:
            answer = _answer(decomposition, store, examples, questions)
            if answer is None:
                answer, left = _by_tables(decomposition, store), left + 1
            results.append((store, *answer))
        return Decision(tuple(results), questions.asked, left)


# --- examples --------------------------------------------------------------------------------------------


def _answer(
    decomposition: Decomposition, store: Store, examples: list[list[Const]], questions: _Questions
) -> tuple[bool, bool] | None:
    """Whether the condition certainly holds, and whether it certainly does not; nothing if nobody knows."""
    may_fail = may_hold = False
    fitting = [
        [value for value in values if _holds(case.condition, {cell.variable.name: value})]
        for cell, case, values in zip(decomposition.cells, store, examples, strict=True)
    ]
    for values in islice(product(*fitting), _EXAMPLES):
        names = (cell.variable.name for cell in decomposition.cells)
        result = _folded(decomposition.condition, dict(zip(names, values, strict=True)))
        if isinstance(result, Const):
            may_hold, may_fail = may_hold or bool(result.value), may_fail or not result.value
        else:
            may_hold = may_fail = True
        if may_hold and may_fail:
            return False, False
    holds = None if may_fail else questions.always(store, value=True)
    fails = None if may_hold else questions.always(store, value=False)
    if (holds is None and not may_fail) or (fails is None and not may_hold):
        return None
    return bool(holds), bool(fails)


def _examples(decomposition: Decomposition, cell: Cell) -> list[Const]:
    """Numbers of a cell that are worth trying: those around the constants, small ones, and the ends of the type."""
    kind = cell.variable.type
    if isinstance(kind, BoolType):
        return [Const(False, kind), Const(True, kind)]
    if isinstance(kind, FloatType):
        return [Const(value, kind) for value in (0.0, 1.0, -1.0, 0.5, float("nan"))]
    parts = [decomposition.condition, *(case.condition for case in cell.cases)]
    constants = {
        int(node.value)
        for part in parts
        for node in postorder(part)
        if isinstance(node, Const) and isinstance(node.value, int)
    }
    around = [value + step for step in (0, 1, -1, 2, -2) for value in sorted(constants, key=abs)]
    wanted = [*around, *range(8), *range(-1, -8, -1), 100, -100, 101, -101]
    if isinstance(kind, IntegerType):
        wanted += [kind.high, kind.low, kind.high - 1, kind.low + 1]
        wanted = [value for value in wanted if kind.low <= value <= kind.high]
    return [Const(value, kind) for value in dict.fromkeys(wanted)]


def _holds(condition: Expr, values: dict[str, Const]) -> bool:
    result = _folded(condition, values)
    return isinstance(result, Const) and bool(result.value)


def _folded(condition: Expr, values: dict[str, Const]) -> Expr:
    return fold(rewrite(condition, lambda node: values[node.name] if isinstance(node, Variable) else node))


# --- the solver ------------------------------------------------------------------------------------------


class _Questions:
    """Asks whether a condition has one value for all numbers of a store."""

    def __init__(self, decomposition: Decomposition, context: Context) -> None:
        self._opened = decomposition
        self._context = context
        self._terms = Terms()
        self._operators = Operators(self._terms, LP64)
        parts = [decomposition.condition, *(case.condition for cell in decomposition.cells for case in cell.cases)]
        is_mathematical = any(isinstance(node.type, MathType) for part in parts for node in postorder(part))
        self._solver = solver_of_integers(mathematical=is_mathematical)
        self._oracle = Oracle(open_solver(self._solver, seconds=_SECONDS), self._terms)
        self._context.meters.append(self._oracle.cpu_seconds)
        try:
            self._condition: tuple[Term, Term] | None = self._translated(decomposition.condition)
        except Untranslatable:
            self._condition = None

    @property
    def asked(self) -> int:
        """How many questions the solver got."""
        return self._oracle.statistics.asked

    def __enter__(self) -> _Questions:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.meters.remove(self._oracle.cpu_seconds)
        self._oracle.close()

    def always(self, store: Store, *, value: bool) -> bool | None:
        """Whether the condition has this value, and has one, for all numbers of a store."""
        if self._condition is None:
            return None
        self._context.check_limits("abstracting a property")
        condition, defined = self._condition
        wanted = condition if value else self._terms.not_(condition)
        members = []
        for case in store:
            held, known = self._translated(case.condition)
            members.append(self._terms.and_(known, held))
        reply = self._oracle.ask(
            [*members, self._terms.not_(self._terms.and_(defined, wanted))], limit=_PATIENCE[self._solver]
        )
        return True if reply.is_unsat else False if reply.is_sat else None

    def _translated(self, expression: Expr) -> tuple[Term, Term]:
        return bottom_up(expression, self._node)

    def _node(self, node: Expr, parts: tuple[tuple[Term, Term], ...]) -> tuple[Term, Term]:
        match node:
            case Variable(name, kind, _):
                return self._terms.symbol(name, self._operators.sort(kind)), self._terms.true
            case Const() | Apply():
                return translated_node(self._terms, self._operators, node, parts)
            case _:
                raise Untranslatable(f"{type(node).__name__} is not about numbers")


# --- the tables ------------------------------------------------------------------------------------------


_Abstract = tuple[AbstractType | None, tuple[int, ...]] | Const
"""Tokens of a type, truth values, or a number."""


def _by_tables(decomposition: Decomposition, store: Store) -> tuple[bool, bool]:
    """What the tables of the operators say, one after the other."""
    cases = {cell.variable.name: (cell, case) for cell, case in zip(decomposition.cells, store, strict=True)}
    result = bottom_up(decomposition.condition, lambda node, parts: _tabled(node, parts, cases))
    if isinstance(result, Const):
        return bool(result.value), not result.value
    if result is None or result[0] is not None:
        return False, False
    return result[1] == (1,), result[1] == (0,)


def _tabled(node: Expr, parts: Sequence[_Abstract | None], cases: dict[str, tuple[Cell, Case]]) -> _Abstract | None:
    match node:
        case Const():
            return node
        case Variable(name):
            cell, case = cases[name]
            if isinstance(node.type, BoolType):
                return None, (int(case is cell.cases[0]),)
            return None if cell.kind is None else (cell.kind, (case.token,))
        case Apply(operator, _, kind):
            if all(isinstance(part, Const) for part in parts):
                value = folded(operator, tuple(part for part in parts if isinstance(part, Const)), kind)
                return value if isinstance(value, Const) else None
            return _applied(operator, parts)
        case _:
            return None


def _applied(operator: Operator, parts: Sequence[_Abstract | None]) -> _Abstract | None:
    if any(part is None for part in parts):
        return None
    kinds = {part[0].name: part[0] for part in parts if isinstance(part, tuple) and part[0] is not None}
    if operator in (Operator.NOT, Operator.AND, Operator.OR) and not kinds:
        truths = [part[1] if isinstance(part, tuple) else (int(part.value),) for part in parts if part is not None]
        values = {_connected(operator, row) for row in product(*truths)}
        return None, tuple(sorted(values))
    if len(kinds) != 1 or operator not in {**OPERATIONS, **TESTS}:
        return None
    kind = next(iter(kinds.values()))
    sets = [part[1] if isinstance(part, tuple) else _of_constant(kind, part) for part in parts if part is not None]
    table = kind.table(operator)
    if any(row in table.partial or not table.rows[row] for row in product(*sets)):
        return None
    results = table.of_sets(*sets)
    return (None, results) if operator in TESTS else (kind, results)


def _connected(operator: Operator, row: tuple[int, ...]) -> int:
    result = folded(operator, tuple(Const(bool(item), BOOL) for item in row), BOOL)
    assert isinstance(result, Const)
    return int(result.value)


def _of_constant(kind: AbstractType, number: Const) -> tuple[int, ...]:
    value = Const(number.value, kind.concrete)
    return tuple(_indices(fold(with_number(member, value)) for member in kind.members))


def _indices(conditions: Iterator[Expr]) -> Iterator[int]:
    return (
        number for number, condition in enumerate(conditions) if not isinstance(condition, Const) or condition.value
    )
