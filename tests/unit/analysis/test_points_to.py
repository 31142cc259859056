"""Points-to facts and regions that a reader can check by eye."""

from __future__ import annotations

from big_programs import big_program
from vir_text import local, program, shared

from vexil.analysis import ABSOLUTE, UNKNOWN, AbstractObject, Analyses, GlobalObject
from vexil.ir.expressions import Deref
from vexil.ir.program import Program
from vexil.ir.types import I32, PointerType
from work import calls_in


def targets(source: Program, function: str, name: str) -> list[str]:
    """The targets of a local variable as text, sorted."""
    return sorted(map(str, Analyses(source).points_to.targets_of(function, local(source, function, name))))


LIST = """
struct Node size 16 align 8
  member value: i32 at 0
  member next: ptr[struct[Node]] at 8
global x: i32 addressable
global y: i32 addressable
"""


def test_fields_are_told_apart() -> None:
    """What is stored at one offset is not loaded from another one."""
    found = program(
        LIST
        + """
struct Two size 16 align 8
  member first: ptr[i32] at 0
  member second: ptr[i32] at 8
global s: struct[Two]
function main()
  local p: ptr[ptr[i32]]
  local a: ptr[i32]
  local b: ptr[i32]
  s1 -> s2: p := address(s, ptr[ptr[i32]])
  s2 -> s3: deref(p, ptr[i32]) := address(x)
  s3 -> s4: deref(pointer_add(p, 8i64), ptr[i32]) := address(y)
  s4 -> s5: a := deref(p, ptr[i32])
  s5 -> s6: b := deref(pointer_add(p, 8i64), ptr[i32])
  s6 -> exit: return
"""
    )
    assert targets(found, "main", "a") == ["x+0"]
    assert targets(found, "main", "b") == ["y+0"]


ARRAY = """
struct Pair size 24 align 8
  member number: i32 at 0
  member left: ptr[i32] at 8
  member right: ptr[i32] at 16
global x: i32 addressable
global y: i32 addressable
global table: block[struct[Pair]][4]
function main()
  local i: i32
  local p: ptr[struct[Pair]]
  local a: ptr[i32]
  local b: ptr[i32]
  s0 -> s1: i := choose range(0i32, 3i32)
  s1 -> s2: p := pointer_add(address(table, ptr[struct[Pair]]), cast(i, i64) * 24i64)
  s2 -> s3: deref(pointer_add(p, 8i64), ptr[i32]) := address(x)
  s3 -> s4: deref(pointer_add(p, 16i64), ptr[i32]) := address(y)
  s4 -> s5: deref(p, i32) := 7i32
  s5 -> s6: a := deref(pointer_add(address(table, ptr[struct[Pair]]), 32i64), ptr[i32])
  s6 -> s7: b := deref(pointer_add(p, 16i64), ptr[i32])
  s7 -> exit: return
"""


def test_elements_of_arrays_collapse() -> None:
    """Elements of an array are one, their members are not, and numbers next to pointers do no harm."""
    found = program(ARRAY)
    assert targets(found, "main", "a") == ["x+0"]
    assert targets(found, "main", "b") == ["y+0"]
    assert targets(found, "main", "p") == ["table+0 mod 24"]


def test_arrays_on_the_heap_have_strides() -> None:
    """A walk over allocated memory by constants finds a stride instead of ever more offsets."""
    found = program(
        LIST
        + """
function main()
  local p: ptr[struct[Node]]
  local q: ptr[struct[Node]]
  local i: i32
  a -> b: p := new memory(160i64, zeroed) site "list"
  b -> loop: q := p
  loop -> body: assume i < 10i32
  loop -> out: assume !(i < 10i32)
  body -> c: deref(pointer_add(q, 8i64), ptr[struct[Node]]) := q
  c -> d: q := pointer_add(q, 16i64)
  d -> loop: i := i + 1i32
  out -> exit: return
"""
    )
    assert targets(found, "main", "p") == ["main#0 (list)+0"]
    assert "main#0 (list)+0 mod 16" in targets(found, "main", "q")
    assert len(targets(found, "main", "q")) < 6


