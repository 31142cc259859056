"""What a loop does to numbers: by how much variables change, what they start with, what is compared with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from vexil.analysis import Analyses, Loop
from vexil.core.dag import postorder
from vexil.ir.expressions import Variable
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call, written_places
from vexil.logic import BOOL, Sort, Term
from vexil.logic.folding import signed
from vexil.logic.regions import relation
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.steps import Step, Steps
from vexil.logic.store_chains import without_stores
from vexil.refinement.candidates.initial_values import initial_cell, initial_number
from vexil.refinement.candidates.linear_terms import Linear, atoms, linear
from vexil.refinement.candidates.slots import Slot, cell_slots, register_slots

MOST_LEAVES = 16


@dataclass(slots=True)
class Change:
    """How a loop changes a variable: by adding constants, by assigning constants, or in another way."""

    strides: set[int] = field(default_factory=set)
    values: set[int] = field(default_factory=set)
    is_other: bool = False


@dataclass(slots=True)
class LoopFacts:
    """What is known of one loop; ``starts`` has what variables are assigned outside of it."""

    changes: dict[str, Change] = field(default_factory=dict)
    starts: dict[str, list[Linear]] = field(default_factory=dict)
    conditions: list[Term] = field(default_factory=list)
    remainders: dict[str, set[int]] = field(default_factory=dict)


class FunctionLoops:
    """The loops of a function."""

    def __init__(self, space: Space, function: str, analyses: Analyses, checks: frozenset[str] | None) -> None:
        self._space = space
        self._function = function
        self._analyses = analyses
        self._checks = checks
        self._body = space.program.functions[function]
        self._steps = self._all_steps()
        self.slots: Mapping[str, Slot] = {
            name: slot
            for name, slot in {**register_slots(space), **self._cells()}.items()
            if slot.owner in ("", function) and not self._is_hidden(slot)
        }
        self.names = {slot.term: name for name, slot in self.slots.items() if slot.term.sort is not BOOL}
        self._conditions = self._all_conditions()

    def _all_steps(self) -> list[Step | None]:
        steps = Steps(self._space, self._function)
        all_steps: list[Step | None] = []
        for number in range(len(self._body.edges)):
            try:
                all_steps.append(steps.step(self._space.initial, number))
            except Untranslatable:
                all_steps.append(None)
        return all_steps

    def _cells(self) -> dict[str, Slot]:
        """The cells at fixed addresses that steps read."""
        read: list[Term] = []
        for step in self._steps:
            if step is not None:
                read += [step.guard, *step.after.values()]
        return cell_slots(self._space, read)

    def _values(self, written: State) -> Iterator[tuple[str, Term]]:
        """The slots that differ in a state, and their values."""
        terms = self._space.terms
        for name, slot in self.slots.items():
            if (slot.array or name) in written:
                value = written[slot.array or name]
                if slot.array:
                    value = without_stores(terms, terms.select(value, slot.term.args[1]))
                if value is not slot.term:
                    yield name, value

    def kind(self, name: str) -> tuple[Sort, bool]:
        """What words of a variable are like."""
        slot = self.slots[name]
        return slot.term.sort, slot.is_signed

    def names_in(self, condition: Term) -> list[str]:
        """The registers that a condition is about."""
        return [self.names[symbol] for symbol in self._space.terms.symbols_of(condition) if symbol in self.names]

    def of(self, loop: Loop) -> LoopFacts:
        """What a loop does: in one turn of it as a whole if there is a formula for that, else by its edges."""
        facts = LoopFacts(conditions=self._conditions)
        for number, edge in enumerate(self._body.edges):
            if not (edge.source in loop.body and edge.target in loop.body):
                self._start(facts, number)
        if not self._turn(facts, loop):
            for number, edge in enumerate(self._body.edges):
                if edge.source in loop.body and edge.target in loop.body:
                    self._changed(facts, number)
        for name, change in facts.changes.items():
            change.strides.discard(0)
            initial = self._initial(self.slots[name])
            if initial is not None:
                facts.starts.setdefault(name, []).append(Linear({}, initial))
        for condition in self._conditions:
            self._divided(facts, condition)
        return facts

    def _initial(self, slot: Slot) -> int | None:
        """What a global slot begins with."""
        if slot.array:
            number = initial_cell(self._space, slot)
            return None if number is None else signed(number & ((1 << slot.term.width) - 1), slot.term.width)
        declared = self._space.global_called(slot.name)
        return None if declared is None else initial_number(declared.initial)

    def _is_hidden(self, slot: Slot) -> bool:
        """Say whether a slot is a local variable that the user did not write."""
        declared = self._body.variables.get(slot.name.rpartition("::")[2]) if slot.owner else None
        return declared is not None and declared.hidden

    def _turn(self, facts: LoopFacts, loop: Loop) -> bool:
        """Note what one turn of a loop changes; there may be no formula for it."""
        behind = {edge.target for edge in self._body.edges if edge.source in loop.body} - loop.body
        try:
            summary = relation(self._space, self._function, loop.head, {loop.head, *behind})
        except Untranslatable:
            return False
        if loop.head in summary.exits:
            for name, value in self._values(summary.exits[loop.head].state):
                for leaf in _leaves(value):
                    self._assigned(facts, name, leaf)
        return True

    def _start(self, facts: LoopFacts, number: int) -> None:
        """Note what an edge outside of the loop assigns."""
        step = self._steps[number]
        for name, value in () if step is None else self._values(step.after):
            start = None if value.sort is BOOL else linear(value, self.names)
            if start is not None and start not in facts.starts.setdefault(name, []):
                facts.starts[name].append(start)

    def _changed(self, facts: LoopFacts, number: int) -> None:
        """Note what an edge of the loop changes."""
        step = self._steps[number]
        if step is None:
            for name in self._written(number):
                facts.changes.setdefault(name, Change()).is_other = True
            return
        for name, value in self._values(step.after):
            self._assigned(facts, name, value)

    def _assigned(self, facts: LoopFacts, name: str, value: Term) -> None:
        form = None if value.sort is BOOL else linear(value, self.names)
        change = facts.changes.setdefault(name, Change())
        if form is None:
            change.is_other = True
        elif form.factors == {name: 1}:
            change.strides.add(form.constant)
        elif not form.factors:
            change.values.add(form.constant)
        else:
            change.is_other = True

    def _written(self, number: int) -> list[str]:
        """The registers that an edge without a formula may write."""
        operation = self._body.edges[number].operation
        written = [
            self._space.name(self._function, place)
            for place in written_places(operation)
            if isinstance(place, Variable)
        ]
        match operation:
            case Call(StaticCallee(name), _, _) if name in self._space.program.functions:
                written += sorted(self._analyses.effects.of_function(name).globals_written)
            case Call():
                written += [variable.name for variable in self._space.program.globals]
            case _:
                pass
        return [name for name in written if name in self.slots]

    def _all_conditions(self) -> list[Term]:
        """What the function asks of its registers: in branches, checks, restrictions, and arguments of calls."""
        steps = Steps(self._space, self._function)
        conditions: dict[Term, None] = {}
        for edge, step in zip(self._body.edges, self._steps, strict=True):
            tests: list[Term] = []
            if step is not None:
                tests = [step.guard, step.allowed]
                if step.demand is not None and (self._checks is None or step.demand.property in self._checks):
                    tests.append(step.demand.condition)
            elif isinstance(edge.operation, Call):
                for argument in edge.operation.arguments:
                    try:
                        value = steps.translate(self._space.initial, argument).value
                    except Untranslatable:
                        continue
                    if value.op == "ite":
                        tests.append(value.args[0])
            for condition in tests:
                conditions.update(dict.fromkeys(atoms(condition)))
        return list(conditions)

    def _divided(self, facts: LoopFacts, condition: Term) -> None:
        """Note by what variables are divided in a condition."""
        for current in postorder(condition, attrgetter("args")):
            modulus = 0
            if current.op in ("bvurem", "bvsrem") and current.args[1].is_const:
                modulus = current.args[1].value
            elif current.op == "extract" and isinstance(current.payload, tuple) and current.payload[1] == 0:
                modulus = 1 << (current.payload[0] + 1)
            if 1 < modulus <= 64 and current.args[0] in self.names:
                facts.remainders.setdefault(self.names[current.args[0]], set()).add(modulus)


def _leaves(value: Term) -> list[Term]:
    """The terms that a value is selected among; the value itself when there are too many."""
    leaves: dict[Term, None] = {}
    visited: set[Term] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if current in visited:
            continue
        visited.add(current)
        if current.op == "ite":
            pending.extend(current.args[1:])
        else:
            leaves[current] = None
    return sorted(leaves, key=lambda term: term.number) if len(leaves) <= MOST_LEAVES else [value]
