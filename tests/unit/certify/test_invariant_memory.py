"""Invariants of programs with memory: arrays, pointers, structures, lives of objects, undefined operations."""

from __future__ import annotations

import pytest
from invariant_tools import check, contradicted, main, proved, unchecked, vir

from vexil.certify import Checked

P = "p: ptr[i32]"


def test_array_with_an_unknown_index() -> None:
    """A read at an unknown index is one of the elements, a write changes exactly one."""
    variables = "i: i64; x: i32"
    cells = "a: block[i32][4] = memory {0: 10i32, 4: 11i32, 8: 12i32, 12: 13i32}"
    place = "deref(pointer_add(address(a, ptr[i32]), i * 4i64), i32)"
    chosen = "i := choose range(0i64, 3i64)"

    def program(*edges: str) -> object:
        return main(chosen, *edges, variables=variables, globals=cells)

    read = f"x := {place}"
    assert proved(check(program(read, 'check assert x == cast(i, i32) + 10i32 "element"')))
    assert contradicted(check(program(read, 'check assert x != 12i32 "never the third"')))
    write = f"{place} := 99i32"
    third = "deref(pointer_add(address(a, ptr[i32]), 8i64), i32)"
    assert proved(check(program(write, f'check assert {third} == 12i32 || i == 2i64 "others stay"')))
    assert contradicted(check(program(write, f'check assert {third} == 12i32 "third stays"')))
    assert proved(check(program(write, read, 'check assert x == 99i32 "what was written"')))


def test_bounds_of_an_unknown_index() -> None:
    """An access that may be out of bounds is an undefined operation, and a violation where it is checked."""
    variables, cells = "i: i64; x: i32", "a: block[i32][4]"
    pointer = "pointer_add(address(a, ptr[i32]), i * 4i64)"
    for low, high, fine in ((0, 3, True), (0, 4, False), (-1, 3, False)):
        chosen = f"i := choose range({low}i64, {high}i64)"
        read = f"x := deref({pointer}, i32)"
        plain = main(chosen, read, 'check assert true "fine"', variables=variables, globals=cells)
        checked = main(
            chosen, f'check memsafety accessible({pointer}, 4i64) "valid"', read, variables=variables, globals=cells
        )
        if fine:
            assert proved(check(plain))
            assert proved(check(checked, prop="memsafety"))
        else:
            assert unchecked(check(plain), "out-of-bounds")
            assert contradicted(check(checked, prop="memsafety"))


def test_misaligned_index_is_not_guessed() -> None:
    """A write at an unknown offset that may cut elements is either excluded by the program or refused."""
    variables, cells = "i: i64; x: i32", "a: block[i32][4] = memory {0: 1i32}"
    write = "deref(pointer_add(address(a, ptr[i32]), i), i32) := 7i32"
    free = main("i := choose range(0i64, 12i64)", write, 'check assert true "fine"', variables=variables, globals=cells)
    assert unchecked(check(free), "layout")
    aligned = main(
        "i := choose range(0i64, 12i64)", "restrict (i & 3i64) == 0i64", write,
        'check assert deref(address(a, ptr[i32]), i32) == ite(i == 0i64, 7i32, 1i32) "first"',
        variables=variables, globals=cells,
    )  # fmt: skip
    assert proved(check(aligned))


BRANCHES = """
function main()
  local c: bool
  local x: i32 addressable
  local y: i32 addressable
  local p: ptr[i32]
  a -> b: c := choose type(bool)
  b -> b1: x := 1i32
  b1 -> b2: y := 2i32
  b2 -> left: assume c
  b2 -> right: assume !c
  left -> join_: p := address(x)
  right -> join_: {other}
  join_ -> j1: {use}
  j1 -> j2: check assert {claim} "claim"
  j2 -> exit: return
"""


def test_pointer_to_one_of_two_variables() -> None:
    """A pointer set on two ways reads and writes the variable that belongs to the way."""
    for use, claim, holds in (
        ("deref(p, i32) := 7i32", "x == ite(c, 7i32, 1i32) && y == ite(c, 2i32, 7i32)", True),
        ("deref(p, i32) := 7i32", "x == 7i32", False),
        ("skip", "deref(p, i32) == ite(c, 1i32, 2i32)", True),
        ("skip", "(p == address(x)) == c", True),
        ("skip", "same_object(p, address(y))", False),
        ("deref(p, i32) := deref(p, i32) + 1i32", "x + y == 4i32", True),
    ):
        program = vir(BRANCHES.format(other="p := address(y)", use=use, claim=claim))
        certificate = check(program)
        assert proved(certificate) is holds, (use, claim)
        assert contradicted(certificate) is not holds


