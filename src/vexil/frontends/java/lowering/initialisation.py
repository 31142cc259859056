"""When classes are initialised: lazily (JLS 12.4), or before everything else where nobody can tell.

A class whose static initialisers only make objects and set its own fields is initialised at the start: no run can tell
the difference. The library is written so that this is true of each of its static fields by itself. Any other class has
a state and a lock; its first use in each thread goes through a function that initialises it once, with the others
waiting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.lowering.function import FunctionLowering
from vexil.frontends.java.lowering.harmless import is_harmless
from vexil.frontends.java.lowering.names import initialiser_name
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering


class Initialisation:
    """Decides how each class is initialised and calls initialisers where they are due."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self._needed: dict[ClassSymbol, bool] = {}
        self._undecided: set[ClassSymbol] = set()
        """Classes whose initialisers are being looked at: they may turn out to be lazy."""
        self.eager: dict[ClassSymbol, None] = {}
        """Classes to be initialised at the start, in an order in which each finds what it reads."""
        self.lazy: dict[ClassSymbol, None] = {}

    def is_needed(self, symbol: ClassSymbol) -> bool:
        """Whether initialising a class, or a class above it, does anything; decides how on the way."""
        needed = self._needed.get(symbol)
        if needed is None:
            needed = self._needed[symbol] = self._decide(symbol)
        return needed

    def _decide(self, symbol: ClassSymbol) -> bool:
        if symbol.library:
            return False  # its fields are initialised one by one, as far as they are used
        self._needed[symbol] = False  # a class that is reached again while its own initialisers are looked at
        self._undecided.add(symbol)
        try:
            return self._look(symbol)
        finally:
            self._undecided.discard(symbol)

    def _look(self, symbol: ClassSymbol) -> bool:
        above = any(self.is_lazy(upper) for upper in self.above(symbol))
        parts = self._program.typing.static_initialisers(symbol).parts
        if not parts and not above:
            return False
        if not above and is_harmless(self._program, symbol, parts):
            self.eager[symbol] = None
        else:
            self.lazy[symbol] = None
        return True

    def above(self, symbol: ClassSymbol) -> list[ClassSymbol]:
        """What is initialised before a class: its superclass, then interfaces above it with default methods.

        An interface comes behind those above it (JLS 12.4.2).
        """
        if symbol.is_interface:
            return []
        supertypes = [symbol.superclass.symbol] if symbol.superclass is not None else []
        pending = [(interface.symbol, False) for interface in reversed(symbol.interfaces)]
        while pending:
            interface, entered = pending.pop()
            if not entered:
                pending.append((interface, True))
                pending.extend((upper.symbol, False) for upper in reversed(interface.interfaces))
                continue
            has_default = any(
                not method.abstract and not method.static
                for methods in interface.methods.values()
                for method in methods
            )
            if has_default and interface not in supertypes:
                supertypes.append(interface)
        return supertypes

    def is_lazy(self, symbol: ClassSymbol) -> bool:
        """Whether uses of a class have to see to its initialisation."""
        return self.is_needed(symbol) and symbol in self.lazy

    def is_eager_safe(self, symbol: ClassSymbol) -> bool:
        """Whether a class may be used at the start."""
        return not self.is_lazy(symbol) and symbol not in self._undecided

    def trigger(self, f: FunctionLowering, symbol: ClassSymbol) -> None:
        """See to it that a class is initialised before what follows (JLS 12.4.1)."""
        if not self.is_lazy(symbol) or symbol.binary_name in f.initialised:
            return
        self._program.request_initialiser(symbol)
        f.call(Call(StaticCallee(initialiser_name(symbol)), (), None))
