"""Proofs of branching properties of programs with calls, memory and operations that may be undefined."""

from __future__ import annotations

from dataclasses import replace

import pytest
from branching_tools import Layers, check, formula_of
from invariant_tools import contradicted, proved, unchecked, vir

from vexil.certify.branching import check_tree
from vexil.certify.leaps import prove_between_claims
from vexil.core.caveats import Caveat, Effect
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.frontends.fcl import load
from vexil.ir.program import Program
from vexil.model.evidence import Tree
from vexil.model.outcome import Question
from vexil.spec.property import parse_property


def flow_chart(text: str) -> Program:
    """A program of the flow-chart language."""
    return load([SourceFile("test.fcl", text.encode())])


def test_flow_chart() -> None:
    """Down to zero in steps of two: from even numbers the end can be reached, from odd ones it is passed by."""
    program = flow_chart(
        "(n)\n(test)\ntest: if =(n, 0) then end else loop;\nloop: n := -(n, 2); goto test;\nend: return;\n"
    )
    asked = "ctl: AG !at(end)"
    layers = [
        ["end.1: true"],
        ["test.1: n == 0i32"],
        ["loop.2: n == 0i32"],
        ["loop.1: n == 2i32"],
        ["test.1: n == 2i32"],
    ]
    assert proved(check(program, asked, {"ctl: EF at(end)": layers}, negated=True))
    odd = "ctl: EF at(end)"
    never: Layers = [[f"{place}: n % 2i32 != 0i32" for place in ("test.1", "loop.1", "loop.2")]]
    assert proved(check(program, odd, {"ctl: AG !at(end)": never}, negated=True))
    even: Layers = [[f"{place}: n % 2i32 == 0i32" for place in ("test.1", "loop.1", "loop.2")]]
    assert contradicted(check(program, odd, {"ctl: AG !at(end)": even}, negated=True))


# --- what is not defined ---------------------------------------------------------------------------------------

DIVISION = """
global x: u8 in range(0u8, 9u8)
global y: u8
function main()
  a -> b: y := 100u8 / x
  b -> b: skip
"""


def test_steps_that_may_be_undefined() -> None:
    """A step that is undefined in a claimed state is neither proof nor refutation; facts may exclude it."""
    asked = "ctl: EF at(b)"
    assert unchecked(check(vir(DIVISION), asked, {asked: [["b: true"], ["a: true"]]}), "division-by-zero", "main#0")
    guarded = vir(DIVISION.replace("range(0u8", "range(1u8"))
    assert proved(check(guarded, asked, {asked: [["b: true"], ["a: x > 0u8"]]}))
    assert unchecked(check(guarded, "ctl: AF at(b)", {"ctl: AF at(b)": [["b: true"], ["a: true"]]}), "division-by-zero")
    assert proved(check(guarded, "ctl: AF at(b)", {"ctl: AF at(b)": [["b: true"], ["a: x > 0u8"]]}))


def test_facts_and_atoms_that_may_be_undefined() -> None:
    """A fact that has no value does not hold, and an atom without one is neither true nor false."""
    program = vir("global x: u8 in range(0u8, 1u8)\nfunction main()\n  a -> a: skip\n")
    asked = "ctl: AG (x == 0 || 1 / x == 1)"
    assert proved(check(program, asked, {asked: [["a: x <= 1u8"]]}))  # whatever the second atom is where x is 0
    for asked in ("ctl: AG 1 / x == 1", "ctl: AG !(1 / x == 1)"):
        assert unchecked(check(program, asked, {asked: [["a: x == 0u8"]]}), "division-by-zero")
    asked, fact = "ctl: AG x <= 1", "a: 1u8 / x == 1u8 && x <= 1u8"
    assert proved(check(program, asked, {asked: [["a: x == 0u8", fact]]}))
    assert unchecked(check(program, asked, {asked: [[fact]]}), "division-by-zero")


def test_checks_that_are_not_asked_for() -> None:
    """A check that fails does not end the run, because nobody asked for it."""
    program = vir('global x: u8\nfunction main()\n  a -> b: check assert x == 1u8 "x"\n  b -> b: skip\n')
    asked = "ctl: AF at(b)"
    assert proved(check(program, asked, {asked: [["b: true"], ["a: true"]]}))