def test_memory_written_on_both_ways() -> None:
    """Behind a join memory holds what the way that was taken has written, whatever the types on the two ways."""
    text = """
function same(c: bool) -> struct[S]
  local s: struct[S]
  a -> left: assume c
  a -> right: assume !c
  left -> l1: deref(address(s, ptr[i32]), i32) := 1i32
  right -> r1: deref(address(s, ptr[i32]), i32) := 2i32
  l1 -> exit: return s
  r1 -> exit: return s
function main()
  local c: bool
  local x: i32 addressable
  local s: struct[S]
  a -> b: c := choose type(bool)
  b -> left: assume c
  b -> right: assume !c
  left -> join_: x := 3i32
  right -> r1: deref(address(x, ptr[u16]), u16) := 5u16
  r1 -> join_: deref(pointer_add(address(x, ptr[u16]), 2i64), u16) := 0u16
  join_ -> j1: s := call same(c)
  j1 -> j2: check assert {claim} "claim"
  j2 -> exit: return
"""
    text = "struct S size 4 align 4\n  member a: i32 at 0\n" + text
    first = "deref(address(s, ptr[i32]), i32)"
    for claim, holds in (
        ("x == ite(c, 3i32, 5i32)", True),
        ("x == 3i32", False),
        ("x == 5i32", False),
        (f"{first} == ite(c, 1i32, 2i32)", True),
        (f"{first} == 1i32", False),
    ):
        certificate = check(vir(text.format(claim=claim)))
        assert proved(certificate) is holds, claim
        assert contradicted(certificate) is not holds


def test_null_on_one_way() -> None:
    """A pointer that is null on one way must not be used there."""
    null = "p := null(ptr[i32])"
    bad = vir(BRANCHES.format(other=null, use="deref(p, i32) := 7i32", claim="true"))
    assert unchecked(check(bad), "null-dereference")
    good = vir(BRANCHES.format(other=null, use="skip", claim="ite(p != null(ptr[i32]), deref(p, i32), 5i32) > 0i32"))
    assert proved(check(good))


def test_variable_written_on_one_way_only() -> None:
    """A variable that only one way has written has any value on the other one, which no run is blamed for."""
    text = """
function main()
  local c: bool
  local x: i32 addressable
  local r: i32
  a -> b: c := choose type(bool)
  b -> left: assume c
  b -> join_: assume !c
  left -> join_: x := 1i32
  join_ -> j1: r := {value}
  j1 -> j2: check assert r < 2i32 "small"
  j2 -> exit: return
"""
    assert unchecked(check(vir(text.format(value="x"))), "small", "does not follow")
    assert proved(check(vir(text.format(value="ite(c, x, 0i32)"))))


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("10i32 / x", "division-by-zero"),
        ("10i32 % x", "division-by-zero"),
        ("1i32 << x", "shift-amount"),
        ("1i32 >> x", "shift-amount"),
        ("cast(cast(x, f64) * 4294967296.0f64, i32)", "float-to-integer"),
    ],
)
def test_partial_operations(value: str, kind: str) -> None:
    """An operation outside its domain is reported, and is fine when it is not evaluated there."""
    variables = "x: i32; r: i32"
    asked = 'check assert r == r "same"'
    bare = main("x := choose range(-1i32, 40i32)", f"r := {value}", asked, variables=variables)
    assert unchecked(check(bare), "undefined operation", kind)
    domain = {"float-to-integer": "x == 0i32", "shift-amount": "x >= 0i32 && x < 32i32"}.get(kind, "x != 0i32")
    guarded = main("x := choose range(-1i32, 40i32)", f"r := ite({domain}, {value}, 0i32)", asked, variables=variables)
    assert proved(check(guarded))


def test_constants_must_not_be_written() -> None:
    """Writing a constant global through a pointer is undefined."""
    program = main(
        "deref(address(a, ptr[i32]), i32) := 1i32", 'check assert true "fine"', globals="a: i32 addressable constant"
    )
    assert unchecked(check(program), "constant-write")


def test_life_of_memory() -> None:
    """Memory may be used between allocation and release, released once, and only from its start."""
    start = ('p := new memory(8i64) site "m"', "deref(p, i32) := 5i32")
    good = main(*start, 'check assert deref(p, i32) == 5i32 "five"', "release p", variables=P)
    assert proved(check(good))
    for wrong, kind in (
        (("release p", "deref(p, i32) := 6i32"), "invalid-dereference"),
        (("release p", "release p"), "invalid-release"),
        (("release pointer_add(p, 4i64)",), "invalid-release"),
        (("deref(pointer_add(p, 6i64), i32) := 1i32",), "out-of-bounds"),
        (('check assert deref(pointer_add(p, 4i64), i32) == 0i32 "never written"',), "does not follow"),
    ):
        assert unchecked(check(main(*start, *wrong, 'check assert true "fine"', variables=P)), kind)


