"""Runs of a program and of its abstraction side by side: every step of the one must have one of the other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from vexil.abstraction.data.values import condition
from vexil.ir.interpreter import Machine, Snapshot
from vexil.ir.interpreter.state import ArrayObject, Frame, Instance
from vexil.ir.program import Program
from vexil.ir.types import ArrayReferenceType, TokenType, Type
from vexil.model.explore import Explorer
from vexil.model.tokens.abstract_type import AbstractType

MOST_STATES = 400
"""So many abstract states are followed at once."""


class SideBySide:
    """Follows one run of a program with all runs of its abstraction that are related to it."""

    def __init__(self, concrete: Program, abstract: Program, types: list[AbstractType]) -> None:
        self.concrete = Machine(concrete)
        self.abstract = Machine(abstract)
        self._types = {kind.name: kind for kind in types}
        self._tests = {
            (kind.name, token): condition(member)
            for kind in types
            for token, member in zip(kind.tokens, kind.members, strict=True)
        }

    def follow(self, limit: int, random: Random, decisions: tuple[int, ...] = ()) -> int:
        """Take a run of at most so many steps; the number of steps. Raises where the abstraction has no step."""
        machine = self.concrete
        machine.reset(decisions)
        states = {state for _, state in Explorer(self.abstract).initial() if self._is_related(state)}
        assert states, "the initial state should be related to one of the abstraction"
        for count in range(limit):
            threads = machine.enabled()
            if machine.ending is not None or not threads:
                return count
            thread = random.choice(threads)
            values = _decisions(machine, thread)
            machine.step(thread, random.choice(values))
            edge = machine.edge_id()
            if machine.ending is not None:
                assert self._endings(states, thread), f"{edge} ends with {machine.ending}, the abstraction does not"
                return count
            machine.restore(machine.snapshot())
            states = {found for state in states for found in self._after(state, thread) if self._is_related(found)}
            assert states, f"after {edge} no state of the abstraction is related"
            if len(states) > MOST_STATES:
                states = set(random.sample(sorted(states, key=repr), MOST_STATES))
        return limit

    def _moves(self, state: Snapshot, thread: int) -> Iterator[Snapshot]:
        machine = self.abstract
        machine.restore(state)
        if thread not in machine.enabled():
            return
        for decision in _decisions(machine, thread):
            machine.restore(state)
            machine.step(thread, decision)
            yield machine.snapshot()

    def _after(self, state: Snapshot, thread: int) -> Iterator[Snapshot]:
        """Where a thread can be when it has done what was one step of the program."""
        pending = [state]
        while pending:
            for found in self._moves(pending.pop(), thread):
                if self.abstract.ending is None and self._is_inside(thread):
                    pending.append(found)
                elif self.abstract.ending is None:
                    yield found

    def _is_inside(self, thread: int) -> bool:
        """Whether a thread is at a location that was put in."""
        frames = self.abstract.threads[thread].frames
        if not frames:
            return False
        name = frames[-1].code.function.name
        return frames[-1].location >= len(self.concrete.program.functions[name].locations)

    def _endings(self, states: set[Snapshot], thread: int) -> bool:
        wanted = type(self.concrete.ending)
        pending = list(states)
        while pending:
            for found in self._moves(pending.pop(), thread):
                if isinstance(self.abstract.ending, wanted):
                    return True
                if self.abstract.ending is None and self._is_inside(thread):
                    pending.append(found)
        return False

    # --- the relation ------------------------------------------------------------------------------------

    def _is_related(self, state: Snapshot) -> bool:
        one, two = self.concrete, self.abstract
        two.restore(state)
        declared = [item.type for item in two.program.globals]
        if not all(map(self._fits, one.globals, two.globals, declared)):
            return False
        if one.threads.keys() != two.threads.keys():
            return False
        for number, thread in one.threads.items():
            other = two.threads[number]
            if len(thread.frames) != len(other.frames) or thread.activity != other.activity:
                return False
            for mine, its in zip(thread.frames, other.frames, strict=True):
                if _place(mine) != _place(its) or (its is other.frames[-1] and mine.location != its.location):
                    return False
                types = [item.type for item in its.code.function.variables.values()]
                if not all(map(self._fits, mine.registers, its.registers, types)):
                    return False
        return self._heap()

    def _heap(self) -> bool:
        program = self.abstract.program
        for number, item in self.concrete.objects.items():
            other = self.abstract.objects.get(number)
            match item, other:
                case Instance(), Instance():
                    names = [
                        field.type
                        for name in reversed(program.superclasses(item.class_name))
                        for field in program.classes[name].fields
                    ]
                    if not all(map(self._fits, item.fields, other.fields, names)):
                        return False
                case ArrayObject(), ArrayObject():
                    if isinstance(other.element, TokenType) and other.element.name not in self._types:
                        continue  # cells of an abstracted index are looked at by what is read from them
                    if not all(self._fits(a, b, other.element) for a, b in zip(item.items, other.items, strict=True)):
                        return False
                case _:
                    pass
        return True

    def _fits(self, number: object, found: object, kind: Type) -> bool:
        if isinstance(kind, TokenType) and kind.name in self._types:
            token = self.abstract.program.token_sets[kind.name].tokens[found]  # type: ignore[call-overload]
            return bool(self._tests[kind.name, token](number))  # type: ignore[arg-type]
        if isinstance(kind, ArrayReferenceType):
            return (number == 0) == (found == 0)
        return number == found or repr(number) == repr(found) == "nan"


def _decisions(machine: Machine, thread: int) -> list[int | None]:
    """What a thread may choose: everything, or a few small numbers where that is too much."""
    offered = machine.choices(thread)
    if offered is None:
        return [None]
    if offered.values is None or offered.count is None or offered.count > 50:
        return [value for value in range(-4, 9) if offered.values is None or value in offered.values]
    return list(offered.values)


def _place(frame: Frame) -> tuple[str, str]:
    """The function and the location of the program that a frame is at; a call may start where steps were put in."""
    function = frame.code.function
    return function.name, function.locations[frame.location].name.partition(".chosen")[0]
