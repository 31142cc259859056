"""Laws of contracts: exact ones are confirmed, those with one wrong row never, and no others prove what is false."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings

from strategies.ir.recursion import DEPTH, TOP, Outcome, Recursion, Row, State, random_recursion
from strategies.source import sources
from vexil.certify import Certificate, Checked
from vexil.certify.invariant import check_invariant
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.text import load
from vexil.ir.types import U8, BoolType
from vexil.ir.typing import apply, literal
from vexil.model.evidence import Invariant, ProcedureRule, at_entry, result_of
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

law = settings(max_examples=16, deadline=None, derandomize=True)
N, G, H = Variable("n", U8, False), Variable("g", U8, True), Variable("h", U8, True)
AT_ENTRY = (at_entry(N), at_entry(G), at_entry(H))
AT_EXIT = (result_of(U8), G, H)
TRUE, FALSE = literal(True, BoolType()), literal(False, BoolType())


def joined(operator: Operator, parts: list[Expr], nothing: Expr) -> Expr:
    result = nothing
    for part in parts:
        result = part if result is nothing else apply(operator, result, part)
    return result


def compare(operator: Operator, variable: Variable, number: int) -> Expr:
    return apply(operator, variable, literal(number, U8))


def exact(table: dict[Row, Outcome]) -> Expr:
    """A postcondition that lists what the function does, row by row."""
    rows = []
    for (n, entry), (result, left) in table.items():
        numbers = (n, *entry, result, *left)
        parts = [compare(Operator.EQUAL, *pair) for pair in zip((*AT_ENTRY, *AT_EXIT), numbers, strict=True)]
        rows.append(joined(Operator.AND, parts, TRUE))
    return joined(Operator.OR, rows, FALSE)


IN_RANGE = joined(
    Operator.AND, [compare(Operator.LESS_EQUAL, *pair) for pair in ((N, DEPTH), (G, TOP), (H, TOP))], TRUE
)


def ask(function: Recursion, first: State, claim: str, requires: Expr, ensures: Expr) -> Certificate:
    """What the checker says about a claim behind a call, given a contract."""
    program = load(SourceFile("test.vir", f"vir 1\n{function.text(first, claim)}".encode()))
    evidence = Invariant((), 1, (ProcedureRule("f", requires, ensures),))
    return check_invariant(Question(program, parse_property("assert")), evidence, Context(Limits(cpu_seconds=20)))


def random_state(random: Random) -> State:
    return random.randint(0, TOP), random.randint(0, TOP)


@law
@given(sources())
def test_exact_contracts(random: Random) -> None:
    """The table of a function is confirmed, with one row changed it is not, and it gives nothing that is false."""
    function, first = random_recursion(random), random_state(random)
    table = function.table()
    last = table[DEPTH, first]
    claim = f"k != {DEPTH}u8 || r == {last[0]}u8 && g == {last[1][0]}u8 && h == {last[1][1]}u8"
    assert isinstance(ask(function, first, claim, IN_RANGE, exact(table)), Checked)
    wrong = claim.replace(f"r == {last[0]}u8", f"r == {(last[0] + 1) & TOP}u8")
    assert not isinstance(ask(function, first, wrong, IN_RANGE, exact(table)), Checked)
    row = random.choice(sorted(table))
    result, (g, h) = table[row]
    table[row] = random.choice(
        [((result + 1) & TOP, (g, h)), (result, ((g + 1) & TOP, h)), (result, (g, (h + 2) & TOP))]
    )
    assert not isinstance(ask(function, first, "true", IN_RANGE, exact(table)), Checked)


@law
@given(sources())
def test_any_contract(random: Random) -> None:
    """Whatever the contract, a claim that is confirmed holds for every argument."""
    function, first = random_recursion(random), random_state(random)
    operators = (Operator.LESS_EQUAL, Operator.EQUAL, Operator.DIFFERENT, Operator.GREATER_EQUAL)

    def condition(variables: tuple[Variable, ...]) -> Expr:
        parts = [
            compare(random.choice(operators), random.choice(variables), random.randint(0, TOP))
            for _ in range(random.randint(0, 3))
        ]
        connective = random.choice((Operator.AND, Operator.OR))
        return joined(connective, parts, random.choice((TRUE, TRUE, TRUE, FALSE)))

    def around(rows: list[tuple[int, ...]], index: int) -> tuple[int, int]:
        """The least and the greatest value of a column, or sometimes one that is not."""
        column = [row[index] for row in rows]
        return min(column) + int(random.random() < 0.1), max(0, max(column) - int(random.random() < 0.1))

    everything = [(n, *result, *left) for (n, _), (*result, left) in function.table().items()]
    outcomes = [(n, *result, *left) for (n, entry), (*result, left) in function.table().items() if entry == first]
    for _ in range(4):
        index, name = random.choice([(1, "r"), (2, "g"), (3, "h")])
        low, high = around(outcomes, index)
        claim = f"{name} >= {low}u8 && {name} <= {high}u8"
        requires = random.choice([IN_RANGE, condition((N, G, H))])
        parts = []
        for column, variable in enumerate(AT_EXIT, 1):
            least, greatest = around(everything, column)
            parts.append(compare(Operator.GREATER_EQUAL, variable, least))
            parts.append(compare(Operator.LESS_EQUAL, variable, greatest))
        ensures = random.choice([condition((*AT_EXIT, *AT_EXIT, *AT_ENTRY)), joined(Operator.AND, parts, TRUE)])
        if isinstance(ask(function, first, claim, requires, ensures), Checked):
            assert all(low <= outcome[index] <= high for outcome in outcomes), (claim, outcomes)
