"""Runs of a guarded system as runs of the program it came from, by driving the interpreter; whether both agree."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.core.errors import require
from vexil.ir.interpreter import Choices, Cut, Machine, Move, Stopped, Undefined, Violated
from vexil.ir.interpreter.state import ENDED
from vexil.ir.operation_parts import GuardedDomain, RelationDomain
from vexil.ir.operations import Choose, ChooseInstance, Notify
from vexil.ir.program import LocationKind
from vexil.model.evidence import Lasso, Run
from vexil.model.guarded.evaluate import Evaluator, State, Transition
from vexil.model.guarded.system import Ending, EndKind
from vexil.transform.flattening.flatten import Flattened

MOST_TURNS = 64
"""A loop is driven at most this often until the interpreter's state comes back."""

Path = Sequence[tuple[Transition, State]]
"""Steps with the states they lead to."""


class Driver:
    """Follows a run of the system with a machine; ``machine`` is where the run is."""

    def __init__(self, flattened: Flattened, initial: tuple[int, ...], state: State) -> None:
        self._flattened = flattened
        self._evaluator = Evaluator(flattened.system)
        encoding = flattened.encoding
        self.machine = Machine(
            encoding.compiled, checks=encoding.checks, track_returns=encoding.synchronisation.returns
        )
        offered = [choices for _, choices in self.machine.initial_choices()]
        self.initial = tuple(_decided(choices, chosen) for choices, chosen in zip(offered, initial, strict=True))
        self.machine.reset(self.initial)
        self.state = state
        self._threads: dict[int, int] = {1: 1}
        """By the value that stands for a thread in the system its number in the machine."""
        self._objects: dict[int, int] = {0: 0}

    def follow(self, taken: Transition, after: State) -> Move:
        """Take the step that the system took."""
        encoding = self._flattened.encoding
        base = encoding.plan.of(taken.template).base
        machine, thread = self.machine, self._threads[base + taken.thread + 1]
        move = Move(thread, self._choice(taken, thread))
        living = {other for other, item in machine.threads.items() if item.activity is not ENDED}
        created = machine.next_object
        machine.apply(move)
        begun = {other for other, item in machine.threads.items() if item.activity is not ENDED} - living
        if begun:
            self._threads[self._begun(after)] = begun.pop()
        if machine.next_object > created and "allocated" in encoding.storage.shared:
            for slot in self._allocated(after):
                self._objects[slot] = machine.next_object - 1
        self.state = after
        return move

    def thread(self, value: int) -> int:
        """The machine's number of the thread that a value stands for in the system."""
        return self._threads[value]

    def _begun(self, after: State) -> int:
        """The value that stands for the thread that exists now and did not before."""
        for template in self._flattened.encoding.plan.templates:
            counter = self._flattened.system.template[template.root].counter
            for index in range(template.count):
                values = [self._evaluator.value(state, counter, thread=index) for state in (self.state, after)]
                if values[0] == 0 != values[1]:
                    return template.base + index + 1
        require(False, "a started thread should exist in the system")
        return 0

    def _allocated(self, after: State) -> list[int]:
        bits = self._flattened.encoding.storage.shared["allocated"]
        return [
            index
            for index in range(bits.length)
            if self._evaluator.value(after, bits, index) > self._evaluator.value(self.state, bits, index)
        ]

    # --- choices -----------------------------------------------------------------------------------------

    def _choice(self, taken: Transition, thread: int) -> int | None:
        step = taken.command.step
        assert step is not None
        function = self._flattened.encoding.program.functions[step.function]
        edge = function.edges[step.edges[0]]
        if function.locations[edge.source].kind is LocationKind.CHOICE:
            return function.outgoing[edge.source].index(step.edges[0])
        offered = self.machine.choices(thread)
        if offered is None or not taken.chosen:
            return None
        chosen = taken.chosen[-1]
        samples = self._flattened.encoding.sampling.chosen.get(function.edge_id(step.edges[0]))
        if samples is not None:
            return samples[chosen]
        match edge.operation:
            case Choose(_, RelationDomain(), _):
                return chosen
            case Choose(_, GuardedDomain(), _):
                return len([value for value in self._possible(taken) if value < chosen])
            case Notify():
                waiters = sorted(self._threads[value + 1] for value in self._possible(taken))
                return waiters.index(self._threads[chosen + 1])
            case ChooseInstance(_, class_name, nullable, _):
                return self.machine.instances(class_name, nullable).index(self._objects[chosen])
            case _:
                return _decided(offered, chosen)

    def _possible(self, taken: Transition) -> list[int]:
        """What the command could have chosen."""
        choice = taken.command.choices[-1]
        evaluator, thread = self._evaluator, taken.thread
        count = evaluator.evaluate(choice.count, self.state, {}, thread)
        return [
            value
            for value in range(count)
            if evaluator.evaluate(choice.condition, self.state, {choice.name: value}, thread)
        ]


