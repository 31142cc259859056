"""What induction takes to hold at the head of a loop: facts that may be dropped, and what the loop writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.engines.bounded.slots import Slot
from vexil.ir.auxiliaries import Auxiliary, ForAll
from vexil.ir.expressions import Expr, Variable
from vexil.logic import Term
from vexil.model.linked_lists import ListSegment


class NoProof(Exception):  # noqa: N818 - an answer
    """Induction does not get through, with the reason."""


@dataclass(slots=True)
class Fact:
    """A candidate: its switch is on while it is kept."""

    expression: Expr
    switch: Term
    is_kept: bool = True
    register: Variable | None = None
    """The register that the fact is a closed form of, and the form."""
    form: Expr | None = None
    elements: ForAll | None = None
    """What the fact says of all elements, if it does."""
    node: str = ""
    """The name of the pointer to a node, where the fact is about every node of a list."""


Key = tuple[str, bool]


@dataclass(slots=True)
class ListPlan:
    """The segments of lists that a loop is tried with, with the facts about the nodes of each.

    ``kept`` has names for what variables were when the loop was entered, ``moved`` the starts that the loop moves, and
    ``nodes`` the objects that stand for nodes.
    """

    segments: tuple[ListSegment, ...]
    candidates: tuple[tuple[Expr, ...], ...]
    kept: Mapping[str, Variable]
    facts: list[list[Fact]] = field(default_factory=list)
    moved: set[Key] = field(default_factory=set)
    nodes: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Hypothesis:
    """What is known of one loop that is passed by induction."""

    written: set[Slot] = field(default_factory=set)
    facts: list[Fact] | None = None
    extra: tuple[Auxiliary, ...] = ()
    lists: ListPlan | None = None
    known: dict[str, int] | None = None
    """What registers hold whenever the loop is entered, as far as that is a constant."""
