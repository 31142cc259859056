"""Programs without calls: what they look like, what they do, and what has no such form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vexil.core.caveats import Caveat, Effect
from vexil.core.errors import LimitReached
from vexil.core.source import SourceFile
from vexil.ir.interpreter import Machine, Stopped, Undefined, Violated
from vexil.ir.operations import BeginLifetime, Call, EndLifetime
from vexil.ir.program import Program
from vexil.ir.text import load, print_program
from vexil.ir.validator import validate
from vexil.transform.inlining import NotInlined, Recursion, inlining


def inlined(program: Program, limit: int = 20_000) -> Program:
    """The program without calls."""
    return inlining(program, limit).program


def program_of(text: str) -> Program:
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def ended(program: Program, steps: int = 200) -> Machine:
    """The machine at the end of the only run."""
    machine = Machine(program)
    machine.reset()
    machine.run(steps)
    return machine


def numbers(machine: Machine) -> list[object]:
    """The globals but for pointers, whose objects have other numbers when they are made in another order."""
    return [value for value in machine.globals if not isinstance(value, tuple)]


def assert_same_end(text: str) -> Machine:
    """Both programs end with the same globals in the same way; returns the machine of the one without calls."""
    program = program_of(text)
    flat = inlined(program)
    assert not validate(flat)
    first, second = ended(program), ended(flat)
    assert numbers(first) == numbers(second)
    assert first.ending == second.ending
    assert first.finished() == second.finished()
    return second


TWICE = """
global g: i32
function add(x: i32, y: i32) -> i32
  local s: i32
  a -> b: s := s + x
  b -> c: s := s + y
  c -> exit: return s
function main()
  local i: i32
  m -> n: i := call add(i + 3i32, i)
  n -> o: i := call add(i, i)
  o -> p: g := call add(add_again, i)
  p -> exit: return
""".replace("add_again", "i + 1i32")


def test_locals_start_as_zero_at_every_call() -> None:
    """Locals of a copy are reset when it is entered, and arguments are those of the caller."""
    assert assert_same_end(TWICE).globals == [13]


def test_copies_in_loops_start_anew() -> None:
    """A copy that is entered a second time does not see what it computed the first time."""
    machine = assert_same_end("""
global g: i32
function count() -> i32
  local n: i32
  a -> b: n := n + 1i32
  b -> exit: return n
function main()
  local i: i32
  local one: i32
  h -> l: assume i < 5i32
  h -> e: assume !(i < 5i32)
  l -> k: one := call count()
  k -> j: g := g + one
  j -> h: i := i + 1i32
  e -> exit: return
""")
    assert machine.globals == [5]


def test_names_and_labels() -> None:
    """Variables and locations of copies are named after function and copy; labels, spans and places stay."""
    program = program_of("""
function f(x: i32 labels "y")
  location a labels "HERE"
  a -> b: skip
  b -> exit: return
function main()
  m -> n: call f(1i32)
  n -> o: call f(2i32)
  o -> exit: return
""")
    made = inlining(program)
    entry = made.entry
    assert [variable.name for variable in entry.locals] == ["f$1.x", "f$2.x"]
    assert [variable.labels for variable in entry.locals] == [("f::y",), ("f::y",)]
    labelled = [location.name for location in entry.locations if "HERE" in location.labels]
    assert labelled == ["f$1.a", "f$2.a"]
    assert [entry.locations[number].name for number in made.locations([("f", 0)])] == labelled
    assert all(edge.span is not None for edge in entry.edges)
    assert [made.origins[number] for number in entry.outgoing[entry.location_numbers["f$2.b"]]] == ["f#1"]
    assert [copy.function for copy in made.copies] == ["main", "f", "f"]
    assert list(made.program.functions) == ["main"]


def test_names_that_are_taken() -> None:
    """A program that already has the names of copies gets others."""
    text = TWICE.replace("local i: i32", "local 'add$1.x': i32\n  local i: i32").replace("n -> o", "n -> 'add$2.b'")
    text = text.replace("o -> p", "'add$2.b' -> p")
    flat = inlined(program_of(text))
    assert not validate(flat)
    names = [variable.name for variable in flat.functions["main"].locals]
    assert [name for name in names if name.endswith(".x")] == ["add$1.x", "add$3.x", "add$4.x", "add$5.x"]


def test_memory_of_a_copy_dies_when_it_is_left() -> None:
    """A pointer to a local of a function that was left is as dead as it was, whatever is read through it."""
    text = """
