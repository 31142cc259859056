"""That the program and its slice take the same kept steps: images, kept operations, and what removed ones do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vexil.analysis.facts import Analyses
from vexil.certify.slices.declarations import caveat_problem, declaration_problem
from vexil.certify.slices.loops import removed_loops
from vexil.certify.slices.sections import may_wait, section_problem
from vexil.certify.slices.storage import Storage
from vexil.certify.slices.threads import may_be_same, synchronisation, tokens
from vexil.certify.slices.visible import visible_functions, visible_problem
from vexil.core.graphs import reachable
from vexil.ir.expressions import Expr, Operator, Place
from vexil.ir.operation_parts import NewObject
from vexil.ir.operations import (
    Allocate,
    BeginAtomic,
    Call,
    Catch,
    Check,
    EndAtomic,
    EndThread,
    Interrupt,
    Join,
    Lock,
    Notify,
    Operation,
    Restrict,
    Return,
    Skip,
    Start,
    Stop,
    Throw,
    Unlock,
    Wait,
    written_places,
)
from vexil.ir.program import Function
from vexil.model.goal import CHECK_KINDS, EXCEPTION_CHECKS, has_checks
from vexil.model.slice import Keeps, ProgramSlice
from vexil.spec.property import Kind, Property

_BLOCKING = (Lock, Unlock, Wait, Notify, Join, Interrupt)


class Correspondence:
    """Looks for a reason why a run of the program may be none of the slice."""

    def __init__(self, part: ProgramSlice, prop: Property, keeps: Keeps) -> None:
        self._part = part
        self._property = prop
        self._keeps = keeps
        self._large, self._small = part.original, part.program
        self._facts = Analyses(part.original)
        self._storage = Storage(self._facts, part.program)
        self._kept_threads = synchronisation(self._facts, part.program)
        self._checks = CHECK_KINDS.get(prop.kind, frozenset())
        self._reached: dict[str, list[int]] = {}
        self._sections: dict[str, str] = {}
        self._harmless: dict[str, bool] = {}
        self._visible = visible_functions(part.original, prop)

    def problem(self) -> str:
        """The first reason; nothing if there is none."""
        return next(self._problems(), "")

    def _problems(self) -> Iterator[str]:
        yield from declaration_problem(self._large, self._small, self._facts)
        if self._property.kind is Kind.EXCEPTION and has_checks(self._large, EXCEPTION_CHECKS):
            yield "exceptions of the program are checks"
        if Operator.LEAKED in self._storage.states:
            yield "the slice asks what leaks"
        running = [self._large.functions[name] for name in sorted(self._facts.call_graph.running)]
        yield from visible_problem(self._part, self._property, self._storage, running, self.reached)
        for function in running:
            if function.name in self._small.functions:
                yield from self._kept_function(function)
            else:
                for place in self.reached(function):
                    for number in function.outgoing[place]:
                        yield from self._removed(function, number)
            if self._keeps is Keeps.RUNS:
                yield from self._endless(function)
        yield from caveat_problem(self._part, self._facts.call_graph.running, self.reached)

    def reached(self, function: Function) -> list[int]:
        """The locations of a function that a path leads to."""
        found = self._reached.get(function.name)
        if found is None:
            edges = function.edges
            following = lambda place: [edges[number].target for number in function.outgoing[place]]  # noqa: E731
            found = self._reached[function.name] = sorted(reachable([function.entry], following))
        return found

    # --- functions of the slice --------------------------------------------------------------------------

    def _kept_function(self, function: Function) -> Iterator[str]:
        small, images = self._small.functions[function.name], self._part.images[function.name]
        if any(function.variables.get(item.name) is not item for item in (*small.parameters, *small.locals)):
            yield f"{function.name} has other variables"
        if len(images) != len(function.locations) or images[function.entry] != small.entry:
            yield f"{function.name} begins elsewhere"
        if images[function.exit] != small.exit or small.result not in (None, function.result):
            yield f"{function.name} ends elsewhere"
        edges = self._part.edges[function.name]
        for place in self.reached(function):
            for number in function.outgoing[place]:
                edge = function.edges[number]
                if number in edges:
                    kept = small.edges[edges[number]]
                    if (kept.source, kept.target) != (images[place], images[edge.target]):
                        yield f"{function.edge_id(number)} leads from or to another place"
                    yield from self._same(function, number, kept.operation)
                    continue
                leaves = isinstance(edge.operation, Stop | EndThread)
                if images[place] != images[edge.target] and not leaves:
                    yield f"{function.edge_id(number)} decides where control goes, and was removed"
                if isinstance(edge.operation, Return | Throw):
                    yield f"{function.edge_id(number)} leaves the function, and was removed"
                yield from self._removed(function, number)

    def _same(self, function: Function, number: int, kept: Operation) -> Iterator[str]:
        """Why a kept edge may do something else in the slice."""
        operation = function.edges[number].operation
        name = function.edge_id(number)
        match operation, kept:
            case Call(callee, arguments, result), Call(other, passed, place) if callee == other:
                yield from self._arguments(function, number, arguments, passed)
                if name in self._facts.call_graph.unresolved:
                    yield f"nobody knows what is called at {name}"
                if place not in (None, result):
                    yield f"{name} has another result"
                is_exact = place is not None and all(self._returns_same(item) for item in self._callees(name))
                if result is not None and not is_exact:
                    yield from self._may_go(function, number, result)
                yield from self._swallowed(function, number)
            case Catch(place), Catch(other_place) if other_place in (None, place):
                if place is not None and other_place is None:
                    yield from self._may_go(function, number, place)
            case Start(callee, arguments, handle, daemon, many), Start(other, passed, place, daemon_too, many_too):
                if (callee, daemon, many) != (other, daemon_too, many_too) or place not in (None, handle):
                    yield f"{name} starts something else"
                if name in self._facts.call_graph.unresolved:
                    yield f"nobody knows what is started at {name}"
                yield from self._arguments(function, number, arguments, passed)
                if handle is not None and place is None:
                    yield from self._may_go(function, number, handle)
            case ((Return() | Throw()), Return()) if operation != kept:
                if isinstance(operation, Throw) and not self._is_indifferent(function):
                    yield f"{name} throws, and that makes a difference"
                yield from self._undefined(function, number)
            case _:
                if operation != kept:
                    yield f"{name} does something else"

    def _may_go(self, function: Function, number: int, place: Place) -> Iterator[str]:
        """Why it may matter that a kept edge does not write a place, or writes something else there."""
        name, after = function.edge_id(number), self._part.images[function.name][function.edges[number].target]
        changed = self._storage.changed_at(function.name, place, after)
        if changed:
            yield f"{name} writes {changed}, which the slice reads"

    def _callees(self, identity: str) -> tuple[str, ...]:
        graph = self._facts.call_graph
        return graph.calls.get(identity, ()) or graph.starts.get(identity, ())

    def _arguments(self, function: Function, number: int, given: tuple, passed: tuple) -> Iterator[str]:  # type: ignore[type-arg]
        """Why something else may be passed; parameters that are not there, or that nobody reads, do not matter."""
        name = function.edge_id(number)
        if given != passed:
            yield from self._undefined(function, number)
        for callee in self._callees(name):
            large, small = self._large.functions[callee], self._small.functions.get(callee)
            if small is None:
                yield f"{callee} is not in the slice, and is called at {name}"
                continue
            names = [item.name for item in small.parameters]
            positions = [index for index, item in enumerate(large.parameters) if item.name in names]
            positions += range(len(large.parameters), len(given))
            if len(positions) != len(passed):
                yield f"{name} passes another number of arguments"
                continue
            for index, argument in zip(positions, passed, strict=True):
                is_read = index >= len(large.parameters) or self._storage.parameter(
                    callee, large.parameters[index].name
                )
                if argument != given[index] and is_read:
                    yield f"{name} passes another value for parameter {index} of {callee}"

    def _returns_same(self, name: str) -> bool:
        """Say whether a function of the slice returns what it does in the program."""
        function, small = self._large.functions[name], self._small.functions.get(name)
        if small is None:
            return False
        edges = self._part.edges[name]
        return all(
            number in edges and small.edges[edges[number]].operation == function.edges[number].operation
            for place in self.reached(function)
            for number in function.outgoing[place]
            if isinstance(function.edges[number].operation, Return)
        )

    def _throws(self, name: str) -> bool:
        function = self._large.functions[name]
        return function.exceptional_exit is not None and function.exceptional_exit in self.reached(function)

    def _swallows(self, name: str) -> bool:
        """Say whether a function of the slice returns where that of the program is left with an exception."""
        function, edges = self._large.functions[name], self._part.edges.get(name, {})
        return any(
            isinstance(function.edges[number].operation, Throw)
            and not (number in edges and isinstance(self._small.functions[name].edges[edges[number]].operation, Throw))
            for place in self.reached(function)
            for number in function.outgoing[place]
        )

    def _swallowed(self, function: Function, number: int) -> Iterator[str]:
        """Why it matters at a kept call that the slice returns where the program throws."""
        name = function.edge_id(number)
        if not any(self._swallows(callee) for callee in self._callees(name)):
            return
        edge = function.edges[number]
        images, small = self._part.images[function.name], self._small.functions[function.name]
        operation = small.edges[self._part.edges[function.name][number]].operation
        assert isinstance(operation, Call)
        if operation.result is not None:
            yield from self._may_go(function, number, operation.result)
        catches = [n for n in function.outgoing[edge.source] if isinstance(function.edges[n].operation, Catch)]
        if not catches:
            yield f"nothing catches what {name} throws"
        for other in catches:
            if images[function.edges[other].target] != images[edge.target]:
                yield f"it matters whether {name} throws"
            for place in written_places(function.edges[other].operation):
                yield from self._may_go(function, other, place)

    def _is_indifferent(self, function: Function) -> bool:
        """Say whether nobody asks for exceptions that leave a thread; calls are looked at where they stand."""
        return self._property.kind is not Kind.EXCEPTION or function.name not in self._roots

    @cached_property
    def _roots(self) -> frozenset[str]:
        starts = self._facts.call_graph.starts.values()
        return frozenset({self._large.entry, *(name for targets in starts for name in targets)})

    # --- removed edges -----------------------------------------------------------------------------------

    def _undefined(self, function: Function, number: int) -> Iterator[str]:
        if self._facts.definedness.may_be_undefined(function, number):
            yield f"{function.edge_id(number)} may be undefined, and was removed"

    def _is_harmless(self, name: str) -> bool:
        """Say whether a function of the slice may be run by the program alone: its frame is none of the slice."""
        known = self._harmless.get(name)
        if known is None:
            self._harmless[name] = True  # what it calls may call it again
            function = self._large.functions[name]
            known = self._keeps is not Keeps.RUNS or name not in self._facts.call_graph.recursive
            if known and self._keeps is Keeps.RUNS:
                known = not any(removed_loops(self._facts, function, self.reached(function), ()))
            numbers = (number for place in self.reached(function) for number in function.outgoing[place])
            known = known and not any(problem for n in numbers for problem in self._removed(function, n, alone=True))
            if not known:
                self._harmless.clear()  # others may rest on what was assumed
            self._harmless[name] = known
        return known

    def _removed(self, function: Function, number: int, *, alone: bool = False) -> Iterator[str]:
        """Why it may matter that an edge was removed, or is taken by a frame *alone* that the slice does not have."""
        operation, name = function.edges[number].operation, function.edge_id(number)
        images = self._part.images.get(function.name)
        after = None if alone or images is None else images[function.edges[number].target]
        changed = self._storage.changed_by(function, number, after)
        if changed:
            yield f"{name} writes {changed}, which the slice reads, and was removed"
        yield from self._undefined(function, number)
        is_of_runs, blocks = self._keeps is Keeps.RUNS, self._keeps is not Keeps.STATES
        match operation:
            case Check(kind, _, _) if kind in self._checks:
                yield f"{name} is asked about, and was removed"
            case Throw() if self._property.kind is Kind.EXCEPTION and function.name in self._roots:
                yield f"{name} may leave a thread with an exception, and was removed"
            case Restrict():
                yield f"{name} may cut runs, and was removed"
            case Stop() | EndThread() if blocks:
                yield f"{name} may end a run, and was removed"
            case EndThread() if self._kept_threads.joins or Operator.ALIVE in self._storage.states:
                yield f"{name} ends a thread that may be waited for, and was removed"
            case Call():
                yield from self._removed_call(function, number)
            case Start():
                yield from self._removed_start(name)
            case Allocate(_, NewObject(), _) if self._kept_threads.instances:
                yield f"{name} makes an instance that may be chosen, and was removed"
            case BeginAtomic() | EndAtomic():
                yield from self._section(function, number) if not is_of_runs else [f"{name} was removed"]
            case Lock() | Unlock() | Wait() | Notify() | Join() | Interrupt():
                if blocks:
                    yield f"{name} may block a thread or let one go on, and was removed"
                yield from self._synchronising(function, number, operation)
            case _:
                pass

    def _is_silent(self, name: str) -> bool:
        """Say whether nothing of a function is kept: it is not in the slice, or only returns or loops there."""
        small = self._small.functions.get(name)
        if small is None:
            return True
        operations = [small.edges[number].operation for number in small.outgoing[small.entry]]
        return len(small.edges) == 1 and all(isinstance(operation, Return | Skip) for operation in operations)

    def _returns_defined(self, name: str) -> bool:
        """Say whether a function is never undefined where it is left."""
        function = self._large.functions[name]
        return not any(
            self._facts.definedness.may_be_undefined(function, number)
            for place in self.reached(function)
            for number in function.outgoing[place]
            if isinstance(function.edges[number].operation, Return | Throw)
        )

    def _removed_call(self, function: Function, number: int) -> Iterator[str]:
        name = function.edge_id(number)
        if name in self._facts.call_graph.unresolved:
            yield f"nobody knows what is called at {name}, which was removed"
        for callee in self._callees(name):
            is_unseen = self._is_silent(callee) and self._returns_defined(callee)
            if not is_unseen and not self._is_harmless(callee):
                yield f"{name} calls {callee}, and was removed"
            if callee in self._visible:
                yield f"the formula sees {callee}, and {name} was removed"
            source = function.edges[number].source
            catches = any(isinstance(function.edges[n].operation, Catch) for n in function.outgoing[source])
            if not catches and self._throws(callee):
                yield f"nothing catches what {name} throws, which was removed"

    def _removed_start(self, name: str) -> Iterator[str]:
        if self._kept_threads.daemons:
            yield f"{name} starts a thread that may keep daemons alive, and was removed"
        if name in self._facts.call_graph.unresolved:
            yield f"nobody knows what is started at {name}, which was removed"
        for callee in self._callees(name):
            if not self._is_silent(callee) or not self._returns_defined(callee):
                yield f"{name} starts {callee}, and was removed"
            if callee in self._visible:
                yield f"the formula sees {callee}, and {name} was removed"
            if self._property.kind is Kind.EXCEPTION and self._throws(callee):
                yield f"a thread of {name} may end with an exception, and was removed"

    def _synchronising(self, function: Function, number: int, operation: Operation) -> Iterator[str]:
        name, kept = function.edge_id(number), self._kept_threads
        asks = self._storage.states & {Operator.LOCKED, Operator.HOLDS_LOCK}
        match operation:
            case Lock(lock, _, _) | Unlock(lock, _):
                if asks:
                    yield f"the slice asks for locks, and {name} was removed"
                if self._is_kept(function, lock):
                    yield from self._section(function, number)
            case Wait(lock, condition, _, _):
                if lock is not None and (asks or self._is_kept(function, lock)):
                    yield f"{name} gives a lock back for a while, and was removed"
                if condition is not None and self._is_awaited(function, condition):
                    yield f"{name} may be woken instead of another thread, and was removed"
            case Notify(condition, _):
                if self._is_awaited(function, condition):
                    yield f"{name} may wake a thread, and was removed"
            case Interrupt():
                if kept.waits or kept.joins or Operator.INTERRUPTED in self._storage.states:
                    yield f"{name} may interrupt a thread, and was removed"
            case _:
                pass
        if isinstance(operation, Wait | Join) and (kept.interrupts or Operator.INTERRUPTED in self._storage.states):
            yield f"{name} may clear an interrupt, and was removed"

    def _is_awaited(self, function: Function, condition: Expr) -> bool:
        own = tokens(self._facts, function.name, condition)
        return any(may_be_same(own, other) for other in self._kept_threads.conditions)

    def _is_kept(self, function: Function, lock: Expr) -> bool:
        own = tokens(self._facts, function.name, lock)
        return any(may_be_same(own, other) for other in self._kept_threads.locks)

    def _section(self, function: Function, number: int) -> Iterator[str]:
        """Why a lock or section that others keep may not be removed at one place."""
        if function.name not in self._sections:
            kept = self._part.edges.get(function.name, {})
            self._sections[function.name] = section_problem(
                function, kept, lambda n: may_wait(self._facts, function, n)
            )
        if self._sections[function.name]:
            yield f"{function.edge_id(number)} was removed, and {self._sections[function.name]}"

    def _endless(self, function: Function) -> Iterator[str]:
        """Where removed edges may go on for ever."""
        yield from removed_loops(self._facts, function, self.reached(function), self._part.edges.get(function.name, {}))
        if self._is_silent(function.name) and function.name in self._facts.call_graph.recursive:
            yield f"{function.name} calls itself, and was removed"
