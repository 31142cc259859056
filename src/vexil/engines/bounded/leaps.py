"""Closed forms of loops in symbolic states: auxiliary variables as terms, and which forms a loop has.

The forms of `vexil.analysis.closed_forms` are guesses from the text of a loop. `Induction` takes them for candidates
whose registers it can replace: at the head of a loop a register that has a form is a term over the count of iterations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vexil.analysis import Analyses
from vexil.analysis.closed_forms import (
    ArrayFacts,
    LoopForms,
    LoopTexts,
    SegmentFacts,
    constants_of,
    ends_of,
    forms_of,
    says_something,
    stops_of,
    sums_of,
)
from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.state import State
from vexil.ir.auxiliaries import Auxiliary, ForAll
from vexil.ir.expressions import Expr, Variable
from vexil.ir.types import IntegerType
from vexil.logic import Term
from vexil.logic.folding import signed

Head = tuple[int, int]


class Leaps:
    """The closed forms of the loops of a program, and their auxiliary variables in states."""

    def __init__(self, machine: Machine, analyses: Callable[[], Analyses | None]) -> None:
        self._machine = machine
        self._analyses = analyses
        self._forms: dict[tuple[Head, tuple[tuple[str, int], ...]], LoopForms | None] = {}
        self._texts: dict[int, LoopTexts] = {}
        self._arrays: dict[int, ArrayFacts] = {}
        self._segments: dict[int, SegmentFacts] = {}
        self._ends: dict[Head, tuple[Expr, ...]] = {}
        self._constants: list[int] | None = None

    def forms(self, head: Head, known: dict[str, int] | None = None) -> LoopForms | None:
        """The closed forms of a loop, where it is known what some registers hold whenever it is entered."""
        key = (head, tuple(sorted((known or {}).items())))
        if key not in self._forms:
            analyses = self._analyses()
            function, location = head
            self._forms[key] = None
            if analyses is not None:
                declared = self._machine.function_list[function]
                self._forms[key] = forms_of(analyses, declared, self._machine.order(function), location, known or {})
        return self._forms[key]

    def elements(
        self, head: Head, known: dict[str, int] | None = None
    ) -> tuple[tuple[ForAll, ...], tuple[Auxiliary, ...]]:
        """Facts about all elements of arrays that a loop fills, and the auxiliary variables that they name."""
        function, location = head
        if function not in self._arrays:
            self._arrays[function] = ArrayFacts(self._texts_of(function))
        facts, extra = self._arrays[function].of(location, known or {})
        return (*facts, *stops_of(self._texts_of(function), location)), extra

    def segments(
        self, head: Head, known: dict[str, int] | None = None
    ) -> tuple[tuple[ForAll, ...], tuple[Auxiliary, ...]]:
        """Other facts about elements that a loop goes through, and the auxiliary variables that they name."""
        function, location = head
        if function not in self._segments:
            self._segments[function] = SegmentFacts(self._texts_of(function))
        return self._segments[function].of(location, known or {})

    def ends(self, head: Head) -> tuple[Expr, ...]:
        """Guesses about where a loop stops that looks for an element, and about what it adds up."""
        function, location = head
        if head not in self._ends:
            if self._constants is None:
                self._constants = constants_of(self._machine.program)
            texts = self._texts_of(function)
            self._ends[head] = (*ends_of(texts, location), *sums_of(texts, location, self._constants))
        return self._ends[head]

    def has_segments(self, heads: list[Head]) -> bool:
        """Say whether there are facts about segments of arrays at one of some loops."""
        return any(says_something(fact) for head in heads for fact in self.segments(head)[0])

    def _texts_of(self, function: int) -> LoopTexts:
        if function not in self._texts:
            self._texts[function] = LoopTexts(
                self._machine.function_list[function],
                self._machine.order(function),
                IntegerType(self._machine.layout.pointer_width, True),
            )
        return self._texts[function]

    def any_at(self, heads: list[Head]) -> bool:
        """Say whether one of some loops has a closed form."""
        return any(self.forms(head) is not None for head in heads)

    def shortest_round(self, heads: Iterable[Head]) -> int:
        """The fewest edges that one of some loops is gone round by."""
        return min((self._round(*head) for head in heads), default=1)

    def _round(self, function: int, head: int) -> int:
        declared = self._machine.function_list[function]
        frontier, visited, length = {head}, {head}, 0
        while frontier:
            length += 1
            frontier = {declared.edges[edge].target for place in frontier for edge in declared.outgoing[place]}
            if head in frontier:
                return length
            frontier -= visited
            visited |= frontier
        return 1

    def constants(self, state: State) -> dict[str, int]:
        """The integer registers of a frame whose values are known."""
        function = self._machine.function_list[state.frame.function]
        known: dict[str, int] = {}
        for index, variable in enumerate((*function.parameters, *function.locals)):
            term, kind = state.frame.registers[index], variable.type
            if isinstance(kind, IntegerType) and not variable.addressable and term.op == "const":
                known[variable.name] = signed(term.value, kind.width) if kind.signed else term.value
        return known

    # --- auxiliary variables -----------------------------------------------------------------------------

    def enter(self, state: State, extra: tuple[Auxiliary, ...]) -> None:
        """Give auxiliary variables the values that they have when the loop is entered."""
        self._set(state, {one.variable.name: self.value(state, one.initial) for one in extra})

    def forget(self, state: State, extra: tuple[Auxiliary, ...], fresh: Callable[[Term], Term]) -> list[Term]:
        """Give those that change any values; the result are the counts of iterations among them."""
        values = state.frame.loops[-1].extra
        changed = {
            one.variable.name: fresh(values[one.variable.name])
            for one in extra
            if not isinstance(one.step, Variable) or one.step.name != one.variable.name
        }
        self._set(state, {**values, **changed})
        return [term for name, term in changed.items() if name.startswith("\\k(")]

    def step(self, state: State, extra: tuple[Auxiliary, ...]) -> None:
        """Give them the values that they have at the next arrival."""
        if extra:
            self._set(state, {one.variable.name: self.value(state, one.step) for one in extra})

    def _set(self, state: State, values: dict[str, Term]) -> None:
        frame = state.frame
        frame.loops = (*frame.loops[:-1], frame.loops[-1]._replace(extra=values))

    def value(self, state: State, expression: Expr) -> Term:
        """An expression over registers and auxiliary variables at the head of a loop; raises `Unmodelled`."""
        machine = self._machine
        value = machine.evaluator(expression, machine.function_list[state.frame.function])(state)
        if machine.needed:
            machine.needed = []
            raise Unmodelled("a closed form is not always defined")
        return value

    def place(self, state: State, variable: Variable, value: Term) -> None:
        """Let a register hold a value."""
        machine = self._machine
        if variable.is_global:
            state.globals[machine.global_numbers[variable.name]] = value
            return
        function = machine.function_list[state.frame.function]
        names = [one.name for one in (*function.parameters, *function.locals)]
        state.frame.registers[names.index(variable.name)] = value
