"""Segments of linked lists in evidence: those that are there, and faults that the checker notices."""

from __future__ import annotations

from invariant_tools import proved
from list_tools import checked, entry, is_number, pushing, segment, with_lists

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


def test_a_list_is_built_walked_and_freed() -> None:
    """Every node has the number that was stored, and every node is released once."""
    program = pushing(WALK + FREE)
    one = is_number(1)
    rules = (
        with_lists(program, "h", segment("head", None, one)),
        with_lists(program, "w", segment("p", None, one), segment("head", "p", one)),
        with_lists(program, "x", segment("head", None)),
    )
    result = checked(program, *rules)
    assert proved(result), result
    assert entry("p") == "\\entry(p)"
