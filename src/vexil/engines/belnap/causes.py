"""Steps that nobody knows enough about: from which valuations there are any, and what is unknown about one."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.errors import require
from vexil.engines.belnap.evidence import UnknownStep, Valuation
from vexil.engines.belnap.relation import SELF, Move, Relation
from vexil.engines.diagrams import Diagram, Step
from vexil.model.boolean_program import Check, Guard, Update


def undecided(relation: Relation, move: Move) -> Diagram:
    """The valuations for which nobody knows whether or where to a move leads."""
    valuations = ~move.condition.yes & ~move.condition.no
    for group in relation.groups[move.source]:
        if group.together and move in group.moves:
            # one of the group is taken; so there is nothing unknown where no other leads elsewhere
            others = relation.manager.false
            for other in group.moves:
                if other.target != move.target or other.step is not None:
                    others = others | relation.enabled(other, relation.consistent[other.target])
            valuations = valuations & others
    update = None if move.edge == SELF else relation.flat.edges[move.edge].operation
    if isinstance(update, Update) and move.step is not None:
        for name in update.targets:
            valuations = valuations | _open(relation, move.step, name)
        if update.chosen:
            several = relation.manager.false
            for name in update.chosen:
                several = several | _open(relation, move.step, name)
            unsure = relation.pair(update.possible).yes & ~relation.pair(update.definite).yes
            valuations = valuations | (several & relation.manager.exist([f"{name}'" for name in update.chosen], unsure))
    return valuations & relation.consistent[move.source]


def _open(relation: Relation, step: Step, name: str) -> Diagram:
    """The valuations from which a step may make a variable true, and may make it false."""
    variable = relation.manager.declare(name)
    return step.may_pre(variable) & step.may_pre(~variable)


def kinds_of_unknown(relation: Relation, move: Move, states: Diagram) -> Iterator[tuple[str, Diagram]]:
    """States by what is unknown there about a move: one of its targets, or (no name) anything else."""
    operation = relation.flat.edges[move.edge].operation
    rest = states
    if isinstance(operation, Update):
        for name, value in zip(operation.targets, operation.values, strict=True):
            pair = relation.pair(value)
            yield name, states & ~pair.yes & ~pair.no
            rest = rest & (pair.yes | pair.no)
    yield "", rest


def unknown_step(relation: Relation, move: Move, before: Valuation, after: Valuation) -> UnknownStep:
    """What is unknown about a step."""
    require(move.edge != SELF, "the repetition of a last state should be certain")
    operation = relation.flat.edges[move.edge].operation
    point = relation.point(before)
    targets: list[str] = []
    chosen: tuple[str, ...] = ()
    if isinstance(operation, Update):
        for name, value in zip(operation.targets, operation.values, strict=True):
            pair = relation.pair(value)
            if not point <= pair.yes | pair.no:
                targets.append(name)
        if operation.chosen:
            following = relation.manager.cube({f"{name}'": after[name] for name in operation.chosen})
            if not point & following <= relation.pair(operation.definite).yes:
                chosen = operation.chosen
    condition = isinstance(operation, Guard | Check)
    return UnknownStep(move.edge, move.source, move.target, before, after, condition, tuple(targets), chosen)
