"""What the translation of expressions offers to its parts."""

from __future__ import annotations

from typing import Protocol

from vexil.ir import expressions as ir
from vexil.model.guarded import expressions as flat
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.encoding import Encoding, Scope


class Evaluation(Protocol):
    """A translation of the expressions of one edge."""

    encoding: Encoding
    scope: Scope
    body: Body | None

    def undefined(self, condition: flat.Expr, kind: str) -> None:
        """The operation that is being evaluated has no value where the condition holds."""

    def end(self, condition: flat.Expr, ending: int) -> None:
        """The run ends where the condition holds."""

    def kept(self, stem: str, value: flat.Expr) -> flat.Expr:
        """A value that is computed once, where that is possible."""

    def value(self, expression: ir.Expr) -> flat.Expr:
        """The value of an expression."""
