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
    open_symbols = [symbol for symbol in changed(queries, state) if symbol.sort is INT]
    pending = list(open_symbols)
    while pending:
        mask = 0
        for symbol in pending:
            mask |= symbol.symbols
        bounded = [symbol for symbol in pending if _is_bounded(queries, state, symbol, mask)]
        if not bounded:
            name = str(pending[0].payload).rpartition("::")[2]
            return Finding(Status.UNKNOWN, f"not shown to be finite: {name} has no bounds")
        pending = [symbol for symbol in pending if symbol not in bounded]
    return HOLDS


def _is_bounded(queries: Queries, state: Zone, symbol: Term, unbounded: int) -> bool:
    terms = queries.terms
    for place in state:
        condition = state.parts[place]
        ends = dict.fromkeys(_ends(queries, condition, symbol, unbounded))
        for is_upper in (True, False):
            if not any(
                queries.implied(
                    condition,
                    terms.int_compare("<=", symbol, end) if is_upper else terms.int_compare("<=", end, symbol),
                )
                for end in ends
            ):
                return False
    return True


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
