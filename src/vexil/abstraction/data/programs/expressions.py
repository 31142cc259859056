"""Expressions of an abstract program: operators become relations, and numbers are coerced to tokens where needed.

What has several values becomes a domain, nested ones in one. Where only one value will do, it is chosen into a hidden
register by a step before (Hatcliff et al. 2002, Fig. 11: the operand number i of an operator is coerced from its own
type to the one in which the operator computes).
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.abstraction.data.programs.coercions import Preparation, has_tokens
from vexil.abstraction.data.programs.operators import Operators
from vexil.abstraction.data.programs.relations import Cells
from vexil.abstraction.data.programs.terms import Term
from vexil.core.errors import UsageError, require
from vexil.ir import expressions as ir
from vexil.ir.expressions import Expr, Place, preorder
from vexil.ir.operation_parts import RangeDomain, RelationDomain
from vexil.ir.types import BOOL, I32, ArrayReferenceType, Type, is_numeric
from vexil.ir.typing import cast
from vexil.model.tokens.abstract_type import AbstractType, with_number
from vexil.model.tokens.typing import CONCRETE


@dataclass(frozen=True, slots=True)
class Target:
    """A place that is written, and the type of what is; a cell of an array also has the token of its index."""

    place: Place
    type: Type
    cells: Cells | None = None
    token: Expr | None = None


class Expressions(Operators):
    """Translates the expressions of one edge and collects the steps that must come before it."""

    # --- whole expressions -------------------------------------------------------------------------------

    def term(self, root: Expr, start: int) -> Term:
        """Translate an expression whose first node has a position."""
        nodes = list(preorder(root))
        sizes = [1] * len(nodes)
        values: list[Term] = []
        for offset in range(len(nodes) - 1, -1, -1):
            node = nodes[offset]
            operands = [values.pop() for _ in node.operands]
            child, children = offset + 1, []
            for _ in operands:
                children.append(sizes[child])
                child += sizes[child]
            sizes[offset] += sum(children)
            position = start + offset
            value = self._node(node, position, operands, children)
            self._check_label(node, position, value)
            span = self.kinds.program.source_map.occurrence(self.function, self.edge, position)
            if span is not None:
                self.spans[value.content] = span
            values.append(value)
        return values[0]

    def coerced(self, root: Expr, start: int, target: Type) -> Term:
        """Translate an expression that is used as a value of a type."""
        return self.coerce(self.term(root, start), target, start)

    def single(self, root: Expr, start: int, target: Type) -> Expr:
        """Translate an expression of which one value is needed."""
        return self.chosen(self.coerced(root, start, target), start)

    def place(self, root: Place, start: int) -> Target:
        """Translate a place that is written."""
        if not isinstance(root, ir.Element):
            written = self.term(root, start).content
            assert isinstance(written, ir.Variable | ir.Deref | ir.Bits | ir.Field)
            return Target(written, written.type)
        array = self.chosen(self.term(root.operands[0], start + 1), start + 1)
        position = start + 1 + sum(1 for _ in preorder(root.operands[0]))
        index = self.term(root.operands[1], position)
        assert isinstance(array.type, ArrayReferenceType)
        cells = self.kinds.cells_of(array.type.element)
        if cells is None:
            element = ir.Element((array, self._index(array, index, position, cells)), array.type.element)
            return Target(element, element.type)
        token = self.chosen(self.coerce(index, cells.index.type, position), position)
        return Target(ir.Element((array, _number_of(token, cells)), cells.type), cells.component, cells, token)

    def _check_label(self, node: Expr, position: int, term: Term) -> None:
        """Check that an occurrence has the type of its label (Hatcliff et al. 2002, Proposition 1)."""
        label = self.kinds.typing.labels.get((self.function, self.edge, position))
        if label is None or isinstance(node, ir.Const) or not is_numeric(node.type):
            return
        wanted = self.kinds.type(label, node.type)
        require(term.type == wanted, f"{self.label(position)} should have type {wanted}, not {term.type}")

    # --- nodes -------------------------------------------------------------------------------------------

    def _node(self, node: Expr, position: int, operands: list[Term], sizes: list[int]) -> Term:
        kinds = self.kinds
        match node:
            case ir.Const(value, kind):
                label = kinds.typing.labels.get((self.function, self.edge, position), CONCRETE)
                fresh = Term(ir.Const(value, kind), kind)
                return self.coerce(fresh, kinds.type(label, kind), position) if is_numeric(kind) else fresh
            case ir.Variable(name, _, is_global):
                kind = self.variable_type(node)
                return Term(ir.Variable(name, kind, is_global), kind)
            case ir.AddressOf(variable, kind):
                self._refuse_tokens(self.variable_type(variable), variable.name)
                return Term(ir.AddressOf(variable, kind), kind)
            case ir.CodeAddress(function, kind):
                self._refuse_abstract_code(function)
                return Term(ir.CodeAddress(function, kind), kind)
            case ir.Field(_, owner, name, kind):
                declared = kinds.declared(f"{owner}::{name}", kind)
                return Term(ir.Field(self.plain(operands, position), owner, name, declared), declared)
            case ir.Element():
                return self._element(node, position, operands)
            case ir.Deref(_, kind):
                return Term(ir.Deref(self.plain(operands, position), kind), kind)
            case ir.Bits(_, unit, offset, width, kind):
                return Term(ir.Bits(self.plain(operands, position), unit, offset, width, kind), kind)
            case ir.TypeTest(_, tested, kind):
                first = operands[0].type
                if has_tokens(first) and tested != node.operands[0].type:
                    raise UsageError(
                        f"{self.label(position)}: an array with abstracted elements is tested for {tested}"
                    )
                tested = first if has_tokens(first) else tested
                return Term(ir.TypeTest(self.plain(operands, position), tested, kind), kind)
            case ir.Apply():
                return self.apply(node, position, operands, sizes)

    def variable_type(self, variable: ir.Variable) -> Type:
        """The type of a variable of the program in its abstraction."""
        name = variable.name if variable.is_global else f"{self.function}::{variable.name}"
        return self.kinds.declared(name, variable.type)

    def _refuse_tokens(self, kind: Type, name: str) -> None:
        if has_tokens(kind):
            raise UsageError(f"{name} cannot be abstracted: its address is taken", hint="bind another variable")

    def _refuse_abstract_code(self, name: str) -> None:
        function = self.kinds.program.functions.get(name)
        if function is None:
            return
        types = [(f"{name}::{item.name}", item.type) for item in function.parameters]
        types += [(f"{name}()", function.result)] if function.result is not None else []
        if any(has_tokens(self.kinds.declared(slot, kind)) for slot, kind in types):
            raise UsageError(f"parameters and result of {name} cannot be abstracted: it is called through a pointer")

    def _element(self, node: ir.Element, position: int, operands: list[Term]) -> Term:
        array = self.chosen(operands[0], position)
        require(isinstance(array.type, ArrayReferenceType), "elements should be those of arrays")
        assert isinstance(array.type, ArrayReferenceType)
        cells = self.kinds.cells_of(array.type.element)
        read = ir.Element((array, self._index(array, operands[1], position, cells)), array.type.element)
        if cells is None:
            return Term(read, read.type)
        return Term(RelationDomain(self.kinds.members(cells), (read,)), cells.component)

    def _index(self, array: Expr, index: Term, position: int, cells: Cells | None) -> Expr:
        if cells is not None:
            return _number_of(self.chosen(self.coerce(index, cells.index.type, position), position), cells)
        kind = self.kinds.abstract(index.type)
        if kind is None:
            return self.plain([index], position)[0]
        return self._one_of(array, self.chosen(index, position), kind, position)

    def _one_of(self, array: Expr, token: Expr, kind: AbstractType, position: int) -> Expr:
        """One of the indices that a token stands for and that the array has, chosen by a step before.

        The bounds were tested before, so a run in which there is none stands for no run of the program.
        """
        zero, one, length = ir.Const(0, I32), ir.Const(1, I32), ir.Apply(ir.Operator.ARRAY_LENGTH, (array,), I32)
        exists = ir.Apply(ir.Operator.LESS, (zero, length), BOOL)
        low: Expr = zero
        high: Expr = ir.Apply(ir.Operator.IF, (exists, ir.Apply(ir.Operator.SUBTRACT, (length, one), I32), zero), I32)
        register = self.fresh(I32)
        holds: Expr = ir.Const(False, BOOL)
        for number, member in enumerate(kind.members):
            is_token = ir.Apply(ir.Operator.EQUAL, (token, ir.Const(number, kind.type)), BOOL)
            if number in kind.single and I32.low <= kind.single[number] <= I32.high:
                value = ir.Const(int(kind.single[number]), I32)
                low, high = (ir.Apply(ir.Operator.IF, (is_token, value, other), I32) for other in (low, high))
            stands = with_number(member, cast(register, kind.concrete))
            holds = ir.Apply(ir.Operator.IF, (is_token, stands, holds), BOOL)
        inside = ir.Apply(
            ir.Operator.AND,
            (
                ir.Apply(ir.Operator.LESS_EQUAL, (zero, register), BOOL),
                ir.Apply(ir.Operator.LESS, (register, length), BOOL),
            ),
            BOOL,
        )
        restricted = ir.Apply(ir.Operator.AND, (inside, holds), BOOL)
        self.before.append(Preparation(position, register, RangeDomain(low, high), restricted=restricted))
        return register


def _number_of(token: Expr, cells: Cells) -> Expr:
    """The number of the cell that has a token as its index."""
    number: Expr = ir.Const(len(cells.index.tokens) - 1, I32)
    for value in range(len(cells.index.tokens) - 2, -1, -1):
        test = ir.Apply(ir.Operator.EQUAL, (token, ir.Const(value, cells.index.type)), BOOL)
        number = ir.Apply(ir.Operator.IF, (test, ir.Const(value, I32), number), I32)
    return number
