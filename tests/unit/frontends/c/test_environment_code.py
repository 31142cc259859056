"""What functions without a body do to all that they can reach: what verdicts and traces say of it."""

from __future__ import annotations

from pathlib import Path

from command_line import vexil
from vexil.analysis import AbstractLocation, GlobalObject, LocalObject
from vexil.frontends.c.escape import EscapedObject, EscapeFacts, Holder
from vexil.frontends.c.footprint import Cell
from vexil.ir.types import I32, VOID_POINTER

PROGRAMS = Path(__file__).parents[3] / "programs" / "c" / "outside"

MANY = """
#include <assert.h>
#include <stdlib.h>
extern void watch(unsigned char *place);
extern void tick(void);
int main(void) {
  unsigned char *cells[2];
  for (int i = 0; i < 2; i++) {
    cells[i] = malloc(1);
    watch(cells[i]);
    *cells[i] = 0;
  }
  tick();
  assert(*cells[0] <= 255);
  return 0;
}
"""


def test_one_of_many_objects_is_no_proof(tmp_path: Path) -> None:
    """Objects that are made at one place may change at the same time, which blocks a proof and says why."""
    (tmp_path / "many.c").write_text(MANY, encoding="utf-8")
    found = vexil("check", str(tmp_path / "many.c"), "-p", "assert", "--engine", "bounded")
    assert found.returncode == 3, found.stdout + found.stderr
    assert "may change several objects at a time" in found.stdout


def test_traces_show_what_was_written() -> None:
    """A call of such a function is shown with what it wrote, in the names of the program."""
    found = vexil("check", str(PROGRAMS / "void_variable.c"), "-p", "assert")
    (step,) = [line for line in found.stdout.splitlines() if "receive(place" in line]
    assert "→ number = " in step
    assert "the outside" not in found.stdout


def test_the_assumption_names_what_was_assumed() -> None:
    """The assumption says what functions without a body do, and by types alone that it was asked for."""
    program = str(PROGRAMS / "void_variable.c")
    shown = vexil("check", program, "-p", "assert").stdout
    assert "whatever they can reach" in shown
    assert "call no function of the program" in shown
    assert "that they know by its name alone" in shown
    found = vexil("check", program, "-p", "assert", "--env", "types")
    assert found.returncode == 0
    assert "(--env types)" in found.stdout


def test_programs_run_with_such_functions() -> None:
    """What the outside writes and returns are inputs when the program is executed."""
    found = vexil("run", str(PROGRAMS / "external_variables.c"), "--input", "1", "--input", "1")
    assert found.returncode == 0, found.stdout + found.stderr


def test_too_much_to_follow_is_followed_in_part() -> None:
    """Where there are very many pointers, numbers alone are written, and that is said."""
    item, owner = LocalObject("main", "x"), GlobalObject("g")
    known = EscapedObject(owner, (Cell(0, I32), Cell(8, VOID_POINTER)), is_written=True, is_many=False)
    holders = [Holder("", owner, 8 * place, 0, (AbstractLocation(item),)) for place in range(500)]
    few = EscapeFacts(("r",), (known,), ("f",), tuple(holders[:3]))
    assert few.limited() is few
    many = EscapeFacts(("r",), (known,), ("f",), tuple(holders)).limited()
    assert many.is_partial
    assert (many.registers, many.functions, many.holders) == (("r",), (), ())
    assert many.objects[0].cells == (Cell(0, I32),)
