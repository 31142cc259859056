"""Bit-precise existential abstraction on the command line: relations over current and next predicates (SATABS)."""

from __future__ import annotations

import json
import subprocess
from itertools import product
from pathlib import Path

import pytest

import command_line
from vexil.core.source import SourceFile
from vexil.model.boolean_program import Guard, PredicateProgram, Procedure, Update
from vexil.model.boolean_program.expressions import evaluated, next_names
from vexil.model.boolean_program.expressions import names as names_of
from vexil.model.boolean_program.text import parse_program, print_program


def vexil(*words: str) -> subprocess.CompletedProcess[str]:
    return command_line.vexil(*words, environment={"NO_COLOR": "1"})


def shown(
    folder: Path, text: str, *predicates: str, blocks: str = "basic", more: tuple[str, ...] = ()
) -> PredicateProgram:
    """The Boolean program that `vexil show` prints for a C program, read again."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    words = [word for predicate in predicates for word in ("--predicate", predicate)]
    done = vexil("show", "--as", "bp", str(path), "--abstraction", "relation", "--blocks", blocks, *words, *more)
    assert done.returncode == 0, done.stdout + done.stderr
    program = parse_program(SourceFile("program.bp", done.stdout.encode()))
    assert print_program(program) == done.stdout
    return program


def updates(procedure: Procedure) -> list[Update]:
    """The updates of a procedure that do something, in the order of its edges."""
    return [edge.operation for edge in procedure.edges if isinstance(edge.operation, Update) and edge.operation.targets]


def rows(program: PredicateProgram, update: Update) -> set[str]:
    """The rows of a relation as text: all global predicates before it, a bar, all behind it; local ones may be any."""
    names = [variable.name for variable in program.globals]
    mentioned = names_of(update.constraint) | next_names(update.constraint) | set(update.targets)
    every = [*names, *sorted(mentioned - set(names))]
    values = dict(zip(update.targets, update.values, strict=True))
    found = set()
    for before in product((False, True), repeat=len(every)):
        current = dict(zip(every, before, strict=True))
        for after in product((False, True), repeat=len(every)):
            following = dict(zip(every, after, strict=True))
            kept = all(current[name] == following[name] for name in every if name not in values)
            fits = all(not evaluated(value, current)[following[name]] for name, value in values.items())
            if kept and fits and not evaluated(update.constraint, current, following)[1]:
                found.add(f"{''.join(map(_digit, before[: len(names)]))}|{''.join(map(_digit, after[: len(names)]))}")
    return found


def _digit(value: bool) -> str:
    return str(int(value))


def block(program: PredicateProgram) -> set[str]:
    """The rows of the only relation of the function `block`."""
    (update,) = updates(program.procedures["block"])
    return rows(program, update)


MAIN = " int main(void) { block(); return 0; }"


def test_SAT_01_a_block_is_one_step(tmp_path: Path) -> None:
    """SAT-01: every use has the version that the assignments before it made; x = z * x; y = x + 1; x = x + y."""
    text = "unsigned char x, y, z; void block(void) { x = z * x; y = x + 1; x = x + y; }" + MAIN
    program = shown(tmp_path, text, "x == 0", "y == 0", "z == 0")
    expected = set()
    for x, z in product(range(256), repeat=2):
        first = z * x % 256
        second = (first + 1) % 256
        third = (first + second) % 256
        for y_was_zero in (False, True):
            before = [x == 0, y_was_zero, z == 0]
            after = [third == 0, second == 0, z == 0]
            expected.add(f"{''.join(map(_digit, before))}|{''.join(map(_digit, after))}")
    assert block(program) == expected


def test_SAT_01_an_index_is_read_before_the_array_is_written(tmp_path: Path) -> None:
    """SAT-01: in a[a[0]] = 1 the index is that of the array before, so a[0] stays unless it was 0."""
    text = "unsigned char a[256]; void block(void) { a[a[0]] = 1; }" + MAIN
    assert block(shown(tmp_path, text, "a[0] == 0", "a[0] == 1")) == {"00|00", "01|01", "10|01"}


def test_SAT_02_parts_of_structures_are_written(tmp_path: Path) -> None:
    """SAT-02: a[i].f = x writes one member of one element, whichever it is, and no other."""
    text = (
        "struct s { int f, g; } a[4]; int i, j, x;"
        " void block(void) { a[i].f = x; }"
        " int main(void) { block(); return a[j].g + a[j].f; }"
    )
    program = shown(tmp_path, text, "i == j", "a[j].f == x", "a[j].g == x")
    assert block(program) == {f"{i}{f}{g}|{i}{1 if i == '1' else f}{g}" for i in "01" for f in "01" for g in "01"}


@pytest.mark.parametrize(
    ("text", "predicate", "message"),
    [
        ("struct s { int f; } v; int main(void) { v.f = 1; return 0; }", "v.h == 1", "h"),
        ("int x; int main(void) { x = 1; return 0; }", "x[0] == 1", "x"),
        ("struct s { int f; } v; int main(void) { v.f = 1; return 0; }", "v == 1", "v"),
    ],
)
def test_SAT_02_what_does_not_fit_is_refused(text: str, predicate: str, message: str, tmp_path: Path) -> None:
    """SAT-02: a member that a structure lacks, an index of what is no array, and a wrong type are mistakes."""
    path = tmp_path / "program.c"
    path.write_text(text, encoding="utf-8")
    done = vexil("show", "--as", "bp", str(path), "--abstraction", "relation", "--predicate", predicate)
    assert done.returncode == 2
    assert "error" in done.stderr
    assert message in done.stderr


ODD = ("(d & 1) != 0", "(e & 1) != 0")


def test_SAT_03_SAT_04_odd_numbers(tmp_path: Path) -> None:
    """SAT-04: d = e; e++ has exactly four rows; d = y; e = y + 1 leaves one odd, which cubes do not know."""
    published = "int d, e; void block(void) { d = e; e++; }" + MAIN
    assert block(shown(tmp_path, published, *ODD)) == {"00|01", "01|10", "10|01", "11|10"}
    separating = "int d, e, y; void block(void) { d = y; e = y + 1; }" + MAIN
    assert block(shown(tmp_path, separating, *ODD)) == {f"{b}|{a}" for b in BOTH for a in ("01", "10")}
    cubes = shown(tmp_path, separating, *ODD, more=("--abstraction", "cubes"))
    assert block(cubes) == {f"{b}|{a}" for b in BOTH for a in BOTH}


BOTH = ("00", "01", "10", "11")


def test_SAT_05_a_cap_is_a_message_with_the_place(tmp_path: Path) -> None:
    """SAT-05: a relation with more rows than allowed is refused with its place; with as many it is not."""
    text = "int d, e, y; void block(void) { d = y; e = y + 1; }" + MAIN
    path = tmp_path / "program.c"
    path.write_text(text, encoding="utf-8")
    words = ("--as", "bp", str(path), "--abstraction", "relation", "--blocks", "basic")
    words = (*words, "--predicate", ODD[0], "--predicate", ODD[1])
    assert vexil("show", *words, "--rows", "2").returncode == 0
    done = vexil("show", *words, "--rows", "1")
    assert done.returncode not in (0, 1)
    assert "limit of 1 row of one relation reached at `d = y` (" in done.stderr
    assert "program.c:1)" in done.stderr
    assert not done.stdout


def test_SAT_05_the_same_text_every_time(tmp_path: Path) -> None:
    """SAT-05: rows come in the same order whatever the hash seed is."""
    path = tmp_path / "program.c"
    path.write_text("int x, y; void block(void) { x = x + y; y = x ^ 3; }" + MAIN, encoding="utf-8")
    words = ("show", "--as", "bp", str(path), "--abstraction", "relation", "--blocks", "basic")
    words = (*words, "--predicate", "x > y", "--predicate", "x < 5", "--predicate", "y == 3")
    texts = {command_line.vexil(*words, environment={"NO_COLOR": "1", "PYTHONHASHSEED": seed}).stdout for seed in "01"}
    assert len(texts) == 1


def test_SAT_06_inputs_and_outputs(tmp_path: Path) -> None:
    """SAT-06: i = j reads j > 0 and writes i < 5; i = i + 1 does both to it; k matters though it is not assigned."""
    tail = " int main(void) { block(); return j + k; }"
    program = shown(tmp_path, "int i, j, k; void block(void) { i = j; }" + tail, "i < 5", "j > 0")
    assert {row[1] + row[2:4] for row in block(program)} == {"0|1", "1|0", "1|1"}
    (update,) = updates(program.procedures["block"])
    assert update.targets == (program.globals[0].name,)
    both = shown(tmp_path, "int i, j, k; void block(void) { i = i + 1; }" + tail, "i < 5", "i < 4")
    assert block(both) == {"00|00", "10|00", "11|10", "11|11", "00|11"}
    unassigned = shown(tmp_path, "int i, j, k; void block(void) { i = 3; }" + tail, "i < k", "k > 3")
    assert block(unassigned) == {"00|00", "10|00", "01|11", "11|11"}


def test_SAT_07_overflow(tmp_path: Path) -> None:
    """SAT-07: x = x + 1 with x > 0 has all four rows at 32 bits, and over the integers it does not lead from 1 to 0."""
    text = "int x; void block(void) { x = x + 1; }" + MAIN
    assert block(shown(tmp_path, text, "x > 0")) == {"0|0", "0|1", "1|0", "1|1"}
    assert block(shown(tmp_path, text, "x > 0", more=("--integers", "math"))) == {"0|0", "0|1", "1|1"}


def first_guard(program: PredicateProgram) -> dict[str, tuple[bool, bool]]:
    """For each valuation whether the condition of the first branch of `main` can be true, and can be false."""
    guards = [edge.operation for edge in program.procedures["main"].edges if isinstance(edge.operation, Guard)]
    names = [variable.name for variable in program.globals]
    can: dict[str, tuple[bool, bool]] = {}
    for values in product((False, True), repeat=len(names)):
        yes, no = evaluated(guards[0].condition, dict(zip(names, values, strict=True)))
        can["".join(map(_digit, values))] = (not no, not yes)
    return can


@pytest.mark.parametrize(
    ("condition", "predicates", "positive", "negative"),
    [
        ("x > 5", ("x > 0",), {"1"}, {"0", "1"}),
        ("x == 3", ("x > 0", "x < 5"), {"11"}, {"01", "10", "11"}),
        ("(int)((unsigned)x + 1) > x", ("x > 0",), {"0", "1"}, {"1"}),
    ],
)
def test_SAT_08_conditions(
    condition: str, predicates: tuple[str, ...], positive: set[str], negative: set[str], tmp_path: Path
) -> None:
    """SAT-08: a condition is abstracted by where it can be true and where it can be false, consistent states only."""
    text = f"int x, y; int main(void) {{ if ({condition}) y = 1; return y; }}"
    can = first_guard(shown(tmp_path, text, *predicates))
    consistent = positive | negative
    assert {row for row, (yes, _) in can.items() if yes and row in consistent} == positive
    assert {row for row, (_, no) in can.items() if no and row in consistent} == negative


def test_SAT_08_conditions_over_predicates(tmp_path: Path) -> None:
    """SAT-08: x > 0 && !(y < 3) is b1 && !b2 when both are predicates; with large blocks it is one branch."""
    text = "int x, y, z; int main(void) { if (x > 0 && !(y < 3)) z = 1; return z; }"
    program = shown(tmp_path, text, "x > 0", "y < 3", "z == 1")
    conditions = [str(edge.operation) for edge in program.procedures["main"].edges if isinstance(edge.operation, Guard)]
    assert not any("Choose" in condition or "Unknown" in condition for condition in conditions)
    assert first_guard(program) == {f"{x}{y}{z}": (x == "1", x == "0") for x in "01" for y in "01" for z in "01"}


def test_SAT_09_arrays(tmp_path: Path) -> None:
    """SAT-09: a[i] = 1; a[j] = 2 leaves a[i] == 1 exactly if i and j differ, in arrays of any size."""
    for size in (10, 1_000_000):
        text = f"int a[{size}]; unsigned i, j; void block(void) {{ a[i] = 1; a[j] = 2; }}" + MAIN
        (update,) = updates(shown(tmp_path, text, "i == j", "a[i] == 1").procedures["block"])
        found = rows(shown(tmp_path, text, "i == j", "a[i] == 1"), update)
        assert found == {"00|01", "01|01", "10|10", "11|10"}


def test_SAT_10_unions_and_pointer_arithmetic(tmp_path: Path) -> None:
    """SAT-10: members of a union share their bytes, and a pointer that was moved points to the next element."""
    union = "union u { unsigned w; unsigned char b; } u; void block(void) { u.w = 258; }"
    union += " int main(void) { block(); return u.b; }"
    assert block(shown(tmp_path, union, "u.b == 2", "u.w == 258")) == {f"{b}|11" for b in BOTH}
    pointer = "int a[4]; int *p; void block(void) { p = a; p++; *p = 7; }" + MAIN
    assert block(shown(tmp_path, pointer, "a[1] == 7", "a[2] == 7")) == {"00|10", "01|11", "10|10", "11|11"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "#include <assert.h>\nint f(int n) { return n <= 0 ? 0 : f(n - 1); }\nint main(void) { assert(!f(3)); }",
            "relations are for programs without recursion, and f may call itself by `",
        ),
        (
            "#include <stdlib.h>\n#include <assert.h>\nint main(void) {\n  int *p = malloc(4);\n  assert(p != 0);\n}",
            "relations are for programs that allocate no memory, and `",
        ),
    ],
)
def test_SAT_10_recursion_and_allocation_are_refused(text: str, message: str, tmp_path: Path) -> None:
    """SAT-10: recursion and allocation are refused with place and reason, when shown and when checked."""
    path = tmp_path / "program.c"
    path.write_text(text, encoding="utf-8")
    done = vexil("show", "--as", "bp", str(path), "--abstraction", "relation")
    assert done.returncode == 2
    assert message in done.stderr
    assert "program.c:" in done.stderr
    asked = vexil(
        "check", str(path), "-p", "assert", "--engine", "predicates", "--abstraction", "relation", "--no-slice"
    )
    assert asked.returncode == 3, asked.stdout + asked.stderr
    assert message in asked.stdout


@pytest.mark.parametrize(("blocks", "found"), [("statement", BOTH), ("basic", ("01", "10")), ("large", ("01", "10"))])
def test_SAT_11_coarser_blocks_are_at_least_as_precise(blocks: str, found: tuple[str, ...], tmp_path: Path) -> None:
    """SAT-11: d = y; e = y + 1 as one block leaves one of d and e odd; as two without a predicate on y it does not."""
    text = "int d, e, y; void block(void) { d = y; e = y + 1; }" + MAIN
    program = shown(tmp_path, text, *ODD, blocks=blocks)
    reached = set(BOTH)
    for update in updates(program.procedures["block"]):
        reached = {
            after for before, _, after in (row.partition("|") for row in rows(program, update)) if before in reached
        }
    assert reached == set(found)


LOOP = """
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int main(void) {
  int d = 0, e = 1;
  while (__VERIFIER_nondet_int()) { int y = __VERIFIER_nondet_int(); d = y; e = (int)((unsigned)y + 1); }
  assert(((d ^ e) & 1) == 1);
  return 0;
}
"""


@pytest.mark.parametrize("blocks", ["statement", "basic", "large"])
def test_proofs_and_refutations_by_relations_are_checked(blocks: str, tmp_path: Path) -> None:
    """XCT-03: a proof by relations is proved again, a refutation is a run of the program that was executed."""
    path = tmp_path / "program.c"
    for text, verdict, evidence in ((LOOP, "proved", "invariant"), (LOOP.replace("e = 1", "e = 2"), "refuted", "run")):
        path.write_text(text, encoding="utf-8")
        words = ("--engine", "predicates", "--abstraction", "relation", "--blocks", blocks, "--format", "json")
        done = vexil("check", str(path), "-p", "assert", *words)
        (entry,) = json.loads(done.stdout)["properties"]
        assert entry["verdict"] == verdict, done.stdout
        assert entry["evidence"]["kind"].lower() == evidence
        assert entry["evidence"]["checked"]


def test_SAT_05_a_cap_in_a_check_is_unknown_with_what_was_explored(tmp_path: Path) -> None:
    """SAT-05: a check that needs more rows than allowed ends in unknown with the place and how far it came."""
    path = tmp_path / "program.c"
    path.write_text(LOOP, encoding="utf-8")
    words = ("--engine", "predicates", "--abstraction", "relation", "--rows", "1")
    done = vexil("check", str(path), "-p", "assert", *words)
    assert done.returncode == 3
    assert "limit of 1 row of one relation reached at `" in done.stdout
    assert "iteration" in done.stdout
    assert "--rows" in done.stdout
