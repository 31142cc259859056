"""What the languages of other checkers have in common: operators as C writes them, and formulas by templates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from vexil.core.dag import bottom_up
from vexil.engines.printed.rewriting import require_printable
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import Apply, Const, Expr, Local, Read, Self, Variable
from vexil.model.guarded.system import Assign
from vexil.spec import formulas, nodes
from vexil.spec.atoms import Atom

SYMBOLS = {
    Operator.ADD: "+",
    Operator.SUBTRACT: "-",
    Operator.MULTIPLY: "*",
    Operator.DIVIDE: "/",
    Operator.REMAINDER: "%",
    Operator.BIT_AND: "&",
    Operator.BIT_OR: "|",
    Operator.BIT_XOR: "^",
    Operator.SHIFT_LEFT: "<<",
    Operator.SHIFT_RIGHT: ">>",
    Operator.AND: "&&",
    Operator.OR: "||",
    Operator.EQUAL: "==",
    Operator.DIFFERENT: "!=",
    Operator.LESS: "<",
    Operator.LESS_EQUAL: "<=",
    Operator.GREATER: ">",
    Operator.GREATER_EQUAL: ">=",
}


class ExpressionPrinter(ABC):
    """Prints expressions as trees, in a language like C; ``me`` is the number of the moving thread."""

    def __init__(self, me: str) -> None:
        self._me = me

    def show(self, expression: Expr, names: Mapping[str, str] | None = None) -> str:
        """The text of an expression; names of values are those given."""
        require_printable(expression, "an expression")
        texts = names or {}
        return bottom_up(expression, lambda node, operands: self._node(node, operands, texts))

    def _node(self, node: Expr, operands: tuple[str, ...], names: Mapping[str, str]) -> str:
        match node:
            case Const(value, kind):
                return self._constant(value, kind)
            case Local(name, _):
                return names[name]
            case Self():
                return self._me
            case Read(variable, _):
                return self._access(variable, operands[0], operands[1] if len(operands) == 2 else None)
            case Apply():
                return self._applied(node, operands)

    def place(self, target: Assign, names: Mapping[str, str]) -> str:
        """Where an assignment writes to."""
        thread = None if target.thread is None else self.show(target.thread, names)
        return self._access(target.variable, self.show(target.index, names), thread)

    def whole(self, variable: Variable) -> str:
        """A scalar of the moving thread."""
        return self._access(variable, "0", None)

    @abstractmethod
    def _constant(self, value: int, kind: IntegerType) -> str:
        """A literal."""

    @abstractmethod
    def _access(self, variable: Variable, index: str, thread: str | None) -> str:
        """How an element is written: its variable, index, and thread if it is not the moving one."""

    @abstractmethod
    def _applied(self, node: Apply, operands: tuple[str, ...]) -> str:
        """An operator over operands that are printed."""


@dataclass(frozen=True, slots=True)
class FormulaSyntax:
    """How a language writes formulas.

    ``operators`` has a template over operands for every kind of formula and, behind a path quantifier, of path formula;
    there ``{own}`` is the quantifier, ``A`` or ``E``, and ``{dual}`` the other one.
    """

    true: str
    false: str
    conjunction: str
    disjunction: str
    operators: Mapping[type, str]


def formula_text(formula: formulas.Ltl | formulas.Ctl, atoms: Mapping[Atom, str], syntax: FormulaSyntax) -> str:
    """A linear or branching formula; atoms have names."""

    def combine(part: formulas.Ltl | formulas.Ctl, inner: tuple[str, ...]) -> str:
        match part:
            case formulas.Constant(value):
                return syntax.true if value else syntax.false
            case formulas.Proposition(atom):
                return atoms[atom]
            case formulas.And():
                return f"({syntax.conjunction.join(inner)})"
            case formulas.Or():
                return f"({syntax.disjunction.join(inner)})"
            case formulas.ForAll(path):
                return syntax.operators[type(path)].format(*inner, own="A", dual="E")
            case formulas.Exists(path):
                return syntax.operators[type(path)].format(*inner, own="E", dual="A")
            case _:
                return syntax.operators[type(part)].format(*inner)

    return nodes.bottom_up(formula, combine)
