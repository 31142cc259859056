"""Rewrite expressions of guarded systems without recursion: replace what is known, compute what is constant."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.dag import bottom_up, tree_size
from vexil.core.errors import LimitReached, UsageError
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Operator
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import (
    FALSE,
    TRUE,
    WORD,
    Apply,
    Const,
    Expr,
    Local,
    Read,
    Self,
    both,
    either,
    is_const,
    negated,
    number,
    with_operands,
)
from vexil.model.guarded.system import Block, For, GuardedSystem, If

LARGEST = 200_000
"""Nodes of the largest expression that is printed as a tree."""
MOST_NESTED = 150
"""Blocks inside blocks that are printed, which is done by recursion."""
SMALL = 50
"""Nodes that are looked at to see that two expressions are alike."""


class Refused(UsageError):  # noqa: N818 - the word says what happens to the system
    """A system or property that a back end cannot say exactly; nothing is written."""

    code = "refused"


def require_whole(system: GuardedSystem) -> None:
    """Refuse a system that was reduced: other tools are told every step and every state."""
    if system.passing:
        raise Refused(f"{system.name} was reduced, and only whole systems are printed")


def require_printable(expression: Expr, what: str) -> None:
    """Refuse an expression that would fill the file."""
    size = tree_size(expression)
    if size > LARGEST:
        raise Refused(f"{what} is too large to print: {size} operations, where at most {LARGEST} are printed")


def require_shallow(block: Block) -> None:
    """Raise `LimitReached` for a body that is nested too deeply to be printed."""
    pending = [(statement, 0) for statement in block]
    while pending:
        current, depth = pending.pop()
        if depth > MOST_NESTED:
            raise LimitReached(f"limit of {MOST_NESTED} nested blocks in a command that is printed")
        match current:
            case If(_, then, otherwise):
                pending.extend((inner, depth + 1) for inner in (*then, *otherwise))
            case For(_, _, body):
                pending.extend((inner, depth + 1) for inner in body)
            case _:
                pass


class Rewriter:
    """Rebuilds expressions of one system, and computes what is constant."""

    def __init__(self, system: GuardedSystem) -> None:
        self._evaluator = Evaluator(system)

    def rewrite(self, expression: Expr, names: Mapping[str, Expr], thread: Expr | None = None) -> Expr:
        """Put expressions in the place of names, and of the moving thread if one is given."""

        def combine(node: Expr, operands: tuple[Expr, ...]) -> Expr:
            match node:
                case Local(name, _):
                    return names.get(name, node)
                case Self():
                    return node if thread is None else thread
                case Read(variable, _) if thread is not None and variable.template is not None and len(operands) == 1:
                    return Read(variable, (*operands, thread))
                case _:
                    return self.rebuilt(node, operands)

        return bottom_up(expression, combine)

    def rebuilt(self, node: Expr, operands: tuple[Expr, ...]) -> Expr:
        """The node with other operands, computed where they are constant."""
        match node:
            case Read(variable, _):
                index = operands[0]
                if variable.constant and isinstance(index, Const) and 0 <= index.value < variable.length:
                    return Const(variable.values[index.value], variable.type)
                return with_operands(node, operands)
            case Apply(operator, _, kind):
                same = operands == node.operands
                return self._applied(operator, operands, node if same else Apply(operator, operands, kind))
            case _:
                return node

    def _applied(self, operator: Operator, operands: tuple[Expr, ...], built: Apply) -> Expr:
        match operator:
            case Operator.AND:
                return built if not any(isinstance(item, Const) for item in operands) else both(*operands)
            case Operator.OR:
                return built if not any(isinstance(item, Const) for item in operands) else either(*operands)
            case Operator.NOT:
                return negated(operands[0]) if isinstance(operands[0], Const) else built
            case Operator.IF:
                return choose(*operands) if isinstance(operands[0], Const) or operands[1] is operands[2] else built
            case _:
                return self._computed(built) if all(isinstance(item, Const) for item in operands) else built

    def _computed(self, apply: Apply) -> Expr:
        try:
            return Const(self._evaluator.evaluate(apply, (), {}), apply.type)
        except UndefinedValue:
            return apply


def choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One of two values."""
    if is_const(condition, 1):
        return then
    if is_const(condition, 0) or then is otherwise:
        return otherwise
    return Apply(Operator.IF, (condition, then, otherwise), then.type)


def same_value(left: Expr, right: Expr) -> Expr:
    """Whether two numbers are the same: known when they are written alike, or are different constants."""
    if isinstance(left, Const) and isinstance(right, Const):
        return TRUE if left.value == right.value else FALSE
    if alike(left, right):
        return TRUE
    if left.type != right.type:
        left, right = as_word(left), as_word(right)
    return Apply(Operator.EQUAL, (left, right), TRUE.type)


def alike(left: Expr, right: Expr) -> bool:
    """Say whether two expressions are written alike, as far as a short look shows."""
    pending, left_over = [(left, right)], SMALL
    while pending:
        one, other = pending.pop()
        if one is other:
            continue
        left_over -= 1
        match one, other:
            case Const(value, kind), Const(second_value, second_kind):
                same = (value, kind) == (second_value, second_kind)
            case Local(name, kind), Local(second_name, second_kind):
                same = (name, kind) == (second_name, second_kind)
            case Self(), Self():
                same = True
            case Read(variable, _), Read(second, _):
                same = variable == second
            case Apply(operator, _, kind), Apply(second_operator, _, second_kind):
                same = (operator, kind) == (second_operator, second_kind)
            case _:
                same = False
        if not same or left_over < 0 or len(one.operands) != len(other.operands):
            return False
        pending.extend(zip(one.operands, other.operands, strict=True))
    return True


def as_word(value: Expr) -> Expr:
    """A value that fits into a word, as one."""
    if value.type == WORD:
        return value
    return number(value.value) if isinstance(value, Const) else Apply(Operator.CAST, (value,), WORD)
