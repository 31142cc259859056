"""What happens to the state between functions: arguments, results, memory of variables, and the beginning of a run.

Registers belong to a frame: a call saves those of the caller. What parameters were when a function was entered is kept
in registers of its own (`ENTRY`), so that predicates can relate what a function leaves behind to what it was given,
whatever it does to its parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.analysis import Analyses
from vexil.ir.expressions import Variable
from vexil.ir.operation_parts import PointerCallee
from vexil.ir.operations import Call
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.logic.space import DEAD, STACK, Space, State, StateVariable, Untranslatable, result_name
from vexil.logic.steps import Step, Steps
from vexil.logic.terms import Term
from vexil.logic.translate import Translated, Translator, merged
from vexil.logic.writing import Where, Writer

ENTRY = "@entry"
"""What is behind the name of a parameter for its value when the function was entered."""


@dataclass(frozen=True, slots=True)
class Entering:
    """A call: what it stores in memory, the values of the callee's registers, and when the arguments are defined."""

    stored: State
    registers: Mapping[str, Term]
    conditions: Mapping[str, Term]


class Frames:
    """Entering and leaving the functions of one program."""

    def __init__(self, space: Space, analyses: Analyses) -> None:
        self.space = space
        self._analyses = analyses
        self._terms = space.terms
        self._written: dict[str, frozenset[str]] = {}
        self._steps: dict[str, Steps] = {}
        self._cached: dict[tuple[str, int], Step | Untranslatable] = {}

    @property
    def program(self) -> Program:
        """The program."""
        return self.space.program

    def step(self, function: str, edge: int) -> Step:
        """The step of an edge; raises `Untranslatable`."""
        key = (function, edge)
        cached = self._cached.get(key)
        if cached is None:
            if function not in self._steps:
                self._steps[function] = Steps(self.space, function)
            try:
                cached = self._steps[function].step(self.space.initial, edge)
            except Untranslatable as problem:
                cached = problem
            self._cached[key] = cached
        if isinstance(cached, Untranslatable):
            raise cached
        return cached

    def callees(self, function: str, edge: int) -> tuple[str, ...]:
        """The functions that a call may run, sorted; raises `Untranslatable` when nobody knows."""
        identity = self.program.functions[function].edge_id(edge)
        if not self._analyses.points_to.is_resolved(identity):
            raise Untranslatable("a call through a pointer to an unknown function", identity)
        return tuple(sorted(self._analyses.call_graph.calls.get(identity, ())))

    def symbols(self, after: Mapping[str, Term]) -> dict[Term, Term]:
        """Values of variables of the state by their symbols."""
        return {self.space.symbol(self.space.variables[name]): value for name, value in after.items()}

    # --- entering ----------------------------------------------------------------------------------------

    def enter(self, caller: str, call: Call, callee: str, place: str) -> Entering:
        """What a call makes of the state before the callee's first edge."""
        space, terms = self.space, self._terms
        body = self.program.functions[callee]
        translator = Translator(space, caller)
        if len(call.arguments) != len(body.parameters):
            raise Untranslatable(f"a call of {callee} with {len(call.arguments)} arguments")
        values = [translator.translate(space.initial, argument) for argument in call.arguments]
        stored = self._alive(space.initial, body, STACK)
        registers: dict[str, Term] = {}
        inner = Translator(space, callee)
        writer = Writer(space, callee, inner)
        for parameter, value in zip(body.parameters, values, strict=True):
            variable = Variable(parameter.name, parameter.type, False)
            register = space.register(callee, variable)
            if register is not None:
                registers[register.name] = value.value
                registers[self.entry_value(callee, parameter).name] = value.value
            else:
                where = Where(place, f"?{place}.argument")
                effect = writer.written(stored, variable, Translated(value.value, {}), where)
                if effect.inputs:
                    raise Untranslatable("a floating-point argument in memory")
                stored = effect.after
        return Entering(stored, registers, merged(terms, *(value.conditions for value in values)))

    def runs(self, caller: str, call: Call, callee: str) -> Term:
        """When a call runs a function, as far as that depends on a pointer."""
        if not isinstance(call.callee, PointerCallee):
            return self._terms.true
        pointer = Translator(self.space, caller).translate(self.space.initial, call.callee.pointer)
        is_there = self._terms.eq(pointer.value, self.space.code(callee))
        return self._terms.and_(self._terms.conjunction(pointer.conditions.values()), is_there)

    def defined(self, caller: str, edge: int) -> Term:
        """When a call has a function to run and arguments to give it; raises `Untranslatable`."""
        call = self.program.functions[caller].edges[edge].operation
        assert isinstance(call, Call)
        place = self.program.functions[caller].edge_id(edge)
        known, given = self._terms.false, self._terms.true
        for callee in self.callees(caller, edge):
            known = self._terms.or_(known, self.runs(caller, call, callee))
            given = self._terms.conjunction(self.enter(caller, call, callee, place).conditions.values())
            self.received(caller, call, callee, place)
        return self._terms.and_(known, given)

    def entry_value(self, function: str, parameter: VariableDeclaration) -> StateVariable:
        """The register that keeps what a parameter was when the function was entered."""
        name = f"{function}::{parameter.name}{ENTRY}"
        return self.space.variable(name, self.space.sort(parameter.type), parameter.type)

    def in_memory(self, function: Function) -> tuple[VariableDeclaration, ...]:
        """The variables of a function that are objects in memory with a fixed number."""
        space = self.space
        return tuple(
            item
            for item in function.variables.values()
            if item.addressable and space.register(function.name, Variable(item.name, item.type, False)) is None
        )

    def _alive(self, state: State, function: Function, origin: int) -> State:
        """The state in which a function's variables in memory live, or do no more."""
        space = self.space
        for item in self.in_memory(function):
            variable = Variable(item.name, item.type, False)
            if space.object_variable(function.name, variable) is None:
                number = space.pointers.object_of(space.address(state, function.name, variable))
                changed = self._terms.store(state.read(space.origins), number, self._terms.bv(origin, 8))
                state = state.written({space.origins.name: changed})
        return state

    def leave(self, function: str) -> State:
        """The state behind the last edge of a function: its variables in memory are dead."""
        return self._alive(self.space.initial, self.program.functions[function], DEAD)

    def received(self, caller: str, call: Call, callee: str, place: str) -> Step:
        """What the caller does with the result, over the state behind the callee and the callee's result."""
        space, terms = self.space, self._terms
        plain = Step(terms.true, space.initial, {}, terms.true)
        kind = self.program.functions[callee].result
        if call.result is None or kind is None:
            return plain
        value = space.symbol(space.result(callee, "result", kind))
        writer = Writer(space, caller, Translator(space, caller))
        effect = writer.written(space.initial, call.result, Translated(value, {}), Where(place, f"?{place}.result"))
        return Step(terms.true, effect.after, effect.conditions, terms.true, effect.inputs)

    def arguments(self, caller: str, call: Call, callee: str) -> Mapping[Term, Term]:
        """The values of parameters at the entry, as terms of the caller, by the callee's symbols for them."""
        values: dict[Term, Term] = {}
        translator = Translator(self.space, caller)
        body = self.program.functions[callee]
        assigned = self.assigned(callee)
        for parameter, argument in zip(body.parameters, call.arguments, strict=True):
            register = self.space.register(callee, Variable(parameter.name, parameter.type, False))
            if register is not None:
                value = translator.translate(self.space.initial, argument).value
                values[self.space.symbol(self.entry_value(callee, parameter))] = value
                if register.name not in assigned:
                    values[self.space.symbol(register)] = value
        return values

    # --- effects -----------------------------------------------------------------------------------------

    def assigned(self, function: str) -> frozenset[str]:
        """The registers that edges of a function itself may write."""
        prefix = f"{function}::"
        return frozenset(name for name in self._own_writes(function) if name.startswith(prefix))

    def written(self, function: str) -> frozenset[str]:
        """The variables of the state that a call may change, apart from registers of frames; callees included."""
        if function not in self._written:
            graph = self._analyses.call_graph
            for group in graph.components:
                names: set[str] = set()
                for name in group:
                    body = self.program.functions[name]
                    names |= set(self._own_writes(name))
                    if any(
                        self.space.object_variable(name, Variable(item.name, item.type, False)) is None
                        for item in self.in_memory(body)
                    ):
                        names.add(self.space.origins.name)
                    for parameter in body.parameters:
                        names |= self._parameter_memory(name, parameter)
                    for callee in graph.callees[name]:
                        names |= self._written.get(callee, frozenset())
                shared = frozenset(name for name in names if name.rpartition("::")[0] not in self.program.functions)
                self._written.update(dict.fromkeys(group, shared))
        return self._written[function]

    def _parameter_memory(self, function: str, parameter: VariableDeclaration) -> frozenset[str]:
        variable = Variable(parameter.name, parameter.type, False)
        if self.space.register(function, variable) is not None:
            return frozenset()
        writer = Writer(self.space, function, Translator(self.space, function))
        value = self._terms.fresh("?argument", self.space.sort(parameter.type))
        effect = writer.written(self.space.initial, variable, Translated(value, {}), Where("", "?argument"))
        return frozenset(effect.after)

    def _own_writes(self, function: str) -> frozenset[str]:
        body = self.program.functions[function]
        names: set[str] = set()
        for number, edge in enumerate(body.edges):
            if isinstance(edge.operation, Call):
                names |= self._received_names(function, edge.operation, number)
                continue
            try:
                names |= set(self.step(function, number).after)
            except Untranslatable:
                continue  # nothing is claimed behind such an edge
        return frozenset(names)

    def _received_names(self, function: str, call: Call, edge: int) -> frozenset[str]:
        names: set[str] = set()
        try:
            for callee in self.callees(function, edge):
                names |= set(self.received(function, call, callee, "").after)
        except Untranslatable:
            pass  # nothing is claimed behind such an edge
        return frozenset(names)


