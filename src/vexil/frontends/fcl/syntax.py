"""Abstract syntax of FCL (Hatcliff et al. 2002, Fig. 5).

An expression is kept as the sequence of its nodes in prefix order, the order in which FCL's normal form
writes them. Arities are fixed (operators take two operands, coercions one), so the sequence determines the
tree; comparing, hashing and walking it need no recursion, however deep the tree is.

Places in the text never take part in comparisons: two programs are equal when they consist of the same
statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from vexil.core.source import SourceFile, Span

NOWHERE = Span(0, 0, 0)
"""The place of syntax that was not read from a file."""

KEYWORDS = frozenset({"goto", "return", "if", "then", "else", "skip"})

PRECEDENCE: Mapping[str, int] = MappingProxyType(
    {
        "||": 1, "&&": 2,
        "=": 3, "==": 3, "!=": 3,
        "<": 4, "<=": 4, ">": 4, ">=": 4,
        "+": 5, "-": 5,
        "*": 6, "/": 6, "%": 6,
    }
)  # fmt: skip
"""How tightly the operator symbols bind in infix form, as in C. ``*_eo`` binds like ``*``."""

HALT = "halt"
"""The node in which every terminated run stays; no block may have this label."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant symbol: decimal digits with an optional sign, ``true``, ``false`` or the name of a token."""

    symbol: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A use of a variable."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Operator:
    """An operation or test symbol; the two expressions after it are its operands.

    ``span`` is the symbol alone, ``extent`` the whole application with the parentheses around it.
    """

    symbol: str
    span: Span = field(default=NOWHERE, compare=False)
    extent: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Coercion:
    """The coercion ``[source << target]``; the expression after it is its operand."""

    source: str
    target: str
    span: Span = field(default=NOWHERE, compare=False)
    extent: Span = field(default=NOWHERE, compare=False)


Node = Constant | Variable | Operator | Coercion


@dataclass(frozen=True, slots=True)
class Expression:
    """A well-formed sequence of nodes in prefix order."""

    nodes: tuple[Node, ...]
    span: Span = field(default=NOWHERE, compare=False)

    def fold(
        self,
        leaf: Callable[[Constant | Variable], Result],
        unary: Callable[[Coercion, Result], Result],
        binary: Callable[[Operator, Result, Result], Result],
    ) -> Result:
        """Compute a value bottom-up; right operands are visited before left ones."""
        values: list[Result] = []
        for node in reversed(self.nodes):
            match node:
                case Operator():
                    left = values.pop()
                    values.append(binary(node, left, values.pop()))
                case Coercion():
                    values.append(unary(node, values.pop()))
                case Constant() | Variable():
                    values.append(leaf(node))
        return values.pop()


def extent_of(node: Node) -> Span:
    """The place of the whole expression that starts with this node."""
    match node:
        case Operator() | Coercion():
            return node.extent
        case Constant() | Variable():
            return node.span


@dataclass(frozen=True, slots=True)
class Assign:
    """``variable := expression;``"""

    variable: str
    expression: Expression
    span: Span = field(default=NOWHERE, compare=False)
    variable_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Skip:
    """``skip;``"""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Goto:
    """``goto label;``"""

    label: str
    span: Span = field(default=NOWHERE, compare=False)
    label_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    """``return;``"""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """``if condition then then_label else else_label;``"""

    condition: Expression
    then_label: str
    else_label: str
    span: Span = field(default=NOWHERE, compare=False)
    then_span: Span = field(default=NOWHERE, compare=False)
    else_span: Span = field(default=NOWHERE, compare=False)


Assignment = Assign | Skip
Jump = Goto | Return | If
Statement = Assignment | Jump


@dataclass(frozen=True, slots=True)
class Block:
    """A label, assignments, and the jump that ends the block."""

    label: str
    assignments: tuple[Assignment, ...]
    jump: Jump
    label_span: Span = field(default=NOWHERE, compare=False)

    def statements(self) -> Iterator[Statement]:
        """The assignments in order, then the jump."""
        yield from self.assignments
        yield self.jump


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the program."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Program:
    """Parameters, the label of the initial block, and the blocks; labels are known and unique."""

    parameters: tuple[Parameter, ...]
    initial: str
    blocks: tuple[Block, ...]
    initial_span: Span = field(default=NOWHERE, compare=False)
    file: SourceFile = field(default=SourceFile("<built>", b""), compare=False)
