"""What is true of a program, computed state by state by the reference interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from vexil.core.source import SourceFile
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.interpreter import CompiledProgram, Machine, Snapshot
from vexil.ir.program import Program
from vexil.ir.types import BOOL, PointerType
from vexil.ir.typing import address_of, apply, literal
from vexil.model.evidence import Claim, ClaimedPart, Tree
from vexil.model.observe import Observation, observe
from vexil.spec.atoms import At, Atom
from vexil.spec.formulas import And, Box, Constant, Diamond, Greatest, Least, Mu, Not, Or, Proposition, atoms_of
from vexil.spec.formulas import Variable as Bound
from vexil.spec.names import find_locations
from vexil.spec.nodes import operands_of, postorder
from vexil.transform.inlining import Inlining

State = tuple[int, tuple[Any, ...]]
"""A location, and the facts about the variables that have values."""


class Explicit:
    """The reachable states of a program, their successors, and which formulas hold in them.

    With *made* it is the program without calls that is run; locations then are those that they stand for.
    """

    def __init__(self, program: Program, made: Inlining | None, file: SourceFile, formula: Mu) -> None:
        self.made = made
        self.places: dict[Snapshot, int] = {}
        self.states: list[State] = []
        self.successors: list[list[int]] = []
        self.initial: list[int] = []
        self._atoms: dict[Atom, set[int]] = {atom: set() for atom in atoms_of(formula)}
        compiled = CompiledProgram(program if made is None else made.program)
        self._tests = {atom: self._test(atom, program, compiled, file) for atom in self._atoms}
        machine = Machine(compiled)
        self._pending: list[tuple[int, Snapshot]] = []
        for decisions in _decisions(machine):
            machine.reset(decisions)
            self.initial.append(self._number(machine))
        while self._pending:
            number, snapshot = self._pending.pop()
            machine.restore(snapshot)
            if not machine.enabled():
                self.successors[number].append(number)
                continue
            offered = machine.choices(1)
            for choice in [None] if offered is None or offered.values is None else list(offered.values):
                machine.restore(snapshot)
                machine.step(1, choice)
                self.successors[number].append(self._number(machine))
        self.meaning: dict[Mu, set[int]] = {}
        self.layers: dict[Mu, list[set[int]]] = {}
        self._evaluate(formula)

    def _test(self, atom: Atom, program: Program, compiled: CompiledProgram, file: SourceFile) -> Observation:
        made = self.made
        if made is None or not isinstance(atom, At):
            return observe(atom, compiled, file)
        found = made.locations(find_locations(program, atom.location))
        return lambda machine: machine.threads[1].frames[-1].location in found

    def _number(self, machine: Machine) -> int:
        snapshot = machine.snapshot()
        if snapshot not in self.places:
            number = self.places[snapshot] = len(self.places)
            frame = machine.threads[1].frames[-1]
            self.states.append((frame.location, self._values(machine)))
            self.successors.append([])
            self._pending.append((number, snapshot))
            for atom, test in self._tests.items():
                if test(machine):
                    self._atoms[atom].add(number)
        return self.places[snapshot]

    def _values(self, machine: Machine) -> tuple[Any, ...]:
        """The facts that tell a state from others at its location: what is equal to what."""
        made, frame = self.made, machine.threads[1].frames[-1]
        found: list[Expr] = []
        if made is None:
            return ()
        names = [Variable(item.name, item.type, True) for item in made.program.globals]
        names += [Variable(item.name, item.type, False) for item in made.entry.locals if frame.registers]

        def value(expression: Expr) -> Any:
            evaluate = machine.compiled.evaluator(expression, made.entry)
            return evaluate(frame.registers, machine.globals, machine, machine.threads[1])

        targets = [item for item in names if item.name in "abc" and not isinstance(item.type, PointerType)]
        for item in names:
            with suppress(UndefinedValue):
                if not isinstance(item.type, PointerType):
                    found.append(apply(Operator.EQUAL, item, literal(value(item), item.type)))
                    continue
                for target in targets:
                    same = apply(Operator.EQUAL, item, address_of(target))
                    if value(same):
                        found.append(same)
        return tuple(found)

    def _evaluate(self, formula: Mu) -> None:
        """The states of every closed part, and for least fixed points after how many rounds each is there."""
        for part in postorder(formula):
            match part:
                case Least(name, body) | Greatest(name, body):
                    found = set() if isinstance(part, Least) else set(range(len(self.states)))
                    layers: list[set[int]] = []
                    while (following := self._holds(body, {name: found})) != found:
                        layers.append(following - found)
                        found = following
                    self.meaning[part] = found
                    self.layers[part] = layers if isinstance(part, Least) else [found]
                case _:
                    pass
        self.meaning[formula] = self._holds(formula, {})

    def _holds(self, formula: Mu, bound: Mapping[str, set[int]]) -> set[int]:
        everything = set(range(len(self.states)))
        found: dict[Mu, set[int]] = {}

        def open_operands(part: Mu) -> tuple[Mu, ...]:
            return () if part in self.meaning else operands_of(part)

        for part in postorder(formula, open_operands):
            match part:
                case _ if part in self.meaning:
                    found[part] = self.meaning[part]
                case Constant(value):
                    found[part] = everything if value else set()
                case Proposition(atom):
                    found[part] = self._atoms[atom]
                case Not(operand):
                    found[part] = everything - found[operand]
                case And(operands):
                    found[part] = everything.intersection(*(found[item] for item in operands))
                case Or(operands):
                    found[part] = set().union(*(found[item] for item in operands))
                case Bound(name):
                    found[part] = bound[name]
                case Diamond(operand):
                    found[part] = {s for s in everything if any(t in found[operand] for t in self.successors[s])}
                case Box(operand):
                    found[part] = {s for s in everything if all(t in found[operand] for t in self.successors[s])}
                case _:
                    raise AssertionError(part)
        return found[formula]

    # --- evidence ----------------------------------------------------------------------------------------

    def tree(self, formula: Mu, layers: Mapping[Mu, list[set[int]]]) -> Tree:
        """Evidence with these states in the layers of each fixed point."""
        parts = [
            ClaimedPart(part, tuple(tuple(self._claims(states)) for states in found)) for part, found in layers.items()
        ]
        return Tree(formula, tuple(parts))

    def _claims(self, states: Iterable[int]) -> Iterable[Claim]:
        assert self.made is not None
        by_location: dict[int, Expr] = {}
        for number in sorted(states):
            location, facts = self.states[number]
            fact: Expr = literal(True, BOOL)
            for item in facts:
                fact = apply(Operator.AND, fact, item)
            known = by_location.get(location)
            by_location[location] = fact if known is None else apply(Operator.OR, known, fact)
        return [Claim(location, fact) for location, fact in sorted(by_location.items())]


def _decisions(machine: Machine) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for _, offered in machine.initial_choices():
        found = [(*before, value) for before in found for value in offered.values or ()]
    return found
