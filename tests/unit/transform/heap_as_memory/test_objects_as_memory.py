"""Programs in which objects are memory: what becomes of objects, tests of classes, calls, exceptions and monitors."""

from __future__ import annotations

import pytest

from vexil.core.source import SourceFile
from vexil.ir.interpreter import Machine, Move, Stopped, Undefined, Violated
from vexil.ir.names import EXCEPTION
from vexil.ir.operations import Call, Case
from vexil.ir.program import Program
from vexil.ir.text import load, print_operation
from vexil.ir.validator import validate
from vexil.transform.heap_as_memory import Lowered, NotSequential, has_objects, lowered, on_objects

CLASSES = """
class Object
interface Named
class Animal extends Object
  field age: i32
  method 'legs()' = 'Animal.legs()'
class Dog extends Animal implements Named
  field tail: bool
class Bird extends Animal
  field weight: f64
  field age: i64
  method 'legs()' = 'Bird.legs()'
class Stone extends Object implements Named
class Problem extends Object
global out: i32
function 'Animal.legs()'(this: ref[Animal]) -> i32
  a -> exit: return 4i32
function 'Bird.legs()'(this: ref[Bird]) -> i32
  a -> exit: return 2i32
function all()
  local x: ref[Object]
  a -> b: x := new Animal
  b -> c: x := new Dog
  c -> d: x := new Bird
  d -> e: x := new Stone
  e -> exit: return
"""


def program_of(text: str) -> Program:
    return load(SourceFile("test.vir", f"vir 1\n{CLASSES}{text}".encode()))


def main_with(*lines: str) -> str:
    """A program whose main function has variables of several types and these operations, after all classes are used."""
    declared = (
        "function main()\n  local x: ref[Object]\n  local a: ref[Animal]\n  local d: ref[Dog]\n  local b: ref[Bird]\n"
    )
    declared += "  local n: i32\n  local v: array[i32]\n  local w: array[ref[Animal]]\n  local p: ref[Problem]\n"
    declared += "  local q: bool\n  local t: thread\n  start_ -> a0: call all()\n"
    steps = [f"  a{number} -> a{number + 1}: {line}" for number, line in enumerate(lines)]
    return declared + "\n".join([*steps, f"  a{len(lines)} -> exit: return"])


def made_of(text: str) -> Lowered:
    made = lowered(program_of(text))
    assert validate(made.program) == []
    return made


def operation(line: str) -> str:
    """What a single operation becomes."""
    made = made_of(main_with(line))
    return print_operation(made.program.functions["main"].edges[1].operation)


def run(program: Program) -> Machine:
    machine = Machine(program)
    machine.reset(())
    machine.run(1000)
    return machine


def both(text: str) -> tuple[Machine, Machine]:
    """A program and its form over memory, after their only run."""
    program = program_of(text)
    return run(program), run(made_of(text).program)


def test_fields_lie_behind_the_tag_and_those_of_superclasses() -> None:
    """The first field follows the tag, a field of a subclass those of its superclass, where its type is aligned."""
    assert operation("n := field(d, Animal, age)") == "n := deref(pointer_add(d, 4i64, ptr[i32]), i32)"
    assert operation("q := field(d, Dog, tail)") == "q := deref(pointer_add(d, 8i64, ptr[bool]), bool)"
    bird = made_of(main_with()).program.structs["Bird"]
    assert [(member.name, member.offset) for member in bird.members] == [
        ("class tag", 0), ("age", 4), ("weight", 8), ("Bird.age", 16),
    ]  # fmt: skip


def test_elements_are_memory_of_their_own() -> None:
    """An element is found through the array object, and a negative index lies behind all of them."""
    elements = "deref(pointer_add(v, 8i64, ptr[ptr[i32]]), ptr[i32])"
    assert operation("n := v[2i32]") == f"n := deref(pointer_add({elements}, 8i64), i32)"
    index = "cast(cast(n, u32), i64) * 4i64"
    assert operation("n := v[n]") == f"n := deref(pointer_add({elements}, {index}), i32)"
    lines = ("v := new array(i32, 3i32)", "n := -1i32", "n := v[n]")
    for machine in both(main_with(*lines)):
        assert isinstance(machine.ending, Undefined)


def test_class_tests_compare_tags() -> None:
    """A class and its subclasses have successive tags; a test that the types decide looks for null only."""
    null = "x == null(ptr[struct[Object]])"
    tag = "deref(x, i32)"
    assert operation("q := is(x, ref[Animal])") == f"q := ite({null}, false, {tag} >= 1i32 && {tag} <= 3i32)"
    assert operation("q := is(x, ref[Named])") == f"q := ite({null}, false, {tag} == 2i32 || {tag} == 4i32)"
    assert operation("q := is(d, ref[Animal])") == "q := !(d == null(ptr[struct[Dog]]))"
    assert operation("q := is(d, ref[Bird])") == "q := false"


