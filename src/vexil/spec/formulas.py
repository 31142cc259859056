"""The formulas of all property languages, as closed families that share their connectives.

`Boolean` combines atoms; `Ltl` adds temporal operators; `Ctl` puts a path quantifier in front of each of
them; `Mu` adds modalities and fixed points. A Boolean formula is a formula of every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Generic, TypeAlias, TypeVar

from vexil.spec.atoms import Atom, sorted_atoms
from vexil.spec.nodes import Node, formula, postorder

F = TypeVar("F", bound=Node)
F_co = TypeVar("F_co", bound=Node, covariant=True)


@formula
class Unary(Node, Generic[F_co]):
    """An operator with one operand."""

    operand: F_co


@formula
class Binary(Node, Generic[F_co]):
    """An operator with two operands."""

    left: F_co
    right: F_co


@formula
class Junction(Node, Generic[F_co]):
    """A connective of any number of operands, none of which has the same connective."""

    operands: tuple[F_co, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "operands", _dissolved(self.operands, type(self)))
        Node.__post_init__(self)


def _dissolved(operands: tuple[F, ...], family: type[Junction[F]]) -> tuple[F, ...]:
    if not any(isinstance(operand, family) for operand in operands):
        return operands
    flat: list[F] = []
    for operand in operands:
        flat.extend(operand.operands if isinstance(operand, family) else (operand,))
    return tuple(flat)


@formula
class Constant(Node):
    """``true`` or ``false``."""

    value: bool


TRUE = Constant(True)
FALSE = Constant(False)


@formula
class Proposition(Node):
    """An atom, as a formula."""

    atom: Atom


@formula
class Not(Unary[F_co]):
    """``!p``."""


@formula
class And(Junction[F_co]):
    """``p && q && …``; conjunctions among the operands are dissolved."""


@formula
class Or(Junction[F_co]):
    """``p || q || …``; disjunctions among the operands are dissolved."""


@formula
class Implies(Binary[F_co]):
    """``p => q``."""


@formula
class Equivalent(Binary[F_co]):
    """``p <-> q``."""


@formula
class Next(Unary[F_co]):
    """``X p``: p holds after the next edge."""


@formula
class Globally(Unary[F_co]):
    """``[]p``: p holds now and for ever."""


@formula
class Finally(Unary[F_co]):
    """``<>p``: p holds now or later."""


@formula
class Until(Binary[F_co]):
    """``p U q``: q holds now or later, and p up to the moment before."""


@formula
class WeakUntil(Binary[F_co]):
    """``p W q``: p until q, or p for ever."""


@formula
class Release(Binary[F_co]):
    """``p R q`` (also ``p V q``): q holds up to and including the moment when p does, or for ever."""


@formula
class Quantifier(Node):
    """A path quantifier in front of a temporal operator."""

    path: Path[Ctl]
    is_quantifier: ClassVar[bool] = True


@formula
class ForAll(Quantifier):
    """``A``: on every path from here."""


@formula
class Exists(Quantifier):
    """``E``: on some path from here."""


@formula
class Variable(Node):
    """A variable bound by a fixed point around it."""

    name: str


@formula
class Diamond(Unary["Mu"]):
    """``<>p`` of the mu-calculus: some successor satisfies p."""


@formula
class Box(Unary["Mu"]):
    """``[]p`` of the mu-calculus: every successor satisfies p."""


@formula
class Fixpoint(Node):
    """A fixed point of what a formula says about the states that satisfy a variable."""

    variable: str
    body: Mu


@formula
class Least(Fixpoint):
    """``mu Z. p``: the least fixed point."""


@formula
class Greatest(Fixpoint):
    """``nu Z. p``: the greatest fixed point."""


Leaf: TypeAlias = Constant | Proposition
Connective: TypeAlias = Not[F] | And[F] | Or[F] | Implies[F] | Equivalent[F]
Path: TypeAlias = Next[F] | Globally[F] | Finally[F] | Until[F] | WeakUntil[F] | Release[F]
Boolean: TypeAlias = "Leaf | Connective[Boolean]"
Ltl: TypeAlias = "Leaf | Connective[Ltl] | Path[Ltl]"
Ctl: TypeAlias = "Leaf | Connective[Ctl] | ForAll | Exists"
Mu: TypeAlias = "Leaf | Connective[Mu] | Variable | Diamond | Box | Least | Greatest"


def conjunction(operands: Iterable[F]) -> F | Constant | And[F]:
    """The conjunction of any number of formulas, without repetitions and constants."""
    kept = _distinct(_dissolved(tuple(operands), And), dropped=TRUE)
    if FALSE in kept or _contradictory(kept):
        return FALSE
    return And(tuple(kept)) if len(kept) > 1 else next(iter(kept), TRUE)


def disjunction(operands: Iterable[F]) -> F | Constant | Or[F]:
    """The disjunction of any number of formulas, without repetitions and constants."""
    kept = _distinct(_dissolved(tuple(operands), Or), dropped=FALSE)
    if TRUE in kept or _contradictory(kept):
        return TRUE
    return Or(tuple(kept)) if len(kept) > 1 else next(iter(kept), FALSE)


def _distinct(operands: tuple[F, ...], *, dropped: Constant) -> dict[F, None]:
    return {operand: None for operand in operands if operand != dropped}


def _contradictory(operands: Mapping[F, None]) -> bool:
    """Say whether a formula and its negation are both there."""
    return any(isinstance(operand, Not) and operand.operand in operands for operand in operands)


def atoms_of(formula: Node) -> tuple[Atom, ...]:
    """The atoms of a formula, in their order."""
    return sorted_atoms(part.atom for part in postorder(formula) if isinstance(part, Proposition))
