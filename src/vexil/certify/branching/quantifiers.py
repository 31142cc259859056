"""Terms whose fresh values are remembered, so that what a step leaves open can be quantified over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

import z3.z3core as core  # type: ignore[import-untyped]
from z3.z3types import Ast, Pattern  # type: ignore[import-untyped]

from vexil.certify.invariant.terms import BOOL, MATH, Term, Terms, Truth

MOST_INSTANCES = 64
"""So many values of the inputs are tried before there is a quantifier."""


class InputTerms(Terms):
    """Builds terms; ``fresh_values`` lists the fresh values in order."""

    def __init__(self) -> None:
        super().__init__()
        self.fresh_values: list[Term] = []

    def fresh(self, sort: int, name: str = "v") -> Term:
        """A value about which nothing is known."""
        term = super().fresh(sort, name)
        self.fresh_values.append(term)
        return term

    def exists(self, inputs: Sequence[Term], body: Truth) -> Truth:
        """Some values of the inputs make the body true."""
        return self._quantified(core.Z3_mk_exists_const, inputs, body)

    def for_all(self, inputs: Sequence[Term], body: Truth) -> Truth:
        """All values of the inputs make the body true."""
        return self._quantified(core.Z3_mk_forall_const, inputs, body)

    def _quantified(self, make: object, inputs: Sequence[Term], body: Truth) -> Truth:
        if isinstance(body, bool) or not inputs:
            return body
        bound = (Ast * len(inputs))(*(term.ast for term in inputs))
        return self.term(make(self.context, 0, len(inputs), bound, 0, (Pattern * 0)(), body.ast), BOOL)  # type: ignore[operator]

    def with_values(self, body: Truth, inputs: Sequence[Term], values: Sequence[int | Term]) -> Truth:
        """The body with values in place of the inputs."""
        return body if isinstance(body, bool) else self.replaced(body, inputs, values)

    def replaced(self, term: Any, inputs: Sequence[Term], values: Sequence[int | Term]) -> Any:
        """A value with others in place of the inputs."""
        if not isinstance(term, Term) or not inputs:
            return term
        nodes = [self.node(value, item.sort) for item, value in zip(inputs, values, strict=True)]
        count = len(inputs)
        old, new = (Ast * count)(*(item.ast for item in inputs)), (Ast * count)(*nodes)
        return self.term(core.Z3_substitute(self.context, term.ast, count, old, new), term.sort)

    def copies(self, inputs: Sequence[Term]) -> list[int | Term]:
        """Other fresh values of the same sorts."""
        return [self.fresh(term.sort, "input") for term in inputs]

    def instances(self, inputs: Sequence[Term]) -> Iterator[tuple[int, ...]]:
        """Some values for the inputs."""
        return islice(product(*(_usual(term.sort) for term in inputs)), MOST_INSTANCES)


def _usual(sort: int) -> tuple[int, ...]:
    if sort == BOOL:
        return (0, 1)
    if sort == MATH:
        return (0, 1, -1, 2, 3, 4, 5, 10)
    if sort < MATH:
        return (0, 1)
    last = (1 << sort) - 1
    return tuple(dict.fromkeys(value & last for value in (0, 1, last, 2, 3, 4, 5, 10, last >> 1, (last >> 1) + 1)))