def test_virtual_calls_branch_on_tags() -> None:
    """Each method that may be run is called by itself; where the types leave one, there is no branch."""
    function = made_of(main_with("n := call virtual Animal 'legs()'(a)")).program.functions["main"]
    called = [edge.operation for edge in function.edges if isinstance(edge.operation, Call)]
    assert sum(isinstance(edge.operation, Case) for edge in function.edges) == 2
    assert len(called) == 3
    function = made_of(main_with("n := call virtual Animal 'legs()'(b)")).program.functions["main"]
    assert not any(isinstance(edge.operation, Case) for edge in function.edges)


def test_instances_of_classes_that_no_run_makes_are_not_called() -> None:
    """A call of the only method whose receivers exist is no branch, and functions that nothing calls are left out."""
    text = "function main()\n  local a: ref[Animal]\n  local n: i32\n  m -> n: a := new Dog\n"
    made = made_of(text + "  n -> o: n := call virtual Animal 'legs()'(a)\n  o -> exit: return")
    assert list(made.program.functions) == ["Animal.legs()", "main", "run main"]


def test_edges_keep_their_numbers() -> None:
    """An edge stands where it stood, and each further one knows which it belongs to."""
    made = made_of(main_with("a := new Dog", "n := call virtual Animal 'legs()'(a)", "out := n"))
    edges = made.program.functions["main"].edges
    assert [print_operation(edges[number].operation) for number in (1, 3)] == ["a := new memory(9i64)", "out := n"]
    assert made.origins["main"][:5] == (0, 1, 2, 3, 4)
    assert {made.origin(f"main#{number}") for number in range(5, len(edges))} == {"main#1", "main#2"}
    assert made.origin("run main#0") is None


def test_exceptions_go_to_their_handler() -> None:
    """An exception skips the result of the call, is caught once, and is gone then."""
    text = "function fails() -> i32\n  local p: ref[Problem]\n  f -> g: p := new Problem\n  g -> thrown: throw p\n"
    text += (
        "function main()\n  local n: i32\n  local x: ref[Object]\n  m -> o: n := 7i32\n  o -> p: n := call fails()\n"
    )
    text += "  o -> h: catch x\n  p -> exit: return\n  h -> i: out := n\n"
    text += "  i -> j: check assert is(x, ref[Problem])\n  j -> exit: return"
    plain, other = both(text)
    assert plain.ending is None
    assert other.ending is None
    assert other.globals[: len(plain.globals)] == plain.globals == [7]


def test_handlers_that_nothing_enters_are_left_out() -> None:
    """A function that only throws what it has caught throws nothing when its calls throw nothing."""
    text = "function f(n: i32) -> i32\n  local x: ref[Object]\n  local r: i32\n  a -> z: assume n <= 0i32\n"
    text += "  a -> b: assume !(n <= 0i32)\n  z -> exit: return 0i32\n  b -> c: r := call f(n - 1i32)\n"
    text += "  b -> h: catch x\n  h -> thrown: throw x\n  c -> exit: return r + 1i32\n"
    text += "function main()\n  local n: i32\n  m -> n: out := call f(3i32)\n  n -> exit: return"
    made = made_of(text)
    found = [print_operation(edge.operation) for edge in made.program.functions["f"].edges]
    assert not any("exception" in line for line in found)
    assert "r := call f(n - 1i32)" in found
    assert run(made.program).globals[0] == 3


def test_an_exception_that_nobody_catches_is_a_failing_check() -> None:
    """It fails at the end of the new entry, where runs of the program have ended with the exception."""
    plain, other = both(main_with("p := new Problem").replace("a1 -> exit: return", "a1 -> thrown: throw p"))
    assert plain.threads[1].exception is not None
    assert isinstance(other.ending, Violated)
    assert other.ending.property == EXCEPTION


def test_what_is_undefined_stays_so() -> None:
    """Null, other classes, negative lengths and exceptions without a handler have no meaning over memory either."""
    thrower = "function f()\n  local p: ref[Problem]\n  f -> g: p := new Problem\n  g -> thrown: throw p\n"
    for lines in (
        ("n := field(a, Animal, age)",),
        ("x := new Stone", "n := field(cast(x, ref[Animal]), Animal, age)"),
        ("n := -1i32", "v := new array(i32, n)"),
        ("n := array_length(v)",),
        ("n := call virtual Animal 'legs()'(a)",),
        ("q := storable(w, d)",),
        ("lock x reentrant",),
        ("x := new Stone", "lock x reentrant", "unlock x", "unlock x"),
        ("join t timed",),
        ("call f()",),
    ):
        for machine in both(thrower + main_with(*lines)):
            assert isinstance(machine.ending, Undefined), lines


