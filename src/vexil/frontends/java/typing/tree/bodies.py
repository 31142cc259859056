"""The code of methods, constructors, lambdas and initialisers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import FieldSymbol, LocalSymbol
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.frontends.java.typing.tree.expressions import Expression
    from vexil.frontends.java.typing.tree.statements import Block


@node
class Body:
    """The code of a method, constructor or lambda.

    A constructor's body begins with an `ExpressionStatement` that calls another constructor of the class or of the
    superclass (typing writes the implicit one); instance initialisers run behind the latter. That of an enum has two
    hidden parameters in front, the name and the number of the constant.
    """

    parameters: tuple[LocalSymbol, ...]
    block: Block


@node
class FieldInitialiser:
    """The initialiser of a field: an assignment in textual order with the initialiser blocks."""

    field: FieldSymbol
    value: Expression
    span: Span


@node
class Initialisers:
    """What runs when a class (or instance) is initialised, in textual order; constant variables are left out.

    For an enum the constants come first, each as a `FieldInitialiser`, then the hidden field of ``values()``.
    """

    parts: tuple[FieldInitialiser | Block, ...]
