"""Segments of linked lists in evidence: those that are there, and faults that the checker notices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from invariant_tools import check, local, proved
from list_tools import (
    NODE,
    data,
    entry,
    is_number,
    node_program,
    pointer,
    pushing,
    segment,
    with_lists,
)

from vexil.certify import Certificate
from vexil.ir.expressions import Const, Variable
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I32, StructType
from vexil.model.evidence import LoopRule
from vexil.model.linked_lists import Length, ListSegment, Member, NodeField

WALK = """
    e -> w: p := head
    w -> w1: assume p != NULL
    w -> x: assume !(p != NULL)
    w1 -> w2: check assert p->data == 1i32 "claim"
    w2 -> w: p := p->next
"""
FREE = """
    x -> f1: assume head != NULL
    x -> g: assume !(head != NULL)
    f1 -> f2: p := head->next
    f2 -> f3: release head
    f3 -> x: head := p
    g -> exit: return
"""
END = """
    x -> exit: return
"""
ONE = is_number(1)
BUILT = segment("head", None, ONE)
REST = segment("p", None, ONE)
PASSED = segment("head", "p", ONE)


def building(program: Program, *lists: ListSegment) -> LoopRule:
    return with_lists(program, "h", *lists)


def walked(behind: str, *rules: tuple[str, tuple[ListSegment, ...]], stored: str = "1i32") -> Certificate:
    """What the checker says when a list is built, walked, and then something is done."""
    program = pushing(WALK + behind, stored)
    return check(program, *(with_lists(program, head, *lists) for head, lists in rules))


def test_a_list_is_built_walked_and_freed() -> None:
    """Every node has the number that was stored, and every node is released once."""
    free = ("x", (segment("head", None),))
    assert proved(walked(FREE, ("h", (BUILT,)), ("w", (REST, PASSED)), free))
    assert not proved(walked(FREE, ("h", (BUILT,)), ("w", (REST,)), free)), "nobody knows where the list begins"


@pytest.mark.parametrize(
    ("built", "walk"),
    [
        pytest.param((segment("head", None, is_number(2)),), (REST,), id="another number"),
        pytest.param((segment("head", None),), (REST,), id="nothing about numbers where it is built"),
        pytest.param((BUILT,), (segment("p", None),), id="nothing about numbers where it is walked"),
        pytest.param((segment("head", None, ONE, length=Length.ONE),), (REST,), id="a single node"),
        pytest.param((segment("head", None, ONE, length=Length.OPTIONAL),), (REST,), id="at most one node"),
        pytest.param((segment("head", None, ONE, length=Length.LOOSE),), (REST,), id="one node without a link"),
        pytest.param((replace(BUILT, size=24),), (replace(REST, size=24),), id="larger nodes"),
        pytest.param((replace(BUILT, size=12, link=4),), (REST,), id="another layout"),
        pytest.param((BUILT,), (replace(REST, size=24),), id="larger nodes than were built"),
        pytest.param((BUILT,), (PASSED,), id="no end"),
        pytest.param((BUILT,), (REST, replace(BUILT, end=None)), id="two lists of the same nodes"),
        pytest.param((BUILT,), (segment("head", None, ONE), segment("p", "head", ONE)), id="in the wrong order"),
        pytest.param((BUILT, segment("t", None, ONE)), (REST,), id="a node in two lists"),
        pytest.param(
            (replace(BUILT, fields=(NodeField(0, "u4"), NodeField(4, "u4"))),), (REST,), id="a field never written"
        ),
        pytest.param((replace(BUILT, fields=(NodeField(0, "u8"),)),), (REST,), id="a field of another width"),
        pytest.param((replace(BUILT, fields=()),), (REST,), id="no field"),
        pytest.param((segment("head", None, Const(False, BOOL)),), (REST,), id="a false fact"),
        pytest.param((segment("head", None, ONE, link=0),), (REST,), id="a link over a number"),
    ],
)  # fmt: skip
def test_wrong_lists_are_noticed(built: tuple[ListSegment, ...], walk: tuple[ListSegment, ...]) -> None:
    """Lists that are not there, or say too little, prove nothing."""
    assert proved(walked(END, ("h", (BUILT,)), ("w", (REST,))))
    assert not proved(walked(END, ("h", built), ("w", walk)))


@pytest.mark.parametrize("stored", ["2i32", "n"])
def test_another_number_is_not_proved(stored: str) -> None:
    """What is not stored in every node is no fact about all."""
    assert not proved(walked(END, ("h", (BUILT,)), ("w", (REST,)), stored=stored))
    assert not proved(walked(END, ("h", (segment("head", None),)), ("w", (REST,)), stored=stored))


WRONG = {
    "released twice": """
        e -> e1: assume head != NULL
        e -> x: assume !(head != NULL)
        e1 -> e2: p := head
        e2 -> e3: release head
        e3 -> x: release p
        x -> exit: return
    """,
    "used after it was released": """
        e -> e1: assume head != NULL
        e -> x: assume !(head != NULL)
        e1 -> e2: release head
        e2 -> x: p := head->next
        x -> exit: return
    """,
    "null": """
        e -> x: head->data := 3i32
        x -> exit: return
    """,
    "the second node": """
        e -> e1: assume head != NULL
        e -> x: assume !(head != NULL)
        e1 -> e2: p := head->next
        e2 -> x: p->data := 3i32
        x -> exit: return
    """,
    "a changed node": """
        e -> e1: assume head != NULL
        e -> x: assume !(head != NULL)
        e1 -> e2: p := head->next
        e2 -> e3: assume p != NULL
        e2 -> x: assume !(p != NULL)
        e3 -> e4: head->data := 2i32
        e4 -> x: check assert head->data == p->data "claim"
        x -> exit: return
    """,
    "one that was kept": """
        e -> e1: assume t != NULL
        e -> x: assume !(t != NULL)
        e1 -> x: check assert t == head "claim"
        x -> exit: return
    """,
}


@pytest.mark.parametrize("behind", WRONG.values(), ids=list(WRONG))
def test_wrong_uses_of_a_list_are_noticed(behind: str) -> None:
    """What is released twice, used afterwards, or not known to be there is not proved behind the loop."""
    program = pushing(behind)
    assert not proved(check(program, building(program, BUILT)))


def test_separate_lists_are_separate() -> None:
    """Nodes of one list are no nodes of another one, and what one pointer writes another one does not read."""
    program = node_program(
        """
        s -> s1: head := NULL
        s1 -> h: q := NULL
        h -> h1: more := choose type(bool)
        h1 -> b: assume more
        h1 -> e: assume !more
        b -> b1: t := NODE
        b1 -> b2: t->data := 1i32
        b2 -> b3: more := choose type(bool)
        b3 -> c1: assume more
        b3 -> d1: assume !more
        c1 -> c2: t->next := head
        c2 -> h: head := t
        d1 -> d2: t->next := q
        d2 -> h: q := t
        e -> e1: assume head != NULL
        e -> x: assume !(head != NULL)
        e1 -> e2: assume q != NULL
        e1 -> x: assume !(q != NULL)
        e2 -> e3: head->data := 5i32
        e3 -> e4: check assert q->data == 1i32 "claim"
        e4 -> x: check assert head != q "claim"
        x -> exit: return
        """,
        "head q p t",
    )
    both = (BUILT, segment("q", None, ONE))
    assert proved(check(program, building(program, *both)))
    assert not proved(check(program, building(program, BUILT)))
    assert not proved(check(program, building(program, BUILT, segment("q", "head", ONE))))


CYCLE = """
    s -> s1: head := NODE
    s1 -> s2: head->data := 1i32
    s2 -> s3: head->next := head
    s3 -> w: p := head
    w -> w1: assume p != NULL
    w -> x: assume !(p != NULL)
    w1 -> w2: p := p->next
    w2 -> w: skip
    x -> x1: check assert 0i32 == 1i32 "claim"
    x1 -> exit: return
