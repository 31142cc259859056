"""Programs over mathematical integers: what becomes of variables, operations, calls and places in the source."""

from __future__ import annotations

from vexil.core.source import SourceFile
from vexil.ir.interpreter import Machine, Move
from vexil.ir.operations import Skip
from vexil.ir.program import Program
from vexil.ir.text import load, print_operation, print_program
from vexil.ir.types import I32, INT
from vexil.ir.validator import validate
from vexil.logic.solvers.choice import has_mathematical_integers
from vexil.model.evidence import Run
from vexil.transform.mathematical import MathematicalForm, mathematical


def program_of(text: str) -> Program:
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def made_of(text: str) -> Program:
    made = mathematical(program_of(text))
    assert not validate(made)
    return made


def operations(text: str, function: str = "main") -> list[str]:
    """The operations of a function over mathematical integers."""
    return [print_operation(edge.operation) for edge in made_of(text).functions[function].edges]


def main_with(*lines: str) -> str:
    """A program whose main function has variables of several types and these operations."""
    declared = "global cell: i32 addressable\nfunction main()\n  local x: i32\n  local y: i32\n  local u: u32\n"
    declared += "  local c: u8\n  local p: ptr[i32]\n  local d: f64\n"
    steps = [f"  a{number} -> a{number + 1}: {line}" for number, line in enumerate(lines)]
    return declared + "\n".join([*steps, f"  a{len(lines)} -> exit: return"])


def test_signed_arithmetic_is_exact() -> None:
    """Sums, products, quotients and shifts by a known amount are those of mathematical integers."""
    found = operations(main_with("x := x + y * 2i32", "x := x << 3i32", "x := neg(x) / y", "x := ~x"))
    assert found[:4] == ["x := x + y * 2", "x := x * 8", "x := neg(x) / y", "x := -1 - x"]


def test_unsigned_arithmetic_wraps_around() -> None:
    """Arithmetic without sign is brought into its range, once for a whole sum."""
    found = operations(main_with("u := u + u + 1u32", "u := u - 1u32", "c := cast(cast(c, i32) + 1i32, u8)"))
    assert found[0] == "u := (u + u + 1) % 4294967296"
    assert found[1] == "u := (u - 1 + 4294967296) % 4294967296"
    assert found[2] == "c := ((c + 1) % 256 + 256) % 256"


def test_values_at_the_ends_of_ranges() -> None:
    """Signs come back with a conversion, and the least word divided by -1 is a number that is no word."""
    text = "global a: i32 = -1i32\nglobal b: i32\nglobal c: i32\nglobal least: i32 addressable = -2147483648i32\n"
    text += "function main()\n  m -> n: b := cast(cast(a, u32), i32)\n  n -> o: c := least / -1i32\n  o -> exit: return"
    machine = Machine(made_of(text))
    machine.reset(())
    machine.run(10)
    assert machine.finished()
    assert machine.globals[1:3] == [-1, 2147483648]


def test_memory_has_machine_integers() -> None:
    """What is stored is brought into its type; what is moved inside memory is not converted at all."""
    found = operations(main_with("cell := x + 1i32", "x := cell", "deref(p, i32) := cell", "cell := cell"))
    assert found[0] == "cell := cast(x, i32) + 1i32"
    assert found[1] == "x := cast(cell, int)"
    assert found[2] == "deref(p, i32) := cell"


def test_bits_and_floats_are_those_of_words() -> None:
    """Bit operations without arithmetic meaning and conversions to floats go by way of the machine's type."""
    found = operations(main_with("x := x | y", "x := x & 7i32", "x := x >> 2i32", "d := cast(x, f64)", "x := x << y"))
    assert found[0] == "x := cast(cast(x, i32) | cast(y, i32), int)"
    assert found[1] == "x := (x % 8 + 8) % 8"
    assert found[2] == "x := (x - (x % 4 + 4) % 4) / 4"
    assert found[3] == "d := cast(cast(x, i32), f64)"
    assert found[4] == "x := cast(cast(x, i32) << cast(y, i32), int)"