global p: ptr[i32]
global g: i32
function f(x: i32 addressable) -> i32
  local y: i32 addressable
  a -> b: y := x
  b -> c: p := address(y)
  c -> exit: return y
function main()
  m -> n: g := call f(4i32)
  n -> o: g := g + deref(p, i32)
  o -> exit: return
"""
    assert isinstance(assert_same_end(text).ending, Undefined)
    alive = text.replace("deref(p, i32)", "1i32")
    assert ended(inlined(program_of(alive))).globals[1] == 5
    operations = [edge.operation for edge in inlined(program_of(text)).functions["main"].edges]
    assert sum(isinstance(operation, BeginLifetime) for operation in operations) == 2
    assert sum(isinstance(operation, EndLifetime) for operation in operations) == 2


def test_memory_of_a_copy_is_fresh() -> None:
    """Memory of a local is not what an earlier activation has left in it."""
    machine = assert_same_end("""
global g: i32
function f(set: bool) -> i32
  local y: i32 addressable
  a -> b: assume set
  a -> c: assume !set
  b -> c: y := 7i32
  c -> exit: return y
function main()
  local again: bool
  m -> n: assume !again
  m -> n2: assume again
  n -> o: g := call f(true)
  o -> m: again := true
  n2 -> q: again := false
  q -> r: call f(false)
  r -> exit: return
""")
    assert machine.globals == [7]


def test_the_place_of_a_result_is_evaluated_last() -> None:
    """The result goes to where the place is after the function has changed what it depends on."""
    machine = assert_same_end("""
global a: i32 addressable
global b: i32 addressable
global p: ptr[i32]
global ra: i32
global rb: i32
function f() -> i32
  x -> y: p := address(b)
  y -> exit: return 3i32
function main()
  l -> m: p := address(a)
  m -> n: deref(p, i32) := call f()
  n -> o: ra := a
  o -> q: rb := b
  q -> exit: return
""")
    assert machine.globals[-2:] == [0, 3]


def test_stopping_in_a_function() -> None:
    """A function that ends the program ends it, also when the entry function has no stop exit."""
    machine = assert_same_end("""
global g: i32
function f(x: i32)
  a -> b: assume x == 2i32
  a -> c: assume !(x == 2i32)
  b -> s: stop x
  c -> exit: return
function main()
  m -> n: call f(1i32)
  n -> o: g := 1i32
  o -> p: call f(2i32)
  p -> q: g := 2i32
  q -> exit: return
""")
    assert machine.globals == [1]
    assert machine.ending == Stopped(2)


def test_lost_memory_stays_lost() -> None:
    """Memory that only a local of a function reached is lost when the function is left."""
    text = """
function f() -> ptr[void]
  local p: ptr[void]
  a -> b: p := new memory(4i64)
  b -> exit: return p
function main()
  local q: ptr[void]
  l -> m: q := call f()
  m -> n: q := null(ptr[void])
  n -> o: check memtrack !leaked() "nothing is lost"
  o -> exit: return
"""
    assert isinstance(assert_same_end(text).ending, Violated)
    assert assert_same_end(text.replace("q := null(ptr[void])", "skip")).ending is None


def test_structures_as_results() -> None:
    """An aggregate is passed and returned as a whole."""
    machine = assert_same_end("""
struct Pair size 8 align 4
  member x: i32 at 0
  member y: i32 at 4
global g: i32
function swap(p: struct[Pair]) -> struct[Pair]
  local q: struct[Pair]
  a -> b: deref(cast(address(q), ptr[i32]), i32) := deref(pointer_add(cast(address(p), ptr[i32]), 4i64), i32)
  b -> c: deref(pointer_add(cast(address(q), ptr[i32]), 4i64), i32) := deref(cast(address(p), ptr[i32]), i32)
  c -> exit: return q
