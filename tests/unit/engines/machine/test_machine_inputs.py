"""Choices among very many values on the native machine: a few that stand for all, and samples, which prove nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.certify import certify
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.machine.engine import MachineEngine
from vexil.ir.interpreter import Bounds
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.certificate import Checked
from vexil.model.evidence import Run
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
C = """
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared, seen;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *reader(void *unused) {
  pthread_mutex_lock(&lock);
  if (TEST) seen++;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t one, two;
  int x = __VERIFIER_nondet_int();
  pthread_create(&one, 0, reader, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_mutex_lock(&lock);
  shared = x;
  pthread_mutex_unlock(&lock);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(seen <= MOST);
  return 0;
}
"""
JAVA = """
import java.util.Random;
public class Main {
  static class Cell { int value; boolean large; }
  public static void main(String[] args) throws InterruptedException {
    Cell cell = new Cell();
    Thread reader = new Thread(() -> { synchronized (cell) { if (cell.value > 1000) cell.large = true; } });
    reader.start();
    synchronized (cell) { cell.value = new Random().nextInt(); }
    reader.join();
    assert !cell.large || cell.value > LIMIT;
  }
}
"""


def answered(program: Program, asked: str = "assert", bounds: Bounds | None = None) -> Answer:
    """What the engine says; evidence has to be accepted."""
    question = Question(program, parse_property(asked), bounds or Bounds())
    answer = MachineEngine().check(question, Context())
    if isinstance(answer.outcome, Holds | Fails):
        certificate = certify(question, answer.outcome.evidence, Context())
        assert isinstance(certificate, Checked), certificate
    return answer


def vir(text: str) -> Program:
    """The program with this text."""
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def main(kind: str, *lines: str, head: str = "") -> Program:
    """A program that chooses x, with a global g of the same type."""
    edges = [f"  l{number} -> l{number + 1}: {line}" for number, line in enumerate(lines)]
    body = f"function main()\n  local x: {kind}\n  local y: {kind}\n" + "\n".join(edges)
    return vir(f"global g: {kind}{head}\n{body}\n  l{len(lines)} -> exit: return\n")


@pytest.mark.parametrize(
    ("test", "most", "outcome"), [("shared > 10", 2, Holds), ("shared > 10", 1, Fails), ("shared == -7", 0, Fails)]
)
def test_a_number_that_threads_compare(tmp_path: Path, test: str, most: int, outcome: type) -> None:
    """A number that is kept in a variable of all threads and compared with constants is tried once for each class."""
    path = tmp_path / "input.c"
    path.write_text(C.replace("TEST", test).replace("MOST", str(most)))
    answer = answered(load_program(LoadOptions((str(path),)), Context()))
    assert isinstance(answer.outcome, outcome)
    assert answer.statistics["states"] < 5000


def test_samples_refute_and_never_prove(tmp_path: Path) -> None:
    """Where nothing stands for all, samples find runs; when they find none, it is said that others were not tried."""
    path = tmp_path / "input.c"
    path.write_text(C.replace("TEST", "shared * shared == 1").replace("MOST", "0"))
    assert isinstance(answered(load_program(LoadOptions((str(path),)), Context())).outcome, Fails)
    path.write_text(C.replace("TEST", "shared * shared == 7").replace("MOST", "0"))
    answer = answered(load_program(LoadOptions((str(path),)), Context()))
    assert isinstance(answer.outcome, GaveUp)
    assert answer.outcome.reason.startswith("bounded: ")
    assert "inputs at main#" in answer.outcome.reason
    assert "--bound inputs=N" in answer.outcome.hint
    assert any(bound.startswith("inputs at main#") and bound.endswith("<= 8") for bound in answer.bounds_hit)


@pytest.mark.parametrize(("limit", "outcome"), [(1000, Holds), (1001, Fails)])
def test_a_number_in_a_field(tmp_path: Path, limit: int, outcome: type) -> None:
    """Fields of objects that threads share are compared with constants too."""
    path = tmp_path / "Main.java"
    path.write_text(JAVA.replace("LIMIT", str(limit)))
    assert isinstance(answered(load_program(LoadOptions((str(path),)), Context())).outcome, outcome)


def test_initial_values_have_classes() -> None:
    """A global that may begin with any number is tried with a few, and with samples where it is used in earnest."""
    text = "global g: i64 in type(i64)\nfunction main()\n  local y: i64\n  a -> b: assume g > 5i64\n"
    text += '  a -> c: assume !(g > 5i64)\n  b -> c: y := 1i64\n  c -> d: check assert CONDITION "holds"\n'
    text += "  d -> exit: return\n"
    assert isinstance(answered(vir(text.replace("CONDITION", "g > 5i64 || y == 0i64"))).outcome, Holds)
    assert isinstance(answered(vir(text.replace("CONDITION", "g != 77i64 || y == 0i64"))).outcome, Fails)
    sampled = answered(vir(text.replace("CONDITION", "g * g != 77i64 || y == 0i64")))
    assert isinstance(sampled.outcome, GaveUp)
    assert "inputs at g <= 8" in sampled.outcome.reason


@pytest.mark.parametrize("kind", ["u64", "i128", "u128", "int"])
def test_wide_numbers(kind: str) -> None:
    """Numbers above the signed words, of more than a word, and without an end are tried in classes as well."""
    far = (1 << 63) + 5 if kind == "u64" else 1 << 40
    constant = f"{far}" if kind == "int" else f"{far}{kind}"
    lines = [f"x := choose type({kind})", "g := x", f'check assert g {{}} {constant} "holds"']
    broken = answered(main(kind, *lines[:2], lines[2].format("!=")))
    assert isinstance(broken.outcome, Fails)
    assert isinstance(broken.outcome.evidence, Run)
    assert broken.outcome.evidence.moves[0].choice == far
    tautology = f'check assert !(g == {constant}) || x == {constant} "holds"'
    assert isinstance(answered(main(kind, *lines[:2], tautology)).outcome, Holds)


def test_floats() -> None:
    """Floats that nobody reads need one value, others are sampled."""
    assert isinstance(answered(main("f64", "x := choose type(f64)", 'check assert g == 0f64 "holds"')).outcome, Holds)
    read = main("f64", "x := choose type(f64)", "g := x", 'check assert g == g "not a number"')
    assert isinstance(answered(read).outcome, Fails)


@pytest.mark.parametrize(("test", "outcome"), [("x < 2000000000i32", Holds), ("x < 1999999999i32", Fails)])
def test_ranges_that_are_computed(test: str, outcome: type) -> None:
    """The ends of an interval are tried where it is not known before the program runs."""
    lines = ("y := 1999999999i32", "x := choose range(g, y)", f'check assert {test} "holds"')
    assert isinstance(answered(main("i32", *lines)).outcome, outcome)


def test_bounds_of_the_user_are_kept() -> None:
    """What a bound removes from a choice is said, and the rest is tried."""
    program = main("i32", "x := choose type(i32)", 'check assert x != 100000i32 "holds"')
    answer = answered(program, bounds=Bounds(variables={"main::x": (0, 99_999)}))
    assert isinstance(answer.outcome, Holds)
    assert set(answer.bounds_hit) == {"main::x >= 0", "main::x <= 99999"}
    inside = answered(program, bounds=Bounds(variables={"main::x": (0, 100_000)}))
    assert isinstance(inside.outcome, Fails)


@pytest.mark.parametrize(
    ("kind", "span", "hits"),
    [
        ("int", (0, 3), {"main::x >= 0", "main::x <= 3"}),
        ("u64", (-5, 5), {"main::x <= 5"}),
        ("u64", (1, (1 << 64) - 5), {"main::x >= 1", f"main::x <= {(1 << 64) - 5}"}),
        ("i128", (-7, 9), {"main::x >= -7", "main::x <= 9"}),
        ("u128", (0, 1 << 60), {f"main::x <= {1 << 60}"}),
        ("i64", (-(1 << 80), 1 << 80), set()),
    ],
)
def test_bounds_on_choices_of_any_type(kind: str, span: tuple[int, int], hits: set[str]) -> None:
    """What a bound removes from the values of a type is said for mathematical, unsigned and wide numbers as well."""
    answer = answered(
        main(kind, f"x := choose type({kind})", "g := x"), "deadlock", Bounds(variables={"main::x": span})
    )
    assert isinstance(answer.outcome, Holds)
    assert set(answer.bounds_hit) == hits


@pytest.mark.parametrize(("kind", "value", "hit"), [("u64", (1 << 64) - 3, "<= 5"), ("i128", -(1 << 100), ">= -5")])
@pytest.mark.parametrize("is_passed", [False, True])
def test_bounds_on_numbers_that_are_no_signed_words(kind: str, value: int, hit: str, is_passed: bool) -> None:
    """A number with the highest bit of a word, and one of two words, is cut on the side where it is."""
    text = f"function f(p: {kind})\n  a -> exit: return\nfunction main()\n  local x: {kind} hidden\n  local y: {kind}\n"
    use = "call f(x)" if is_passed else "y := x"
    text += f"  a -> b: x := {value}{kind}\n  b -> c: {use}\n  c -> exit: return\n"
    answer = answered(vir(text), "deadlock", Bounds(integers=(-5, 5)))
    assert set(answer.bounds_hit) == {f"{'f::p' if is_passed else 'main::y'} {hit}"}


def test_indices_amounts_and_switches_of_two_words(tmp_path: Path) -> None:
    """Numbers of more than 64 bits may be indices, distances and what a switch is about."""
    path = tmp_path / "wide.c"
    path.write_text(
        """
#include <assert.h>
int a[3] = {1, 2, 3};
int main(void) {
  __int128 i = 2;
  unsigned __int128 s = 3;
  int r = a[i], q = 1 << s, *p = a + s - 1;
  switch (i) { case 1: r = 0; break; case 2: case (__int128)1 << 90: r += 10; break; default: r = 99; }
  switch ((__int128)1 << 90) { case 0: q = 0; break; case (__int128)1 << 90: q++; break; }
  assert(r == 13 && q == 9 && *p == 3);
  return a[s - 1];
}
"""
    )
    assert isinstance(answered(load_program(LoadOptions((str(path),)), Context())).outcome, Holds)