def test_inputs_stay_in_the_range_of_their_type() -> None:
    """A choice among the values of a type is one among the integers of its range."""
    found = operations(main_with("x := choose type(i32)", "c := choose type(u8)", "cell := choose type(i32)"))
    assert found[0].startswith("x := choose range(-2147483648, 2147483647)")
    assert found[1].startswith("c := choose range(0, 255)")
    assert found[2].startswith("cell := choose type(i32)")


def test_checks_for_overflow_are_left_out() -> None:
    """Nothing overflows, so the edge stays and does nothing; other checks stay."""
    made = made_of(main_with('check overflow x != 5i32 "o"', 'check assert x != 5i32 "a"'))
    first, second, _ = made.functions["main"].edges
    assert isinstance(first.operation, Skip)
    assert print_operation(second.operation) == 'check assert x != 5 "a"'


CALLS = """
global cell: i32 addressable
global code: ptr[code(i32, i32)] = code_of(twice, ptr[code(i32, i32)])
function twice(a: i32) -> i32
  a -> exit: return a * 2i32
function next(a: i32) -> i32
  a -> exit: return a + 1i32
function main()
  local x: i32
  m -> n: x := call next(2147483647i32)
  n -> o: cell := call next(x)
  o -> p: x := call pointer(code)(x)
  p -> exit: return
"""


def test_calls_convert_where_forms_differ() -> None:
    """A function whose address is known has words; an edge behind the last one converts a result for its place."""
    program, made = program_of(CALLS), made_of(CALLS)
    assert made.functions["next"].result == INT
    assert made.functions["twice"].result == I32
    assert [parameter.type for parameter in made.functions["twice"].parameters] == [I32]
    old, new = (item.functions["main"].edges for item in (program, made))
    assert len(new) == len(old) + 2
    assert [edge.source for edge in new[: len(old)]] == [edge.source for edge in old]
    machine = Machine(made)
    machine.reset(())
    while machine.enabled():
        machine.step(1, None)
    assert machine.finished()


def test_runs_lose_the_edges_that_convert() -> None:
    """A run over mathematical integers has as many moves as the machine's when conversions are left out."""
    program, made = program_of(CALLS), made_of(CALLS)
    machine = Machine(made)
    machine.reset(())
    count = 0
    while machine.enabled():
        machine.step(1, None)
        count += 1
    kept = MathematicalForm(made, program).original_run(Run((), (Move(1),) * count)).moves
    assert len(kept) == count - 2
    replayed = Machine(program)
    replayed.reset(())
    for move in kept:
        replayed.apply(move)
    assert replayed.finished()


def test_the_assumption_replaces_the_one_about_machine_integers() -> None:
    """There is one assumption about arithmetic, and it says what may be wrong for the machine."""
    text = 'assumption arithmetic "machine integers"\n' + main_with("x := y")
    (found,) = made_of(text).assumptions
    assert found.kind == "arithmetic"
    assert "no signed operation overflows" in found.statement


def test_written_places_keep_their_spans() -> None:
    """What a trace calls a place is still known, and the text of the program can be read again."""
    program = program_of(main_with("deref(p, i32) := x", "x := y + 1i32"))
    made = mathematical(program)
    for edge in (0, 1):
        assert made.source_map.occurrence("main", edge, 0) == program.source_map.occurrence("main", edge, 0) is not None
    assert made.source_map.occurrence("main", 1, 2) is None
    assert print_program(made).count("spans main") == 1


def test_integers_are_seen_in_expressions_alone() -> None:
    """A program is found to have mathematical integers also where no variable is one."""
    text = 'global cell: i32 addressable\nfunction main()\n  a -> b: check assert cell + 1i32 > cell "m"\n'
    text += "  b -> exit: return"
    assert not has_mathematical_integers(program_of(text))
    assert has_mathematical_integers(made_of(text))
    assert not any(variable.type == INT for variable in made_of(text).globals)


def test_deep_expressions_are_no_obstacle() -> None:
    """Thousands of nested operations are rewritten without recursion."""
    deep = "x" + " + (y - x)" * 3_000
    found = operations(main_with(f"x := {deep}", "cell := x"))
    assert found[0].count("+") == 3_000
