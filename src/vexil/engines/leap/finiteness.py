"""Whether an abstract state has finitely many states: the first condition of both theorems.

Machine integers, truth values and memory of machines have finitely many values. What no step inside of the state
changes is a parameter: states with different values of it never meet, and each value is looked at by itself. A
mathematical integer that is changed needs bounds, above and below, from constants, parameters, or what is bounded
already. Variables that are not tracked decide nothing (`System`), so they do not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.dag import postorder
from vexil.engines.leap.queries import HOLDS, Finding, Queries, Status
from vexil.engines.leap.zones import Zone
from vexil.logic.elimination import isolated
from vexil.logic.sorts import INT
from vexil.logic.terms import Term, arguments

_COMPARISONS = frozenset({"=", "<", "<="})


def changed(queries: Queries, state: Zone) -> tuple[Term, ...]:
    """The tracked variables that steps inside of an abstract state change."""
    found = {symbol for way in queries.ways(state, state) for symbol in way.after}
    return tuple(symbol for symbol in queries.system.tracked if symbol in found)


def finiteness(queries: Queries, state: Zone) -> Finding:
    """Whether the abstract state is finite, for each value of what it does not change."""
    found = _bounds(queries, state)
    if isinstance(found, str):
        name = found.rpartition("::")[2]
        return Finding(Status.UNKNOWN, f"not shown to be finite: {name} has no bounds")
    return HOLDS


def bounds(queries: Queries, state: Zone) -> tuple[tuple[Term, Term, Term], ...] | None:
    """Lower and upper bounds of the mathematical integers that change, each after those that it depends on."""
    found = _bounds(queries, state)
    return None if isinstance(found, str) else found


def _bounds(queries: Queries, state: Zone) -> tuple[tuple[Term, Term, Term], ...] | str:
    """The bounds, or the name of a variable that has none."""
    pending = [symbol for symbol in changed(queries, state) if symbol.sort is INT]
    found: list[tuple[Term, Term, Term]] = []
    while pending:
        mask = 0
        for symbol in pending:
            mask |= symbol.symbols
        new = [item for symbol in pending if (item := _bound(queries, state, symbol, mask)) is not None]
        if not new:
            return str(pending[0].payload)
        found += new
        pending = [symbol for symbol in pending if symbol not in {item[0] for item in new}]
    return tuple(found)


def _bound(queries: Queries, state: Zone, symbol: Term, unbounded: int) -> tuple[Term, Term, Term] | None:
    """A variable with a lower and an upper bound that hold in the whole state."""
    terms = queries.terms
    ends = dict.fromkeys(end for place in state for end in _ends(queries, state.parts[place], symbol, unbounded))

    def holds(end: Term, *, is_upper: bool) -> bool:
        order = (symbol, end) if is_upper else (end, symbol)
        return all(queries.implied(state.parts[place], terms.int_compare("<=", *order)) for place in state)

    low = next((end for end in ends if holds(end, is_upper=False)), None)
    high = next((end for end in ends if holds(end, is_upper=True)), None)
    return None if low is None or high is None else (symbol, low, high)


def _ends(queries: Queries, condition: Term, symbol: Term, unbounded: int) -> Iterator[Term]:
    """What a variable is compared with, as far as that has bounds."""
    terms = queries.terms
    for part in postorder(condition, arguments):
        if part.op in _COMPARISONS and part.symbols & symbol.symbols and part.args[0].sort is INT:
            for one, other in (part.args, part.args[::-1]):
                if one.symbols & symbol.symbols and not other.symbols & symbol.symbols:
                    end = isolated(terms, one, other, symbol)
                    if end is not None and not end.symbols & unbounded:
                        yield end
