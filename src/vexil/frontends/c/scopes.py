"""Blocks, and jumps in and out of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.core.source import Span
from vexil.ir.expressions import Variable
from vexil.ir.operations import Choose


@dataclass(eq=False)
class Scope:
    """A block: the variables in memory that live in it, and the variable-length arrays."""

    outer: Scope | None
    variables: list[Variable] = field(default_factory=list)
    blocks: list[Variable] = field(default_factory=list)
    """Pointers to variable-length arrays, in order of declaration."""
    open: list[Choose] = field(default_factory=list)
    """Choices of values for variables whose declarations a jump may pass over."""
    pointers: list[Variable] = field(default_factory=list)
    """Registers with pointers, if the loss of memory is asked for."""
    is_function: bool = False

    def chain(self) -> list[Scope]:
        """This scope and those around it, innermost first."""
        scopes = [self]
        while scopes[-1].outer is not None:
            scopes.append(scopes[-1].outer)
        return scopes


@dataclass(eq=False)
class Jump:
    """A jump to a place whose scope may not be known yet."""

    source: int
    label: object
    scope: Scope
    span: Span | None


@dataclass(eq=False)
class Landing:
    """Where a label or case is."""

    location: int
    scope: Scope | None = None
