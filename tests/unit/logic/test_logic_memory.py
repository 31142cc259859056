"""Memory in formulas: lives of objects, byte order, regions of both kinds, instances."""

from __future__ import annotations

from logic_questions import program_of
from logic_states import concrete, holds
from relation_formulas import changed
from vexil.ir.expressions import Variable
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.state import Undefined
from vexil.logic import Term, Terms, bits
from vexil.logic.partition import SingleRegion, reported, stores_pointers
from vexil.logic.regions import Relation, relation
from vexil.logic.space import Space
from vexil.logic.store_chains import are_distinct, without_stores


def whole(text: str) -> Relation:
    """The relation of all of `main`, up to its return."""
    program = program_of(text)
    function = program.functions["main"]
    last = next(edge.source for edge in function.edges if edge.target == function.exit)
    return relation(Space(Terms(), program), "main", function.entry, {last})


def kinds(found: Relation, values: dict[Term, Term]) -> set[str]:
    """What is undefined for values at the entry."""
    terms = found.space.terms
    return {event.kind for event in found.undefined if holds(terms, event.condition, values)}


def started(found: Relation) -> dict[Term, Term]:
    """The initial state of the program."""
    machine = Machine(found.space.program)
    machine.reset()
    values = concrete(found.space, machine)
    zero = found.space.terms.bv(0, 32)
    return values | {
        found.space.symbol(item): zero for item in found.space.variables.values() if item.name.endswith(".object")
    }


def ending(found: Relation) -> object:
    """How the interpreter's run ends."""
    machine = Machine(found.space.program)
    machine.reset()
    machine.run(100)
    return machine.ending


HEAP = """
global x: i32
function main()
  local p: ptr[i32]
  local q: ptr[i32]
  a -> b: p := new memory(8i64) site "s"
  b -> c: q := p
  c -> d: deref(pointer_add(p, {}i64), i32) := 7i32
  d -> e: {}
  e -> f: x := deref(pointer_add(q, {}i64), i32)
  f -> exit: return
"""


def test_allocated_memory_lives_until_it_is_released() -> None:
    """Heap memory can be written and read inside its bounds, not outside, and not after its release."""
    fine = whole(HEAP.format(4, "skip", 4))
    values = started(fine)
    assert kinds(fine, values) == set()
    (way,) = fine.exits.values()
    assert fine.space.terms.substitute(way.state["x"], values) is fine.space.terms.bv(7, 32)
    outside = whole(HEAP.format(5, "skip", 4))
    assert kinds(outside, started(outside)) == {"out-of-bounds"}
    assert ending(outside) == Undefined("out-of-bounds")
    released = whole(HEAP.format(4, "release p", 4))
    assert kinds(released, started(released)) == {"invalid-dereference"}
    assert ending(released) == Undefined("invalid-dereference")
    inner = whole(HEAP.format(4, "release pointer_add(p, 4i64)", 4))
    assert kinds(inner, started(inner)) == {"invalid-release"}
    assert ending(inner) == Undefined("invalid-release")


def test_zeroed_memory_is_zero() -> None:
    """Memory that is created zeroed has zeros to read."""
    found = whole("""
global x: u16 = 1u16
function main()
  local p: ptr[u8]
  a -> b: p := new memory(4i64, zeroed) site "s"
  b -> c: deref(p, u8) := 9u8
  c -> d: x := deref(cast(p, ptr[u16]), u16)
  d -> exit: return
""")
    (way,) = found.exits.values()
    assert found.space.terms.substitute(way.state["x"], started(found)) is found.space.terms.bv(9, 16)


LIFETIMES = """
global x: i32
function main()
  local v: i32 addressable
  local p: ptr[i32]
  a -> b: begin lifetime v
  b -> c: p := address(v)
  c -> d: v := 5i32
  d -> e: {}
  e -> f: {}
  f -> g: x := deref(p, i32)
  g -> exit: return
"""


def test_every_lifetime_has_an_object_of_its_own() -> None:
    """A pointer into an ended lifetime is dead, even when the variable lives again."""
    for second, third, undefined in (
        ("skip", "skip", set()),
        ("end lifetime v", "skip", {"invalid-dereference"}),
        ("begin lifetime v", "v := 6i32", {"invalid-dereference"}),
        ("v := 6i32", "p := address(v)", set()),
    ):
        found = whole(LIFETIMES.format(second, third))
        assert kinds(found, started(found)) == undefined, second
        wanted = Undefined("invalid-dereference") if undefined else None
        assert ending(found) == wanted


def test_constants_are_not_written() -> None:
    """Writing a constant global through a pointer is undefined."""
    found = whole("""
global c: i32 addressable constant = 3i32
global p: ptr[i32] = address(c)
function main()
  a -> b: deref(p, i32) := 4i32
  b -> exit: return
""")
    assert kinds(found, started(found)) == {"constant-write"}