RESTRICTED = vir("""
global x: u8 in type(u8)
function main()
  a -> b: restrict x < 5u8
  b -> b: skip
""")


def test_restrictions() -> None:
    """Where a restriction fails there is no run: all runs may be shown to be good, but no step to be one of a run."""
    asked = "ctl: AF x < 5"
    assert proved(check(RESTRICTED, asked, {asked: [["b: x < 5u8"], ["a: true"]]}))
    asked = "ctl: EF x > 9"
    assert unchecked(check(RESTRICTED, asked, {asked: [["a: true"]]}), "restriction")
    asked = "ctl: AG x < 5"
    assert unchecked(check(RESTRICTED, asked, {"ctl: EF !(x < 5)": [["a: x >= 5u8"]]}, negated=True), "restriction")


def test_restrictions_and_initial_states() -> None:
    """That a property fails in an initial state shows nothing where no run may start in it."""
    asked = "ctl: EF x > 9"
    claims: Layers = [["a: x <= 9u8", "b: x <= 9u8"]]
    assert unchecked(check(RESTRICTED, asked, {"ctl: AG !(x > 9)": claims}, negated=True), "restriction")


def test_what_the_checker_does_not_know() -> None:
    """An operation without rules is only passed where it is shown not to be executed."""
    program = vir("""
global x: u8
function main()
  a -> c: assume x > 0u8
  a -> b: assume !(x > 0u8)
  c -> b: begin atomic
  b -> d: lock literal(1, lock)
  d -> d: skip
""")
    asked = "ctl: AF at(b)"
    assert proved(check(program, asked, {asked: [["b: true"], ["a: x == 0u8"]]}))
    asked = "ctl: AF at(d)"
    assert unchecked(check(program, asked, {asked: [["d: true"], ["b: true"], ["a: x == 0u8"]]}), "Lock", "main#3")


# --- calls -----------------------------------------------------------------------------------------------------

CALLS = """
global g: u8
function inc(x: u8) -> u8
  local y: u8
  location i labels "INSIDE"
  i -> j: y := x + 1u8
  j -> exit: return y
function main()
  local k: u8
  m -> n: k := call inc(4u8)
  n -> o: g := k
  o -> o: skip
"""
ENTERED: Layers = [
    ["o: g == 5u8"],
    ["n: k == 5u8"],
    ["inc$1.j: 'inc$1.y' == 5u8"],
    ["inc$1.i: 'inc$1.x' == 4u8"],
    ["m$: 'inc$1.x' == 4u8"],
    ["m: true"],
]


def test_calls_are_replaced() -> None:
    """Claims speak of the program without calls; edges are named as in the program with calls."""
    asked = "ctl: AF g == 5"
    found = check(vir(CALLS), asked, {asked: ENTERED})
    assert proved(found)
    assert found.edges == {"main#0", "main#1", "main#2", "inc#0", "inc#1"}  # type: ignore[union-attr]
    assert contradicted(check(vir(CALLS), asked, {asked: [*ENTERED[:4], ["m: true"]]}))
    assert contradicted(check(vir(CALLS.replace("inc(4u8)", "inc(3u8)")), asked, {asked: ENTERED}))


@pytest.mark.parametrize(
    ("goal", "good"),
    [
        ("at(INSIDE)", True),
        ("at(inc::i)", True),
        ("at(inc::j)", False),
        ("call(inc)", True),
        ("at(main::m)", False),
        ("count(INSIDE) == 1", True),
        ("at(1, INSIDE)", True),
        ("at(2, INSIDE)", False),
    ],
)
def test_atoms_inside_of_calls(goal: str, good: bool) -> None:
    """Labels, locations, calls and variables of functions are those of the program with calls."""
    asked = f"ctl: EF ({goal})"
    layers = [["inc$1.i: 'inc$1.x' == 4u8 && 'inc$1.y' == 0u8"], ["m$: 'inc$1.x' == 4u8"], ["m: true"]]
    assert proved(check(vir(CALLS), asked, {asked: layers})) is good


