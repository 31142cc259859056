"""Terms with updates as terms for a solver: a structure is its scalars, an array of structures one array for each.

The value of a with-term is one term for every scalar in it, by the path of fields that leads there.
"""

from __future__ import annotations

from collections.abc import Mapping

from with_terms import Equation, WithTerm, WithTerms

from vexil.core.dag import bottom_up
from vexil.ir.types import BlockType, IntegerType, StructType, Type
from vexil.logic.operators import Operators
from vexil.logic.sorts import Sort, array, bits
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term

INDEX_WIDTH = 64
Leaves = Mapping[tuple[str, ...], Term]
"""The scalars of a value by their fields."""


class WithTranslation:
    """Translates with-terms; a variable's scalars are the symbols ``name.field.field``."""

    def __init__(self, operators: Operators, factory: WithTerms) -> None:
        self._operators = operators
        self._terms = operators.terms
        self._factory = factory

    def value(self, term: WithTerm) -> Leaves:
        """The scalars of a term's value."""
        return bottom_up(term, self._node)

    def equation(self, equation: Equation) -> Term:
        """That both sides of a definition are the same."""
        left, right = self.value(equation.target), self.value(equation.value)
        return self._terms.conjunction(self._terms.eq(left[path], right[path]) for path in left)

    def leaves(self, kind: Type) -> dict[tuple[str, ...], Sort]:
        """The sorts of the scalars of a type."""
        depth = 0
        while isinstance(kind, BlockType):
            kind, depth = kind.element, depth + 1
        found: dict[tuple[str, ...], Sort] = {}
        if isinstance(kind, StructType):
            for name, member in self._factory.fields(kind).items():
                found.update({(name, *path): sort for path, sort in self.leaves(member).items()})
        else:
            found[()] = self._operators.sort(kind)
        for _ in range(depth):
            found = {path: array(bits(INDEX_WIDTH), sort) for path, sort in found.items()}
        return found

    def _index(self, term: Term, kind: Type) -> Term:
        if not isinstance(kind, IntegerType) or kind.width > INDEX_WIDTH:
            raise Untranslatable(f"an index of type {kind}")
        extend = self._terms.sign_extend if kind.signed else self._terms.zero_extend
        return extend(term, INDEX_WIDTH - kind.width)

    def _node(self, node: WithTerm, operands: tuple[Leaves, ...]) -> Leaves:
        terms = self._terms
        match node.kind:
            case "name":
                return {
                    path: terms.symbol(".".join((node.name, *path)), sort)
                    for path, sort in self.leaves(node.type).items()
                }
            case "literal":
                return {(): self._operators.constant(node.value, node.type)}
            case "operator":
                assert node.operator is not None
                values = (operands[0][()], operands[1][()])
                kinds = (node.operands[0].type, node.operands[1].type)
                return {(): self._operators.apply(node.operator, values, kinds, node.type)[0]}
            case "if":
                condition = operands[0][()]
                return {path: terms.ite(condition, operands[1][path], operands[2][path]) for path in operands[1]}
            case "index":
                index = self._index(operands[1][()], node.operands[1].type)
                return {path: terms.select(part, index) for path, part in operands[0].items()}
            case "field":
                return {path[1:]: part for path, part in operands[0].items() if path[0] == node.name}
            case "with index":
                index = self._index(operands[1][()], node.operands[1].type)
                return {path: terms.store(part, index, operands[2][path]) for path, part in operands[0].items()}
            case _:
                return {
                    path: operands[1][path[1:]] if path[0] == node.name else part for path, part in operands[0].items()
                }
