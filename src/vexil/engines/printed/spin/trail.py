"""Read the trails of Spin back as runs of the guarded system, and check that they are runs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vexil.core.errors import require
from vexil.engines.printed.promela.model import PromelaModel
from vexil.model.guarded.evaluate import Evaluator, State, Transition
from vexil.model.guarded.system import GuardedSystem

LINE = re.compile(r"^\s*(\d+):\s+proc\s+(\d+) \([^)]*\) [^\s:]+:(\d+) \(state")
CYCLE = "START OF CYCLE"


@dataclass(frozen=True, slots=True)
class SystemRun:
    """A run of a guarded system: its states, the step between each two, and where its cycle begins if it has one."""

    states: tuple[State, ...]
    steps: tuple[Transition, ...]
    cycle: int | None = None
    """The number of the state that the run comes back to for ever, or stays in if it is the last."""
    is_cut: bool = False
    """Whether the last step cuts the run, so that there is no state after it."""


def read_trail(system: GuardedSystem, model: PromelaModel, text: str) -> SystemRun:
    """The run that ``spin -t -p`` has printed, executed again step by step."""
    evaluator = Evaluator(system)
    state = evaluator.initial()[0]
    templates = {name: system.template[name].count for name in model.first_process}
    states, seen = [state], {-1}
    steps: list[Transition] = []
    cycle: int | None = None
    for line in text.splitlines():
        if CYCLE in line:
            cycle = len(steps)
        match = LINE.match(line)
        if match is None or int(match[1]) in seen:
            continue
        seen.add(int(match[1]))
        place, process = int(match[3]), int(match[2])
        if place in model.beginnings:
            state = model.beginnings[place]
            states = [state]
        elif place in model.steps:
            printed = model.steps[place]
            thread = process - model.first_process[printed.template]
            require(
                0 <= thread < templates[printed.template], "a process should be a thread of the template of its line"
            )
            taken = Transition(printed.template, thread, printed.command, printed.values)
            steps.append(taken)
            after = _after(evaluator, state, taken)
            if after is None:
                return SystemRun(tuple(states), tuple(steps), is_cut=True)
            state = after
            states.append(state)
    return SystemRun(tuple(states), tuple(steps), cycle)


def _after(evaluator: Evaluator, state: State, wanted: Transition) -> State | None:
    """Where a step leads, nowhere when it may be one that is cut."""
    cuts = sum(evaluator.cuts.values())
    for taken, after in evaluator.successors(state):
        same = (taken.template, taken.thread, taken.chosen) == (wanted.template, wanted.thread, wanted.chosen)
        if same and taken.command is wanted.command:
            return after
    is_cut = sum(evaluator.cuts.values()) > cuts
    require(is_cut, f"thread {wanted.thread} of {wanted.template} should be able to take the step that Spin took")
    return None