"""


def test_a_cycle_is_no_list() -> None:
    """A node that leads to itself is in no segment that ends with null."""
    program = node_program(CYCLE)
    for lists in ((REST,), (REST, PASSED), (segment("p", None, ONE, length=Length.ONE),)):
        assert not proved(check(program, with_lists(program, "w", *lists)))


SHARED = """
    s -> s1: head := NODE
    s1 -> s2: head->data := 1i32
    s2 -> s3: head->next := NULL
    s3 -> s4: p := NODE
    s4 -> s5: p->data := 1i32
    s5 -> s6: p->next := head
    s6 -> w: t := head
    w -> w1: more := choose type(bool)
    w1 -> w: assume more
    w1 -> x: assume !more
    x -> x1: p->data := 2i32
    x1 -> x2: check assert head->data == 1i32 "claim"
    x2 -> x3: check assert t == head "claim"
    x3 -> exit: return
"""


def test_what_a_loop_leaves_alone_stays() -> None:
    """Pointers to where a segment starts go on to point there, and nodes are in one segment only."""
    program = node_program(SHARED)
    one = segment("head", None, ONE, length=Length.ONE)
    assert proved(check(program, with_lists(program, "w", one, segment("p", "head", ONE, length=Length.ONE))))
    assert not proved(check(program, with_lists(program, "w", BUILT, segment("p", "head", ONE)))), "may be empty"
    assert not proved(check(program, with_lists(program, "w", one, segment("p", None, ONE))))


def test_a_pointer_is_kept_from_entry() -> None:
    """A list that starts from what a variable was at entry is there behind a loop that moves the variable."""
    program = pushing(
        """
        e -> w: t := head
        w -> w1: assume head != NULL
        w -> x: assume !(head != NULL)
        w1 -> w: head := head->next
        x -> x1: assume t != NULL
        x -> y: assume !(t != NULL)
        x1 -> y: check assert t->data == 1i32 "claim"
        y -> exit: return
        """
    )
    kept = segment(entry("head"), "head", ONE)
    rules = (building(program, BUILT), with_lists(program, "w", BUILT, kept))
    assert proved(check(program, *rules))
    assert not proved(check(program, rules[0], with_lists(program, "w", BUILT)))


def test_malformed_lists_are_refused() -> None:
    """Names, layouts and ends have to make sense."""
    program = pushing(WALK + END)
    wrong = [
        replace(BUILT, start=local("n", I32)),
        replace(BUILT, node=pointer("t")),
        replace(BUILT, node=replace(NODE, type=I32)),
        replace(BUILT, link=12),
        replace(BUILT, fields=(NodeField(6, "u4"),)),
        replace(BUILT, end=pointer("head")),
        replace(BUILT, facts=(data(),)),
    ]
    for one in wrong:
        assert not proved(check(program, building(program, one), with_lists(program, "w", REST)))
    twice = building(program, BUILT, BUILT)
    assert not proved(check(program, twice, with_lists(program, "w", REST)))
    deep = replace(building(program, BUILT), induction=2)
    assert not proved(check(program, deep, with_lists(program, "w", REST)))


OLDER = """
    s -> s1: q := NODE
    s1 -> s2: q->data := 1i32
    s2 -> s3: q->next := NULL
    s3 -> h: head := NULL
    h -> h1: more := choose type(bool)
    h1 -> b: assume more
    h1 -> e: assume !more
    b -> c: t := {pushed}
    c -> c1: t->data := 1i32
    c1 -> c2: t->next := head
    c2 -> h: head := t
    e -> e1: q->data := 2i32
    e1 -> e2: assume head != NULL
    e1 -> x: assume !(head != NULL)
    e2 -> x: check assert head->data == 1i32 "claim"
    x -> exit: return