def test_calls_through_pointers_are_resolved() -> None:
    """A table of functions calls what was stored in it; parameters and results flow; others are never reached."""
    found = program(
        LIST
        + """
global table: block[ptr[code(ptr[i32], ptr[i32])]][2] = memory {0: code_of(id, ptr[code(ptr[i32], ptr[i32])])}
function id(a: ptr[i32]) -> ptr[i32]
  s -> exit: return a
function other(a: ptr[i32]) -> ptr[i32]
  s -> exit: return address(y)
function main()
  local r: ptr[i32]
  local f: ptr[code(ptr[i32], ptr[i32])]
  s -> t: f := deref(pointer_add(address(table, ptr[void]), 8i64), ptr[code(ptr[i32], ptr[i32])])
  t -> u: r := call pointer(f)(address(x))
  u -> exit: return
"""
    )
    facts = Analyses(found)
    assert targets(found, "main", "r") == ["x+0"]
    assert facts.points_to.callees("main#1") == ("id",)
    assert facts.points_to.is_resolved("main#1")
    assert facts.call_graph.running == {"main", "id"}


def test_numbers_become_exposed_objects() -> None:
    """An address made from a number may point to what was exposed and nothing else, a small one to nothing."""
    found = program(
        LIST
        + """
function main()
  local n: u64
  local p: ptr[void]
  local q: ptr[void]
  local r: ptr[void]
  s -> t: n := cast(address(x), u64)
  t -> u: p := cast(n ^ 1u64, ptr[void])
  u -> v: q := cast(-1i64, ptr[void])
  v -> w: r := cast(0i64, ptr[void])
  w -> exit: return
"""
    )
    facts = Analyses(found).points_to
    p = facts.targets_of("main", local(found, "main", "p"))
    assert UNKNOWN in p
    assert {str(target.object) for target in p} == {"unknown", "x"}
    assert facts.targets_of("main", local(found, "main", "q")) == {ABSOLUTE}
    assert facts.targets_of("main", local(found, "main", "r")) == frozenset()


def test_structures_are_copied_as_a_whole() -> None:
    """Assigning, passing, returning and copying a structure moves the pointers in it to the same offsets."""
    found = program(
        LIST
        + """
global a: struct[Node]
global b: struct[Node]
global c: struct[Node]
function same(n: struct[Node]) -> struct[Node]
  s -> exit: return n
function main()
  local p: ptr[struct[Node]]
  local q: ptr[struct[Node]]
  s -> t: deref(pointer_add(address(a), 8i64), ptr[struct[Node]]) := address(a)
  t -> u: b := call same(a)
  u -> v: copy(address(c), address(b), 16i64)
  v -> w: p := deref(pointer_add(address(c), 8i64), ptr[struct[Node]])
  w -> x1: q := deref(address(c), ptr[struct[Node]])
  x1 -> exit: return
"""
    )
    assert targets(found, "main", "p") == ["a+0"]
    assert targets(found, "main", "q") == []


CLASSES = """
class Object
class Shape extends Object
  field next: ref[Shape]
  method 'area()' = 'Shape.area'
class Square extends Shape
  method 'area()' = 'Square.area'
class Circle extends Shape
  method 'area()' = 'Circle.area'
function 'Shape.area'(this: ref[Shape]) -> i32
  s -> exit: return 0i32
function 'Square.area'(this: ref[Shape]) -> i32
  s -> exit: return 1i32
function 'Circle.area'(this: ref[Shape]) -> i32
  s -> exit: return 2i32
function main()
  local s: ref[Shape]
  local t: ref[Shape]
  local n: i32
  local all: array[ref[Shape]]
  local th: thread
  a -> b: s := new Square site "square"
  b -> c: t := new Circle site "circle"
  c -> d: field(s, Shape, next) := s
  d -> e: all := new array(ref[Shape], 3i32) site "all"
  e -> f: all[0i32] := field(s, Shape, next)
  f -> g: n := call virtual Shape 'area()'(all[1i32])
  g -> h: th := start virtual Shape 'area()'(t)
  h -> exit: return
"""


