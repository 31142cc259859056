"""What proofs add to loops: variables computed beside a program (Owicki and Gries 1976), facts about all elements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.types import BOOL, IntegerType
from vexil.ir.typing import cast


@dataclass(frozen=True, slots=True)
class Auxiliary:
    """A variable that a proof adds to a loop and the program never reads; its name begins with a backslash.

    It has the value of ``initial`` when the loop is entered, an expression over the state at the head then. From one
    arrival at the head to the next it changes to the value of ``step``, an expression over the state and the auxiliary
    variables at the earlier arrival. All of a loop change at once. What steps to itself never changes.
    """

    variable: Variable
    initial: Expr
    step: Expr


@dataclass(frozen=True, slots=True)
class ForAll:
    """A fact about every index from ``low`` below ``high``, in steps of ``stride``; the index is no other variable.

    Where it has to hold, all that the fact reads has to be there and to have been written.
    """

    index: Variable
    low: Expr
    high: Expr
    stride: int
    fact: Expr

    @property
    def condition(self) -> Expr:
        """The fact at one index: true where the index is none of those."""
        inside = Apply(Operator.LESS_EQUAL, (self.low, self.index), BOOL)
        inside = Apply(Operator.AND, (inside, Apply(Operator.LESS, (self.index, self.high), BOOL)), BOOL)
        if self.stride != 1 and isinstance(self.index.type, IntegerType):
            kind = IntegerType(self.index.type.width, False)
            distance = Apply(Operator.SUBTRACT, (cast(self.index, kind), cast(self.low, kind)), kind)
            rest = Apply(Operator.REMAINDER, (distance, Const(self.stride, kind)), kind)
            inside = Apply(Operator.AND, (inside, Apply(Operator.EQUAL, (rest, Const(0, kind)), BOOL)), BOOL)
        return Apply(Operator.IF, (inside, self.fact, Const(True, BOOL)), BOOL)


def is_auxiliary(variable: Variable) -> bool:
    """Say whether a variable is none of the program."""
    return variable.name.startswith("\\")


def before_loop(variable: Variable) -> Auxiliary:
    """The auxiliary variable that keeps the value of a variable when the loop was entered."""
    name = f"\\entry(global {variable.name})" if variable.is_global else f"\\entry({variable.name})"
    kept = Variable(name, variable.type, False)
    return Auxiliary(kept, variable, kept)


def needed(auxiliaries: Iterable[Auxiliary], expressions: Iterable[Expr]) -> tuple[Auxiliary, ...]:
    """The auxiliary variables that expressions name, with those that their steps depend on, in their order."""
    pending = [*expressions]
    by_name = {extra.variable.name: extra for extra in auxiliaries}
    kept: set[str] = set()
    while pending:
        for node in postorder(pending.pop()):
            if isinstance(node, Variable) and node.name in by_name and node.name not in kept:
                kept.add(node.name)
                pending.append(by_name[node.name].step)
    return tuple(extra for name, extra in by_name.items() if name in kept)