def _decided(choices: Choices, position: int) -> int:
    assert choices.values is not None
    return choices.values[position]


def run_of(flattened: Flattened, initial: tuple[int, ...], first: State, path: Path) -> Run:
    """The run of the program that a path of the system stands for."""
    driver = Driver(flattened, initial, first)
    return Run(driver.initial, tuple(driver.follow(taken, after) for taken, after in path))


def lasso_of(flattened: Flattened, initial: tuple[int, ...], first: State, stem: Path, loop: Path) -> Lasso:
    """The endless run that a stem and a loop of the system stand for.

    The interpreter may number threads and objects differently when the loop comes back: then it takes more turns.
    """
    driver = Driver(flattened, initial, first)
    moves = [driver.follow(taken, after) for taken, after in stem]
    if not loop:
        return Lasso(driver.initial, tuple(moves), ())
    first_visits = {driver.machine.snapshot(): len(moves)}
    for _ in range(MOST_TURNS):
        moves += [driver.follow(taken, after) for taken, after in loop]
        snapshot = driver.machine.snapshot()
        if snapshot in first_visits:
            begin = first_visits[snapshot]
            return Lasso(driver.initial, tuple(moves[:begin]), tuple(moves[begin:]))
        first_visits[snapshot] = len(moves)
    require(False, "a loop of the system should be one of the program")
    return Lasso(driver.initial, tuple(moves), ())


def disagreement(flattened: Flattened, evaluator: Evaluator, driver: Driver) -> str:
    """What the two say differently: how the run ended, who can move, whether it is stuck; empty when nothing."""
    machine, state = driver.machine, driver.state
    ending = flattened.system.endings[state[0] - 1] if state[0] else None
    if not _is_same_end(machine, ending):
        return f"the flat form says {ending}, and the program {machine.ending}"
    plan = flattened.encoding.plan
    moving = {driver.thread(plan.of(name).base + thread + 1) for name, thread in evaluator.movers(state)}
    enabled = set(machine.enabled())
    if moving != enabled:
        return f"threads {sorted(moving)} can move in the flat form, and {sorted(enabled)} in the program"
    if evaluator.is_deadlock(state) != machine.deadlocked():
        return "one of the flat form and the program is stuck, and the other is not"
    return ""


def _is_same_end(machine: Machine, ending: Ending | None) -> bool:
    match machine.ending:
        case None:
            return ending is None
        case Violated(kind, message):
            reached = None if ending is None else (ending.kind, ending.property, ending.text)
            return reached == (EndKind.VIOLATED, kind, message)
        case Stopped():
            return ending is not None and ending.kind is EndKind.STOPPED
        case Undefined(kind):
            found_end = None if ending is None else (ending.kind, ending.text)
            return found_end == (EndKind.UNDEFINED, f"{kind} at {machine.edge_id()}")
        case Cut():
            return False