def test_methods_are_those_of_the_receivers() -> None:
    """A virtual call runs the methods of the objects that get there, also through fields and elements."""
    facts = Analyses(program(CLASSES))
    assert facts.call_graph.calls["main#5"] == ("Square.area",)
    assert facts.call_graph.starts["main#6"] == ("Circle.area",)
    assert facts.call_graph.callees["main"] == ("Square.area",)
    assert facts.call_graph.thread_bodies["Circle.area"] == {"Circle.area"}
    handle = facts.points_to.targets_of("main", local(facts.program, "main", "th"))
    assert [str(target.object) for target in handle] == ["thread main#6"]


def test_exceptions_reach_their_catch() -> None:
    """What a callee throws is what the catch edge of the call receives."""
    found = program(
        """
class Object
function thrower()
  local e: ref[Object]
  s -> t: e := new Object site "boom"
  t -> thrown: throw e
function main()
  local caught: ref[Object]
  s -> t: call thrower()
  s -> u: catch caught
  t -> exit: return
  u -> exit: return
"""
    )
    assert targets(found, "main", "caught") == ["thrower#0 (boom)+0 mod 1"]


def test_aliases_and_reachable_objects() -> None:
    """Places alias when they may share a byte; what a list reaches is reached from its head."""
    found = program(
        LIST
        + """
global head: ptr[struct[Node]]
function main()
  local p: ptr[struct[Node]]
  local q: ptr[i32]
  s -> t: p := new memory(16i64, zeroed) site "one"
  t -> u: deref(pointer_add(p, 8i64), ptr[struct[Node]]) := head
  u -> v: head := p
  v -> w: q := address(x)
  w -> exit: return
"""
    )
    facts = Analyses(found).points_to
    p, q = local(found, "main", "p"), local(found, "main", "q")
    assert not facts.may_alias("main", Deref((p,), I32), Deref((q,), I32))
    assert facts.may_alias("main", Deref((q,), I32), shared(found, "x"))
    assert not facts.may_alias("main", shared(found, "x"), shared(found, "y"))
    assert facts.may_alias("main", p, p)
    assert not facts.may_alias("main", p, q)
    reached = facts.reachable_objects(facts.targets_of(None, shared(found, "head")))
    assert sorted(map(str, reached)) == ["main#0 (one)"]
    assert facts.targets_of(None, Deref((shared(found, "head"),), PointerType(None))) == frozenset()


# --- regions -------------------------------------------------------------------------------------------------


def region_reason(text: str, name: AbstractObject) -> str | None:
    """Why an object is kept as bytes."""
    region = Analyses(program(text)).regions.of(name)
    assert region is not None
    return region.reason


def test_an_array_of_structures_is_typed() -> None:
    """Members of a table that are always accessed in one way are its layout."""
    region = Analyses(program(ARRAY)).regions.of(GlobalObject("table"))
    assert region is not None
    assert region.is_typed
    assert {place: str(kind) for place, kind in region.layout.items()} == {
        (0, 24): "i32",
        (8, 24): "ptr[i32]",
        (16, 24): "ptr[i32]",
    }


UNION = """
global u: block[u8][8]
global v: block[u8][8]
function main()
  local n: u8
  local m: u32
  s -> t: deref(address(u, ptr[u32]), u32) := 5u32
  t -> t2: %s
  t2 -> exit: return
"""


