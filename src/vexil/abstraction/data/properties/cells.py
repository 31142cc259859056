"""What a condition reads: its cells, and the cases that an abstraction distinguishes for each.

A cell is a variable, field or element whose value the condition depends on. An abstracted one has a case for every
token; a number that stayed one, next to abstracted ones, has a case for every token that would stand for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.abstraction.data.programs.coercions import has_tokens
from vexil.abstraction.data.programs.kinds import Kinds
from vexil.core.dag import bottom_up
from vexil.core.dag import preorder as preorder_of
from vexil.core.lexer import quote
from vexil.ir.expressions import Apply, Const, Element, Expr, Field, Operator, Variable, preorder
from vexil.ir.types import BOOL, BoolType, IntegerType, MathType, TokenType, Type, is_numeric
from vexil.ir.typing import negation
from vexil.model.tokens.abstract_type import NUMBER, AbstractType, with_number
from vexil.spec.grammar import RESERVED

_DEEPEST = 200
"""A place that takes more steps than this to reach is not looked at."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a cell: the text that says so about a state, and the condition on its number or truth value."""

    text: str
    condition: Expr
    token: int = 0
    """The number of the token in the abstract program, if there is one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A variable of a condition, its cases, and the abstract type that has them, if it is abstracted."""

    variable: Variable
    place: Expr
    text: str
    cases: tuple[Case, ...]
    kind: AbstractType | None

    @property
    def tokens(self) -> tuple[int, ...]:
        """By case the number of its token in the abstract program."""
        return tuple(case.token for case in self.cases)


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A condition over variables that stand for its cells."""

    condition: Expr
    cells: tuple[Cell, ...]

    @property
    def is_abstract(self) -> bool:
        """Say whether something that the condition reads is abstracted."""
        return any(cell.kind is not None for cell in self.cells)


class Undecidable(Exception):  # noqa: N818 - no error: nothing is known about the condition then
    """A condition whose parts cannot be seen as cells of the abstract program."""


def reads_tokens(kinds: Kinds, condition: Expr, function: str | None) -> bool:
    """Say whether something abstracted occurs in a condition."""
    return any(
        has_tokens(
            kinds.declared(part.name if part.is_global else f"{function}::{part.name}", part.type)
            if isinstance(part, Variable)
            else kinds.declared(f"{part.class_name}::{part.field}", part.type)
        )
        for part in preorder(condition)
        if isinstance(part, Variable | Field)
    )


def decompose(kinds: Kinds, condition: Expr, function: str | None, *, prefix: bool = False) -> Decomposition:
    """The cells of a condition; raises `Undecidable`. In *prefix* style comparisons are written ``=(x,NEG)``."""
    places: dict[str, tuple[Expr, Type]] = {}
    for node in preorder_of(condition, _above_places):
        if isinstance(node, Variable | Field | Element):
            if sum(1 for _ in preorder(node)) > _DEEPEST:
                raise Undecidable("a place is too far away")
            text = place_text(node, function)
            places[text] = (node, _abstract_type(kinds, node, function))
    own = {text: kinds.abstract(kind) for text, (_, kind) in places.items()}
    cells: dict[str, Cell] = {}
    for number, (text, (node, _)) in enumerate(places.items()):
        variable = Variable(f"c{number}", _number_type(node.type, own), False)
        cells[text] = Cell(variable, node, text, _cases(kinds, text, variable, own, prefix=prefix), own[text])
    return Decomposition(_over(condition, cells, function), tuple(cells.values()))


def _above_places(node: Expr) -> tuple[Expr, ...]:
    """The operands of a node that is no place."""
    return () if isinstance(node, Variable | Field | Element) else node.operands


def place_text(place: Expr, function: str | None) -> str:
    """How a property names a place."""
    match place:
        case Variable(name, _, True):
            return quote(name, RESERVED)
        case Variable(name, _, False):
            return quote(f"{function}::{name}", RESERVED)
        case Field((reference,), _, name, _):
            return f"{place_text(reference, function)}.{quote(name, RESERVED)}"
        case Element((array, index), _):
            inner = str(index.value) if isinstance(index, Const) else place_text(index, function)
            return f"{place_text(array, function)}[{inner}]"
        case _:
            raise Undecidable(f"{type(place).__name__} has no name")


def _abstract_type(kinds: Kinds, place: Expr, function: str | None) -> Type:
    """The type of a place in the abstract program."""
    match place:
        case Variable(name, kind, is_global):
            return kinds.declared(name if is_global else f"{function}::{name}", kind)
        case Field((reference,), owner, name, kind):
            _concrete(kinds, reference, function)
            return kinds.declared(f"{owner}::{name}", kind)
        case Element((array, index), kind):
            _concrete(kinds, index, function)
            holder = _abstract_type(kinds, array, function)
            element = getattr(holder, "element", kind)
            if kinds.cells_of(element) is not None:
                raise Undecidable("the index of the array is abstracted")
            return kind if not isinstance(element, TokenType) else element
        case _:
            raise Undecidable(f"{type(place).__name__} is no place")


def _concrete(kinds: Kinds, expression: Expr, function: str | None) -> None:
    for part in preorder(expression):
        is_place = isinstance(part, Variable | Field | Element) and is_numeric(part.type)
        if is_place and kinds.abstract(_abstract_type(kinds, part, function)) is not None:
            raise Undecidable("which place is meant depends on something abstracted")


def _number_type(kind: Type, own: dict[str, AbstractType | None]) -> Type:
    """The type in the arithmetic of the abstractions."""
    is_mathematical = any(item is not None and isinstance(item.concrete, MathType) for item in own.values())
    return MathType() if is_mathematical and isinstance(kind, IntegerType) else kind


def _cases(
    kinds: Kinds, text: str, variable: Variable, own: dict[str, AbstractType | None], *, prefix: bool
) -> tuple[Case, ...]:
    kind = own[text]
    if kind is not None:
        listed = kinds.original(kind)
        alive = {kind.tokens[number] for number in kinds.inhabited(kind)}
        return tuple(
            Case(_equal(text, token, prefix=prefix), with_number(member, variable), kind.tokens.index(token))
            for token, member in zip(listed.tokens, listed.members, strict=True)
            if token in alive
        )
    if isinstance(variable.type, BoolType):
        return (Case(text, variable), Case(f"!{text}", negation(variable)))
    if not is_numeric(variable.type):
        raise Undecidable(f"{text} is neither a number nor a truth value")
    for other in own.values():
        if other is not None and other.concrete == variable.type:
            listed = kinds.original(other)
            return tuple(
                Case(f"({condition_text(member, text)})", with_number(member, variable)) for member in listed.members
            )
    return (Case("true", Const(True, BOOL)),)


def _equal(text: str, token: str, *, prefix: bool) -> str:
    return f"=({text},{token})" if prefix else f"{text} == {token}"


def condition_text(member: Expr, text: str) -> str:
    """The condition of a token about a place, in the words of a property."""
    match member:
        case Variable(name, _, False) if name == NUMBER:
            return text
        case Const(bool() as value):
            return "true" if value else "false"
        case Const(value):
            return str(value)
        case Apply(Operator.NOT, (operand,), _):
            return f"!({condition_text(operand, text)})"
        case Apply(operator, (left, right), _):
            return f"({condition_text(left, text)}) {operator.value} ({condition_text(right, text)})"
        case _:
            raise Undecidable("the condition of a token has no text")


def _over(condition: Expr, cells: dict[str, Cell], function: str | None) -> Expr:
    """The condition over variables, in the arithmetic of the abstraction."""
    is_mathematical = any(cell.kind is not None and isinstance(cell.kind.concrete, MathType) for cell in cells.values())

    def kind_of(kind: Type) -> Type:
        return MathType() if is_mathematical and isinstance(kind, IntegerType) else kind

    def over(node: Expr, operands: tuple[Expr, ...]) -> Expr:
        kind = kind_of(node.type)
        match node:
            case Variable() | Field() | Element():
                cell = cells[place_text(node, function)].variable
                return cell if cell.type == kind else Apply(Operator.CAST, (cell,), kind)
            case Const(value, _):
                return Const(value, kind)
            case Apply(operator, _, _):
                is_copy = operator is Operator.CAST and operands[0].type == kind
                return operands[0] if is_copy else Apply(operator, operands, kind)
            case _:
                raise Undecidable(f"{type(node).__name__} is not about numbers")

    return bottom_up(condition, over, _above_places)