def test_variables_inside_of_calls() -> None:
    """An atom about a variable of a function is false where the function is not active."""
    program = vir(CALLS.replace("m -> n", "m -> m2: skip\n  m2 -> n"))
    asked = "ctl: AF inc::x == 4"
    inside: Layers = [["inc$1.i: 'inc$1.x' == 4u8"], ["m2$: 'inc$1.x' == 4u8"], ["m2: true"], ["m: true"]]
    assert proved(check(program, asked, {asked: inside}))
    assert contradicted(check(program, asked, {asked: [["m: true"], *inside]}))
    never = "ctl: AG inc::x == 4"
    assert contradicted(check(program, never, {never: [["m: true", *(item for layer in inside for item in layer)]]}))


def test_parts_about_variables_inside_of_calls() -> None:
    """A part that is claimed only where a function is active may ask for its variables."""
    asked, inner = "ctl: AG (!at(INSIDE) || AF inc::y == 5)", "ctl: AF inc::y == 5"
    inside: Layers = [["inc$1.j: 'inc$1.y' == 5u8"], ["inc$1.i: 'inc$1.x' == 4u8"]]
    places = ["m: true", "m$: 'inc$1.x' == 4u8", "inc$1.i: 'inc$1.x' == 4u8", "inc$1.j: true", "n: true", "o: true"]
    assert proved(check(vir(CALLS), asked, {inner: inside, asked: [places]}))
    assert contradicted(check(vir(CALLS), asked, {inner: inside[:1], asked: [places]}))
    assert contradicted(check(vir(CALLS), asked, {inner: inside, asked: [["m$: true", *places]]}))


def test_variables_of_a_function_that_is_being_left() -> None:
    """What a copy forgets on its way out is nothing that the program does."""
    program = vir("""
global g: u8 addressable
function f() -> ptr[u8]
  local p: ptr[u8]
  location i labels "INSIDE"
  i -> j: p := address(g)
  j -> exit: return p
function main()
  local q: ptr[u8]
  m -> n: q := call f()
  n -> o: check memtrack !leaked() "nothing is lost"
  o -> o: skip
""")
    asked, inner = "ctl: AG (!at(f::j) || AF f::p == 0)", "ctl: AF f::p == 0"
    layers: Layers = [["f$1.j$2: 'f$1.p' == null(ptr[u8])"], ["f$1.j$: true"], ["f$1.j: true"]]
    assert unchecked(check(program, asked, {inner: layers}), "while it is left")


def test_properties_that_count_steps() -> None:
    """What is next depends on how many edges a call takes, so nobody says so where there are calls."""
    assert unchecked(check(vir(CALLS), "ctl: AX at(INSIDE)", {}), "counts steps")
    assert proved(check(vir(CALLS.replace("call inc(4u8)", "5u8")), "ctl: AX at(main::n)", {}))


def test_variables_at_the_end() -> None:
    """When a function is over, atoms about its variables are false."""
    program = vir("function main()\n  local x: u8\n  a -> b: x := 3u8\n  b -> exit: return\n")
    asked = "ctl: AF main::x == 3"
    assert proved(check(program, asked, {asked: [["b: x == 3u8"], ["a: true"]]}))
    asked = "ctl: AG main::x <= 3"
    claims: Layers = [["a: x == 0u8", "b: x == 3u8", "exit: x == 3u8"]]
    assert contradicted(check(program, asked, {asked: claims}))
    asked = "ctl: AG !(main::x > 3)"
    assert proved(check(program, asked, {asked: claims}))


def test_programs_that_have_no_form_without_calls() -> None:
    """Recursion is refused with its reason."""
    program = vir("function f()\n  a -> b: call f()\n  b -> exit: return\nfunction main()\n  a -> a: skip\n")
    asked = "ctl: AG at(main::a)"
    assert proved(check(program, asked, {asked: [["a: true"]]}))
    recursive = vir("function main()\n  a -> b: call main()\n  b -> exit: return\n")
    wanted = parse_property("ctl: AG at(main::a)")
    tree = Tree(formula_of(wanted.text), ())
    assert unchecked(
        check_tree(Question(recursive, wanted), tree, Context(), prove_between_claims), "recursion in main"
    )


