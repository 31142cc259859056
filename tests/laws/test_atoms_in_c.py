"""Laws of atoms about C: a condition means in a property what it means in the program."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.model.observe import observe
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.spec.formulas import Not, Proposition
from vexil.spec.ltl import parse_ltl

DECLARED = """
enum color { RED, GREEN = 5, BLUE, NEGATIVE = -3 };
struct s { int k; char c; unsigned f:3; int g:4; struct s *next; short arr[3]; union { int u; unsigned char b[4]; }; };
struct s st = {7, 'x', 5, -2, 0, {1, -2, 3}, {0x01020304}}, other = {-1, 'y', 1, 1, &st, {4, 5, 6}, {9}};
struct s *p = &other, *nothing;
struct s **pp = &p;
int a[4] = {3, -1, 4, 1}, m[2][3] = {{1, 2, 3}, {4, 5, 6}}, *q = &a[2];
enum color col = BLUE;
char c = 'S'; signed char sc = -1; unsigned char uc = 200; short h = -300; unsigned u = 4000000000u;
long l = -5; unsigned long ul = 77; _Bool flag = 1; char text[6] = "speed";
"""
PLACES = [
    "st.k", "st.c", "st.f", "st.g", "st.arr[1]", "st.u", "st.b[3]", "p->k", "p->next->k", "(*pp)->c", "(*p).arr[2]",
    "p->next->arr[0]", "a[0]", "a[c - 'Q']", "m[1][2]", "*m[1]", "*q", "q[-1]", "*(q + 1)", "col", "c", "sc", "uc",
    "h", "u", "l", "ul", "flag", "text[1]", "*text", "q - a", "(&a[3])[-2]",
]  # fmt: skip
NUMBERS = ["0", "1", "3", "-1", "200", "70000", "BLUE", "RED", "NEGATIVE", "'S'", "'\\0'", "'\\xff'", "4000000000"]
POINTERS = ["p", "nothing", "st.next", "p->next", "*pp", "&st", "&other"]


def value(random: Random, depth: int) -> str:
    """An expression of C that divides and shifts by nothing dangerous."""
    if depth == 0 or random.random() < 0.3:
        return random.choice(PLACES if random.random() < 0.7 else NUMBERS)
    left, right = value(random, depth - 1), value(random, depth - 1)
    match random.choice(["+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "neg", "~"]):
        case "neg":
            return f"-({left})"
        case "~":
            return f"~({left})"
        case "/" | "%" as operator:
            return f"({left}) {operator} {random.choice(['3', '-7', '2'])}"
        case "<<" | ">>" as operator:
            return f"({left}) {operator} {random.choice(['1', '4'])}"
        case operator:
            return f"({left}) {operator} ({right})"


def condition(random: Random) -> str:
    """A comparison of numbers, or of pointers."""
    if random.random() < 0.15:
        return f"{random.choice(POINTERS)} {random.choice(['==', '!='])} {random.choice([*POINTERS, 'NULL'])}"
    comparison = random.choice(["==", "!=", "<", "<=", ">", ">="])
    return f"({value(random, 2)}) {comparison} ({value(random, 2)})"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_conditions_mean_what_they_mean_in_c(tmp_path: Path, seed: int) -> None:
    """Promotions, conversions, members, elements, bit-fields, enumerators and characters are those of C."""
    random = Random(seed)
    conditions = [condition(random) for _ in range(80)]
    body = "\n".join(f"  results[{number}] = {text};" for number, text in enumerate(conditions))
    source = (
        f"#include <stddef.h>\n{DECLARED}int results[{len(conditions)}];\nint main(void) {{\n{body}\n  return 0;\n}}\n"
    )
    file = tmp_path / "conditions.c"
    file.write_text(source, encoding="utf-8")
    program = load_program(LoadOptions((str(file),)), Context())
    compiled = CompiledProgram(program)
    machine = Machine(compiled, checks=frozenset())
    machine.reset()
    while machine.enabled():
        machine.step(1)

    def holds(text: str) -> bool:
        formula = parse_ltl(text)
        negated = isinstance(formula, Not)
        atom = formula.operand if isinstance(formula, Not) else formula
        assert isinstance(atom, Proposition)
        return observe(atom.atom, compiled, SourceFile("property", text.encode()))(machine) is not negated

    computed = [holds(f"results[{number}] == 1") for number in range(len(conditions))]
    assert any(computed)
    assert not all(computed)
    assert [(text, holds(text)) for text in conditions] == list(zip(conditions, computed, strict=True))
