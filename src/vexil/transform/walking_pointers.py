"""Pointers that walk through arrays, as objects and offsets: loops over them become loops over numbers.

A local pointer that a loop moves by what is added to it becomes two registers, of which the loop changes one. So do the
pointers that it is copied from and compared with. Whatever a pointer is, it is its offset behind what is left when the
offset is taken away; so the program has the same runs. Locations and edges keep their numbers; new ones come behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from vexil.analysis.weak_order import Order
from vexil.ir.auxiliaries import Auxiliary, ForAll
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.operations import Assign, Operation, expressions_of, written_places
from vexil.ir.pointer_parts import BASE, COMPARISONS, OFFSET, moved, total
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.rewriting import Rewriter, rewrite
from vexil.ir.types import BOOL, I64, IntegerType, PointerType
from vexil.ir.typing import cast
from vexil.model.evidence import Invariant, LoopRule
from vexil.model.linked_lists import ListSegment

_WHOLE = "\\whole"


@dataclass(frozen=True, eq=False)
class OffsetForm:
    """A program whose walking pointers are objects and offsets, and the way back for expressions."""

    program: Program
    walking: Mapping[str, Mapping[str, Variable]]
    """For each function the registers that stand for parts of pointers: by their names, the pointers."""

    def original(self, function: str, expression: Expr) -> Expr | None:
        """An expression about the original program; nothing if it names what that does not have."""
        parts = self.walking.get(function, {})
        names = {node.name for node in postorder(expression) if isinstance(node, Variable) and not node.is_global}
        if any(name.endswith(_WHOLE) and name in parts for name in names):
            return None
        if names.isdisjoint(parts):
            return expression
        return rewrite(expression, lambda node: _whole(parts, node))

    def original_proof(self, proof: Invariant) -> Invariant:
        """The rules of a proof as rules for the original program, without facts that cannot be said there."""
        return replace(proof, loops=tuple(map(self._rule, proof.loops))) if self.walking else proof

    def _rule(self, rule: LoopRule) -> LoopRule:
        if rule.function not in self.walking:
            return rule
        facts = [self.original(rule.function, fact) for fact in rule.facts]
        elements = [self._element(rule.function, element) for element in rule.elements]
        extras = [self._auxiliary(rule.function, extra) for extra in rule.auxiliaries]
        if rule.induction:
            facts += [Apply(Operator.SAME_OBJECT, pair, BOOL) for pair in self._same_objects(rule)]
        return replace(
            rule,
            facts=tuple(fact for fact in facts if fact is not None),
            elements=tuple(element for element in elements if element is not None),
            auxiliaries=tuple(extra for extra in extras if extra is not None),
            lists=tuple(self._segment(rule.function, segment) for segment in rule.lists),
        )

    def _segment(self, function: str, segment: ListSegment) -> ListSegment:
        """A segment of a list that begins and ends where whole pointers point to."""
        parts = self.walking[function]
        end = None if segment.end is None else parts.get(segment.end.name, segment.end)
        facts = tuple(said for fact in segment.facts if (said := self.original(function, fact)) is not None)
        return replace(segment, start=parts.get(segment.start.name, segment.start), end=end, facts=facts)

    def _same_objects(self, rule: LoopRule) -> list[tuple[Variable, Variable]]:
        """The pointers that a loop moves in the object of a pointer that it leaves alone, as far as that is plain."""
        parts, function = self.walking[rule.function], self.program.functions[rule.function]
        order = Order(function)
        written: set[str] = set()
        given: dict[str, dict[str, Expr]] = {}
        for edge in function.edges:
            for place in written_places(edge.operation):
                if isinstance(place, Variable) and not place.is_global:
                    if rule.head in order.nest[edge.source] and rule.head in order.nest[edge.target]:
                        written.add(place.name)
                    if place.name in parts and isinstance(edge.operation, Assign):
                        given.setdefault(place.name, {})[str(edge.operation.value)] = edge.operation.value
        pairs: list[tuple[Variable, Variable]] = []
        for name, pointer in parts.items():
            origin = next(iter(given.get(pointer.name + BASE, {}).values()), None)
            is_moved = name.endswith(OFFSET) and name in written and pointer.name + BASE not in written
            if not is_moved or len(given[pointer.name + BASE]) != 1:
                continue
            for node in () if origin is None else postorder(origin):
                if isinstance(node, Variable) and node.name.endswith((BASE, _WHOLE)) and node.name not in written:
                    source = parts[node.name]
                    if source.name != pointer.name and source.name + OFFSET not in written:
                        pairs.append((pointer, source))
                        break
        return pairs

    def _element(self, function: str, element: ForAll) -> ForAll | None:
        parts = [self.original(function, part) for part in (element.low, element.high, element.fact)]
        if parts[0] is None or parts[1] is None or parts[2] is None:
            return None
        return ForAll(element.index, parts[0], parts[1], element.stride, parts[2])

    def _auxiliary(self, function: str, extra: Auxiliary) -> Auxiliary | None:
        initial, step = self.original(function, extra.initial), self.original(function, extra.step)
        return None if initial is None or step is None else Auxiliary(extra.variable, initial, step)


def _whole(parts: Mapping[str, Variable], node: Expr) -> Expr:
    """What stands in the original program for a part of a pointer."""
    if not isinstance(node, Variable) or node.is_global or node.name not in parts:
        return node
    pointer = parts[node.name]
    offset = cast(Apply(Operator.OFFSET, (pointer,), I64), node.type)
    return offset if node.name.endswith(OFFSET) else _start_of(pointer)


def _start_of(pointer: Expr) -> Expr:
    offset = Apply(Operator.OFFSET, (pointer,), I64)
    return Apply(Operator.POINTER_ADD, (pointer, Apply(Operator.NEGATE, (offset,), I64)), pointer.type)


def with_offsets(program: Program) -> OffsetForm:
    """The program with its walking pointers taken apart; the same program where none walks."""
    functions, walking = dict(program.functions), dict[str, Mapping[str, Variable]]()
    word = IntegerType(program.layout.pointer_width, True)
    for name, function in program.functions.items():
        chosen = _chosen(function)
        if chosen:
            functions[name] = _Function(function, chosen, word).made()
            walking[name] = {
                f"{one}{part}": Variable(one, declared.type, False)
                for one, declared in chosen.items()
                for part in (BASE, OFFSET, _WHOLE)
            }
    return OffsetForm(replace(program, functions=functions) if walking else program, walking)


# --- which pointers walk ---------------------------------------------------------------------------------


def _chosen(function: Function) -> dict[str, VariableDeclaration]:
    """The pointers to take apart: those that walk, and those that have to do with them."""
    eligible = {
        one.name: one
        for one in (*function.parameters, *function.locals)
        if isinstance(one.type, PointerType) and not one.addressable and not one.volatile
    }
    for edge in function.edges:
        for place in written_places(edge.operation):
            if isinstance(place, Variable) and not place.is_global and not isinstance(edge.operation, Assign):
                eligible.pop(place.name, None)
    copies = list(_copies(function, eligible))
    walking = {one for one, _, _ in copies if _walks(one, copies)}
    if not walking:
        return {}
    order = Order(function)
    moves = [
        edge
        for edge in function.edges
        if isinstance(edge.operation, Assign)
        and isinstance(edge.operation.place, Variable)
        and edge.operation.place.name in walking
        and set(order.nest[edge.source]) & set(order.nest[edge.target])
    ]
    if not moves:
        return {}
    related = [(one, other) for one, other, _ in copies]
    related += [pair for edge in function.edges for pair in _compared(edge.operation, eligible)]
    before: set[str] = set()
    while before != walking:
        before = set(walking)
        for one, other in related:
            if one in walking or other in walking:
                walking |= {one, other}
    return {name: declared for name, declared in eligible.items() if name in walking}


def _copies(function: Function, eligible: Mapping[str, object]) -> Iterator[tuple[str, str, bool]]:
    """Which pointers are given what others are, and whether something is added."""
    for edge in function.edges:
        match edge.operation:
            case Assign(Variable(name, _, False), value) if name in eligible:
                root, counts = moved(value)
                if isinstance(root, Variable) and not root.is_global and root.name in eligible:
                    yield name, root.name, bool(counts)
            case _:
                pass


def _walks(name: str, copies: list[tuple[str, str, bool]]) -> bool:
    """Say whether a pointer is given itself with something added, perhaps by way of others."""
    reached: set[tuple[str, bool]] = set()
    pending = [(name, False)]
    while pending:
        current, is_moved = pending.pop()
        for one, other, moves in copies:
            there = (other, is_moved or moves)
            if one == current and there not in reached:
                reached.add(there)
                pending.append(there)
    return (name, True) in reached


def _compared(operation: Operation, eligible: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for expression in expressions_of(operation):
        for node in postorder(expression):
            if isinstance(node, Apply) and node.operator in COMPARISONS:
                roots = [moved(part)[0] for part in node.operands if isinstance(part.type, PointerType)]
                names = [root.name for root in roots if isinstance(root, Variable) and root.name in eligible]
                if len(names) == 2:
                    yield names[0], names[1]


# --- the function ----------------------------------------------------------------------------------------


class _Parts(Rewriter):
    """Reads pointers from their parts."""

    def __init__(self, chosen: Mapping[str, VariableDeclaration], word: IntegerType) -> None:
        super().__init__()
        self._chosen = chosen
        self._word = word

    def node(self, node: Expr, operands: tuple[Expr, ...]) -> Expr:
        """A pointer as its parts; what is added to one is added to its offset."""
        if isinstance(node, Variable) and not node.is_global and node.name in self._chosen:
            return Apply(Operator.POINTER_ADD, (_base(node), _offset(node, self._word)), node.type)
        result = super().node(node, operands)
        match result:
            case Apply(Operator.POINTER_ADD, (Apply(Operator.POINTER_ADD, (base, offset), _), count), kind) if (
                isinstance(base, Variable) and base.name.endswith(BASE)
            ):
                return Apply(Operator.POINTER_ADD, (base, total([count, offset], self._word)), kind)
            case _:
                return result


def _base(pointer: Variable) -> Variable:
    return Variable(pointer.name + BASE, pointer.type, False)


def _offset(pointer: Variable, word: IntegerType) -> Variable:
    return Variable(pointer.name + OFFSET, word, False)


class _Function:
    """Takes the chosen pointers of one function apart."""

    def __init__(self, function: Function, chosen: Mapping[str, VariableDeclaration], word: IntegerType) -> None:
        self._function = function
        self._chosen = chosen
        self._word = word
        self._parts = _Parts(chosen, word)
        self._whole: set[str] = set()
        """The pointers that are given what is taken apart then."""
        self._locations = list(function.locations)
        self._edges = list(function.edges)
        self._arriving = [0] * len(function.locations)
        for edge in function.edges:
            self._arriving[edge.target] += 1

    def made(self) -> Function:
        """The function."""
        for number, edge in enumerate(self._function.edges):
            self._rewrite(number, edge)
        function, word = self._function, self._word
        parameters = [one for one in function.parameters if one.name in self._chosen]
        operations = [
            operation
            for one in parameters
            for operation in self._apart(Variable(one.name, one.type, False), Variable(one.name, one.type, False))
        ]
        added = [
            VariableDeclaration(
                f"{one}{part}", word if part == OFFSET else declared.type, False, None, hidden=part != OFFSET
            )
            for one, declared in self._chosen.items()
            for part in (BASE, OFFSET, _WHOLE)
            if part != _WHOLE or one in self._whole
        ]
        kept = tuple(one for one in function.locals if one.name not in self._chosen)
        entry = function.entry
        for operation in reversed(operations):
            entry = self._before(entry, operation)
        return replace(
            function,
            locals=(*kept, *added),
            locations=tuple(self._locations),
            edges=tuple(self._edges),
            entry=entry,
        )

    def _before(self, target: int, operation: Operation) -> int:
        """A new location from which an operation leads to another."""
        place = self._location()
        self._edges.append(Edge(place, target, operation, None))
        return place

    def _location(self) -> int:
        self._locations.append(Location(f"parts\\{len(self._locations)}", LocationKind.STEP, ()))
        return len(self._locations) - 1

    def _rewrite(self, number: int, edge: Edge) -> None:
        match edge.operation:
            case Assign(Variable(name, _, False) as place, value) if name in self._chosen:
                operations = list(self._assigned(edge, place, value))
            case operation:
                operations = [self._parts.operation(operation)]
        target = edge.target
        for operation in reversed(operations[1:]):
            place_between = self._location()
            self._edges.append(Edge(place_between, target, operation, edge.span))
            target = place_between
        self._edges[number] = Edge(edge.source, target, operations[0], edge.span)

    def _assigned(self, edge: Edge, place: Variable, value: Expr) -> Iterator[Operation]:
        """What gives a pointer's parts their values."""
        root, counts = moved(value)
        more = [self._parts.value(count) for count in counts]
        match root:
            case Variable(name, _, False) if name in self._chosen:
                yield self._moved(place, [*more, _offset(root, self._word)])
                if name != place.name and not self._is_copied_back(edge, place, name):
                    yield Assign(_base(place), cast(_base(root), place.type))
            case AddressOf() | Const(0, _):
                yield self._moved(place, more)
                yield Assign(_base(place), cast(self._parts.value(root), place.type))
            case _:
                self._whole.add(place.name)
                whole = Variable(place.name + _WHOLE, place.type, False)
                yield Assign(whole, self._parts.value(value))
                yield from self._apart(place, whole)

    def _moved(self, place: Variable, counts: list[Expr]) -> Operation:
        return Assign(_offset(place, self._word), total(counts, self._word))

    def _apart(self, place: Variable, whole: Variable) -> Iterator[Operation]:
        yield self._moved(place, [Apply(Operator.OFFSET, (whole,), I64)])
        yield Assign(_base(place), _start_of(whole))

    def _is_copied_back(self, edge: Edge, place: Variable, name: str) -> bool:
        """Say whether a pointer is given what was copied from it just before, as in `t := p; p := t + 1`."""
        before = [other for other in self._function.edges if other.target == edge.source]
        if len(before) != 1 or len(self._function.outgoing[edge.source]) != 1 or self._function.entry == edge.source:
            return False
        match before[0].operation:
            case Assign(Variable(copy, _, False), Variable(kept, _, False)):
                return copy == name and kept == place.name
            case _:
                return False
