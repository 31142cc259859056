"""Programs about linked lists, as text, and the rules of their loops."""

from __future__ import annotations

from dataclasses import replace

from invariant_tools import check, literal, rule, vir

from vexil.certify import Certificate
from vexil.ir.auxiliaries import Auxiliary
from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I32, I64, PointerType, StructType
from vexil.model.evidence import LoopRule
from vexil.model.linked_lists import Length, ListSegment, NodeField

POINTER = PointerType(StructType("node"))
NODE = Variable("\\node", PointerType(None), False)
NEXT = "pointer_add({0}, 8i64, ptr[ptr[struct[node]]])"


def pointer(name: str) -> Variable:
    """A variable that points to a node."""
    return Variable(name, POINTER, False)


def data(node: Expr = NODE) -> Expr:
    """The number in a node."""
    return Deref((Apply(Operator.CAST, (node,), PointerType(I32)),), I32)


def compare(operator: Operator, left: Expr, right: Expr) -> Expr:
    """A comparison."""
    return Apply(operator, (left, right), BOOL)


def is_number(value: int, operator: Operator = Operator.EQUAL) -> Expr:
    """The fact that every node has a number."""
    return compare(operator, data(), literal(value, I32))


def segment(
    start: str,
    end: str | None,
    *facts: Expr,
    length: Length = Length.MANY,
    link: int = 8,
    fields: tuple[NodeField, ...] = (NodeField(0, "u4"),),
    size: int = 16,
) -> ListSegment:
    """Nodes from one variable to another or to null."""
    last = None if end is None else pointer(end)
    return ListSegment(pointer(start), last, length, size, link, fields, NODE, facts)


def kept(name: str) -> Auxiliary:
    """The variable that keeps what a pointer was when the loop was entered."""
    variable = Variable(f"\\entry({name})", POINTER, False)
    return Auxiliary(variable, pointer(name), variable)


def entry(name: str) -> str:
    """Its name."""
    return kept(name).variable.name


def with_lists(program: Program, head: str, *lists: ListSegment, facts: tuple[Expr, ...] = ()) -> LoopRule:
    """The rule of a loop of the entry function that has lists."""
    names = {one.start.name for one in lists}
    auxiliaries = tuple(kept(name[7:-1]) for name in sorted(names) if name.startswith("\\entry("))
    return replace(rule(program, head, 1, 0, *facts), lists=lists, auxiliaries=auxiliaries)


def node_program(text: str, variables: str = "head p t", more: str = "") -> Program:
    """A program over nodes with a number and a link, from its edges; ``x->data`` and ``x->next`` are members."""
    lines = []
    for line in text.strip().splitlines():
        for name in variables.split():
            line = line.replace(f"{name}->data", f"deref({name}, i32)")
            line = line.replace(f"{name}->next", f"deref({NEXT.format(name)}, ptr[struct[node]])")
        line = line.replace("NULL", "null(ptr[struct[node]])").replace("NODE", 'new memory(16u64) site "node"')
        lines.append(f"  {line.strip()}")
    declared = "\n".join(f"  local {name}: ptr[struct[node]]" for name in variables.split())
    return vir(f"""
struct node size 16 align 8
  member data: i32 at 0
  member next: ptr[struct[node]] at 8
function main()
{declared}
{more}  local more: bool
  local n: i32
{chr(10).join(lines)}
""")


def pushing(behind: str, stored: str = "1i32", variables: str = "head p t") -> Program:
    """A loop at ``h`` that pushes nodes to the front of a list, and what comes behind it, from ``e`` to ``exit``."""
    return node_program(
        f"""
        s -> h: head := NULL
        h -> h1: more := choose type(bool)
        h1 -> b: assume more
        h1 -> e: assume !more
        b -> b1: t := NODE
        b1 -> b2: t->data := {stored}
        b2 -> b3: t->next := head
        b3 -> h: head := t
        {behind}
        """,
        variables,
    )


def checked(program: Program, *rules: LoopRule, prop: str = "assert") -> Certificate:
    """What the checker says."""
    return check(program, *rules, prop=prop)


__all__ = ["I64", "Const", "Length", "NodeField", "literal"]
