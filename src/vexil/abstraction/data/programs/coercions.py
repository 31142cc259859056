"""Coercions to the types in which operators compute, and choices of one value where one is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.abstraction.data.programs.kinds import Kinds
from vexil.abstraction.data.programs.terms import DOMAINS, Term, of_number
from vexil.core.errors import InternalError, UsageError, require
from vexil.core.source import Span
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operation_parts import Domain, RelationDomain
from vexil.ir.types import ArrayReferenceType, TokenType, Type, is_numeric, is_reference


@dataclass(frozen=True, slots=True)
class Preparation:
    """A step before an operation: a value is chosen for a register; ``fails`` is about an operator without result.

    For the latter the register says whether there is none, and then the operator is evaluated on numbers for which the
    concrete one has none, too. ``restricted`` is what must hold of the choice: no run of the program has another one.
    """

    position: int
    register: Variable
    domain: Domain
    fails: Expr | None = None
    restricted: Expr | None = None


class Coercions:
    """Collects the steps that must come before an edge, and the places of what it makes."""

    def __init__(
        self, kinds: Kinds, function: str, edge: int, fresh: Callable[[Type], Variable], *, guarded: bool
    ) -> None:
        self.kinds = kinds
        self.function = function
        self.edge = edge
        self.fresh = fresh
        self.guarded = guarded
        self.before: list[Preparation] = []
        self.spans: dict[Expr | Domain, Span] = {}
        """Where nodes come from; these are told apart by identity."""

    def chosen(self, term: Term, position: int) -> Expr:
        """One value: a step before chooses it if there are several."""
        if not isinstance(term.content, DOMAINS):
            return term.content
        register = self.fresh(term.type)
        self.before.append(Preparation(position, register, term.content))
        return Variable(register.name, register.type, False)

    def coerce(self, term: Term, target: Type, position: int) -> Term:
        """The term as one of another type; nothing to do when it has it."""
        if term.type == target:
            return term
        source_kind, target_kind = self.kinds.abstract(term.type), self.kinds.abstract(target)
        if target_kind is None:
            return self._unchanged(term, target, position)
        if source_kind is not None:
            name = self.kinds.coercion(source_kind, target_kind)
            return Term(RelationDomain(name, (term.content,)), target)
        require(is_numeric(term.type), f"{self.label(position)}: a number should become a token of {target_kind.name}")
        token = of_number(target_kind, self.chosen(term, position))
        if term.content in self.spans:
            self.spans[token] = self.spans[term.content]
        return Term(token, target)

    def _unchanged(self, term: Term, target: Type, position: int) -> Term:
        if isinstance(term.type, TokenType) or isinstance(target, TokenType):
            raise InternalError(
                f"{self.label(position)}: a value of type {term.type} should not be used as one of type {target};"
                " there is no coercion"
            )
        if is_reference(target) and is_reference(term.type):
            if isinstance(term.content, Const):
                return Term(Const(term.content.value, target), target)
            if has_tokens(term.type) or has_tokens(target):
                raise UsageError(
                    f"{self.label(position)}: an array with abstracted elements ({term.type}) is used as {target}",
                    hint="do not bind the elements of this array",
                )
        return term

    def label(self, position: int) -> str:
        """How messages name an occurrence."""
        span = self.kinds.program.source_map.occurrence(self.function, self.edge, position)
        where = ""
        if span is not None and span.file < len(self.kinds.program.files):
            name, line, _ = self.kinds.program.files[span.file].position(span.start)
            where = f" ({name}:{line})"
        return f"occurrence {position} of {self.function}#{self.edge}{where}"

    def plain(self, operands: list[Term], position: int) -> tuple[Expr, ...]:
        """Operands that are no numbers, or numbers that must stay what they are."""
        contents = tuple(self.chosen(operand, position) for operand in operands)
        for operand in operands:
            if self.kinds.abstract(operand.type) is not None:
                raise InternalError(
                    f"{self.label(position)} needs a number, and its operand is a token of {operand.type};"
                    " it should be concrete"
                )
        return contents


def has_tokens(kind: Type) -> bool:
    """Say whether values of a type, or elements of an array of it, are tokens."""
    while isinstance(kind, ArrayReferenceType):
        kind = kind.element
    return isinstance(kind, TokenType)