def test_approximations() -> None:
    """A step that the program may not have shows nothing, and neither do all steps when some may be missing."""
    program = vir("global x: u8\nfunction main()\n  a -> b: x := 1u8\n  b -> b: skip\n")
    some, every = "ctl: EF at(b)", "ctl: AF at(b)"
    layers: Layers = [["b: true"], ["a: true"]]
    for effect, asked in ((Effect.ADDS, some), (Effect.DROPS, every)):
        for edge in ("main#0", None):
            doubtful = replace(program, caveats=(Caveat("front end", effect, "no idea", edge),))
            assert unchecked(check(doubtful, asked, {asked: layers}), "front end: no idea")
            other = every if asked == some else some
            assert proved(check(doubtful, other, {other: layers}))


def test_choices_of_approximations() -> None:
    """A value that an approximation has chosen is none that the program can be shown to have."""
    text = "global x: u8\nfunction main()\n  a -> b: x := choose type(u8) by ORIGIN\n  b -> b: skip\n"
    asked = "ctl: EF x == 7"
    for origin, good in (("environment", True), ("abstraction", True), ("approximation", False)):
        program = vir(text.replace("ORIGIN", origin))
        assert proved(check(program, asked, {asked: [["b: x == 7u8"], ["a: true"]]})) is good
        every = "ctl: AF at(b)"
        assert proved(check(program, every, {every: [["b: true"], ["a: true"]]}))


# --- memory ----------------------------------------------------------------------------------------------------


def test_globals_in_memory() -> None:
    """Contents of memory are facts like others, and are as unknown as registers where nothing is said."""
    program = vir("""
global a: block[u8][3]
global i: u8
function main()
  h -> s: assume i < 3u8
  h -> e: assume !(i < 3u8)
  s -> t: deref(pointer_add(cast(address(a), ptr[u8]), i), u8) := i + 1u8
  t -> h: i := i + 1u8
  e -> e: skip
""")
    asked = "ctl: AF at(e)"
    layers = [["e: true"], ["h: i == 3u8"]]
    for number in (2, 1, 0):
        layers += [[f"t: i == {number}u8"], [f"s: i == {number}u8"], [f"h: i == {number}u8"]]
    assert proved(check(program, asked, {asked: layers}))
    element = "deref(cast(address(a), ptr[u8]), u8)"
    asked = "ctl: AG i <= 3"
    kept = [f"h: i <= 3u8 && (i == 0u8 || {element} == 1u8)", "s: i < 3u8", "t: i < 3u8", "e: i == 3u8"]
    assert contradicted(check(program, asked, {asked: [kept]}))  # where the facts of s and t say nothing of a
    kept[1] = f"s: i < 3u8 && (i == 0u8 || {element} == 1u8)"
    kept[2] = f"t: i < 3u8 && {element} == 1u8"
    assert proved(check(program, asked, {asked: [kept]}))
    asked = "ctl: AG i != 200"
    outside = check(program, asked, {asked: [["h: i != 200u8", "s: i < 100u8", "t: i < 100u8", "e: i != 200u8"]]})
    assert unchecked(outside, "out-of-bounds", "main#2")


def test_locals_in_memory() -> None:
    """A local whose address is taken has its value from location to location, once it was written."""
    text = """
global p: ptr[u8]
function main()
  local x: u8 addressable
  a -> b: x := 1u8
  b -> c: p := address(x)
  c -> d: deref(p, u8) := 2u8
  d -> e: assume x == 2u8
  d -> f: assume !(x == 2u8)
  e -> e: skip
  f -> f: skip
"""
    asked = "ctl: AF at(e)"
    layers: Layers = [["e: true"], ["d: x == 2u8"], ["c: p == address(x)"], ["b: true"], ["a: true"]]
    assert proved(check(vir(text), asked, {asked: layers}))
    blind: Layers = [*layers[:2], ["c: true"], *layers[3:]]
    assert not proved(check(vir(text), asked, {asked: blind}))
    unwritten = vir(text.replace("x := 1u8", "skip").replace("deref(p, u8) := 2u8", "skip"))
    assert not proved(check(unwritten, asked, {asked: layers}))


