"""Faults in relations over predicates: trying all stores shows them, and the checker rejects what they prove."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from faults.fault import Fault, replaced
from relation_oracle import compared_relations
from strategies.ir.branching import program_of
from strategies.ir.relation_blocks import Assignment, Condition, RelationBlock
from vexil.abstraction import relation_updates
from vexil.abstraction.relations import Relations
from vexil.certify import Checked, certify
from vexil.core.context import Context
from vexil.model.outcome import Fails, Holds, Question
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.predicates.options import AbstractSteps, BlockSize, PredicateOptions
from vexil.spec.property import parse_property

BRANCH = Condition("a", None, "<", "b")
OTHERWISE = Condition("a", None, "<", "b", is_negated=True)
BLOCK = RelationBlock(
    4,
    True,
    ("a", "b"),
    (
        (0, 1, BRANCH),
        (0, 2, OTHERWISE),
        (1, 3, Assignment("a", "+", "b", 1)),
        (2, 3, Assignment("b", "-", "a", 1)),
        (3, 4, Assignment("a", "^", "a", "b")),
    ),
    4,
    ("a < 2", "b < 3", "a == b"),
)


@dataclass(frozen=True)
class AllStores:
    """The relations of a block are compared with what all stores say."""

    size: BlockSize

    def accept(self) -> None:
        """The relations are right."""
        compared_relations(BLOCK, self.size)

    def notice(self) -> None:
        """Some relation is wrong."""
        with pytest.raises(AssertionError):
            compared_relations(BLOCK, self.size)


WRONG = """
vir 1
global a: i4 in type(i4)
function main()
  start -> next: a := a + 1i4
  next -> done: check assert a < 7i4 "a is small"
  done -> exit: return
"""


class RejectedProofByRelations:
    """A check that fails is proved by relations that lack rows, and the checker rejects the proof."""

    def _asked(self) -> tuple[Question, Any]:
        question = Question(program_of(WRONG), parse_property("assert"))
        options = PredicateOptions(given=("a < 7",), steps=AbstractSteps.RELATION)
        return question, PredicateEngine(options).check(question, Context()).outcome

    def accept(self) -> None:
        """The check fails."""
        assert isinstance(self._asked()[1], Fails)

    def notice(self) -> None:
        """There is a proof, which is none."""
        question, outcome = self._asked()
        assert isinstance(outcome, Holds)
        assert not isinstance(certify(question, outcome.evidence, Context()), Checked)


def _without_last(find: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *given: find(self, *given)[:-1]


def _without_facts(find: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, place, conditions, facts=(): find(self, place, conditions)


def _without_any(find: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, place, projected, facts: ()


def _one_by_one(make: Callable[..., Any]) -> Callable[..., Any]:
    """The relation of each target by itself is taken for that of all."""

    def update(self: Any, place: str, visible: Any, goals: Any, *rest: Any) -> Any:
        return make(self, place, visible, goals[:1], *rest)

    return update


RELATION_FAULTS = (
    Fault(
        "a row of a relation is lost",
        replaced(Relations, "_enumerated", _without_last),
        AllStores(BlockSize.BASIC),
    ),
    Fault(
        "conditions of a path have no part in its relation",
        replaced(Relations, "rows", _without_facts),
        AllStores(BlockSize.LARGE),
    ),
    Fault(
        "a step changes only its first output",
        replaced(relation_updates.RelationUpdates, "_update", _one_by_one),
        AllStores(BlockSize.STATEMENT),
    ),
    Fault(
        "relations have no rows",
        replaced(Relations, "_enumerated", _without_any),
        RejectedProofByRelations(),
    ),
)
