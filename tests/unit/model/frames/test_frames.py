"""Calls and returns as terms: arguments, results, memory of variables, and what calls may change."""

from __future__ import annotations

from pathlib import Path

import pytest

from framed import Framed, framed
from vexil.ir.expressions import Variable
from vexil.logic.space import DEAD, STACK, Untranslatable
from vexil.model.frames import ENTRY

PROGRAM = """
int g, h = 3;
static int twice(int x) { g = g + 1; return x + x; }
static void both(int a, int b) { a = a + 1; twice(b); }
static int memory(int m) { int *q = &m; *q = *q + 1; return m; }
static int ping(int n);
static int pong(int n) { if (n <= 0) return 0; h = n; return ping(n - 1); }
static int ping(int n) { return n <= 0 ? 0 : pong(n - 1); }
static int leaf(int n) { return n; }
int main(void) {
  int x = nondet();
  int y = twice(x + 1);
  both(x, y);
  g = memory(y);
  leaf(ping(x));
  assert(h == 3);
  return 0;
}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Framed:
    return framed(PROGRAM, tmp_path_factory.mktemp("frames"))


def test_arguments_go_to_registers_and_to_what_they_were_at_the_entry(made: Framed) -> None:
    """A parameter in a register and its value at the entry are the argument, in terms of the caller."""
    _, call = made.call("main", 1)
    entering = made.frames.enter("main", call, "twice", "main#1")
    x = made.symbol("main", "x")
    value = made.space.terms.add(x, made.space.terms.bv(1, 32))
    assert dict(entering.registers) == {"twice::x": value, f"twice::x{ENTRY}": value}
    assert dict(entering.stored) == {}
    assert made.frames.entry_value("twice", made.program.functions["twice"].parameters[0]).name == f"twice::x{ENTRY}"


def test_parameters_in_memory_are_stored_and_live(made: Framed) -> None:
    """A parameter whose address is taken is written to memory that lives from the call on, and is dead behind it."""
    _, call = made.call("main", 3)
    frames, space, terms = made.frames, made.space, made.space.terms
    entering = frames.enter("main", call, "memory", "main#3")
    assert dict(entering.registers) == {}
    declared = made.program.functions["memory"].parameters[0]
    assert frames.in_memory(made.program.functions["memory"]) == (declared,)
    address = space.address(space.initial, "memory", Variable(declared.name, declared.type, False))
    number = space.pointers.object_of(address)
    (cells,) = (name for name in entering.stored if name != space.origins.name)
    assert terms.select(entering.stored[cells], address) is made.symbol("main", "y")
    assert terms.select(entering.stored[space.origins.name], number) is terms.bv(STACK, 8)
    left = frames.leave("memory")
    assert set(left) == {space.origins.name}
    assert terms.select(left[space.origins.name], number) is terms.bv(DEAD, 8)
    assert frames.written("memory") == {space.origins.name, cells}
    assert frames.arguments("main", call, "memory") == {}


def test_results_go_to_the_caller(made: Framed) -> None:
    """The caller's variable becomes the callee's result; a result that nobody wants changes nothing."""
    frames = made.frames
    _, call = made.call("main", 1)
    received = frames.received("main", call, "twice", "main#1")
    kind = made.program.functions["twice"].result
    assert kind is not None
    assert dict(received.after) == {"main::y": made.space.symbol(made.space.result("twice", "result", kind))}
    _, inner = made.call("both", 0)
    assert dict(frames.received("both", inner, "twice", "both#0").after) == {}


def test_arguments_are_what_is_known_of_parameters_behind_a_call(made: Framed) -> None:
    """A parameter that is never assigned still is the argument at the end; of others only the entry value is known."""
    _, call = made.call("main", 2)
    found = made.frames.arguments("main", call, "both")
    x, y = made.symbol("main", "x"), made.symbol("main", "y")
    assert found == {
        made.entry("both", "a"): x,
        made.entry("both", "b"): y,
        made.symbol("both", "b"): y,
    }
    assert "both::a" in made.frames.assigned("both")
    assert "both::b" not in made.frames.assigned("both")


def test_what_callees_write_is_written(made: Framed) -> None:
    """Globals that a callee of a callee writes count, also around a cycle of calls; registers of frames never do."""
    frames = made.frames
    assert frames.written("twice") == {"g"}
    assert frames.written("both") == {"g"}
    assert frames.written("ping") == frames.written("pong") == {"h"}
    assert frames.written("leaf") == frozenset()
    assert frames.written("main") >= {"g", "h", made.space.origins.name}
    assert not any(name.rpartition("::")[0] in made.program.functions for name in frames.written("main"))


def test_statics_of_functions_are_shared(tmp_path: Path) -> None:
    """A static variable is written by a call of its function, although its name has that of the function."""
    made = framed("int next(void) { static int k = 5; return ++k; }\nint main(void) { next(); return 0; }\n", tmp_path)
    (name,) = made.frames.written("next")
    assert "k" in name
    assert name not in made.frames.assigned("next")


def test_a_call_through_a_pointer_runs_what_it_points_to(tmp_path: Path) -> None:
    """Each function that may be called has its condition on the pointer, and they exclude each other."""
    text = """
int one(int x) { return x; }
int two(int x) { return 2 * x; }
int main(void) { int (*p)(int) = nondet() ? one : two; return p(10 / nondet()); }
"""
    made = framed(text, tmp_path)
    frames, terms = made.frames, made.space.terms
    place, call = made.call("main", -1)
    assert frames.callees("main", place) == ("one", "two")
    runs = [frames.runs("main", call, name) for name in ("one", "two")]
    (pointer,) = terms.symbols_of(runs[0])
    one, two = (terms.substitute(item, {pointer: made.space.code("one")}) for item in runs)
    assert one is terms.true
    assert two is terms.false
    _, plain = made.call("main", 0)
    assert frames.runs("main", plain, "nondet") is terms.true
    nowhere = terms.substitute(frames.defined("main", place), {pointer: made.space.code("main")})
    assert nowhere is terms.false


def test_a_call_with_other_arguments_has_no_meaning(made: Framed) -> None:
    """Entering a function with too few arguments is refused with a reason."""
    _, call = made.call("main", 1)
    with pytest.raises(Untranslatable, match="both with 1 arguments"):
        made.frames.enter("main", call, "both", "main#1")
