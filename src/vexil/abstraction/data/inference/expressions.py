"""Constraints of expressions (Hatcliff et al. 2002, section 5.1), and of what the paper's language does not have.

A cast between numeric types is an operator: its operand flows into it, and has the same abstraction at the other
type. Positions where the machine needs the number itself (indices, addresses, sizes) ask for concrete numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.abstraction.data.inference.declarations import Declaration, Declarations, as_concrete, depth_of
from vexil.abstraction.data.inference.entries import (
    Constraint,
    Kind,
    Label,
    OperatorAt,
    Shape,
    System,
    keep_concrete,
    shape_of,
    unify,
)
from vexil.ir import expressions as ir
from vexil.ir.expressions import Expr, Place, postorder
from vexil.ir.types import ArrayReferenceType, BoolType, is_numeric
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS
from vexil.model.tokens.typing import Address

Use = int | str | None
"""Where the value of an occurrence goes: into an entry, or to where it has to be concrete, or nowhere."""

ADDRESS = "it is part of an address"
INDEX = "it is the index of an array"
MEMORY = "it is stored in memory, where pointers reach it"


@dataclass(frozen=True, slots=True)
class _Close:
    """What remains to be done for an occurrence after its operands."""

    node: Expr
    position: int
    operator: int | None
    use: Use


class Expressions:
    """Generates the constraints of the expressions of one edge after the other."""

    def __init__(self, system: System, declarations: Declarations) -> None:
        self.system = system
        self.declared = declarations.all
        self.place: tuple[str, int] = ("", 0)

    def visit(self, root: Expr, position: int, use: Use = None) -> int:
        """Generate what an occurrence and everything below it asks for; the position behind it."""
        sizes = _sizes(root)
        pending: list[tuple[Expr, int, Use] | _Close] = [(root, position, use)]
        while pending:
            item = pending.pop()
            if isinstance(item, _Close):
                self._close(item)
                continue
            node, at, goal = item
            operator = self._operator(node, at)
            pending.append(_Close(node, at, operator, goal))
            pending.extend(self._below(node, at, operator, sizes))
        return position + sizes[root]

    def write(self, place: Place, position: int) -> tuple[Use, int]:
        """Generate what the operands of a written place ask for; where its numbers go, and the position behind it."""
        sizes = _sizes(place)
        for operand, at, use in reversed(self._below(place, position, None, sizes)):
            self.visit(operand, at, use)
        goal: Use = None
        if is_numeric(place.type):
            entry = self._place_entry(place)
            goal = MEMORY if entry is None else entry
            self.system.written[(*self.place, position)] = entry
        return goal, position + sizes[place]

    def give(self, entry: int, use: Use) -> None:
        """Let the values of an entry go where they are used."""
        if isinstance(use, str):
            self.system.concrete(entry, use, self.place)
        elif use is not None:
            self.system.flow(entry, use, self.place)

    # --- arrays -------------------------------------------------------------------------------------------

    def shape(self, node: Expr) -> Shape | None:
        """The entries of an array, if it is known what holds it."""
        opened = 0
        while True:
            match node:
                case ir.Element(operands):
                    opened += 1
                    node = operands[0]
                case ir.Apply(ir.Operator.IF, operands):
                    node = operands[2] if _is_null(operands[1]) else operands[1]
                case ir.Apply(ir.Operator.CAST, operands, kind) if _alike(operands[0].type, kind):
                    node = operands[0]
                case _:
                    break
        declared = self._declared(node)
        if declared is None or not isinstance(declared.type, ArrayReferenceType):
            return None
        whole = shape_of(self.system, declared)
        return Shape(whole.indices[opened:], whole.leaf)

    def pass_array(self, target: Shape | None, value: Expr) -> None:
        """Let an array flow where *target* is held, or, without one, where no array of its type is expected."""
        if _is_null(value):
            return
        shape = self.shape(value) if isinstance(value.type, ArrayReferenceType) else None
        if shape is not None and target is not None:
            unify(self.system, shape, target, self.place)
        elif shape is not None or target is not None:
            keep_concrete(self.system, shape or target or Shape((), None), self.place)

    def receive(self, result: Shape, place: Place) -> None:
        """Let an array that a call gives flow to a place."""
        target = self.shape(place) if isinstance(place.type, ArrayReferenceType) else None
        if target is None:
            keep_concrete(self.system, result, self.place)
        else:
            unify(self.system, result, target, self.place)

    def _declared(self, node: Expr) -> Declaration | None:
        match node:
            case ir.Variable(name, _, is_global):
                return self.declared.get(name if is_global else f"{self.place[0]}::{name}")
            case ir.Field(_, owner, name):
                return self.declared.get(f"{owner}::{name}")
            case _:
                return None

    # --- occurrences --------------------------------------------------------------------------------------

    def _operator(self, node: Expr, position: int) -> int | None:
        """The entry of an operator or test of numbers."""
        if not isinstance(node, ir.Apply):
            return None
        operand = as_concrete(node.operands[0].type) if node.operands else None
        match node.operator:
            case operator if operator in OPERATIONS:
                kind = as_concrete(node.type)
            case operator if operator in TESTS or operator is ir.Operator.IS_NAN:
                kind = operand
            case ir.Operator.IF:
                kind = as_concrete(node.type)
            case ir.Operator.CAST | ir.Operator.SATURATE if operand is not None:
                kind = operand if isinstance(node.type, BoolType) else as_concrete(node.type)
            case _:
                kind = None
        if kind is None:
            return None
        address: Address = (*self.place, position)
        return self.system.entry(OperatorAt(node.operator.value, address), kind)

    def _below(
        self, node: Expr, position: int, operator: int | None, sizes: dict[Expr, int]
    ) -> list[tuple[Expr, int, Use]]:
        """The operands with their positions and uses, the last one first."""
        operands: list[tuple[Expr, int, Use]] = []
        at = position + 1
        for number, operand in enumerate(node.operands):
            use = self._operand_use(node, number, operator) if is_numeric(operand.type) else None
            operands.append((operand, at, use))
            at += sizes[operand]
        return operands[::-1]

    def _operand_use(self, node: Expr, number: int, operator: int | None) -> Use:
        """Where a numeric operand goes."""
        if operator is not None:
            return operator
        if isinstance(node, ir.Element):
            shape = self.shape(node.operands[0])
            return INDEX if shape is None else shape.indices[0]
        if isinstance(node, ir.Apply):
            return ADDRESS
        return None

    def _close(self, item: _Close) -> None:
        node, system = item.node, self.system
        match node:
            case ir.Apply(ir.Operator.IF, (_, first, second), ArrayReferenceType()) if not _is_null(first):
                self.pass_array(self.shape(first), second)
            case ir.Apply(ir.Operator.CAST, (operand,), target) if not _alike(operand.type, target):
                self.pass_array(None, operand)
            case ir.TypeTest((operand,)):
                self.pass_array(None, operand)
            case _:
                pass
        if item.operator is None and not is_numeric(node.type):
            return
        kind = system.concretes[item.operator] if item.operator is not None else as_concrete(node.type)
        assert kind is not None
        address: Address = (*self.place, item.position)
        label = system.entry(Label(address), kind)
        system.numbered.append(label)
        holder = self._place_entry(node) if isinstance(node, ir.Variable | ir.Field | ir.Element) else None
        if item.operator is not None:
            system.equal(item.operator, label, self.place)
        elif holder is not None:
            system.equal(holder, label, self.place)
        else:
            system.constraints.append(Constraint(Kind.FREE, label, place=self.place))
            (system.literals if isinstance(node, ir.Const) else system.sources).add(label)
        if is_numeric(node.type):
            self.give(label, item.use)

    def _place_entry(self, node: Place) -> int | None:
        """The entry of the slot that a place is; none for memory."""
        kind = as_concrete(node.type)
        if kind is None or isinstance(node, ir.Deref | ir.Bits):
            return None
        if isinstance(node, ir.Element):
            shape = self.shape(node)
            return None if shape is None or shape.indices else shape.leaf
        declared = self._declared(node)
        return None if declared is None else self.system.entry(declared.slot, kind)


def _is_null(node: Expr) -> bool:
    """Say whether a reference is null, whatever it was cast to."""
    while isinstance(node, ir.Apply) and node.operator is ir.Operator.CAST:
        node = node.operands[0]
    return isinstance(node, ir.Const)


def _alike(first: object, second: object) -> bool:
    """Say whether both are array types with the same numbers in them, so that a cast changes nothing here."""
    if not isinstance(first, ArrayReferenceType) or not isinstance(second, ArrayReferenceType):
        return not isinstance(first, ArrayReferenceType) and not isinstance(second, ArrayReferenceType)
    return depth_of(first)[0] == depth_of(second)[0]


def _sizes(root: Expr) -> dict[Expr, int]:
    """The number of occurrences below each node, itself included."""
    sizes: dict[Expr, int] = {}
    for node in postorder(root):
        sizes[node] = 1 + sum(sizes[operand] for operand in node.operands)
    return sizes
