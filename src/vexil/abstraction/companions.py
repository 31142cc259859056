"""Predicates that given ones need: about hidden variables, and about what functions return.

A front end splits `if (p->val > v)` into a read and a branch on a hidden variable, and ``m = c ? a : b`` into two
assignments of a hidden variable that m is then given. A predicate about ``p->val`` or m says nothing there unless the
same about the hidden variable is a predicate too. And what is known of ``t`` where ``return t`` stands crosses a call
as a predicate about the result (Ball et al. 2001). Of a hidden variable that is an input nothing is known anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vexil.ir.expressions import Variable
from vexil.ir.operations import Call, Choose, Return
from vexil.ir.program import Function
from vexil.logic.space import Untranslatable, result_name
from vexil.logic.terms import Term
from vexil.model.frames import Frames

ROUNDS = 4
"""Companions of companions are made so often: for conditional expressions in each other."""
MOST = 64
"""Not more companions are made."""


def companions(frames: Frames, functions: Iterable[str], terms: Iterable[Term]) -> tuple[Term, ...]:
    """Conditions about hidden variables and results that say there what some conditions say elsewhere."""
    known = dict.fromkeys(terms)
    flows = [_Flow.of(frames, frames.program.functions[name]) for name in functions] if known else []
    newest = tuple(known)
    made: dict[Term, None] = {}
    for _ in range(ROUNDS):
        found = dict.fromkeys(new for flow in flows for term in newest for new in flow.companions(frames, term))
        newest = tuple(new for new in found if new not in known)[: MOST - len(made)]
        known.update(dict.fromkeys(newest))
        made.update(dict.fromkeys(newest))
        if not newest:
            break
    return tuple(made)


@dataclass(frozen=True)
class _Flow:
    """What goes into hidden variables of a function, out of them, and out of the function."""

    given: tuple[tuple[Term, Term], ...]
    """Values that hidden variables are given, with their symbols."""
    taken: tuple[dict[Term, Term], ...]
    """For edges that use hidden variables: what they assign, by symbols."""
    returned: tuple[tuple[Term, Term], ...]
    """Values that are returned, with the symbol of the result."""
    hidden: int
    """The symbols of hidden variables that are no inputs, as bits."""
    unreturned: int
    """Those of all variables of the function but its parameters, as bits."""

    @classmethod
    def of(cls, frames: Frames, function: Function) -> _Flow:
        """Find out about a function."""
        space = frames.space
        assignments = list(_assignments(frames, function))  # these also make the variables of the state
        own = [item for item in function.variables.values() if f"{function.name}::{item.name}" in space.variables]
        symbols = {item.name: space.symbol(space.variables[f"{function.name}::{item.name}"]) for item in own}
        chosen = [edge.operation.place for edge in function.edges if isinstance(edge.operation, Choose)]
        inputs = {place.name for place in chosen if isinstance(place, Variable)}
        hidden = _mask(symbols[item.name] for item in own if item.hidden and item.name not in inputs)
        parameters = {item.name for item in function.parameters}
        unreturned = _mask(symbol for name, symbol in symbols.items() if name not in parameters)
        place = space.variables.get(result_name(function.name))
        result = None if place is None else space.symbol(place)
        given: dict[tuple[Term, Term], None] = {}
        returned: dict[tuple[Term, Term], None] = {}
        taken: list[dict[Term, Term]] = []
        for after, is_return in assignments:
            for symbol, value in after.items():
                is_given = symbol.symbols & hidden and value.op != "symbol"
                if is_given and not value.is_const:
                    given[value, symbol] = None
                if is_return and symbol is result and not value.is_const:
                    returned[value, symbol] = None
            if any(value.symbols & hidden for value in after.values()):
                taken.append(after)
        return cls(tuple(given), tuple(taken), tuple(returned), hidden, unreturned)

    def companions(self, frames: Frames, term: Term) -> Iterator[Term]:
        """The companions of one condition."""
        terms = frames.space.terms
        for value, symbol in self.given:
            made = terms.substitute(term, {value: symbol})
            if made is not term:
                yield made
        for after in self.taken:
            made = terms.substitute(term, after)
            if made is not term and made.symbols & self.hidden and not _has_stores(made):
                yield made
        for value, result in self.returned:
            made = terms.substitute(term, {value: result})
            if made is not term and not made.symbols & self.unreturned:
                yield made


def _assignments(frames: Frames, function: Function) -> Iterator[tuple[dict[Term, Term], bool]]:
    """What edges assign, by symbols, and whether they leave the function."""
    for number, edge in enumerate(function.edges):
        if isinstance(edge.operation, Call):
            continue
        try:
            after = frames.step(function.name, number).after
        except Untranslatable:
            continue
        yield frames.symbols(after), isinstance(edge.operation, Return)


def _mask(symbols: Iterable[Term]) -> int:
    mask = 0
    for symbol in symbols:
        mask |= symbol.symbols
    return mask


def _has_stores(term: Term) -> bool:
    pending, visited = [term], {term}
    while pending:
        current = pending.pop()
        if current.op == "store":
            return True
        new = [part for part in current.args if part not in visited]
        pending.extend(new)
        visited.update(new)
    return False