"""
STOLEN = """
    e -> e1: p := head
    e1 -> e2: assume p != NULL
    e1 -> x: assume !(p != NULL)
    e2 -> e3: q := p->next
    e3 -> e4: assume q != NULL
    e3 -> x: assume !(q != NULL)
    e4 -> w: t := NULL
    w -> w1: more := choose type(bool)
    w1 -> w2: assume more
    w1 -> y: assume !more
    w2 -> w3: q->next := t
    w3 -> w: t := q
    y -> y1: q->data := 2i32
    y1 -> y2: assume t != NULL
    y1 -> x: assume !(t != NULL)
    y2 -> x: check assert t->data == 1i32 "claim"
    x -> exit: return
"""


@pytest.mark.parametrize(("pushed", "expected"), [("NODE", True), ("q", False)])
def test_an_older_object_is_no_node_of_a_list(pushed: str, expected: bool) -> None:
    """What the state at the head shows beside the lists is not taken into one: it would be there twice."""
    program = node_program(OLDER.format(pushed=pushed), "head t q")
    assert proved(check(program, with_lists(program, "h", BUILT))) is expected


def test_a_node_of_another_list_is_no_node_of_a_list() -> None:
    """A node that an earlier loop has left in a list is an older object, too."""
    program = pushing(STOLEN, variables="head p t q")
    assert not proved(check(program, building(program, BUILT), with_lists(program, "w", segment("t", None, ONE))))


KEPT = """
    b1 -> b2: t->data := 1i32
    b2 -> b3: t->next := {link}
    b3 -> h: head := t