class Stack:
    """Values of the state's symbols that have changed since the run began, frame by frame."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames
        self._space = frames.space
        self._terms = frames.space.terms
        self._shared: dict[Term, Term] = {}
        self._stack: list[dict[Term, Term]] = [{}]

    def moved(self, term: Term, also: Mapping[Term, Term] | None = None) -> Term:
        """A term over the state now, as one over the first state and inputs."""
        known = {**self._shared, **self._stack[-1]}
        if also:
            known.update(also)
        return self._terms.substitute(term, known)

    def write(self, updates: Mapping[str, Term], function: str) -> None:
        """Give variables values that are over the first state; registers of the function go to its frame."""
        prefix = f"{function}::"
        for name, value in updates.items():
            symbol = self._space.symbol(self._space.variables[name])
            (self._stack[-1] if name.startswith(prefix) else self._shared)[symbol] = value

    def call(self, function: str, edge: int) -> Call:
        """The call at an edge."""
        operation = self.frames.program.functions[function].edges[edge].operation
        assert isinstance(operation, Call)
        return operation

    def entering(self, function: str, edge: int, callee: str) -> Entering:
        """What a call does, over the state now."""
        place = self.frames.program.functions[function].edge_id(edge)
        return self.frames.enter(function, self.call(function, edge), callee, place)

    def enter(self, entering: Entering) -> None:
        """Begin a call."""
        stored = {name: self.moved(value) for name, value in entering.stored.items()}
        frame = {symbol: self.moved(value) for symbol, value in self.frames.symbols(entering.registers).items()}
        self.write(stored, "")
        self._stack.append(frame)

    def leave(self, callee: str) -> Mapping[Term, Term]:
        """End a call: the value of the callee's result, by its symbol."""
        ended = self.frames.leave(callee)
        self.write({name: self.moved(value) for name, value in ended.items()}, "")
        given = self._stack.pop()
        result = self._space.variables.get(result_name(callee))
        if result is None:
            return {}
        symbol = self._space.symbol(result)
        return {symbol: given.get(symbol, symbol)}

    def received(self, function: str, edge: int, callee: str) -> Step:
        """What the caller does with a result, over the state now and the result's symbol."""
        place = self.frames.program.functions[function].edge_id(edge)
        return self.frames.received(function, self.call(function, edge), callee, place)

    def receive(self, function: str, received: Step, result: Mapping[Term, Term]) -> None:
        """Go on behind a call that has ended."""
        self.write({name: self.moved(value, result) for name, value in received.after.items()}, function)