function main()
  local r: struct[Pair]
  l -> m: deref(cast(address(r), ptr[i32]), i32) := 1i32
  m -> n: deref(pointer_add(cast(address(r), ptr[i32]), 4i64), i32) := 20i32
  n -> o: r := call swap(r)
  o -> p: g := deref(cast(address(r), ptr[i32]), i32)
  p -> exit: return
""")
    assert machine.globals == [20]


def test_recursion_is_refused() -> None:
    """A function that may call itself has no copy without calls, and the refusal names it."""
    with pytest.raises(Recursion) as caught:
        inlined(
            program_of("""
function even(n: i32)
  a -> b: call odd(n)
  b -> exit: return
function odd(n: i32)
  a -> b: call even(n)
  b -> exit: return
function main()
  m -> n: call even(2i32)
  n -> exit: return
""")
        )
    assert caught.value.function == "even"
    assert caught.value.reason == "recursion in even"


@pytest.mark.parametrize(
    ("declared", "body", "reason"),
    [
        ("", "a -> b: call pointer(p)()", "a call through a pointer at f#0"),
        ("", "a -> b: join current_thread()", "threads at f#0"),
        ("", "a -> b: q := new memory(4i64, stack)", "memory that lives as long as a function at f#0"),
        (
            "class C\n  method 'm()' = 'C.m'\nfunction 'C.m'(this: ref[C])\n  a -> exit: return",
            "a -> b: call virtual C 'm()'(null(ref[C]))",
            "a call that depends on a class at f#0",
        ),
        ("class C", "a -> thrown: throw null(ref[C])\n  c -> b: skip", "an exception that leaves a function at f#0"),
    ],
)
def test_what_is_refused(declared: str, body: str, reason: str) -> None:
    """What has no counterpart in a program without calls is refused with its edge, if the program can call it."""
    text = f"""
{declared}
global p: ptr[code(void)]
function f()
  local q: ptr[void]
  {body}
  b -> exit: return
function main()
  m -> n: call f()
  n -> exit: return
"""
    with pytest.raises(NotInlined) as caught:
        inlined(program_of(text))
    assert caught.value.reason == reason
    assert caught.value.edge == "f#0"
    flat = inlined(program_of(text.replace("call f()", "skip")))
    assert not any(isinstance(edge.operation, Call) for edge in flat.functions["main"].edges)


def test_too_many_locations() -> None:
    """Copies of copies are counted, and more than the limit are refused as a limit."""
    lines = ["function f0()", "  a -> exit: return"]
    for number in range(1, 30):
        lines += [f"function f{number}()", f"  a -> b: call f{number - 1}()", f"  b -> c: call f{number - 1}()"]
        lines += ["  c -> exit: return"]
    lines += ["function main()", "  a -> b: call f29()", "  b -> exit: return"]
    with pytest.raises(LimitReached, match="more than 500 locations"):
        inlined(program_of("\n".join(lines)), 500)


def test_caveats_move_with_their_edges() -> None:
    """A caveat on an edge of a function sits on every copy of the edge."""
    caveat = Caveat("test", Effect.DROPS, "because", "add#1")
    everywhere = Caveat("test", Effect.ADDS, "always")
    program = replace(program_of(TWICE), caveats=(caveat, everywhere, replace(caveat, edge="main#3")))
    made = inlining(program)
    assert not validate(made.program)
    moved = [made.origins[int(item.edge.rpartition("#")[2])] for item in made.program.caveats if item.edge]
    assert moved == ["add#1"] * 3 + ["main#3"]
    assert everywhere in made.program.caveats


def test_functions_that_are_still_named() -> None:
    """A function whose address is taken stays, and so does what it calls."""
    program = program_of("""
function g()
  a -> exit: return
function f()
  a -> b: call g()
  b -> exit: return
function h()
  a -> exit: return
function main()
  local p: ptr[code(void)]
  m -> n: p := code_of(f, ptr[code(void)])
  n -> o: call h()
  o -> exit: return
""")
    flat = inlined(program)
    assert list(flat.functions) == ["g", "f", "main"]
    assert print_program(inlined(flat)) == print_program(flat)
