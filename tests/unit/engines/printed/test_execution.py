"""Commands executed symbolically do what they do when they are executed."""

from __future__ import annotations

import pytest

from guarded_models import SYSTEMS
from guarded_models_large import LARGE_SYSTEMS
from vexil.engines.printed.choices import ChoiceEnumerator
from vexil.engines.printed.execution import Execution
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import Const, Expr, Variable, number
from vexil.model.guarded.system import GuardedSystem

ALL = {**SYSTEMS, **LARGE_SYSTEMS}
MOST_STATES = 120


def some_states(evaluator: Evaluator) -> list[State]:
    """The states that are found first."""
    found = dict.fromkeys(evaluator.initial())
    for state in found.copy():
        pending = [state]
        while pending and len(found) < MOST_STATES:
            for _, after in evaluator.successors(pending.pop(0)):
                if after not in found:
                    found[after] = None
                    pending.append(after)
    return list(found)


def elements(system: GuardedSystem) -> list[tuple[Variable, int, int | None]]:
    """Every element of a state, in order."""
    shared = [item for item in (system.ending, *system.variables) if not item.constant]
    found: list[tuple[Variable, int, int | None]] = [
        (item, index, None) for item in shared for index in range(item.length)
    ]
    for template in system.templates:
        for thread in range(template.count):
            for item in (template.counter, *template.variables):
                found += [(item, index, thread) for index in range(item.length)]
    return found


@pytest.mark.parametrize("name", ALL)
def test_effects_are_what_execution_does(name: str) -> None:
    """The value of every element after a command, as an expression over the state before, is the value that it gets."""
    system = ALL[name]
    evaluator = Evaluator(system)
    parts = elements(system)
    effects: dict[tuple[str, int, int, tuple[int, ...]], list[Expr]] = {}
    steps = 0
    for state in some_states(evaluator):
        for taken, after in evaluator.successors(state):
            key = (taken.template, taken.thread, id(taken.command), taken.chosen)
            if key not in effects:
                names = {
                    choice.name: Const(value, choice.count.type)
                    for choice, value in zip(taken.command.choices, taken.chosen, strict=True)
                }
                template = system.template[taken.template]
                effect = Execution(system, template, number(taken.thread)).run(taken.command.body, names)
                effects[key] = [
                    effect.after(variable, number(index), None if thread is None else number(thread))
                    for variable, index, thread in parts
                ]
            computed = tuple(evaluator.evaluate(value, state, {}) for value in effects[key])
            assert computed == after
            steps += 1
    assert steps > 20


@pytest.mark.parametrize("name", [name for name, system in ALL.items() if not system.atomic])
def test_combinations_are_what_may_be_chosen(name: str) -> None:
    """The combinations whose condition holds in a state, and which are not cut, are the steps of the state."""
    system = ALL[name]
    evaluator = Evaluator(system)
    choosing = ChoiceEnumerator(system)
    for state in some_states(evaluator):
        if state[0]:
            continue
        expected = [(taken.template, taken.thread, taken.chosen) for taken, _ in evaluator.successors(state)]
        found = []
        for template in system.templates:
            for thread in range(template.count):
                me = number(thread)
                place = evaluator.value(state, template.counter, 0, thread)
                for command in template.locations[place].commands:
                    for combination in choosing.combinations(command, me):
                        cut = Execution(system, template, me).run(command.body, combination.names).cut(system)
                        if evaluator.evaluate(combination.condition, state, {}) and not evaluator.evaluate(
                            cut, state, {}
                        ):
                            found.append((template.name, thread, combination.values))
        assert found == expected