def test_memory_that_dies_on_one_way() -> None:
    """Memory that was released on one way must not be used, or released again, behind the join."""
    text = """
function main()
  local c: bool
  local p: ptr[i32]
  local x: i32
  a -> b: c := choose type(bool)
  b -> b1: p := new memory(4i64, zeroed) site "m"
  b1 -> end_: assume c
  b1 -> join_: assume !c
  end_ -> join_: release p
  join_ -> j1: {use}
  j1 -> j2: check assert true "fine"
  j2 -> exit: return
"""
    assert unchecked(check(vir(text.format(use="x := deref(p, i32)"))), "invalid-dereference")
    assert unchecked(check(vir(text.format(use="deref(p, i32) := 1i32"))), "invalid-dereference")
    assert unchecked(check(vir(text.format(use="release p"))), "invalid-release")
    assert proved(check(vir(text.format(use="x := ite(c, 0i32, deref(p, i32))"))))


def test_leaks() -> None:
    """Memory that is lost on some way only is a leak."""
    text = """
global g: ptr[i32]
function main()
  local c: bool
  local p: ptr[i32]
  a -> b: c := choose type(bool)
  b -> b1: p := new memory(4i64) site "m"
  b1 -> keep: assume c
  b1 -> drop: assume !c
  keep -> join_: g := p
  drop -> join_: {drop}
  join_ -> j1: p := null(ptr[i32])
  j1 -> j2: check memsafety !leaked() "no leak"
  j2 -> exit: return
"""
    assert contradicted(check(vir(text.format(drop="skip")), prop="memsafety"))
    assert proved(check(vir(text.format(drop="release p")), prop="memsafety"))


def test_structures_and_bytes() -> None:
    """Structures are copied as a whole; what is written as one type is read as another, byte by byte."""
    text = """
struct S size 8 align 4
  member a: i32 at 0
  member b: i32 at 4
function main()
  local s: struct[S]
  local t: struct[S]
  local x: i32
  a -> b: x := choose type(i32)
  b -> c: deref(address(s, ptr[i32]), i32) := x
  c -> d: deref(pointer_add(address(s, ptr[i32]), 4i64), i32) := 258i32
  d -> e: t := s
  e -> f: deref(address(s, ptr[i32]), i32) := 0i32
  f -> g: check assert {claim} "claim"
  g -> exit: return
"""
    first, second = "deref(address(t, ptr[i32]), i32)", "deref(pointer_add(address(t, ptr[u8]), 5i64), u8)"
    for claim, holds in (
        (f"{first} == x", True),
        (f"{first} == 0i32", False),
        (f"{second} == 1u8", True),
        ("deref(address(t, ptr[u8]), u8) == cast(x, u8)", True),
        ("deref(pointer_add(address(t, ptr[u8]), 3i64), i8) == cast(x >> 24i32, i8)", True),
        ("deref(pointer_add(address(t, ptr[u8]), 3i64), u8) == cast(x, u8)", False),
    ):
        certificate = check(vir(text.format(claim=claim)))
        assert proved(certificate) is holds, claim
        assert contradicted(certificate) is not holds


def test_bit_fields() -> None:
    """Writing a bit-field changes its bits only, and a signed one has a sign."""
    edges = ("x := choose range(-4i32, 3i32)", "bits(address(u, ptr[u32]), u32, 5, 3, i32) := x")
    read = "bits(address(u, ptr[u32]), u32, 5, 3, i32)"
    given = {"variables": "x: i32", "globals": "u: u32 addressable = memory {0: 0xffffffffu32}"}
    assert proved(check(main(*edges, f'check assert {read} == x "same"', **given)))
    assert proved(check(main(*edges, 'check assert (u | 0xe0u32) == 0xffffffffu32 "others stay"', **given)))
    assert contradicted(check(main(*edges, 'check assert u == 0xffffffffu32 "all stay"', **given)))


