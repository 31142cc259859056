"""What Boolean programs do, one valuation at a time, with an explicit stack."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from vexil.model.boolean_program import Call, Check, Guard, PredicateProgram, Return, Update
from vexil.model.boolean_program.expressions import Expr, evaluated

Values = tuple[bool, ...]
Frame = tuple[str, int, Values]


@dataclass(frozen=True)
class Configuration:
    """Values of all globals, and frames from the outermost to the innermost."""

    globals: Values
    frames: tuple[Frame, ...]


class Oracle:
    """Enumerates runs; frames beyond ``deepest`` are not entered, and ``cut`` says whether that happened."""

    def __init__(self, program: PredicateProgram, deepest: int) -> None:
        self.program = program
        self.deepest = deepest
        self.cut = False
        self.names = [variable.name for variable in program.globals]

    def own(self, procedure: str) -> list[str]:
        return list(self.program.procedures[procedure].own)

    def view(self, outer: Values, frame: Frame) -> dict[str, bool]:
        """What a frame sees."""
        return dict(zip(self.names, outer, strict=True)) | dict(zip(self.own(frame[0]), frame[2], strict=True))

    def split(self, procedure: str, outer: Values, seen: dict[str, bool]) -> tuple[Values, Values]:
        """Values of globals and of a procedure's own variables."""
        own = self.own(procedure)
        kept = dict(zip(self.names, outer, strict=True))
        return (
            tuple(kept[name] if name in own else seen[name] for name in self.names),
            tuple(seen[name] for name in own),
        )

    def consistent(self, procedure: str, seen: dict[str, bool]) -> bool:
        return evaluated(self.program.procedures[procedure].invariant, seen)[0]

    def entered(self, name: str, outer: Values, formals: Values) -> Iterator[Frame]:
        procedure = self.program.procedures[name]
        for local in product((False, True), repeat=len(procedure.locals)):
            frame = (name, procedure.entry, (*formals, *local))
            if self.consistent(name, self.view(outer, frame)):
                yield frame

    def initial(self) -> Iterator[Configuration]:
        formals = len(self.program.procedures[self.program.main].formals)
        for outer in product((False, True), repeat=len(self.names)):
            for passed in product((False, True), repeat=formals):
                for frame in self.entered(self.program.main, outer, passed):
                    yield Configuration(outer, (frame,))

    def steps(self, state: Configuration) -> Iterator[tuple[int, Configuration | None]]:
        """Every step: the edge, and where it leads; a check that fails leads nowhere."""
        *below, frame = state.frames
        name, location, _ = frame
        procedure = self.program.procedures[name]
        seen = self.view(state.globals, frame)
        for number in procedure.outgoing[location]:
            edge = procedure.edges[number]
            match edge.operation:
                case Call(callee, arguments, _):
                    if len(state.frames) >= self.deepest:
                        self.cut = True
                        continue
                    for passed in product(*(values(item, seen) for item in arguments)):
                        for entered in self.entered(callee, state.globals, passed):
                            yield number, Configuration(state.globals, (*state.frames, entered))
                case Return(results):
                    for given in product(*(values(item, seen) for item in results)):
                        yield from ((number, after) for after in self.returned(state.globals, below, given))
                case Check(condition):
                    if False in values(condition, seen):
                        yield number, None
                    if True in values(condition, seen):
                        yield number, self.moved(state, edge.target, seen)
                case Guard(condition):
                    if True in values(condition, seen):
                        yield number, self.moved(state, edge.target, seen)
                case Update() as update:
                    for after in self.updated(update, seen):
                        if self.consistent(name, after):
                            yield number, self.moved(state, edge.target, after)

    def updated(self, update: Update, seen: dict[str, bool]) -> Iterator[dict[str, bool]]:
        for given in product(*(values(item, seen) for item in update.values)):
            for chosen in product((False, True), repeat=len(update.chosen)):
                after = seen | dict(zip(update.targets, given, strict=True))
                after |= dict(zip(update.chosen, chosen, strict=True))
                if evaluated(update.possible, seen, after)[0] and evaluated(update.constraint, seen, after)[0]:
                    yield after

    def moved(self, state: Configuration, target: int, seen: dict[str, bool]) -> Configuration:
        name = state.frames[-1][0]
        outer, own = self.split(name, state.globals, seen)
        return Configuration(outer, (*state.frames[:-1], (name, target, own)))

    def returned(self, outer: Values, below: list[Frame], given: Values) -> Iterator[Configuration]:
        if not below:
            return  # the run has ended
        name, location, _ = caller = below[-1]
        procedure = self.program.procedures[name]
        edge = procedure.edges[procedure.outgoing[location][0]]
        assert isinstance(edge.operation, Call)
        seen = self.view(outer, caller)
        for target, value in zip(edge.operation.results, given, strict=True):
            if target is not None:
                seen[target] = value
        if self.consistent(name, seen):
            globals_after, own = self.split(name, outer, seen)
            yield Configuration(globals_after, (*below[:-1], (name, edge.target, own)))

    def explore(self) -> tuple[dict[tuple[str, int], set[Values]], dict[tuple[str, int], int]]:
        """Breadth first: for every location the values it is reached with, and the steps to checks that fail."""
        reached: dict[tuple[str, int], set[Values]] = {}
        failing: dict[tuple[str, int], int] = {}
        distance = dict.fromkeys(self.initial(), 0)
        queue = deque(distance)
        while queue:
            state = queue.popleft()
            frame = state.frames[-1]
            order = [variable.name for variable in self.program.variables(frame[0])]
            seen = self.view(state.globals, frame)
            reached.setdefault(frame[:2], set()).add(tuple(seen[name] for name in order))
            for edge, after in self.steps(state):
                if after is None:
                    failing.setdefault((frame[0], edge), distance[state] + 1)
                elif after not in distance:
                    distance[after] = distance[state] + 1
                    queue.append(after)
        return reached, failing


def values(expression: Expr, seen: dict[str, bool]) -> list[bool]:
    """The values an expression may have."""
    yes, no = evaluated(expression, seen)
    return [value for value, excluded in ((False, yes), (True, no)) if not excluded]