"""
NONE_LOST = 'check memtrack !leaked() "no memory is lost"'
LOSSES = {
    "e -> x: skip": True,
    "e -> x: head := NULL": False,
    "e -> e1: assume head != NULL\n e -> x: assume !(head != NULL)\n e1 -> x: release head": False,
    "e -> e1: assume head != NULL\n e -> x: assume !(head != NULL)\n e1 -> x: head := head->next": False,
    "e -> e1: assume head != NULL\n e -> x: assume !(head != NULL)\n e1 -> e2: p := head->next\n"
    "e2 -> e3: release head\n e3 -> x: head := p": True,
    "e -> e1: assume head != NULL\n e -> x: assume !(head != NULL)\n e1 -> x: head->next := NULL": False,
}


@pytest.mark.parametrize(("behind", "expected"), LOSSES.items())
def test_nodes_that_nothing_leads_to_are_lost(behind: str, expected: bool) -> None:
    """Nodes are reached from where the list starts, through nodes that are alive and lead on."""
    program = pushing(f"{behind}\n x -> y: {NONE_LOST}\n y -> exit: return", variables="head p t")
    assert proved(check(program, building(program, segment("head", None)), prop="memtrack")) is expected


@pytest.mark.parametrize(("link", "expected"), [("head", True), ("NULL", False)])
def test_memory_that_is_in_no_list_may_be_lost(link: str, expected: bool) -> None:
    """A loop that makes memory which is neither shown nor in a list proves nothing about losses."""
    program = node_program(
        f"""
        s -> h: head := NULL
        h -> h1: more := choose type(bool)
        h1 -> b: assume more
        h1 -> x: assume !more
        b -> b1: t := NODE
        {KEPT.format(link=link)}
        x -> y: {NONE_LOST}
        y -> exit: return
        """
    )
    assert proved(check(program, with_lists(program, "h", segment("head", None)), prop="memtrack")) is expected


TOP = "deref(pointer_add(address(s), 8i64, ptr[ptr[struct[node]]]), ptr[struct[node]])"


@pytest.mark.parametrize(("stored", "through", "offset", "expected"), [
    ("1i32", False, 8, True), ("1i32", True, 8, True), ("2i32", False, 8, False), ("1i32", False, 0, False),
])  # fmt: skip
def test_a_list_starts_from_a_member(stored: str, through: bool, offset: int, expected: bool) -> None:
    """A list may start from a pointer in a structure in memory, named or through a pointer."""
    program = node_program(
        f"""
        i -> s0: {TOP} := NULL
        s0 -> h: q := cast(address(s), ptr[struct[node]])
        h -> h1: more := choose type(bool)
        h1 -> b: assume more
        h1 -> e: assume !more
        b -> b1: t := NODE
        b1 -> b2: t->data := {stored}
        b2 -> b3: t->next := {TOP}
        b3 -> h: {TOP} := t
        e -> e1: p := {TOP}
        e1 -> e2: assume p != NULL
        e1 -> x: assume !(p != NULL)
        e2 -> x: check assert p->data == 1i32 "claim"
        x -> exit: return
        """,
        "p t q",
        "  local s: struct[node] addressable\n",
    )
    variable = pointer("q") if through else Variable("s", StructType("node"), False)
    member = Member(variable, offset, pointer("p").type, through)
    rule = with_lists(program, "h", replace(BUILT, start=member))
    assert proved(check(program, rule)) is expected