def test_reasons_for_bytes() -> None:
    """Accesses that disagree, bit-fields, fills and copies between layouts make a region bytes, and it says why."""
    name = GlobalObject("u")
    assert region_reason(UNION % "n := deref(pointer_add(address(v, ptr[u8]), 1i64), u8)", name) is not None
    plain = UNION.replace("block[u8][8]", "u64 addressable")
    assert region_reason(plain % "m := deref(address(u, ptr[u32]), u32)", name) is None
    mixed = region_reason(plain % "n := deref(pointer_add(address(u, ptr[u8]), 1i64), u8)", name)
    assert mixed == "accessed as u32 and u8 at overlapping offsets 0 and 1"
    assert region_reason(plain % "m := bits(address(u, ptr[u32]), u32, 3, 5, u32)", name) == "has a bit-field"
    filled = region_reason(plain % "fill(address(u, ptr[u8]), 1i32, 8i64)", name)
    assert filled == "u32 at offset 0 is filled with bytes"
    assert region_reason(plain % "fill(address(u, ptr[u8]), 0i32, 8i64)", name) is None
    cut = region_reason(plain % "fill(address(u, ptr[u8]), 0i32, 2i64)", name)
    assert cut == "a fill may end inside of u32 at offset 0"
    copied = """
global u: u64 addressable
global v: u64 addressable
function main()
  s -> t: deref(address(u, ptr[u32]), u32) := 5u32
  t -> t2: deref(address(v, ptr[u16]), u16) := 5u16
  t2 -> t3: copy(address(u), address(v), 8i64)
  t3 -> exit: return
"""
    assert region_reason(copied, name) == "copied from or to a different layout: that of v"


# --- size ----------------------------------------------------------------------------------------------------


def test_work_grows_with_the_program() -> None:
    """The facts of a program with four times as many parts take about four times the work, and stay precise."""

    def solve(facts: Analyses) -> None:
        assert not facts.call_graph.unresolved
        assert facts.intervals.is_reachable("f1", facts.program.functions["f1"].entry)
        assert facts.regions.all

    small = Analyses(big_program(50))
    big = big_program(200)
    facts = Analyses(big)
    assert calls_in(lambda: solve(facts)) < 6 * calls_in(lambda: solve(small))
    assert len(facts.points_to.reached) > 200
    heads = facts.points_to.targets_of(None, shared(big, "g3_0"))
    assert all(not str(target.object).startswith(("f0#", "s0")) for target in heads)


def test_copies_carry_layouts() -> None:
    """What is only ever copied as a whole has the layout of where it comes from."""
    found = program(
        LIST
        + """
global a: struct[Node]
global b: struct[Node]
function main()
  s -> t: deref(address(a, ptr[i32]), i32) := 1i32
  t -> u: deref(pointer_add(address(a), 8i64), ptr[struct[Node]]) := address(a)
  u -> v: b := a
  v -> exit: return
"""
    )
    region = Analyses(found).regions.of(GlobalObject("b"))
    assert region is not None
    assert {place: str(kind) for place, kind in region.layout.items()} == {(0, 0): "i32", (8, 0): "ptr[struct[Node]]"}


def test_a_long_chain_of_copies_is_followed_to_its_end() -> None:
    """A pointer that is stored after structures were copied two thousand times comes to the last of them."""
    count = 2000
    lines = [f"  c{n} -> c{n + 1}: s{count - n} := s{count - n - 1}" for n in range(count)]
    text = "\n".join(
        [
            "struct S size 8 align 8",
            "  member p: ptr[i32] at 0",
            "global x: i32 addressable",
            *(f"global s{n}: struct[S] addressable" for n in range(count + 1)),
            "function main()",
            *lines,
            f"  c{count} -> end: deref(address(s0), ptr[i32]) := address(x)",
            "  end -> exit: return",
        ]
    )
    facts = Analyses(program(text))
    held = facts.points_to.held_by(GlobalObject(f"s{count}"))
    assert {str(location.object) for locations in held.values() for location in locations} == {"x"}
