"""The native machine beside the interpreter: the same moves, who can move, what is open, and how runs end."""

from __future__ import annotations

from random import Random

from vexil.certify.plain_states import PlainStates
from vexil.engines.machine.exported_states import StateReader
from vexil.engines.machine.native import NativeMachine, NativeProgram
from vexil.ir.interpreter import Choices, CompiledProgram, Cut, Machine, Snapshot, Undefined
from vexil.ir.program import Program

ADDRESS = Undefined("address")
"""How the machine ends a run that looks at where objects lie; the interpreter goes on and remembers it."""


class LockStep:
    """Runs of a program on both; states that are equal on one side have to be equal on the other.

    What the native machine exports of a state is the state that the interpreter is in.
    """

    def __init__(self, program: Program, random: Random) -> None:
        self._compiled = CompiledProgram(program)
        self._native = NativeMachine(NativeProgram(program))
        self._reader, self._loaded = StateReader(self._native.native), Machine(self._compiled)
        self._plain = PlainStates(self._loaded)
        self._random = random
        self._numbers: dict[Snapshot, int] = {}
        self._states: dict[int, Snapshot] = {}
        self._exact: dict[int, Snapshot] = {}
        self.steps = 0

    def walk(self, steps: int) -> None:
        """Take random steps, and go back to earlier states now and then."""
        machine, native, random = Machine(self._compiled), self._native, self._random
        decisions = [self._decision(choices) or 0 for _, choices in machine.initial_choices()]
        machine.reset(decisions)
        if machine.ending is not None:
            return
        native.reset(self._compiled, decisions)
        assert native.ending is None
        self._export(self._state(machine))
        for _ in range(steps):
            able = machine.enabled()
            assert native.enabled() == able
            if not able or not self._step(machine, random.choice(able)):
                return
            if random.random() < 0.5:
                number = self._state(machine)
                if random.random() < 0.5:
                    self._export(number)
                if random.random() < 0.1:
                    number = random.choice(sorted(self._states))
                    native.restore(number)
                    machine.restore(self._exact[number])

    def _step(self, machine: Machine, thread: int) -> bool:
        """Take one step on both; say whether the run goes on."""
        native = self._native
        offered, same = machine.choices(thread), native.choices(thread)
        assert (offered is None) == (same is None)
        if offered is not None and same is not None and offered.count is not None and same.count is not None:
            assert offered.count == same.count
            assert offered.count > 100 or list(offered.values or ()) == list(same.values or ())
        decision = self._decision(offered)
        machine.observed_address = False
        machine.step(thread, decision)
        native.step(thread, decision)
        self.steps += 1
        ending = native.ending
        if machine.observed_address:
            assert ending in (ADDRESS, machine.ending)
            return False
        if isinstance(ending, Undefined) and isinstance(machine.ending, Undefined):
            return False  # of several operations without a result in one step, either may name another one
        assert ending == machine.ending
        if isinstance(ending, Cut):
            return False
        assert native.edge_id() == machine.edge_id()
        return True

    def _decision(self, offered: Choices | None) -> int | None:
        if offered is None:
            return None
        values = offered.values
        if values is None:
            return 0
        return self._random.choice(values) if (offered.count or 0) < 1 << 20 else values[self._random.choice((0, 1))]

    def _state(self, machine: Machine) -> int:
        exact, number = machine.snapshot(), self._native.record()
        snapshot = self._plain.of(exact)
        assert self._numbers.setdefault(snapshot, number) == number
        assert self._states.setdefault(number, snapshot) == snapshot
        self._exact.setdefault(number, exact)
        return number

    def _export(self, number: int) -> None:
        """Go back to a state on the native machine, and compare what it exports."""
        self._reader.load(self._native.exported(number), self._loaded)
        assert self._plain.of(self._loaded.snapshot()) == self._states[number]
