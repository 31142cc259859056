"""Runs of the reference interpreter next to a predicate program: every step must be one that it allows.

Along a run the set of valuations is kept with which the predicate program can have come the same way, cut down by the
values that the interpreter finds for the predicates. When it is empty the abstraction has lost a run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from vexil.abstraction.body import UNDEFINED, UNSUPPORTED
from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.user_predicates import reads_registers
from vexil.analysis import Analyses
from vexil.engines.bebop.edges import PathEdges
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.program import NEXT
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import AddressOf, Expr, Variable, preorder
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.interpreter.state import Cut, Undefined, Violated
from vexil.ir.program import LocationKind, Program
from vexil.logic.space import Space, Untranslatable, result_name
from vexil.logic.terms import Term
from vexil.logic.translate import Translator
from vexil.model import boolean_program as bp
from vexil.model.frames import ENTRY

MOST_CHOICES = 256
"""Choices among at most so many values are tried one by one when certain steps are checked."""


@dataclass(frozen=True)
class Watched:
    """A predicate with its expression; parameters in ``at_entry`` mean their values when the function was entered.

    Nobody can watch a predicate about a result, which has no expression: it is about what comes behind a call.
    """

    name: str
    function: str | None
    expression: Expr | None
    at_entry: tuple[str, ...] = ()


class Watching:
    """The predicates of a program whose values a run has."""

    def __init__(self, space: Space, analyses: Analyses, compiled: CompiledProgram) -> None:
        self.space = space
        self.analyses = analyses
        self.predicates = Predicates(space)
        self.compiled = compiled
        self.watched: list[Watched] = []

    def add(self, function: str, expression: Expr, at_entry: Sequence[str] = ()) -> bool:
        """Make a condition in a function a predicate; says whether it is a new one."""
        term = self._translated(function, expression)
        if term is None:
            return False
        nodes = [node.variable if isinstance(node, AddressOf) else node for node in preorder(expression)]
        own = {node.name for node in nodes if isinstance(node, Variable) and not node.is_global}
        at_entry = [name for name in at_entry if name in own]
        symbols: dict[Term, Term] = {}
        declared = self.space.program.functions[function].variables
        for name in at_entry:
            old = self.space.terms.symbol(f"{function}::{name}", self.space.sort(declared[name].type))
            kept = self.space.variable(f"{function}::{name}{ENTRY}", old.sort, declared[name].type)
            symbols[old] = self.space.symbol(kept)
        made = self._added(self.space.terms.substitute(term, symbols))
        if made is None:
            return False
        if made.term is not self.space.terms.substitute(term, symbols):
            self.watched.append(Watched(made.name, made.function, None))
        else:
            self.watched.append(Watched(made.name, function if own else None, expression, tuple(at_entry)))
        return True

    def add_term(self, term: Term) -> bool:
        """Make a condition a predicate that is not watched."""
        return self._added(term) is not None

    def _added(self, term: Term) -> Predicate | None:
        before, self.predicates = self.predicates, self.predicates.extended([term])
        return next(iter(self.predicates.beyond(before)), None)

    def _translated(self, function: str, expression: Expr) -> Term | None:
        """The term of a condition; nothing where it reads through a pointer that the program never reads through."""
        try:
            term = Translator(self.space, function).translate(self.space.initial, expression).value
        except Untranslatable:
            return None
        return None if reads_registers(self.space, self.analyses, function, expression) else term

    def values(self, machine: Machine, entries: Mapping[str, object]) -> dict[str, bool]:
        """The values of the predicates that have one in the state of a machine, whose thread 1 runs."""
        thread = machine.threads[1]
        frame = thread.frames[-1]
        function = frame.code.function
        found: dict[str, bool] = {}
        for item in self.watched:
            if item.expression is None or item.function not in (None, function.name):
                continue
            registers = list(frame.registers)
            places = {name: place for place, name in enumerate(function.variables)}
            for name in item.at_entry:
                registers[places[name]] = entries[name]
            looked, machine.observed_address = machine.observed_address, False
            try:
                value = self.compiled.evaluator(item.expression, function)(registers, machine.globals, machine, thread)
                if not machine.observed_address:
                    found[item.name] = bool(value)
            except UndefinedValue:
                pass
            machine.observed_address = looked
        return found


@dataclass
class _Frame:
    """One activation: the valuations at its location, and where in the caller it was called."""

    function: str
    states: Diagram
    entries: dict[str, object]
    call: tuple[int, int] = (-1, -1)  # edges of the caller: in its procedure, in its function


class LostRun(AssertionError):  # noqa: N818 - the word says what happened
    """The predicate program has no counterpart of a step."""


class Simulation:
    """Follows one run after the other."""

    def __init__(self, watching: Watching, program: bp.PredicateProgram, checks: frozenset[str]) -> None:
        self.watching = watching
        self.program = program
        self.edges = PathEdges(program, None)
        self.manager = self.edges.manager
        self.checks = checks
        self.source: Program = watching.space.program
        self.steps = 0
        self.certain = 0
        self.decided = 0

    # --- valuations --------------------------------------------------------------------------------------

    def _cut(self, machine: Machine, frame: _Frame, what: str) -> None:
        """Keep the valuations that have the values of the run."""
        values = self.watching.values(machine, frame.entries)
        known = {self.edges.diagrams.name(frame.function, name): value for name, value in values.items()}
        self.decided += len(known)
        cut = frame.states & self.manager.cube(known)
        if cut == self.manager.false:
            lost = self.manager.pick(frame.states, sorted(self.manager.support(frame.states)))
            raise LostRun(f"{what}: the run has {values}, the predicate program for example {lost}")
        frame.states = cut

    def _walk(self, function: str, location: int, states: Diagram, edge: int) -> dict[int, Diagram]:
        """Valuations by procedure edge: those with which calls and returns of an edge are come to, or its target (-1).

        It starts at a location of the procedure and takes what stands for an edge of the function.
        """
        procedure, body = self.program.procedures[function], self.source.functions[function]
        own = len(body.locations)
        found: dict[int, Diagram] = {}
        pending = [(location, states, location < own)]
        target = body.edges[edge].target
        while pending:
            place, now, is_first = pending.pop()
            shared = is_first and body.locations[place].kind is LocationKind.BRANCH
            for number in procedure.outgoing[place]:
                step = procedure.edges[number]
                if edge not in step.origins and not (shared and step.target >= own):
                    continue
                if isinstance(step.operation, bp.Call):
                    found[number] = found.get(number, self.manager.false) | now
                    continue
                after = self.edges.image(function, number, now)
                if isinstance(step.operation, bp.Return) or step.target == target:
                    found[-1] = found.get(-1, self.manager.false) | after
                elif after != self.manager.false:
                    pending.append((step.target, after, False))
        return found

    def _checks_of(self, function: str, edge: int, states: Diagram) -> set[str]:
        """The kinds of checks that may fail when an edge is taken."""
        procedure, body = self.program.procedures[function], self.source.functions[function]
        own, source = len(body.locations), body.edges[edge].source
        found: set[str] = set()
        pending = [(source, states)]
        while pending:
            place, now = pending.pop()
            for number in procedure.outgoing[place]:
                step = procedure.edges[number]
                if not set(step.origins) & set(body.outgoing[source]):
                    continue
                operation = step.operation
                if self.edges.failing(function, number, now) != self.manager.false:
                    assert isinstance(operation, bp.Check)
                    found.add(operation.property)
                if not isinstance(operation, bp.Call | bp.Return) and step.target >= own:
                    pending.append((step.target, self.edges.image(function, number, now)))
        return found

    # --- runs --------------------------------------------------------------------------------------------

    def run(self, machine: Machine, random: Random, most: int) -> str:
        """Follow a random run for at most so many steps; how it ended. Raises `LostRun`."""
        machine.reset(tuple(_some(random, item.values) for _, item in machine.initial_choices()))
        main = self.program.procedures[self.program.main]
        states = self.edges.initial()
        place = main.entry
        while place >= len(self.source.functions[main.name].locations):
            (number,) = main.outgoing[place]
            states, place = self.edges.image(main.name, number, states), main.edges[number].target
        stack = [_Frame(main.name, states, {})]
        self._cut(machine, stack[-1], "at the beginning")
        for _ in range(most):
            if machine.ending is not None or not machine.enabled():
                break
            if machine.observed_address:
                return "address"
            ended = self._step(machine, random, stack)
            if ended:
                return ended
        return "end"

    def _step(self, machine: Machine, random: Random, stack: list[_Frame]) -> str:
        frame = stack[-1]
        thread = machine.threads[1]
        depth, location = len(thread.frames), thread.frames[-1].location
        before = frame.states
        offered = machine.choices(1)
        if offered is not None:
            self._certain_choices(machine, frame, offered.values)
        choice = None if offered is None else _some(random, offered.values)
        machine.step(1, choice)
        self.steps += 1
        edge = machine.edge
        identity = f"{frame.function}#{edge}"
        match machine.ending:
            case Violated(kind):
                self._expect(kind in self._checks_of(frame.function, edge, before), f"{identity}: {kind} fails")
                return "violated"
            case Undefined("uninitialised-read"):
                return "uninitialised"
            case Undefined(kind):
                possible = self._checks_of(frame.function, edge, before) & {UNDEFINED, UNSUPPORTED}
                self._expect(bool(possible), f"{identity}: {kind} is undefined")
                return "undefined"
            case Cut():
                return "cut"
            case _:
                pass
        if UNSUPPORTED in self._checks_of(frame.function, edge, before):
            return "unsupported"
        if machine.ending is not None:
            return "end"
        self._certain_branches(frame, location, edge)
        found = self._walk(frame.function, location, before, edge)
        now = thread.frames[-1] if thread.frames else None
        if len(thread.frames) > depth:
            self._enter(machine, stack, found, edge, identity)
        elif len(thread.frames) < depth or now is None or (not now.registers and len(stack) == 1 < depth):
            return self._leave(machine, stack, found, identity)
        else:
            frame.states = found.get(-1, self.manager.false)
            self._cut(machine, frame, f"behind {identity}")
        return ""

    def _enter(
        self, machine: Machine, stack: list[_Frame], found: dict[int, Diagram], edge: int, identity: str
    ) -> None:
        frame, callee = stack[-1], machine.threads[1].frames[-1]
        name = callee.code.function.name
        procedure = self.program.procedures[frame.function]
        for number, states in found.items():
            operation = procedure.edges[number].operation if number >= 0 else None
            if isinstance(operation, bp.Call) and operation.procedure == name:
                frame.states = states
                values = self.edges.called(frame.function, number, states)
                parameters = callee.code.function.parameters
                entries = dict(zip((item.name for item in parameters), callee.registers, strict=False))
                stack.append(_Frame(name, self.edges.entered(name, values), entries, (number, edge)))
                self._cut(machine, stack[-1], f"in {name}, called by {identity}")
                return
        raise LostRun(f"{identity}: the predicate program does not call {name}")

    def _leave(self, machine: Machine, stack: list[_Frame], found: dict[int, Diagram], identity: str) -> str:
        left = stack.pop()
        summary = found.get(-1, self.manager.false)
        self._expect(summary != self.manager.false, f"{identity}: {left.function} cannot return")
        if not stack:
            return "end"
        caller = stack[-1]
        number, edge = left.call
        after = self.edges.after_call(caller.function, number, caller.states, summary)
        target = self.program.procedures[caller.function].edges[number].target
        caller.states = self._walk(caller.function, target, after, edge).get(-1, self.manager.false)
        self._cut(machine, caller, f"behind the call {caller.function}#{edge} of {left.function}")
        return ""

    def _expect(self, condition: bool, what: str) -> None:
        if not condition:
            raise LostRun(f"{what}, and the predicate program does not know")

    # --- what is certain ---------------------------------------------------------------------------------

    def _certain_branches(self, frame: _Frame, location: int, edge: int) -> None:
        """No edge of a branch that was not taken is certain."""
        body, procedure = self.source.functions[frame.function], self.program.procedures[frame.function]
        if body.locations[location].kind is not LocationKind.BRANCH:
            return
        others = set(body.outgoing[location]) - {edge}
        for step in procedure.edges:
            if isinstance(step.operation, bp.Guard) and step.origins and set(step.origins) <= others:
                certain = self.edges.diagrams.pair(frame.function, step.operation.condition).yes
                self._expect(not frame.states <= certain, f"{frame.function}#{edge} is taken, not {step.origins}")
                self.certain += 1

    def _certain_choices(self, machine: Machine, frame: _Frame, values: Sequence[int] | None) -> None:
        """Each combination of predicates that an input certainly can bring about is brought about by some value."""
        procedure, body = self.program.procedures[frame.function], self.source.functions[frame.function]
        location = machine.threads[1].frames[-1].location
        if values is None or len(values) > MOST_CHOICES or body.locations[location].kind is LocationKind.CHOICE:
            return
        (edge,) = body.outgoing[location]
        updates = [item.operation for item in procedure.edges if edge in item.origins]
        update = next((item for item in updates if isinstance(item, bp.Update) and item.chosen), None)
        if update is None or update.constraint != bp.SKIP.constraint:
            return
        definite = self.edges.diagrams.definite(frame.function, update.definite)
        reached: list[dict[str, bool]] = []
        snapshot = machine.snapshot()
        for value in values:
            machine.step(1, value)
            if machine.ending is not None:
                machine.restore(snapshot)
                return
            reached.append(self.watching.values(machine, frame.entries))
            machine.restore(snapshot)
        chosen = list(update.chosen)
        if any(name not in found for found in reached for name in chosen):
            return
        for number in range(1 << len(chosen)):
            wanted = {name: bool(number >> place & 1) for place, name in enumerate(chosen)}
            following = {self.edges.diagrams.name(frame.function, name) + NEXT: wanted[name] for name in chosen}
            if frame.states <= self.manager.and_exist(sorted(following), definite, self.manager.cube(following)):
                self.certain += 1
                is_there = any(all(found[name] == value for name, value in wanted.items()) for found in reached)
                self._expect(is_there, f"{frame.function}#{edge} certainly can lead to {wanted}, it cannot")


def _some(random: Random, values: Sequence[int] | None) -> int:
    if values is None:
        return random.randrange(-3, 4)
    if len(values) > 64 and random.random() < 0.7:
        small = [value for value in range(-3, 8) if value in values]
        if small:
            return random.choice(small)
    return random.choice(values)


def result_symbol(space: Space, function: str) -> Term | None:
    """The symbol of what a function returns."""
    kind = space.program.functions[function].result
    if kind is None:
        return None
    try:
        return space.symbol(space.variable(result_name(function), space.sort(kind), kind))
    except Untranslatable:
        return None
