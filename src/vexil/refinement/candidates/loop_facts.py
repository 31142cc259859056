"""What a loop does to numbers: by how much variables change, what they start with, what is compared with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.analysis import Analyses, Loop
from vexil.ir.expressions import Const, Variable
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call, written_places
from vexil.logic import BOOL, Sort, Term
from vexil.logic.space import Space, Untranslatable
from vexil.logic.steps import Step, Steps
from vexil.refinement.candidates.linear_terms import Linear, atoms, linear
from vexil.refinement.candidates.slots import Slot, register_slots


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
            name: slot for name, slot in register_slots(space).items() if slot.owner in ("", function)
        }
        self.names = {slot.term: name for name, slot in self.slots.items() if slot.term.sort is not BOOL}
        self._conditions = self._all_conditions()

    def _all_steps(self) -> list[Step | None]:
        steps = Steps(self._space, self._function)
        found: list[Step | None] = []
        for number in range(len(self._body.edges)):
            try:
                found.append(steps.step(self._space.initial, number))
            except Untranslatable:
                found.append(None)
        return found

    def kind(self, name: str) -> tuple[Sort, bool]:
        """What words of a variable are like."""
        slot = self.slots[name]
        return slot.term.sort, slot.is_signed

    def of(self, loop: Loop) -> LoopFacts:
        """What a loop does."""
        facts = LoopFacts()
        for number, (edge, step) in enumerate(zip(self._body.edges, self._steps, strict=True)):
            is_inside = edge.source in loop.body and edge.target in loop.body
            if step is None:
                for name in self._written(number):
                    if is_inside:
                        facts.changes.setdefault(name, Change()).is_other = True
                continue
            for name, value in step.after.items():
                if name in self.slots and value is not self.slots[name].term:
                    self._assigned(facts, name, value, is_inside)
        for name, change in facts.changes.items():
            change.strides.discard(0)
            declared = self._space.program.global_variables.get(name)
            if declared is not None and (declared.initial is None or isinstance(declared.initial, Const)):
                value = 0 if declared.initial is None else declared.initial.value
                if isinstance(value, int):
                    facts.starts.setdefault(name, []).append(Linear({}, int(value)))
        facts.conditions = self._conditions
        for condition in self._conditions:
            self._divided(facts, condition)
        return facts

    def _assigned(self, facts: LoopFacts, name: str, value: Term, is_inside: bool) -> None:
        found = None if value.sort is BOOL else linear(value, self.names)
        if not is_inside:
            if found is not None and found not in facts.starts.setdefault(name, []):
                facts.starts[name].append(found)
            return
        change = facts.changes.setdefault(name, Change())
        if found is None:
            change.is_other = True
        elif found.factors == {name: 1}:
            change.strides.add(found.constant)
        elif not found.factors:
            change.values.add(found.constant)
        else:
            change.is_other = True

    def _written(self, number: int) -> list[str]:
        """The registers that an edge without a formula may write."""
        operation = self._body.edges[number].operation
        found = [
            self._space.name(self._function, place)
            for place in written_places(operation)
            if isinstance(place, Variable)
        ]
        match operation:
            case Call(StaticCallee(name), _, _) if name in self._space.program.functions:
                found += sorted(self._analyses.effects.of_function(name).globals_written)
            case Call():
                found += [variable.name for variable in self._space.program.globals]
            case _:
                pass
        return [name for name in found if name in self.slots]

    def _all_conditions(self) -> list[Term]:
        """What the function asks of its registers: in branches, checks, restrictions, and arguments of calls."""
        steps = Steps(self._space, self._function)
        found: dict[Term, None] = {}
        for edge, step in zip(self._body.edges, self._steps, strict=True):
            asked: list[Term] = []
            if step is not None:
                asked = [step.guard, step.allowed]
                if step.demand is not None and (self._checks is None or step.demand.property in self._checks):
                    asked.append(step.demand.condition)
            elif isinstance(edge.operation, Call):
                for argument in edge.operation.arguments:
                    try:
                        value = steps.translate(self._space.initial, argument).value
                    except Untranslatable:
                        continue
                    if value.op == "ite":
                        asked.append(value.args[0])
            for condition in asked:
                found.update(dict.fromkeys(atoms(condition)))
        return list(found)

    def _divided(self, facts: LoopFacts, condition: Term) -> None:
        """Note by what variables are divided in a condition."""
        pending, seen = [condition], set[Term]()
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            pending.extend(current.args)
            modulus = 0
            if current.op in ("bvurem", "bvsrem") and current.args[1].is_const:
                modulus = current.args[1].value
            elif current.op == "extract" and isinstance(current.payload, tuple) and current.payload[1] == 0:
                modulus = 1 << (current.payload[0] + 1)
            if 1 < modulus <= 64 and current.args[0] in self.names:
                facts.remainders.setdefault(self.names[current.args[0]], set()).add(modulus)