def test_memory_that_may_not_have_been_written() -> None:
    """A step that reads what was perhaps never written is not passed."""
    program = vir("""
global g: u8
global c: bool in type(bool)
function main()
  local x: u8 addressable
  a -> b: assume c
  a -> d: assume !c
  b -> d: x := 1u8
  d -> e: g := x
  e -> e: skip
""")
    asked = "ctl: AF at(e)"
    layers: Layers = [["e: true"], ["d: true"], ["b: true"], ["a: true"]]
    assert unchecked(check(program, asked, {asked: layers}), "uninitialised-read", "main#3")


def test_memory_that_is_not_the_one_that_is_read() -> None:
    """That some other memory was not written does not matter where a fact says which memory is read."""
    program = vir("""
global a: u8 addressable
global p: ptr[u8] = address(a)
global g: u8
function main()
  local x: u8 addressable
  b -> c: g := deref(p, u8)
  c -> c: skip
""")
    asked = "ctl: EF at(c)"
    assert proved(check(program, asked, {asked: [["c: true"], ["b: p == address(a)"]]}))
    for fact in ("p == address(x)", "p == address(x) || p == address(a)", "true"):
        assert not proved(check(program, asked, {asked: [["c: true"], [f"b: {fact}"]]}))


def test_contents_that_do_not_fit_their_type() -> None:
    """Memory that was written as something else than its type says is beyond the states that stand for all."""
    program = vir("""
global a: u64 addressable
global b: u8 addressable
function main()
  a1 -> a2: deref(cast(address(a), ptr[ptr[u8]]), ptr[u8]) := address(b)
  a2 -> a2: skip
""")
    asked = "ctl: AF at(a2)"
    assert unchecked(check(program, asked, {asked: [["a2: true"], ["a1: true"]]}), "do not fit", "main#0")


def test_memory_of_the_entry_function_dies_at_its_end() -> None:
    """At the exit what pointed to a local points to nothing."""
    program = vir("""
global p: ptr[u8]
function main()
  local x: u8 addressable
  a -> b: x := 7u8
  b -> c: p := address(x)
  c -> d: skip
  d -> exit: return
""")
    asked = "ctl: AF *p == 7"
    before: Layers = [["c: p == address(x) && x == 7u8"], ["b: x == 7u8"]]
    assert not proved(check(program, asked, {asked: before}))
    asked, inner = "ctl: AF AG *p == 7", "ctl: AG *p == 7"
    kept: Layers = [["c: p == address(x) && x == 7u8", "d: p == address(x) && x == 7u8", "exit: true"]]
    assert not proved(check(program, asked, {inner: kept, asked: [["c: p == address(x) && x == 7u8"]]}))


def test_the_life_of_locals() -> None:
    """Memory that has died, or may have, is not read."""
    program = vir("""
global g: u8
global p: ptr[u8]
function f()
  local x: u8 addressable
  a -> b: x := 7u8
  b -> c: p := address(x)
  c -> exit: return
function main()
  m -> n: call f()
  n -> o: g := deref(p, u8)
  o -> o: skip
""")
    asked = "ctl: AF at(o)"
    places = ["o", "n", "f$1.c", "f$1.b", "f$1.a", "m"]
    layers: Layers = [[f"{place}: true"] for place in places]
    assert unchecked(check(program, asked, {asked: layers}), "main#1")
    asked = "ctl: AF at(n)"
    assert proved(check(program, asked, {asked: layers[1:]}))


def test_stopping() -> None:
    """Where several functions stop is one location, and which function stopped is not known there."""
    program = vir("""
global g: bool in type(bool)
function f()
  location s labels "GONE"
  a -> s: stop
function main()
  location z labels "END"
  m -> n: assume g
  m -> o: assume !g
  n -> q: call f()
  q -> q: skip
  o -> z: stop
""")
    asked = "ctl: AF at(END)"
    layers: Layers = [["z: true"], ["o: true", "f$1.a: true"], ["n: true"], ["m: true"]]
    assert unchecked(check(program, asked, {asked: layers}), "several functions stop")
    asked = "ctl: AF (at(END) || at(GONE) || at(o) || at(f::a))"
    assert proved(check(program, asked, {asked: [["o: true", "f$1.a: true"], ["n: true"], ["m: true"]]}))
