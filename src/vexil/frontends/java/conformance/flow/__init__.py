"""Check that typed code flows as the language demands, as a Java compiler does behind typing.

Typed classes come in; mistakes in reachability (JLS 14.22), definite assignment (JLS 16), checked exceptions (JLS
11.2) and captured variables (JLS 8.1.3, 15.27.2) go out, worded and placed as javac does.
"""

from __future__ import annotations

from collections.abc import Iterable

from vexil.frontends.java.conformance.flow.assignment import Facts, State
from vexil.frontends.java.conformance.flow.assignment_statements import check_class
from vexil.frontends.java.conformance.flow.code import Bodies, is_local
from vexil.frontends.java.conformance.flow.exceptions import Exceptions
from vexil.frontends.java.conformance.flow.finals import Captures, Finals
from vexil.frontends.java.conformance.flow.reachability import Reachability
from vexil.frontends.java.diagnostics import Diagnostic, Diagnostics
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import ClassSymbol


def check_flow(classes: Iterable[ClassSymbol], bodies: Bodies, symbols: SymbolTable) -> list[Diagnostic]:
    """The mistakes in the flow of *classes*, by file and position, one for each place.

    Local and anonymous classes, and their members, are checked with the code they are declared in; those among
    *classes* are passed over.
    """
    diagnostics = Diagnostics()
    finals = Finals(bodies, diagnostics)
    reachability = Reachability(bodies, diagnostics)
    facts = Facts(bodies, diagnostics, reachability.stuck)
    captures = Captures(bodies, diagnostics, facts.reassigned)
    exceptions = Exceptions(symbols, bodies, diagnostics, facts.reassigned, reachability.stuck)
    for symbol in classes:
        if not is_local(symbol):
            finals.check_class(symbol)
            reachability.check_class(symbol)
            check_class(facts, symbol, State(0, 0))
            exceptions.check_class(symbol)
            captures.check_class(symbol)
    return diagnostics.in_order()


__all__ = ["Bodies", "check_flow"]
