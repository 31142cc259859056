"""Operands that C lets be evaluated in any order, found where the order may matter (C11 6.5 paragraphs 2 and 3).

The lowering notes what it evaluated for each operand: edges, and what is read when the value is used. Variables that
one operand changes and another one uses are found at once. What calls do is known when the program is complete
(`vexil.frontends.c.operand_effects`). The place of an assignment is computed before its value (C11 6.5.16).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from vexil.core.caveats import Effect
from vexil.core.source import Span
from vexil.frontends.c.kinds import Binary, Kind, Unary
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Deref, Expr, Variable, preorder
from vexil.ir.operations import Skip
from vexil.ir.types import I8, BlockType

if TYPE_CHECKING:
    from vexil.frontends.c.function import FunctionLowering, Spot

T = TypeVar("T")

ORDER = "C leaves open in which order the operands of {text} are evaluated, and {why}"
_OWN_EFFECTS: dict[int, int] = {Kind.CALL: 1, Kind.COMPOUND_ASSIGNMENT: 1, Kind.SUBSCRIPT: 0, Kind.BINARY: 0}
_SEQUENCED = frozenset({Binary.AND, Binary.OR, Binary.COMMA})
_REACHING = frozenset({Kind.CALL, Kind.SUBSCRIPT, Kind.MEMBER, Kind.ATOMIC, Kind.VA_ARG, Kind.STATEMENT_EXPR})


@dataclass
class Operand:
    """What was done for an operand: ranges of edges, and expressions that are read when its value is used."""

    edges: list[range] = field(default_factory=list)
    values: list[Expr] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Unsequenced:
    """Operands of one expression, by the numbers that the edges of the finished function have."""

    function: str
    edge: str
    span: Span | None
    text: str
    operands: tuple[tuple[tuple[int, ...], tuple[Expr, ...]], ...]


class EvaluationOrder:
    """Watches the lowering of one function."""

    def __init__(self, fn: FunctionLowering) -> None:
        self._fn = fn
        self._watched: dict[int, Operand] = {}
        self._expressions: list[tuple[int, Span | None, str, list[Operand]]] = []
        self._uses: dict[int, tuple[frozenset[int], frozenset[int]]] = {}

    def lowering(self, node: int, lower: Callable[[], T], values: Callable[[T], tuple[Expr, ...]]) -> T:
        """Lower a node, and note what that does if it is or has an operand."""
        operand = self._watched.get(node)
        if operand is None and not self._is_open(node):
            return lower()
        start = len(self._fn.builder.edges())
        operands = self._watch(self._fn.tree.children(node)) if self._is_open(node) else []
        result = lower()
        end = len(self._fn.builder.edges())
        if operand is not None:
            operand.edges.append(range(start, end))
            operand.values.extend(values(result))
        if operands:
            self._compare(node, operands, start, end)
        return result

    def initialising(self, node: int, lower: Callable[[], None]) -> None:
        """Lower a list of initial values, whose order is open as well (C11 6.7.9 paragraph 23)."""
        fn = self._fn
        if fn.is_constant or fn.tree.kinds[node] != Kind.INIT_LIST or not fn.translation.has_effects(node):
            lower()
            return
        values = [value for value in self._initial_values(node) if any(self._used(value)) or self._reaches_out(value)]
        start = len(fn.builder.edges())
        operands = self._watch(values)
        lower()
        self._compare(node, operands, start, len(fn.builder.edges()))

    def _initial_values(self, node: int) -> Iterator[int]:
        """The expressions in a list, whatever braces and designators are around them."""
        tree, pending = self._fn.tree, [node]
        while pending:
            part = inner = pending.pop()
            while tree.kinds[inner] in (Kind.PAREN, Kind.IMPLICIT_CAST):
                inner = tree.children(inner)[-1]
            if tree.kinds[inner] == Kind.INIT_LIST:
                pending.extend(reversed(tree.children(inner)))
            elif tree.kinds[inner] == Kind.DESIGNATED:
                pending.append(tree.children(inner)[-1])
            else:
                yield part

    def _is_open(self, node: int) -> bool:
        """Whether a node has operands in an open order, and something in them has effects."""
        fn = self._fn
        own = _OWN_EFFECTS.get(fn.tree.kinds[node])
        if own is None or fn.is_constant:
            return False
        if fn.tree.kinds[node] == Kind.BINARY:
            operator = fn.tree.extra[node]
            if operator in _SEQUENCED:
                return False
            own = int(operator == Binary.ASSIGN)
        effects = fn.translation.effects
        return effects[node + fn.tree.sizes[node]] - effects[node] > own

    def _watch(self, children: Iterable[int]) -> list[tuple[int, Operand]]:
        operands = []
        for child in children:
            operand = Operand()
            operands.append((child, operand))
            self._watched[child] = operand
            while self._fn.tree.kinds[child] in (Kind.PAREN, Kind.IMPLICIT_CAST):
                child = self._fn.tree.children(child)[-1]
                self._watched[child] = operand
        return operands

    # --- what is found at once -----------------------------------------------------------------------------

    def _compare(self, node: int, operands: list[tuple[int, Operand]], start: int, end: int) -> None:
        fn = self._fn
        edges = fn.builder.edges()
        number = next((at for at in range(start, end) if not isinstance(edges[at].operation, Skip)), None)
        if number is None or fn.translation.span(node) is None:  # models of the library depend on no order
            return
        if fn.tree.kinds[node] == Kind.COMPOUND_ASSIGNMENT:
            self._note_target(*operands[0])
        changed = self._changed_and_used(node, [child for child, _ in operands])
        if changed is not None:
            name = fn.tree.declarations[changed].name
            why = f"one of them changes {name}, which the result depends on"
            reason = ORDER.format(text=fn.translation.text(node), why=why)
            fn.place_caveat(number, Effect.DROPS, reason, fn.translation.span(node))
        elif sum(self._reaches_out(child) for child, _ in operands) > 1:
            span = fn.translation.span(node)
            self._expressions.append((number, span, fn.translation.text(node), [operand for _, operand in operands]))

    def _changed_and_used(self, node: int, children: list[int]) -> int | None:
        """A variable that one operand changes by itself, and another one, or the assignment, uses."""
        uses = [self._used(child) for child in children]
        if self._is_assignment(node) and self._variable(children[0]) is not None:
            uses[0] = (frozenset(), frozenset())
        for position, (_, written) in enumerate(uses):
            if not written:
                continue
            for other, (read, also) in enumerate(uses):
                common = written & (read | also) if other != position else frozenset()
                if common:
                    return min(common)
        if self._fn.tree.kinds[node] == Kind.COMPOUND_ASSIGNMENT or self._is_assignment(node):
            target = self._variable(children[0])
            late = self._late(children[1])
            if target is not None and target in late:
                return target
        return None

    def _is_assignment(self, node: int) -> bool:
        return self._fn.tree.kinds[node] == Kind.BINARY and self._fn.tree.extra[node] == Binary.ASSIGN

    def _note_target(self, node: int, operand: Operand) -> None:
        """The target of a compound assignment is read, too."""
        number = self._variable(node)
        variable = None if number is None else self._fn.translation.globals.get(number)
        if variable is not None:
            operand.values.append(variable)
        target = BlockType(I8, self._fn.types.size(self._fn.tree.types[node]))
        operand.values.extend([Deref((address,), target) for address in operand.values if address is not variable])

    def _reaches_out(self, node: int) -> bool:
        """Whether an operand looks at more than local variables."""
        fn = self._fn
        for part in self._evaluated(node):
            kind = fn.tree.kinds[part]
            if kind in _REACHING or (kind == Kind.UNARY and fn.tree.extra[part] == Unary.DEREFERENCE):
                return True
            if kind == Kind.DECL_REF:
                number = fn.tree.extra[part]
                if number in fn.translation.globals or number in fn.translation.in_memory:
                    return True
        return False

    def _evaluated(self, node: int) -> Iterator[int]:
        """The nodes of an expression, without what `sizeof` only measures."""
        tree, part, end = self._fn.tree, node, node + self._fn.tree.sizes[node]
        while part < end:
            if tree.kinds[part] == Kind.SIZE_OF:
                part += tree.sizes[part]
            else:
                yield part
                part += 1

    def _used(self, node: int) -> tuple[frozenset[int], frozenset[int]]:
        """The variables that an expression reads and writes itself, other than by calling functions."""
        uses = self._uses.get(node)
        if uses is None:
            uses = self._uses[node] = self._find_uses(node)
        return uses

    def _find_uses(self, node: int) -> tuple[frozenset[int], frozenset[int]]:
        tree = self._fn.tree
        read: set[int] = set()
        written: set[int] = set()
        pending = [node]
        while pending:
            part = pending.pop()
            kind, children = tree.kinds[part], tree.children(part)
            if kind == Kind.SIZE_OF:
                continue
            if kind == Kind.DECL_REF and tree.declarations[tree.extra[part]].kind in (Kind.VAR_DECL, Kind.PARAMETER):
                read.add(tree.extra[part])
            elif self._is_address(part):
                continue
            elif (kind == Kind.UNARY and tree.extra[part] <= Unary.PRE_DECREMENT) or kind == Kind.COMPOUND_ASSIGNMENT:
                written.update({self._variable(children[0])} - {None})  # type: ignore[arg-type]
            elif kind == Kind.BINARY and tree.extra[part] == Binary.ASSIGN:
                target = self._variable(children[0])
                if target is not None:
                    written.add(target)
                    children = children[1:]
            pending.extend(children)
        return frozenset(read), frozenset(written)

    def _late(self, node: int) -> frozenset[int]:
        """The variables that an expression changes in an effect that may come after its value is known."""
        tree = self._fn.tree
        written: set[int] = set()
        pending = [node]
        while pending:
            part = pending.pop()
            kind, children = tree.kinds[part], tree.children(part)
            if kind in (Kind.SIZE_OF, Kind.STATEMENT_EXPR, Kind.CALL):
                continue
            is_step = kind == Kind.UNARY and tree.extra[part] <= Unary.PRE_DECREMENT
            is_assignment = kind == Kind.BINARY and tree.extra[part] == Binary.ASSIGN
            if is_step or is_assignment or kind == Kind.COMPOUND_ASSIGNMENT:
                target = self._variable(children[0])
                if target is not None:
                    written.add(target)
            elif self._ends_with_its_value(part):
                children = children[1:]
            pending.extend(children)
        return frozenset(written)

    def _is_address(self, node: int) -> bool:
        """Whether an expression is the address of a variable, or an array that stands for its address."""
        tree = self._fn.tree
        if tree.kinds[node] == Kind.UNARY and tree.extra[node] == Unary.ADDRESS:
            return self._variable(node + 1) is not None
        return tree.kinds[node] == Kind.IMPLICIT_CAST and self._is_array(tree.children(node)[-1])

    def _ends_with_its_value(self, node: int) -> bool:
        """Whether the first operand of an expression is done with before the others begin."""
        tree = self._fn.tree
        if tree.kinds[node] == Kind.BINARY:
            return tree.extra[node] in _SEQUENCED
        return tree.kinds[node] in (Kind.CONDITIONAL, Kind.BINARY_CONDITIONAL)

    def _variable(self, node: int) -> int | None:
        tree = self._fn.tree
        while tree.kinds[node] == Kind.PAREN:
            node += 1
        if tree.kinds[node] != Kind.DECL_REF:
            return None
        number = int(tree.extra[node])
        return number if tree.declarations[number].kind in (Kind.VAR_DECL, Kind.PARAMETER) else None

    def _is_array(self, node: int) -> bool:
        variable = self._variable(node)
        return variable is not None and self._fn.types.shape(self._fn.tree.declarations[variable].type) == "array"

    # --- what is found when the program is complete ----------------------------------------------------------

    def finished(self, numbers: dict[int, int]) -> Iterator[Unsequenced]:
        """The expressions whose operands do more than use local variables."""
        name = self._fn.builder.name
        for number, span, text, operands in self._expressions:
            if number not in numbers:
                continue
            numbered = tuple(
                (
                    tuple(sorted({numbers[at] for part in operand.edges for at in part if at in numbers})),
                    tuple(operand.values),
                )
                for operand in operands
            )
            yield Unsequenced(name, f"{name}#{numbers[number]}", span, text, numbered)


_WRITING = frozenset({Kind.COMPOUND_ASSIGNMENT, Kind.STATEMENT_EXPR, Kind.VA_ARG, Kind.ATOMIC})


def place_before(fn: FunctionLowering, left: int, right: int) -> Spot:
    """The place that an assignment is to, found before its right side is evaluated, whatever that changes."""
    spot = fn.place(left)
    if spot.address is None or not fn.translation.has_effects(right) or not _may_change(fn, spot.address, right):
        return spot
    return replace(spot, address=fn.settle(spot.address, left))


def _may_change(fn: FunctionLowering, address: Expr, right: int) -> bool:
    """Say whether evaluating the right side may change what an address is computed from."""
    writes = _writes(fn, right)
    for part in preorder(address):
        match part:
            case Const() | AddressOf() | CodeAddress() | Apply():
                pass
            case Variable(name, _, is_global):
                if not fn.is_temporary(part) and (is_global or writes or name in fn.exposed):
                    return True
            case _:
                return True
    return False


def _writes(fn: FunctionLowering, node: int) -> bool:
    """Say whether an expression itself writes something, other than by calling functions."""
    tree = fn.tree
    for part in range(node, node + tree.sizes[node]):
        kind = tree.kinds[part]
        if kind in _WRITING or (kind == Kind.BINARY and tree.extra.get(part) == Binary.ASSIGN):
            return True
        if kind == Kind.UNARY and tree.extra.get(part, Unary.PRE_DECREMENT + 1) <= Unary.PRE_DECREMENT:
            return True
    return False