def test_a_conversion_in_an_alternative_is_tested_there_only() -> None:
    """A part that is not evaluated need not have the class that it is converted to."""
    chosen = "ite(is(x, ref[Dog]), field(cast(x, ref[Dog]), Dog, tail), false)"
    plain, other = both(main_with("x := new Stone", f"q := {chosen}", "x := new Dog", f"q := {chosen}"))
    assert plain.finished()
    assert other.finished()


def test_locks_are_counted_where_somebody_asks() -> None:
    """Objects have a count when one asks whether a lock is held, or when blocks of locks are not closed in order."""
    lines = ("x := new Dog", "lock x reentrant", "lock x reentrant", "unlock x", "q := holds_lock(x)")
    plain, other = both(main_with(*lines, "check assert q", "unlock x", "q := locked(x)", "check assert !q"))
    assert plain.finished()
    assert other.finished()
    assert made_of(main_with("lock x reentrant", "unlock x")).program.structs["Object"].size == 4
    assert made_of(main_with("lock x reentrant", "x := a", "unlock x")).program.structs["Object"].size == 8


def test_locks_that_are_no_objects_are_used_in_blocks() -> None:
    """Nobody has to count how often such a lock is held, also where objects are counted."""
    lines = ("lock literal(3, lock) reentrant", "out := 1i32", "unlock literal(3, lock)", "q := holds_lock(x)")
    for machine in both(main_with(*lines)):
        assert machine.finished()
        assert machine.globals[0] == 1


def test_the_only_thread_waits_for_nobody() -> None:
    """A sleep times out, an interruption ends a wait at once, and a wait that nobody ends stops the run there."""
    awake = ("t := current_thread()", "check assert alive(t)", "n := wait timed", "check assert n == 1i32")
    interrupted = ("interrupt t", "q := interrupted(t)", "check assert q", "n := wait timed", "check assert n == 2i32")
    plain, other = both(main_with(*awake, *interrupted, "n := join t timed", "check assert n == 1i32", "out := 1i32"))
    assert plain.globals[0] == other.globals[0] == 1
    plain, other = both(main_with("x := new Dog", "lock x reentrant", "n := wait x on x", "unlock x", "out := 1i32"))
    assert plain.deadlocked()
    assert isinstance(other.ending, Stopped)
    assert other.globals[0] == 0


def test_alternatives_keep_their_order() -> None:
    """A choice between edges is the same choice over memory."""
    text = "function main()\n  local a: ref[Animal]\n  m -> n: a := new Dog\n  m -> n: a := new Bird\n"
    text += "  n -> o: out := field(a, Animal, age) + 1i32\n  n -> o: out := 5i32\n  o -> exit: return"
    program = program_of(text)
    made = made_of(text).program
    for choices in ((0, 1), (1, 0)):
        machine, waiting, moves = Machine(made), list(choices), []
        machine.reset(())
        while machine.enabled():
            move = Move(1, waiting.pop(0) if machine.choices(1) is not None else None)
            machine.apply(move)
            moves.append(move)
        assert machine.globals[0] == (5 if choices[1] else 1)
        found = on_objects(program, (), moves, frozenset())
        assert [move.choice for move in found if move.choice is not None] == list(choices)


def test_caveats_sit_on_every_edge_of_the_operation() -> None:
    """A caveat about an edge is one about everything that it has become."""
    text = 'caveat test drops "because" edge "main#1"\n' + main_with("a := new Dog")
    made = made_of(text)
    marked = [caveat.edge for caveat in made.program.caveats]
    assert marked[0] == "main#1"
    assert len(marked) == 4
    assert {made.origin(edge) for edge in marked if edge is not None} == {"main#1"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("t := start all()", "a thread is started at main#1"),
        ("x := choose instance(Object)", "any instance of a class is chosen at main#1"),
        ("lock x", "a lock that its holder waits for"),
        ("unlock literal(3, lock)", "locks that are no objects and not used in blocks"),
        ("q := holds_lock(literal(3, lock))", "locks that are no objects"),
    ],
)
def test_what_has_no_such_form_is_refused(line: str, reason: str) -> None:
    """Threads, choices of instances, and locks that are no monitors are refused with the reason."""
    with pytest.raises(NotSequential, match=reason.replace("(", r"\(")):
        lowered(program_of(main_with(line)))


def test_programs_without_objects_are_left_alone() -> None:
    """Classes, arrays and exceptions are what makes a program one with objects."""
    assert has_objects(program_of(main_with("n := 1i32")))
    plain = "vir 1\nfunction main()\n  m -> exit: return"
    assert not has_objects(load(SourceFile("plain.vir", plain.encode())))
