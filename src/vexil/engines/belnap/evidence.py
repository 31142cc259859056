"""What an answer is shown with: trees of statements about single states, and steps that nobody knows enough about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from vexil.engines.belnap.values import Belnap
from vexil.spec.atoms import Atom
from vexil.spec.formulas import Mu

Valuation: TypeAlias = Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Branch:
    """A statement that another one rests on; ``edge`` leads there, or is ``None`` for the same state."""

    node: int
    edge: int | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the formula has a value in one state, because of what its branches say.

    ``rank`` counts the changes until a least fixed point became true here, or a greatest one false: it shrinks from one
    unfolding of that fixed point to the next, so the tree ends. Unfoldings of the other kind may lead back to a node.
    """

    location: int
    valuation: Valuation
    formula: Mu
    value: Belnap
    branches: tuple[Branch, ...] = ()
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes, of which the first is the root; not complete if there would be too many."""

    nodes: tuple[Node, ...]
    complete: bool = True


@dataclass(frozen=True, slots=True)
class UnknownStep:
    """A step that is possible and not certain.

    ``condition`` says that nobody knows whether the guard or check holds; ``targets`` are variables of which nobody
    knows what they become; ``chosen`` are variables of which nobody knows whether the environment can set them so.
    """

    edge: int
    source: int
    target: int
    before: Valuation
    after: Valuation
    condition: bool = False
    targets: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownAtom:
    """An atom of which nobody knows whether it is true in a state."""

    location: int
    valuation: Valuation
    atom: Atom


Cause: TypeAlias = UnknownStep | UnknownAtom


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a value is *neither*: a path of such values, oldest first, to a cause that it depends on.

    ``causes`` are those on the path, oldest first, or all that the value may depend on.
    """

    tree: Tree
    causes: tuple[Cause, ...]
    path: tuple[int, ...] = field(default=())
    """The nodes of the tree along the path."""
