"""Invariants in reports: the source's terms, contracts of functions, and expressions of any size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from vexil.core.context import Context
from vexil.core.dag import tree_size
from vexil.ir.auxiliaries import Auxiliary
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.interpreter import Move
from vexil.ir.program import Program
from vexil.ir.types import BOOL, FloatType, IntegerType, PointerType
from vexil.model.evidence import (
    Claim,
    ClaimedPart,
    Invariant,
    LoopRule,
    ProcedureRule,
    RecurrentSet,
    Run,
    StateTree,
    Tree,
    at_entry,
    result_of,
)
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.load import load_program
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check
from vexil.reports.expressions import SourceWords, conjuncts, distinct_nodes
from vexil.reports.invariants import endless_lines, invariant_lines
from vexil.reports.json_report import result, schema, to_text
from vexil.spec.property import parse_property

ROOT = Path(__file__).resolve().parents[3]
I32, I64, U8 = IntegerType(32, True), IntegerType(64, True), IntegerType(8, False)
X, Y = Variable("x", I32, False), Variable("y", I32, False)
P, Q = Variable("p", BOOL, False), Variable("q", BOOL, False)


def number(value: int) -> Const:
    return Const(value, I32)


def apply(operator: Operator, *operands: Expr, kind: Any = BOOL) -> Apply:
    return Apply(operator, operands, kind)


@pytest.fixture(scope="module")
def program() -> Program:
    return load_program(LoadOptions((str(ROOT / "examples" / "lock_protocol.c"),)), Context())


SUM = apply(Operator.ADD, X, number(1), kind=I32)
WORDS: list[tuple[Expr, str]] = [
    (apply(Operator.LESS, X, number(5)), "x < 5"),
    (apply(Operator.NOT, apply(Operator.LESS, X, number(-5))), "x >= -5"),
    (apply(Operator.NOT, apply(Operator.EQUAL, X, Y)), "x != y"),
    (
        apply(Operator.NOT, apply(Operator.LESS, Variable("f", FloatType(64), False), Const(1.5, FloatType(64)))),
        "!(f < 1.5)",
    ),
    (apply(Operator.NOT, apply(Operator.AND, P, Q)), "!(p && q)"),
    (apply(Operator.OR, apply(Operator.AND, P, Q), apply(Operator.NOT, P)), "(p && q) || !p"),
    (apply(Operator.AND, apply(Operator.AND, P, Q), apply(Operator.EQUAL, X, Y)), "p && q && x == y"),
    (apply(Operator.EQUAL, apply(Operator.MULTIPLY, SUM, SUM, kind=I32), Y), "(x + 1) * (x + 1) == y"),
    (apply(Operator.EQUAL, apply(Operator.SUBTRACT, X, SUM, kind=I32), Y), "x - (x + 1) == y"),
    (apply(Operator.EQUAL, apply(Operator.CAST, X, kind=I64), Const(7, I64)), "x == 7"),
    (apply(Operator.EQUAL, apply(Operator.CAST, X, kind=U8), Const(7, U8)), "(u8) x == 7"),
    (apply(Operator.IF, P, Q, Const(False, BOOL)), "p ? q : false"),
    (apply(Operator.EQUAL, result_of(I32), at_entry(Variable("locked", I32, True))), "\\result == \\old(locked)"),
    (
        apply(Operator.EQUAL, Variable("r", PointerType(I32), False), Const(0, PointerType(I32))),
        "r == NULL",
    ),
    (apply(Operator.LESS, Deref((AddressOf(X, PointerType(I32)),), I32), number(3)), "x < 3"),
    (apply(Operator.LESS, Deref((Variable("r", PointerType(I32), False),), I32), number(3)), "*r < 3"),
]


@pytest.mark.parametrize(("expression", "text"), WORDS, ids=[text for _, text in WORDS])
def test_expressions_read_like_the_source(expression: Expr, text: str, program: Program) -> None:
    """Numbers are plain, conversions that keep the value are left out, and parentheses are those that are needed."""
    assert SourceWords(program, "main").text(expression) == text


def shared(depth: int) -> Expr:
    """A condition whose text doubles with every level, while it has two nodes for each."""
    found: Expr = P
    for _ in range(depth):
        found = apply(Operator.IF, Q, found, apply(Operator.NOT, found))
    return found


def test_sizes_count_with_sharing() -> None:
    """The size of a text with two to the power of 300 nodes is known at once."""
    assert tree_size(shared(1)) == 5
    assert tree_size(shared(300)) > 1 << 300
    assert distinct_nodes(shared(300)) == 602


def test_conjuncts_are_listed_once() -> None:
    """Conjunctions of conjunctions with shared parts have few conditions, however long their text is."""
    found: Expr = apply(Operator.AND, P, Q)
    for _ in range(100):
        found = apply(Operator.AND, found, found)
    assert conjuncts(found) == [P, Q]


def verdict(program: Program, evidence: Any) -> dict[str, Any]:
    """The JSON form of a proof, confirmed to be as the schema says."""
    proved = Verdict(parse_property("assert"), Status.PROVED, "it holds", "test", evidence, True)
    value = result("proved", 0, program, [proved], [None], options={})
    read = json.loads(to_text(value))
    jsonschema.validate(read, schema())
    found: dict[str, Any] = read["properties"][0]["evidence"]
    return found


def test_json_has_contracts_and_facts(program: Program) -> None:
    """Loops come with file, line and facts, functions with what they require and ensure."""
    rule = LoopRule("main", 1, 1, 0, (apply(Operator.LESS, X, number(5)),))
    contract = ProcedureRule("main", P, apply(Operator.EQUAL, result_of(I32), number(0)))
    found = verdict(program, Invariant((rule,), 1, (contract,)))
    (loop,) = found["loops"]
    assert (loop["facts"], loop["line"]) == (["x < 5i32"], 25)
    assert loop["file"].endswith("lock_protocol.c")
    assert found["procedures"] == [
        {"function": "main", "requires": "p", "ensures": "'\\\\result' == 0i32", "measure": []}
    ]


def test_json_has_auxiliary_variables(program: Program) -> None:
    """Variables that facts name and the program does not have come with their values."""
    count = Variable("\\k", I32, False)
    extra = Auxiliary(count, number(0), apply(Operator.ADD, count, number(1)))
    rule = LoopRule("main", 1, 1, 0, (apply(Operator.EQUAL, X, count),), auxiliaries=(extra,))
    (loop,) = verdict(program, Invariant((rule,), 1))["loops"]
    name = "'\\\\k'"
    assert loop["facts"] == [f"x == {name}"]
    assert loop["auxiliaries"] == [
        {"variable": "\\k", "type": "i32", "initial": "0i32", "step": f"{name} + 1i32"},
    ]


def test_facts_do_not_explode(program: Program) -> None:
    """A condition with shared parts is reported by its size, in JSON and in text."""
    rule = LoopRule("main", 1, 1, 0, (shared(300),))
    contract = ProcedureRule("main", P, shared(300))
    evidence = Invariant((rule,), 1, (contract,))
    found = verdict(program, evidence)
    assert found["loops"][0]["facts"] == [{"nodes": 602}]
    assert found["procedures"][0]["ensures"] == {"nodes": 602}
    lines = invariant_lines(program, evidence, everything=True)
    assert lines[-1] == "    main ensures: (a condition of 602 nodes)"


def test_proofs_of_branching_properties_are_described(program: Program) -> None:
    """A proof by claims is written as its formula and the number of claims in each layer."""
    formula = parse_property("ctl: EF at(HELD)").mu_formula()
    part = ClaimedPart(formula, ((Claim(1, P),), (Claim(2, P), Claim(3, Q))))
    found = verdict(program, Tree(formula, (part,)))
    assert found["formula"] == str(formula)
    assert found["parts"] == [{"formula": str(formula), "claims": [1, 2], "chains": []}]
    shown = verdict(program, Tree(formula, (part,), None, Run((), (Move(0, None),))))
    assert shown["own_run"] == {"initial": [], "moves": [[0, None]]}


def test_proofs_state_by_state_are_described(program: Program) -> None:
    """A proof state by state is written as its formula and the number of states in each fixed point."""
    formula = parse_property("ctl: EF at(HELD)").mu_formula()
    found = verdict(program, StateTree(formula, (), ((formula, {}),)))
    assert (found["states"], found["parts"]) == (0, [{"formula": str(formula), "states": 0}])


def test_long_invariants_are_printed_when_asked_for(program: Program) -> None:
    """More than ten lines are one line, unless somebody wants all of them."""
    facts = tuple(apply(Operator.LESS, X, number(value)) for value in range(20))
    evidence = Invariant((LoopRule("main", 1, 1, 0, facts),))
    assert invariant_lines(program, evidence) == ["  invariants for 1 loop; --show-invariants prints them"]
    lines = invariant_lines(program, evidence, everything=True)
    assert len(lines) == 22
    assert lines[-1] == "      x < 19"


def test_BEB_03_invariants_are_printed_in_the_terms_of_the_source() -> None:
    """BEB-03: the published partition program has its invariant at the loop head, over the predicates as written."""
    path = ROOT / "examples" / "list_partition.bp"
    report = check(CheckOptions(LoadOptions((str(path),)), ("assert",)), Context())
    assert report.program is not None
    lines = invariant_lines(report.program, report.verdicts[0].evidence)
    source = path.read_text(encoding="utf-8").splitlines()
    head = next(number for number, line in enumerate(source, 1) if "while" in line)
    assert any(f"list_partition.bp:{head} in main: {{prev==NULL}} || !{{prev->val>v}}" in line for line in lines), lines


def test_rankings_and_measures_are_named(program: Program) -> None:
    """A proof that runs end names the loop with its ranking, and the function with its measure."""
    rule = LoopRule("main", 1, 1, 0, (), (X, apply(Operator.SUBTRACT, number(9), X)))
    contract = ProcedureRule("main", Const(True, BOOL), Const(True, BOOL), (number(0), X))
    lines = invariant_lines(program, Invariant((rule,), 1, (contract,)))
    assert lines[1].endswith("in main ends: (x, 9 - x) decreases, compared from left to right, from round to round")
    assert lines[2].strip() == "recursion of main ends: x decreases from call to call"


def test_endless_loop_is_named(program: Program) -> None:
    """A recurrent set names the loop and the condition."""
    evidence = RecurrentSet(Run((), ()), "main", 1, apply(Operator.LESS, X, number(5)))
    (line,) = endless_lines(program, evidence)
    assert "lock_protocol.c:25: it comes back there for ever where x < 5" in line
    assert verdict(program, evidence)["condition"] == "x < 5i32"
