"""Operators of an abstract program: relations where they compute on tokens, themselves where on numbers."""

from __future__ import annotations

from vexil.abstraction.data.programs.coercions import Coercions, Preparation
from vexil.abstraction.data.programs.terms import DOMAINS, Term, negated_or, of_number, opposite, under
from vexil.core.errors import InternalError, require
from vexil.ir.division import rounded_operator
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.fold import fold
from vexil.ir.operation_parts import Domain, RelationDomain, TypeDomain
from vexil.ir.types import (
    BOOL,
    I32,
    ArrayReferenceType,
    BoolType,
    IntegerType,
    MathType,
    Type,
    is_numeric,
    is_reference,
)
from vexil.ir.typing import SHIFTS
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, AbstractType

MOST_NESTED = 2_000
"""Above so many rows, operands of an operator are chosen by steps of their own instead of in the same one."""
_BOOLEAN = frozenset({Operator.NOT, Operator.AND, Operator.OR})


class Operators(Coercions):
    """Translates applications of operators."""

    def apply(self, node: Apply, position: int, operands: list[Term], sizes: list[int]) -> Term:
        """Translate an application; *sizes* are the numbers of nodes of its operands."""
        operator = node.operator
        if operator in _BOOLEAN:
            return self._boolean(operator, operands)
        if operator is Operator.IF:
            return self._selection(node, position, operands, sizes)
        if operator in (Operator.CAST, Operator.SATURATE):
            return self._cast(node, position, operands[0])
        if operator in OPERATIONS and is_numeric(node.type):
            kind = self._computing(node.type, position, operands[: 1 if operator in SHIFTS else 2])
            return self._rebuilt(node, position, operands) if kind is None else self._relation(
                node, kind, operands, position
            )  # fmt: skip
        if operator in TESTS and is_numeric(node.operands[0].type):
            kind = self._computing(node.operands[0].type, position, operands)
            return self._rebuilt(node, position, operands) if kind is None else self._relation(
                node, kind, operands, position
            )  # fmt: skip
        if operator in TESTS and isinstance(node.operands[0].type, BoolType):
            return self._boolean(operator, operands)
        if operator is Operator.IS_NAN and self.kinds.abstract(operands[0].type) is not None:
            return Term(TypeDomain(BOOL), BOOL)
        if operator is Operator.ARRAY_LENGTH:
            return self._length(node, position, operands)
        return self._rebuilt(node, position, operands)

    def _rebuilt(self, node: Apply, position: int, operands: list[Term]) -> Term:
        kind = node.type
        if node.operator is Operator.CAST and is_reference(kind):
            content, source = operands[0].content, operands[0].type
            if isinstance(content, Const):
                return Term(Const(content.value, kind), kind)
            if isinstance(source, ArrayReferenceType) and isinstance(kind, ArrayReferenceType):
                kind = source
        plain = self.plain(operands, position)
        if node.operator in (Operator.DIVIDE, Operator.REMAINDER) and _is_whole(kind):
            return Term(rounded_operator(node.operator, plain, kind, self.kinds.rounding), kind)
        return Term(Apply(node.operator, plain, kind), kind)

    def _computing(self, concrete: Type, position: int, operands: list[Term]) -> AbstractType | None:
        """The abstract type in which an operator computes."""
        address = (self.function, self.edge, position)
        typing = self.kinds.typing
        name = typing.operators.get(address, typing.labels.get(address))
        if name is not None:
            return self.kinds.named(name, concrete)
        kinds = {kind.name: kind for operand in operands if (kind := self.kinds.abstract(operand.type)) is not None}
        require(len(kinds) < 2, f"{self.label(position)} should say in which type it computes")
        return next(iter(kinds.values()), None)

    def _relation(self, node: Apply, kind: AbstractType, operands: list[Term], position: int) -> Term:
        operator = node.operator
        if operator in SHIFTS and operands[1].type not in (kind.type, kind.concrete, operands[0].type):
            operands = [operands[0], self._converted(operands[1], kind, position)]
        name = self.kinds.operator(kind, operator)
        terms = [self.coerce(operand, kind.type, position) for operand in operands]
        if len(self.kinds.relations[name].rows) * sum(self._cost(term.content) for term in terms) > MOST_NESTED:
            terms = [Term(self.chosen(term, position), term.type) for term in terms]
        arguments = tuple(term.content for term in terms)
        failing = None if self.guarded or has_result(node) else self.kinds.failure(kind, operator)
        if failing is not None:
            self._may_fail(operator, kind, RelationDomain(failing, arguments), position)
        result: Type = BOOL if operator in TESTS else kind.type
        return Term(RelationDomain(name, arguments), result)

    def _cost(self, content: Expr | Domain) -> int:
        """How many rows of tables an engine looks at for one value of nested relations."""
        if not isinstance(content, RelationDomain):
            return 1
        rows = max(2, len(self.kinds.relations[content.relation].rows))
        return rows * sum(map(self._cost, content.arguments))

    def _may_fail(self, operator: Operator, kind: AbstractType, domain: Domain, position: int) -> None:
        """A step before that chooses whether there is no result; then the operator is evaluated where it has none."""
        concrete = kind.concrete if isinstance(kind.concrete, IntegerType) else I32
        failing = Apply(operator, (Const(1, concrete), Const(0, concrete)), concrete)
        if operator in SHIFTS:
            failing = Apply(operator, (Const(1, I32), Const(I32.width, I32)), I32)
        self.before.append(Preparation(position, self.fresh(BOOL), domain, failing))

    def _converted(self, term: Term, kind: AbstractType, position: int) -> Term:
        """A shift amount, which may have another type than what is shifted."""
        source = self.kinds.abstract(term.type)
        if source is not None:
            name = self.kinds.cast(source, kind, keeps_value=_keeps(source.concrete, kind.concrete))
            return Term(RelationDomain(name, (term.content,)), kind.type)
        number = self.chosen(term, position)
        return Term(Apply(Operator.CAST, (number,), kind.concrete), kind.concrete)

    def _boolean(self, operator: Operator, operands: list[Term]) -> Term:
        if not any(isinstance(operand.content, DOMAINS) for operand in operands):
            return Term(Apply(operator, tuple(_expression(operand) for operand in operands), BOOL), BOOL)
        arguments = tuple(operand.content for operand in operands)
        return Term(RelationDomain(self.kinds.boolean(operator), arguments), BOOL)

    def _cast(self, node: Apply, position: int, operand: Term) -> Term:
        kinds = self.kinds
        source = kinds.abstract(operand.type)
        label = kinds.typing.labels.get((self.function, self.edge, position))
        if source is None:
            cast = self._rebuilt(node, position, [operand])
            wanted = kinds.type(label, node.type) if label is not None and is_numeric(node.type) else cast.type
            return self.coerce(cast, wanted, position)
        if isinstance(node.type, BoolType):
            zeros = of_number(source, Const(0.0 if not _is_whole(source.concrete) else 0, source.concrete))
            name = kinds.operator(source, Operator.DIFFERENT)
            return Term(RelationDomain(name, (operand.content, zeros)), BOOL)
        if label is None:
            label = kinds.word(source)
        target = kinds.named(label, node.type)
        if target is None:
            raise InternalError(
                f"{self.label(position)}: a cast of a token of {source.name} should not be concrete;"
                " there is no coercion"
            )
        keeps = node.operator is Operator.CAST and _keeps(node.operands[0].type, node.type)
        if target.type == source.type and keeps:
            return operand
        name = kinds.cast(source, target, keeps_value=keeps)
        return Term(RelationDomain(name, (operand.content,)), target.type)

    def _selection(self, node: Apply, position: int, operands: list[Term], sizes: list[int]) -> Term:
        """Only the operand that the condition selects is evaluated, so neither is what belongs to the other one."""
        kinds = self.kinds
        wanted = operands[1].type
        if is_numeric(node.type):
            address = (self.function, self.edge, position)
            label = kinds.typing.operators.get(address, kinds.typing.labels.get(address))
            abstract = (item.type for item in operands[1:] if kinds.abstract(item.type) is not None)
            wanted = next(abstract, node.type) if label is None else kinds.type(label, node.type)
        places = (position + 1 + sizes[0], position + 1 + sizes[0] + sizes[1])
        arms = [self.coerce(operand, wanted, at) for operand, at in zip(operands[1:], places, strict=True)]
        inner = [item for item in self.before if places[0] <= item.position < places[1] + sizes[2]]
        self.before = [item for item in self.before if item not in inner]
        condition = self.chosen(operands[0], position + 1)
        for item in inner:
            holds = condition if item.position < places[1] else opposite(condition)
            self.before.append(self._guarded_step(item, holds))
        if not any(isinstance(item.content, DOMAINS) for item in arms):
            return Term(Apply(Operator.IF, (condition, *map(_expression, arms)), wanted), wanted)
        contents = (under(arms[0].content, condition), under(arms[1].content, opposite(condition)))
        return Term(RelationDomain(kinds.selection(wanted), (condition, *contents)), wanted)

    def _guarded_step(self, step: Preparation, condition: Expr) -> Preparation:
        domain = under(step.domain, condition)
        assert isinstance(domain, DOMAINS)
        if step.fails is not None:
            domain = RelationDomain(self.kinds.boolean(Operator.AND), (condition, domain))
        restricted = None if step.restricted is None else negated_or(condition, step.restricted)
        return Preparation(step.position, step.register, domain, step.fails, restricted)

    def _length(self, node: Apply, position: int, operands: list[Term]) -> Term:
        length = self._rebuilt(node, position, operands)
        array = operands[0].type
        cells = self.kinds.cells_of(array.element) if isinstance(array, ArrayReferenceType) else None
        if cells is None:
            return length
        less = Apply(Operator.SUBTRACT, (_expression(length), Const(len(cells.index.tokens), I32)), I32)
        return Term(less, I32)


def _expression(term: Term) -> Expr:
    require(not isinstance(term.content, DOMAINS), "one value should be used here")
    assert not isinstance(term.content, DOMAINS)
    return term.content


def has_result(node: Apply) -> bool:
    """Say whether the second operand is a number with which the operator has a result, whatever the first one is."""
    amount = fold(node.operands[-1])
    if not isinstance(amount, Const) or not isinstance(node.type, IntegerType | MathType):
        return False
    if node.operator in SHIFTS:
        return isinstance(node.type, IntegerType) and 0 <= amount.value < node.type.width
    return amount.value != 0


def _is_whole(kind: Type) -> bool:
    return isinstance(kind, IntegerType | MathType)


def _keeps(source: Type, target: Type) -> bool:
    """Say whether a cast between integers changes no value."""
    if isinstance(target, MathType) and _is_whole(source):
        return True
    if isinstance(source, IntegerType) and isinstance(target, IntegerType):
        return target.low <= source.low and source.high <= target.high
    return source == target
