"""Whether an abstraction suits the conditions a number is used in (Pasareanu, Dwyer, Visser 2001 call it optimal).

It is too coarse where a token does not decide a condition, and too fine where two tokens agree on all conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from vexil.ir.expressions import Expr
from vexil.model.tokens.abstract_type import AbstractType

Decide = Callable[[AbstractType, int, Expr], frozenset[bool]]
"""The truth values that a condition on a number may have for the numbers of a token."""


class Fit(Enum):
    """How an abstraction suits."""

    OPTIMAL = "optimal"
    TOO_FINE = "too fine"
    TOO_COARSE = "too coarse"


@dataclass(frozen=True, slots=True)
class Judgement:
    """How an abstraction suits the conditions on a number, and why."""

    fit: Fit
    reason: str

    def __str__(self) -> str:
        return f"{self.fit.value}: {self.reason}" if self.reason else self.fit.value


def judge(kind: AbstractType, conditions: Sequence[Expr], decide: Decide, told: Callable[[Expr], str]) -> Judgement:
    """Judge an abstraction by conditions over the variable of its members; *told* gives them as people read them."""
    answers = [[decide(kind, token, condition) for condition in conditions] for token in range(len(kind.tokens))]
    for token, row in enumerate(answers):
        for condition, answer in zip(conditions, row, strict=True):
            if len(answer) > 1:
                return Judgement(Fit.TOO_COARSE, f"{kind.tokens[token]} does not decide {told(condition)}")
    for one, other in combinations(range(len(kind.tokens)), 2):
        if answers[one] == answers[other]:
            names = f"{kind.tokens[one]} and {kind.tokens[other]}"
            which = {1: "the only conditional", 2: "both conditionals"}.get(len(conditions), "all conditionals")
            return Judgement(Fit.TOO_FINE, f"{names} agree on {which}")
    return Judgement(Fit.OPTIMAL, "")
