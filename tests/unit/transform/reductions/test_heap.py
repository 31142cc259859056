"""Objects in order: their numbers, and objects that nothing reaches, do not tell states apart."""

from __future__ import annotations

import pytest

from alike_states import Explored, sizes
from vexil.core.source import SourceFile
from vexil.ir.text import load
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.validate import validate
from vexil.model.search_options import Reduction
from vexil.transform.flattening import About, Flattened, flatten
from vexil.transform.reductions.heap import with_heap_in_order
from vexil.transform.reductions.quotient import quotient

HEAP = frozenset({Reduction.HEAP})

HEADER = """vir 1
class Object
class Node extends Object
  field next: ref[Node]
  field value: i32
class Box extends Object
  field node: ref[Node]
  field who: thread
global g: ref[Node]
global n: i32
global h: thread
function made() -> ref[Node]
  local x: ref[Node]
  a -> b: x := new Node site "node"
  b -> exit: return x
"""


def program(*functions: str) -> Flattened:
    """The flat form of a program."""
    text = HEADER + "".join(functions)
    return flatten(load(SourceFile("heap.vir", text.encode())), atoms=list(About))


def function(name: str, locals_: str, *operations: str) -> str:
    """A function without branches."""
    lines = [f"function {name}()", *(f"  local {item}" for item in locals_.split("; ") if item)]
    lines += [f"  p{place} -> p{place + 1}: {operation}" for place, operation in enumerate(operations)]
    return "\n".join([*lines, f"  p{len(operations)} -> exit: return\n"])


def counted(flattened: Flattened) -> tuple[int, int]:
    """States without and with the reduction; they behave alike."""
    reduced = quotient(flattened.system, flattened.encoding, HEAP)
    assert reduced.used == HEAP
    validate(reduced.system)
    found = sizes(reduced)
    assert found is not None
    return found


def test_the_order_of_creation_does_not_matter() -> None:
    """Two threads create an object each: who was first is forgotten, and what is in the objects is not."""
    one = function("one", "x: ref[Node]", "x := call made()", "field(x, Node, value) := 1i32", "g := x")
    two = function("two", "x: ref[Node]", "x := call made()", "field(x, Node, value) := 2i32")
    main = function("main", "", "start one()", "start two()")
    assert counted(program(one, two, main)) == (132, 92)


def test_what_nothing_reaches_is_forgotten() -> None:
    """A loop that drops what it created goes on in a few states; without collecting it fills its pool first."""
    main = function("main", "x: ref[Node]", "x := call made()", "field(x, Node, value) := 1i32", "skip")
    assert counted(program(main.replace("p3 -> exit: return", "p3 -> p0: skip"))) == (57, 9)


def test_references_in_objects_are_followed() -> None:
    """A list is reached through its first node only; its nodes are renamed where they hold each other."""
    push = function(
        "push", "x: ref[Node]", "x := call made()", "field(x, Node, next) := g", "g := x", "x := field(g, Node, next)"
    )
    main = function("main", "", "start push()", "start push()")
    whole, small = counted(program(push, main))
    assert small < 0.75 * whole


def test_arrays_and_other_classes() -> None:
    """Elements of arrays and fields of several classes go with their objects."""
    box = function(
        "box",
        "c: ref[Box]; a: array[ref[Node]]",
        'a := new array(ref[Node], 2i32) site "array"',
        "a[1i32] := g",
        'c := new Box site "box"',
        "field(c, Box, node) := a[1i32]",
    )
    main = function("main", "", "g := call made()", "start box()", "start box()")
    whole, small = counted(program(box, main))
    assert small < whole


def test_monitors_go_with_their_objects() -> None:
    """Who holds the lock of an object, who waits for it and who will take it back is known under its new number."""
    waits = function(
        "waits", "x: ref[Node]", "x := call made()", "g := x", "lock x reentrant", "wait x on x", "unlock x"
    )
    wakes = function("wakes", "x: ref[Node]", "x := call made()", "x := g", "lock x reentrant", "notify x", "unlock x")
    main = function("main", "", "start waits()", "start wakes()")
    whole, small = counted(program(waits, wakes, main))
    assert small < whole


def test_a_lock_that_is_held_is_not_forgotten() -> None:
    """An ended thread still owns the lock of an object that nothing reaches: the thread stays known."""
    holds = function("holds", "x: ref[Node]", "x := call made()", "lock x reentrant", "x := null(ref[Node])")
    main = function("main", "", "h := start holds()", "join h", "h := start holds()", "g := call made()")
    counted(program(holds, main))


def test_an_object_that_somebody_waits_for_is_not_forgotten() -> None:
    """Two threads wait for objects that no variable refers to: woken, each gets its own lock back and ends."""
    waits = function("waits", "r: i32", "lock g reentrant", "n := 1i32", "r := wait g on g")
    both_wait = [
        step
        for name in "tu"
        for step in (
            "g := call made()",
            f"{name} := start waits()",
            "restrict n == 1i32",
            "lock g reentrant",
            "unlock g",
        )
    ]
    both_wait.insert(5, "n := 0i32")
    woken = ("g := null(ref[Node])", "interrupt t", "interrupt u", "join t", "join u")
    flat = program(waits, function("main", "t: thread; u: thread", *both_wait, "g := call made()", *woken))
    counted(flat)
    small = Explored(quotient(flat.system, flat.encoding, HEAP).system, 2000)
    assert not any(map(small.evaluator.is_deadlock, small.after))


def test_an_object_that_knows_a_thread_is_not_forgotten() -> None:
    """A thread is remembered as long as some object holds it, whether or not anything reaches that."""
    works = function("works", "", "n := 1i32")
    box = function("box", "c: ref[Box]", 'c := new Box site "box"', "field(c, Box, who) := h", "c := null(ref[Box])")
    main = function("main", "", "h := start works()", "start box()", "h := start works()")
    counted(program(works, box, main))


def test_objects_that_may_be_chosen_keep_their_numbers() -> None:
    """Where an instance is chosen among all there are, even one that nothing reaches matters."""
    makes = function("makes", "x: ref[Node]", "x := call made()")
    choose = "x := choose instance(Node, null)"
    flat = program(makes, function("main", "x: ref[Node]", "start makes()", "x := call made()", choose))
    assert with_heap_in_order(flat.system, flat.encoding) is flat.system


@pytest.mark.parametrize("count", [1, 2])
def test_it_is_off_where_it_cannot_help(count: int) -> None:
    """Objects that only the first thread creates, one of each site, have the same numbers in all runs."""
    main = ['g := new Node site "a"', 'x := new Node site "b"'][:count]
    flat = program(function("main", "x: ref[Node]", *main))
    assert with_heap_in_order(flat.system, flat.encoding) is flat.system


def test_nothing_is_left_behind() -> None:
    """What is noted on the way is 0 afterwards, also in the longest case."""
    push = function("push", "x: ref[Node]", "x := call made()", "field(x, Node, next) := g", "g := x")
    flat = program(push, function("main", "", "start push()", "start push()"))
    small = with_heap_in_order(flat.system, flat.encoding)
    evaluator = Evaluator(small)
    pending, seen = evaluator.initial(), set(evaluator.initial())
    while pending:
        for _, after in evaluator.successors(pending.pop()):
            if after not in seen:
                seen.add(after)
                pending.append(after)
    scratch = [variable for variable in small.variables if variable.scratch]
    assert len(scratch) == 5
    places = [evaluator.place(variable, index, 0) for variable in scratch for index in range(variable.length)]
    assert not any(state[place] for state in seen for place in places)