def test_byte_order() -> None:
    """The low byte of a number comes first in a little-endian layout and last in a big-endian one."""
    text = """
layout {}
global n: u32 addressable
global x: u8
function main()
  a -> b: n := 0x01020304u32
  b -> c: x := deref(cast(address(n), ptr[u8]), u8)
  c -> exit: return
"""
    for layout, low in (("LP64", 4), ("big pointer 64 align 16 big", 1)):
        found = whole(text.format(layout))
        (way,) = found.exits.values()
        assert way.state["x"] is found.space.terms.bv(low, 8)


def test_regions_say_why_they_are_bytes() -> None:
    """Without facts all memory is one region of bytes, and the report says so; it has room for pointers if needed."""
    program = program_of("global n: u32 addressable\nfunction main()\n  a -> exit: return\n")
    assert not stores_pointers(program)
    assert reported(SingleRegion(program)) == ("region memory is kept as bytes: nothing is known about pointers",)
    structure = "struct S size 8 align 8\n  member p: ptr[void] at 0\n"
    other = program_of(f"{structure}global s: struct[S]\nfunction main()\n  a -> exit: return\n")
    assert stores_pointers(other)


def test_instances_have_fields() -> None:
    """A new instance has zero fields; a write to one object leaves the field of another one as it was."""
    found = whole("""
class C
  field f: i32
global a: ref[C]
global b: ref[C]
global x: i32
function main()
  n0 -> n1: a := new C site "a"
  n1 -> n2: b := new C site "b"
  n2 -> n3: field(a, C, f) := 5i32
  n3 -> n4: field(b, C, f) := field(b, C, f) + 2i32
  n4 -> n5: x := field(a, C, f)
  n5 -> exit: return
""")
    terms = found.space.terms
    (way,) = found.exits.values()
    values = {found.space.symbol(found.space.next_object): terms.bv(1, 32)}
    assert terms.substitute(way.state["x"], values) is terms.bv(5, 32)
    assert terms.substitute(way.guard, values) is terms.true


def test_indices_that_cannot_be_equal() -> None:
    """Indices differ by constant distances and by constant parts; unknown parts may be equal."""
    terms = Terms()
    base = terms.symbol("o", bits(32))
    low = terms.symbol("i", bits(64))
    one, two = (terms.concat(base, terms.add(low, terms.bv(step, 64))) for step in (1, 2))
    assert are_distinct(terms, one, two)
    assert are_distinct(terms, terms.concat(terms.bv(1, 32), low), terms.concat(terms.bv(2, 32), low))
    assert not are_distinct(terms, one, terms.concat(base, terms.symbol("j", bits(64))))


def test_reads_through_stores_become_cases() -> None:
    """A read of two stores is two cases and one read of the symbol."""
    from vexil.logic import array

    terms = Terms()
    memory = terms.symbol("m", array(bits(8), bits(8)))
    i, j, k = (terms.symbol(name, bits(8)) for name in "ijk")
    stored = terms.store(terms.store(memory, i, terms.bv(1, 8)), j, terms.bv(2, 8))
    condition = terms.ult(terms.bv(1, 8), terms.select(stored, k))
    found = without_stores(terms, condition)
    rest = terms.and_(terms.distinct(i, k), terms.ult(terms.bv(1, 8), terms.select(memory, k)))
    assert found is terms.or_(terms.eq(j, k), rest)


def test_private_variables_are_registers() -> None:
    """A variable that only its name reaches is no memory if the partition says so."""

    class Private(SingleRegion):
        """Every scalar variable is private."""

        def is_private(self, function: str, variable: Variable) -> bool:
            """It is."""
            del function, variable
            return True

    program = program_of("global n: u32 addressable\nfunction main()\n  a -> b: n := n + 1u32\n  b -> exit: return\n")
    space = Space(Terms(), program, Private(program))
    found = relation(space, "main", 0, {1})
    assert changed(found) == ("n",)
    assert not found.undefined


def test_instances_can_be_chosen() -> None:
    """A choice of an instance is among those created so far, of the class and its subclasses, and null if allowed."""
    found = whole("""
class A
class B extends A
global a: ref[A]
global r: ref[A]
function main()
  n0 -> n1: a := new A site "a"
  n1 -> n2: a := new B site "b"
  n2 -> n3: r := choose instance(B, null)
  n3 -> exit: return
""")
    terms = found.space.terms
    (way,) = found.exits.values()
    (item,) = found.inputs
    first = {found.space.symbol(found.space.next_object): terms.bv(1, 32)}
    possible = [
        number
        for number in range(5)
        if terms.substitute(way.guard, first | {item.symbol: terms.bv(number, 32)}) is terms.true
    ]
    assert possible == [0, 2]
