"""The predicates that are tracked at each head: what the formulas between cuts ask about the state there.

A condition of the program, executed symbolically from a cut, is a condition on the state at the cut: its weakest
precondition. With the constants that loops write these are the predicates to begin with; others come from
contradictory paths. All are expressions of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.directed.regions import Arrival, Cut, Regions, value_at
from vexil.engines.bounded.induction import Head
from vexil.engines.bounded.slots import Slots
from vexil.engines.bounded.state import State
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.names import is_ghost
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BoolType, IntegerType
from vexil.logic import BOOL, Term
from vexil.logic.expressing import expression_of
from vexil.logic.partition import SingleRegion
from vexil.logic.space import Space

MOST_PREDICATES = 400
"""Predicates at one head."""
MOST_CONSTANTS = 48
"""Constants that one variable is compared with because it may hold them."""
LARGEST = 24
"""Parts of a condition that becomes a predicate."""
_ORDERS = frozenset({"bvult", "bvule", "bvslt", "bvsle", "=", "distinct"})
_JOINTS = frozenset({"and", "or", "not", "xor", "=>"})


class Tracked:
    """The predicates at each head, and their values at cuts and arrivals."""

    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self._machine = regions.machine
        self._terms = regions.terms
        program = self._machine.program
        self._space = Space(self._terms, program, SingleRegion(program))
        self.predicates: dict[Head, list[Expr]] = {cut.head: [] for cut in regions.cuts}
        self._known: dict[Head, set[object]] = {head: set() for head in self.predicates}
        self._subjects: dict[Head, list[Expr | None]] = {head: [] for head in self.predicates}
        """What each predicate says the value of, if it does."""
        self._named = {cut.moment: dict(self._names(cut)) for cut in regions.cuts}
        self._values: dict[tuple[int, int], Term] = {}
        self._masks: dict[int, int] = {}
        self._relevant = 0
        for moment, named in self._named.items():
            mask = 0
            for symbol in named:
                mask |= symbol.symbols
            self._masks[moment] = mask

    # --- names -------------------------------------------------------------------------------------------

    def _names(self, cut: Cut) -> Iterator[tuple[Term, Expr]]:
        """The symbols at a cut that a variable, or a cell of memory, holds as it is."""
        machine, state = self._machine, cut.state
        function = machine.function_list[cut.head[0]]
        found: dict[Term, Expr] = {}
        for index, item in enumerate((*function.parameters, *function.locals)):
            if not item.addressable and not is_ghost(item.name):
                _note(found, state.frame.registers[index], Variable(item.name, item.type, False))
        for index, item in enumerate(machine.program.globals):
            if not item.addressable and not is_ghost(item.name):
                _note(found, state.globals[index], Variable(item.name, item.type, True))
        written = set(self._regions.written(cut.head))
        slots = Slots(machine, self._regions.executor.start().globals)
        cells = slots.cells(cut.head[0], written, [state], most=len(written))
        for cell in (*cells, *slots.in_objects(cut.head, written, [state], most=len(written))[0]):
            value = self._evaluated(cut, cell)
            if value is not None:
                _note(found, value, cell)
        yield from found.items()

    def _evaluated(self, place: Cut, expression: Expr) -> Term | None:
        return self._value(place.head, place.state, expression)

    def _value(self, head: Head, state: State, expression: Expr) -> Term | None:
        """The value of an expression in a state; nothing where it may have none."""
        machine = self._machine
        try:
            value: Term | None = machine.evaluator(expression, machine.function_list[head[0]])(state)
        except Unmodelled:
            value = None
        needed, machine.needed = machine.needed, []
        return None if any(condition is not self._terms.true for _, condition in needed) else value

    # --- predicates --------------------------------------------------------------------------------------

    def add(self, cut: Cut, condition: Term) -> bool:
        """Track a condition on the state at a cut; say whether it is new and has a value everywhere."""
        known, head = self._known[cut.head], cut.head
        if condition.is_const or condition in known or len(self.predicates[head]) >= MOST_PREDICATES:
            return False
        known.add(condition)
        known.add(self._terms.not_(condition))
        if condition.symbols & ~self._masks[cut.moment] or _size(condition) > LARGEST:
            return False
        expression = self._expressed(cut, condition)
        if expression is None or expression in known:
            return False
        known.add(expression)
        values: dict[int, Term] = {}
        places: list[Cut | Arrival] = [*self._regions.cuts, *self._regions.arrivals]
        for place in places:
            if place.head == head:
                value = self._value(head, place.state, expression)
                if value is None:
                    return False
                values[place.moment] = value
        if all(value.is_const for value in values.values()) and len(set(values.values())) == 1:
            return False
        number = len(self.predicates[head])
        self.predicates[head].append(expression)
        self._subjects[head].append(_subject(expression))
        for moment, value in values.items():
            self._values[moment, number] = value
        return True

    def value(self, moment: int, number: int) -> Term:
        """The value of a predicate at a cut, or at an arrival."""
        return self._values[moment, number]

    def essential(self, head: Head, literals: Sequence[tuple[int, bool]]) -> frozenset[tuple[int, bool]]:
        """Literals without those that others imply: what a variable is not, where one says what it is."""
        subjects = self._subjects[head]
        known = {subjects[number] for number, holds in literals if holds and subjects[number] is not None}
        return frozenset((number, holds) for number, holds in literals if holds or subjects[number] not in known)

    def _expressed(self, cut: Cut, condition: Term) -> Expr | None:
        """A condition on the state at a cut as an expression of the program."""
        named = self._named[cut.moment]
        cells: dict[str, Expr] = {}
        given: dict[Term, Variable] = {}
        for symbol in self._terms.symbols_of(condition):
            expression = named[symbol]
            if not isinstance(expression, Variable):
                name = f"\\cell {len(cells)}"
                cells[name] = expression
                expression = Variable(name, expression.type, False)
            given[symbol] = expression
        function = self._machine.function_list[cut.head[0]].name
        expression_found = expression_of(self._space, function, condition, given)
        if expression_found is None or not cells:
            return expression_found
        return rewrite(
            expression_found, lambda node: cells.get(node.name, node) if isinstance(node, Variable) else node
        )

    # --- where they come from ----------------------------------------------------------------------------

    def seed(self) -> None:
        """Track what the program asks about the states at its heads, and the constants that loops write."""
        regions = self._regions
        formulas = [arrival.guard for arrival in regions.arrivals] + [one.formula for one in regions.failures()]
        for arrival in regions.arrivals:
            for slot in regions.written(arrival.head):
                value = value_at(arrival.state, slot)
                if value is not None:
                    formulas.append(value)
        conditions = list(atoms(formulas))
        self._relevant = self._found_relevant()
        for cut in regions.cuts:
            for condition in conditions:
                if condition.symbols and not condition.symbols & ~self._masks[cut.moment]:
                    self.add(cut, condition)
            self._add_constants(cut)

    def _found_relevant(self) -> int:
        """The symbols at cuts on which it depends where runs go, now or later."""
        regions = self._regions
        mask = 0
        for formula in (*(one.guard for one in regions.arrivals), *(one.formula for one in regions.failures())):
            mask |= formula.symbols
        flows: list[tuple[int, int]] = []
        for cut in regions.cuts:
            for slot in regions.written(cut.head):
                symbol = value_at(cut.state, slot)
                for arrival in regions.arrivals if symbol is not None else ():
                    value = value_at(arrival.state, slot) if arrival.visit == cut.visit else None
                    if symbol is not None and value is not None:
                        flows.append((symbol.symbols, value.symbols))
        before = -1
        while before != mask:
            before = mask
            for target, sources in flows:
                if target & mask:
                    mask |= sources
        return mask

    def _add_constants(self, cut: Cut) -> None:
        """Track whether what a loop writes holds one of the constants that are written there."""
        regions, terms = self._regions, self._terms
        constants: dict[Term, dict[Term, None]] = {}
        copies: list[tuple[Term, Term]] = []
        for slot in regions.written(cut.head):
            symbol = value_at(cut.state, slot)
            if symbol is None or symbol not in self._named[cut.moment]:
                continue
            for arrival in regions.arrivals:
                value = value_at(arrival.state, slot) if arrival.visit == cut.visit else None
                for leaf in () if value is None else leaves(value):
                    if leaf.is_const:
                        constants.setdefault(symbol, {})[leaf] = None
                    elif leaf.op == "symbol" and leaf is not symbol:
                        copies.append((symbol, leaf))
        for _ in range(4):
            for target, source in copies:
                constants.setdefault(target, {}).update(constants.get(source, {}))
        for symbol, values in constants.items():
            if not symbol.symbols & self._relevant:
                continue
            if symbol.sort is BOOL:
                self.add(cut, symbol)
            elif len(values) <= MOST_CONSTANTS:
                for value in values:
                    self.add(cut, terms.eq(symbol, value))


def atoms(formulas: Iterable[Term]) -> Iterator[Term]:
    """The comparisons and truth values that formulas are made of, each once."""
    pending = list(formulas)
    visited = {term.number for term in pending}
    while pending:
        current = pending.pop()
        if current.sort is BOOL and current.op not in _JOINTS:
            is_joint = current.op == "ite" or (current.op == "=" and current.args[0].sort is BOOL)
            if current.op == "symbol" or (current.op in _ORDERS and not is_joint and _is_plain(current)):
                yield current
        for argument in current.args:
            if argument.number not in visited:
                visited.add(argument.number)
                pending.append(argument)


def _is_plain(term: Term) -> bool:
    """Say whether nothing is selected near the top: what is compared then are the parts."""
    return all(part.op != "ite" and all(inner.op != "ite" for inner in part.args) for part in term.args)


def leaves(term: Term) -> Iterator[Term]:
    """What a term is, where it is a selection: everything that may be selected."""
    pending, visited = [term], {term.number}
    while pending:
        current = pending.pop()
        if current.op != "ite":
            yield current
            continue
        for argument in current.args[1:]:
            if argument.number not in visited:
                visited.add(argument.number)
                pending.append(argument)


def _note(found: dict[Term, Expr], value: Term, expression: Expr) -> None:
    if value.op == "symbol" and isinstance(expression.type, IntegerType | BoolType):
        found.setdefault(value, expression)


def _subject(predicate: Expr) -> Expr | None:
    """What is equal to a constant."""
    match predicate:
        case Apply(Operator.EQUAL, (subject, Const()), _):
            return subject
        case _:
            return None


def _size(term: Term) -> int:
    pending, visited = [term], {term.number}
    while pending and len(visited) <= LARGEST:
        for argument in pending.pop().args:
            if argument.number not in visited:
                visited.add(argument.number)
                pending.append(argument)
    return len(visited)
