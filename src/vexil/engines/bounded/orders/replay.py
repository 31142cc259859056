"""A model as a run of the reference interpreter: threads move in the order of the clocks."""

from __future__ import annotations

from vexil.core.context import Context
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.orders.deadlocks import Deadlock
from vexil.engines.bounded.orders.execution import World
from vexil.engines.bounded.orders.formula import Formula
from vexil.engines.bounded.orders.graph import Node, Violation
from vexil.engines.bounded.orders.races import Racing
from vexil.engines.bounded.state import Frame, Key, around
from vexil.ir.interpreter import Activity, CompiledProgram, Move, Violated
from vexil.ir.interpreter import Machine as Interpreter
from vexil.ir.operations import Notify
from vexil.ir.types import LockType
from vexil.logic.evaluate import Evaluation
from vexil.model.evidence import Run
from vexil.model.goal import deadlock
from vexil.model.races import Races

_NO_GUARD = Guard(None, None)
LONGEST = 200_000
CHECK_EVERY = 4096


class _Lost(Exception):  # noqa: N818 - an answer
    """The model cannot be followed."""


class Replay:
    """Follows a model."""

    def __init__(
        self,
        world: World,
        formula: Formula,
        compiled: CompiledProgram,
        evaluation: Evaluation,
        checks: frozenset[str],
        context: Context,
    ) -> None:
        self.world = world
        self.machine = world.machine
        self.formula = formula
        self.evaluation = evaluation
        self.context = context
        self.interpreter = Interpreter(compiled, checks=checks)
        self.moves: list[Move] = []
        self.frames: dict[int, list[Frame]] = {}
        self.actual: dict[int, int] = {1: 1}
        """The interpreter's numbers of threads."""
        self.done: set[int] = set()
        self.places: dict[tuple[int, Key, int, bool], list[int]] = {}
        """The nodes of a place of a thread: with whether it waits there."""
        for node in self.machine.graph.nodes:
            place = (node.thread, node.key, node.location, node.resumes)
            self.places.setdefault(place, []).append(node.number)

    def run(self, violation: Violation) -> Run | None:
        """The run up to a violation; nothing when the interpreter goes another way."""
        initial = tuple(item.decision(self.evaluation) for item in self.world.inputs.initial)
        self.interpreter.reset(initial)
        machine = self.machine
        entry = machine.function_numbers[machine.program.entry]
        self.frames[1] = [self._frame(entry, (entry,))]
        try:
            if isinstance(violation, Deadlock):
                is_shown = self._get_stuck(violation)
            elif isinstance(violation, Racing):
                is_shown = self._approach(violation)
            else:
                self._follow(violation)
                is_shown = isinstance(self.interpreter.ending, Violated)
        except _Lost:
            return None
        return Run(initial, tuple(self.moves)) if is_shown else None

    def _approach(self, racing: Racing) -> bool:
        """Follow the model to where both accesses of a race are next; say whether they are."""
        first, second = racing.first.node, racing.second.node
        self._nodes_up_to(first.past | second.past, {first.number, second.number})
        races = Races(self.interpreter.compiled)
        for node in (second, first):
            while self.interpreter.ending is None and not self._is_at(node):
                self._step(node.thread)
        thread = self.interpreter.threads[self.actual[first.thread]]
        while self.interpreter.ending is None:
            if races.found(self.interpreter) is not None:
                return True
            if not first.section or (thread.atomic == 0 and not self._is_at(first)):
                return False
            self._step(first.thread)
        return False

    def _get_stuck(self, violation: Deadlock) -> bool:
        """Follow the model to its end, and let threads go on where nobody notices; say whether some are stuck."""
        stopped = [blocked for blocked in violation.places if self.evaluation.holds(blocked.when)]
        places = {blocked.node.number for blocked in stopped if blocked.node is not None}
        self._nodes_up_to(sum(1 << node.number for node in self.machine.graph.nodes if self._happens(node)), places)
        interpreter = self.interpreter
        names = [name for name in self.actual if name in {blocked.thread for blocked in stopped}]
        for name in [*names, *(name for name in self.actual if name not in names)]:
            if deadlock(interpreter):
                return True
            number = self.actual[name]
            while number in interpreter.enabled():
                self._move(number)
        return bool(deadlock(interpreter))

    def _follow(self, violation: Violation) -> None:
        self._nodes_up_to(violation.past, set())
        thread = self.actual.get(violation.thread)
        if thread is None:
            raise _Lost
        while self.interpreter.ending is None:
            self._step(violation.thread)

    def _nodes_up_to(self, past: int, left_out: set[int]) -> None:
        """Let threads come to nodes in the order of the clocks, up to the last one of some, but for those left out."""
        clock = {node.number: self._number(self.formula.clocks[node.number]) for node in self.machine.graph.nodes}
        happening = [node for node in self.machine.graph.nodes if self._happens(node)]
        last = max((clock[node.number] for node in happening if past >> node.number & 1), default=-1)
        for node in sorted(happening, key=lambda node: (clock[node.number], node.number)):
            if clock[node.number] > last or self.interpreter.ending is not None:
                break
            if node.number not in self.done and node.number not in left_out and node.location >= 0:
                self._take(node)

    def _number(self, term: object) -> int:
        value = self.evaluation.value(term)  # type: ignore[arg-type]
        assert isinstance(value, int)
        return value

    def _happens(self, node: Node) -> bool:
        """Say whether a thread comes to a node: the guard where it begins holds."""
        return self.evaluation.holds(node.guard.formula(self.machine.terms))

    def _take(self, node: Node) -> None:
        """Let a thread come to a node, and pass it."""
        while not self._is_at(node):
            self._step(node.thread)
            if self.interpreter.ending is not None or node.number in self.done:
                return
        if not self._can_step(node.thread):
            return  # an attempt to take a lock, or to join a thread, that fails
        self._step(node.thread)
        thread = self.interpreter.threads[self.actual[node.thread]]
        if thread.activity is Activity.WOKEN and node.resumes and self.interpreter.ending is None:
            self._step(node.thread)
        if node.section:
            while self.interpreter.ending is None and thread.atomic and thread.activity is Activity.RUNNING:
                self._step(node.thread)
        if node.starts and node.starts not in self.actual:
            raise _Lost

    def _is_at(self, node: Node) -> bool:
        number = self.actual.get(node.thread)
        if number is None:
            raise _Lost
        frame = self.frames[number][-1]
        waits = self._waits(number)
        return frame.location == node.location and frame.key() == node.key and waits == node.resumes

    def _waits(self, number: int) -> bool:
        return self.interpreter.threads[number].activity in (Activity.WAITING, Activity.WOKEN)

    def _can_step(self, name: int) -> bool:
        """Say whether a thread can move, at once or behind those in atomic sections."""
        enabled = self.interpreter.enabled()
        return self.actual[name] in enabled or any(self.interpreter.threads[one].atomic for one in enabled)

    def _step(self, name: int) -> None:
        """Let a thread take an edge; threads in atomic sections that have to go first do so."""
        number = self.actual[name]
        interpreter = self.interpreter
        for _ in range(LONGEST):
            enabled = interpreter.enabled()
            if number in enabled:
                break
            forced = [one for one in enabled if interpreter.threads[one].atomic]
            if not forced:
                raise _Lost
            self._move(forced[0])
            if interpreter.ending is not None:
                return
        self._move(number)

    def _move(self, number: int) -> None:
        interpreter = self.interpreter
        if len(self.moves) > LONGEST:
            raise _Lost
        thread = interpreter.threads[number]
        frames = self.frames[number]
        frame = frames[-1]
        offered = interpreter.choices(number)
        choice: int | None = None
        function = thread.frames[-1].code.function
        edge = function.outgoing[frame.location][0] if function.outgoing[frame.location] else -1
        if offered is not None:
            if isinstance(function.edges[edge].operation, Notify):
                choice = self._notified(number, frame)
            else:
                item = self.world.inputs.at(frame.key(), edge)
                choice = 0 if item is None else item.decision(self.evaluation)
            if offered.values is not None and choice not in offered.values:
                raise _Lost
        key = frame.key()
        for name, actual in self.actual.items():
            if actual == number:
                self.done.update(self.places.get((name, key, frame.location, self._waits(number)), ()))
        before = {one for one, other in interpreter.threads.items() if other.activity is not Activity.ENDED}
        interpreter.step(number, choice)
        self.moves.append(Move(number, choice))
        if len(self.moves) % CHECK_EVERY == 0:
            self.context.check_limits("following a run")
        self._started(key, edge, before)
        depth = len(thread.frames)
        numbers = self.machine.function_numbers
        if depth > len(frames):
            callee = numbers[thread.frames[-1].code.function.name]
            frames.append(self._frame(callee, (*key, callee)))
            return
        while len(frames) > depth:
            frames.pop()
        if thread.activity is Activity.RUNNING:
            _go(frames[-1], thread.frames[-1].location)

    def _started(self, key: Key, edge: int, before: set[int]) -> None:
        """Know a thread that was started by the last step."""
        threads = self.interpreter.threads
        for number in sorted(threads):
            if number not in before and threads[number].activity is not Activity.ENDED:
                name = self.world.numbers.get((key, edge))
                if name is None:
                    raise _Lost
                self.actual[name] = number
                function = self.machine.function_numbers[threads[number].frames[0].code.function.name]
                self.frames[number] = [self._frame(function, (len(self.machine.function_list) + name, function))]

    def _notified(self, number: int, frame: Frame) -> int:
        """Whom a notification wakes: the one that the model says, or one that nobody wakes later."""
        graph = self.machine.graph
        key = frame.key()
        waiting = {
            self.actual[one.before.thread]: position
            for position, one in enumerate(graph.waits)
            if one.before.thread in self.actual and self.evaluation.holds(one.woken)
        }
        ours = next(
            (
                index
                for index, one in enumerate(graph.notifications)
                if self.actual.get(one.node.thread) == number
                and (one.node.section or (one.node.key == key and one.node.location == frame.location))
                and any(
                    self.evaluation.holds(wakes) for (which, _), wakes in self.formula.woken.items() if which == index
                )
            ),
            None,
        )
        thread = self.interpreter.threads[number]
        code = thread.frames[-1]
        operation = code.code.function.edges[code.code.function.outgoing[code.location][0]].operation
        assert isinstance(operation, Notify)
        candidates = [
            one
            for one in sorted(self.interpreter.threads)
            if self.interpreter.threads[one].activity is Activity.WAITING
        ]
        evaluate = self.interpreter.compiled.evaluator(operation.condition, code.code.function)
        awaited = evaluate(code.registers, self.interpreter.globals, self.interpreter, thread)
        if isinstance(operation.condition.type, LockType):
            awaited = "lock", awaited
        listed = [one for one in candidates if self.interpreter.threads[one].condition == awaited]
        for index, one in enumerate(listed):
            position = waiting.get(one)
            if ours is not None and position is not None:
                wakes = self.formula.woken.get((ours, position))
                if wakes is not None and self.evaluation.holds(wakes):
                    return index
        for index, one in enumerate(listed):
            if one not in waiting:
                return index
        return 0

    def _frame(self, function: int, prefix: Key) -> Frame:
        """A symbolic frame at the entry of a function, for its place alone."""
        frame = Frame(function, self.machine.order(function), None, prefix, [])
        _go(frame, frame.location)
        return frame


def _go(frame: Frame, target: int) -> None:
    frame.loops = around(frame.loops, frame.order.nest[target], target, _NO_GUARD)
    frame.location = target
