"""The formulas of all property languages, as closed families that share their connectives.

`Boolean` combines atoms; `Ltl` adds temporal operators; `Ctl` puts a path quantifier in front of each of
them; `Mu` adds modalities and fixed points. A Boolean formula is a formula of every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeAlias, TypeVar

from vexil.spec.atoms import Atom, sorted_atoms
from vexil.spec.nodes import Node, postorder

F = TypeVar("F", bound=Node)
F_co = TypeVar("F_co", bound=Node, covariant=True)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Constant(Node):
    """``true`` or ``false``."""

    value: bool


TRUE = Constant(True)
FALSE = Constant(False)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Proposition(Node):
    """An atom, as a formula."""

    atom: Atom


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Not(Node, Generic[F_co]):
    """``!p``."""

    operand: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class And(Node, Generic[F_co]):
    """``p && q && …``; conjunctions among the operands are dissolved."""

    operands: tuple[F_co, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "operands", _dissolved(self.operands, And))
        Node.__post_init__(self)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Or(Node, Generic[F_co]):
    """``p || q || …``; disjunctions among the operands are dissolved."""

    operands: tuple[F_co, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "operands", _dissolved(self.operands, Or))
        Node.__post_init__(self)


def _dissolved(operands: tuple[F, ...], family: type[And[F]] | type[Or[F]]) -> tuple[F, ...]:
    if not any(isinstance(operand, family) for operand in operands):
        return operands
    flat: list[F] = []
    for operand in operands:
        flat.extend(operand.operands if isinstance(operand, family) else (operand,))
    return tuple(flat)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Implies(Node, Generic[F_co]):
    """``p => q``."""

    left: F_co
    right: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equivalent(Node, Generic[F_co]):
    """``p <-> q``."""

    left: F_co
    right: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Next(Node, Generic[F_co]):
    """``X p``: p holds after the next edge."""

    operand: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Globally(Node, Generic[F_co]):
    """``[]p``: p holds now and for ever."""

    operand: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Finally(Node, Generic[F_co]):
    """``<>p``: p holds now or later."""

    operand: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Until(Node, Generic[F_co]):
    """``p U q``: q holds now or later, and p up to the moment before."""

    left: F_co
    right: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WeakUntil(Node, Generic[F_co]):
    """``p W q``: p until q, or p for ever."""

    left: F_co
    right: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Release(Node, Generic[F_co]):
    """``p R q`` (also ``p V q``): q holds up to and including the moment when p does, or for ever."""

    left: F_co
    right: F_co


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ForAll(Node):
    """``A``: on every path from here."""

    path: Path[Ctl]
    is_quantifier: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Exists(Node):
    """``E``: on some path from here."""

    path: Path[Ctl]
    is_quantifier: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Variable(Node):
    """A variable bound by a fixed point around it."""

    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Diamond(Node):
    """``<>p`` of the mu-calculus: some successor satisfies p."""

    operand: Mu


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Box(Node):
    """``[]p`` of the mu-calculus: every successor satisfies p."""

    operand: Mu


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Least(Node):
    """``mu Z. p``: the least fixed point."""

    variable: str
    body: Mu


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Greatest(Node):
    """``nu Z. p``: the greatest fixed point."""

    variable: str
    body: Mu


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
