"""The statement-level control-flow graph of a program (Hatcliff et al. 2002, 3.2).

Statement number ``i`` of block ``l`` is the node ``l.i``; a terminated run stays in the node ``halt``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.core.errors import UsageError
from vexil.frontends.fcl.syntax import HALT, Assign, Goto, If, Program, Return, Skip, Statement


@dataclass(frozen=True, slots=True)
class ControlFlow:
    """Nodes in the order of the text, with the functions code, first and succ of the paper."""

    statements: Mapping[str, Statement]
    initial: str

    def code(self, node: str) -> Statement:
        """The statement a node labels; raises `UsageError` for ``halt`` and unknown nodes."""
        if node not in self.statements:
            raise UsageError(f"there is no statement at node [{node}]", hint=f"nodes: {', '.join(self.statements)}")
        return self.statements[node]

    def first(self, label: str) -> str:
        """The first node of a block."""
        node = f"{label}.1"
        if node not in self.statements:
            raise UsageError(f"there is no block {label!r}", hint=f"nodes: {', '.join(self.statements)}")
        return node

    def successors(self, node: str) -> tuple[str, ...]:
        """The distinct successors of a node: after a condition that holds first; none after ``halt``."""
        if node == HALT:
            return ()
        match self.code(node):
            case Assign() | Skip():
                label, _, number = node.rpartition(".")
                return (f"{label}.{int(number) + 1}",)
            case Goto(label):
                return (self.first(label),)
            case Return():
                return (HALT,)
            case If(_, then_label, else_label):
                return tuple(dict.fromkeys((self.first(then_label), self.first(else_label))))


def control_flow(program: Program) -> ControlFlow:
    """Number the statements of a program."""
    statements = {
        f"{block.label}.{number}": statement
        for block in program.blocks
        for number, statement in enumerate(block.statements(), 1)
    }
    return ControlFlow(statements, f"{program.initial}.1")