def test_floats() -> None:
    """Floats follow IEEE 754: rounding, NaN, and negative zero are seen."""
    for edges, claim, holds in (
        (("x := choose type(f32)",), "x == x", False),
        (("x := choose type(f32)", "restrict !is_nan(x)"), "x == x", True),
        (("x := choose type(f32)", "restrict x > 0.0f32 && x < 1.0f32"), "x + 1.0f32 > 1.0f32", False),
        (("x := choose type(f32)", "restrict x > 1.0f32 && x < 2.0f32"), "x * 2.0f32 > 2.0f32", True),
        (("x := choose type(f32)", "restrict x >= 0.0f32 && x <= 100.0f32"), "cast(x, i32) <= 100i32", True),
        (("x := choose type(f32)", "restrict x >= 0.0f32 && x <= 100.0f32"), "cast(x, i32) < 100i32", False),
    ):
        certificate = check(main(*edges, f'check assert {claim} "claim"', variables="x: f32"))
        assert proved(certificate) is holds, claim
        assert contradicted(certificate) is not holds


def test_addresses_are_not_numbers() -> None:
    """What looks at the address of an object is refused, or may be any; null as a number is not."""
    variables = f"{P}; n: u64; x: i32 addressable"
    looked = main("p := address(x)", "n := cast(p, u64)", 'check assert n != 5u64 "address"', variables=variables)
    assert unchecked(check(looked), "address")
    null = main("n := cast(p, u64)", 'check assert n == 0u64 "null"', variables=variables)
    assert proved(check(null))
    beside = main(
        "p := pointer_add(address(x), 4i64)", 'check assert p != address(y) "apart"',
        variables=f"{variables}; y: i32 addressable",
    )  # fmt: skip
    assert unchecked(check(beside), "does not follow")


def test_calls_through_pointers() -> None:
    """A call through a pointer runs the function the pointer has on each way; other pointers are undefined."""
    text = """
function one() -> i32
  a -> exit: return 1i32
function two() -> i32
  a -> exit: return 2i32
function main()
  local c: bool
  local f: ptr[code(i32)]
  local r: i32
  a -> b: c := choose type(bool)
  b -> left: assume c
  b -> right: assume !c
  left -> join_: f := code_of(one, ptr[code(i32)])
  right -> join_: {other}
  join_ -> j1: r := call pointer(f)()
  j1 -> j2: check assert {claim} "claim"
  j2 -> exit: return
"""
    other = "f := code_of(two, ptr[code(i32)])"
    assert proved(check(vir(text.format(other=other, claim="r == ite(c, 1i32, 2i32)"))))
    assert contradicted(check(vir(text.format(other=other, claim="r == 1i32"))))
    assert unchecked(check(vir(text.format(other="skip", claim="true"))), "null-dereference")


def test_other_checks_do_not_count() -> None:
    """A check that is not asked for neither fails nor is taken to hold."""
    program = main(
        "x := choose type(i32)", 'check overflow x < 5i32 "other"', 'check assert x < 5i32 "asked"', variables="x: i32"
    )
    assert contradicted(check(program))
    assert contradicted(check(program, prop="overflow"))
    unasked = main(
        "x := choose type(i32)", 'check overflow x < 5i32 "other"', 'check assert true "a"', variables="x: i32"
    )
    assert proved(check(unasked))


def test_edges_of_the_certificate() -> None:
    """The certificate names the edges that runs take, and an edge with a caveat only when a run does."""
    text = """
caveat front drops "left out" edge "main#{edge}"
function main()
  local x: i32
  a -> b: x := choose range(0i32, 3i32)
  b -> c: assume x < 9i32
  b -> d: assume !(x < 9i32)
  c -> e: skip
  d -> e: skip
  e -> f: check assert true "fine"
  f -> exit: return
"""
    taken = check(vir(text.format(edge=3)))
    assert isinstance(taken, Checked)
    assert "main#3" in taken.edges
    never = check(vir(text.format(edge=4)))
    assert isinstance(never, Checked)
    assert "main#4" not in never.edges


def test_open_initial_values() -> None:
    """Every value of an open global is looked at; the others are known."""
    given = {"globals": "g: i32 in range(1i32, 9i32); k: i32 = 4i32; z: i32"}
    assert proved(check(main('check assert g > 0i32 && k == 4i32 && z == 0i32 "known"', **given)))
    assert contradicted(check(main('check assert g != 9i32 "all but nine"', **given)))
    empty = main('check assert true "fine"', globals="g: i32 in range(2i32, 1i32)")
    assert unchecked(check(empty), "empty-choice")


def test_a_run_ends_where_it_is_undefined() -> None:
    """A check that only fails behind an undefined operation is not blamed: no run gets there."""
    edges = ("x := choose range(0i32, 9i32)", "r := 10i32 / x", 'check assert x > 0i32 "positive"')
    assert unchecked(check(main(*edges, variables="x: i32; r: i32")), "division-by-zero")
    before = ("x := choose range(0i32, 9i32)", 'check assert x != 0i32 "not zero"', "r := 10i32 / x")
    assert contradicted(check(main(*before, variables="x: i32; r: i32")))
