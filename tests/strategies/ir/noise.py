"""Programs with statements that hardly matter: writes, branches, loops, calls, sections and threads of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from vexil.analysis.facts import Analyses
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import (
    Assign,
    Assume,
    BeginAtomic,
    Call,
    Check,
    EndAtomic,
    EndThread,
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
)
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.types import I32, LOCK, THREAD, Type
from vexil.ir.typing import apply, negation

NAMES = ("noise0", "noise1")
OWN, HANDLE = "noise", "noise_thread"
LEAVING = (Return, Throw, Stop, EndThread)
ONE, ZERO = Const(1, I32), Const(0, I32)
GUARD = Const(91, LOCK)
"""A lock that protects noise only."""
ENDLESS = "noise_endless"
CALLED = "noise_called"
STARTED = ("noise_started", ENDLESS)


def _declared(name: str, kind: Type) -> VariableDeclaration:
    return VariableDeclaration(name, kind, False, None, True)


def _toggled(variable: Variable) -> Operation:
    return Assign(variable, apply(Operator.SUBTRACT, ONE, variable))


GLOBALS = tuple(Variable(name, I32, True) for name in NAMES)
OWN_VARIABLE = Variable(OWN, I32, False)
HANDLE_VARIABLE = Variable(HANDLE, THREAD, False)


@dataclass
class _Draft:
    """A function that is being changed; what was there keeps its number."""

    function: Function
    locations: list[Location]
    edges: list[Edge]
    made: int = 0

    def place(self, kind: LocationKind) -> int:
        """A new location."""
        self.made += 1
        self.locations.append(Location(f"noise{self.made}", kind, ()))
        return len(self.locations) - 1

    def then(self, number: int, *operations: Operation) -> None:
        """Do something after an edge."""
        edge = self.edges[number]
        kinds = [LocationKind.CALL if isinstance(item, Call) else LocationKind.STEP for item in operations]
        places = [self.place(kind) for kind in kinds]
        self.edges[number] = replace(edge, target=places[0])
        for place, following, operation in zip(places, [*places[1:], edge.target], operations, strict=True):
            self.edges.append(Edge(place, following, operation, None))

    def branch(self, number: int, condition: Expr, *, again: bool, operation: Operation) -> None:
        """Do something after an edge if a condition holds; *again* and again while it does."""
        edge = self.edges[number]
        head, body = self.place(LocationKind.BRANCH), self.place(LocationKind.STEP)
        self.edges[number] = replace(edge, target=head)
        self.edges.append(Edge(head, body, Assume(condition), None))
        self.edges.append(Edge(head, edge.target, Assume(negation(condition)), None))
        self.edges.append(Edge(body, head if again else edge.target, operation, None))

    def result(self) -> Function:
        """The function."""
        used = self.made > 0
        own = (_declared(OWN, I32), _declared(HANDLE, THREAD)) if used else ()
        return replace(
            self.function,
            locals=(*self.function.locals, *own),
            locations=tuple(self.locations),
            edges=tuple(self.edges),
        )


def _straight(name: str, operations: list[Operation], parameters: tuple[VariableDeclaration, ...] = ()) -> Function:
    """A function that does one thing after the other, or begins anew when it does not return in the end."""
    count = len(operations)
    locations = [Location(f"n{number}", LocationKind.STEP, ()) for number in range(count)]
    locations.append(Location("exit", LocationKind.TERMINAL, ()))
    ends = isinstance(operations[-1], Return)
    edges = [
        Edge(number, number + 1 if number + 1 < count or ends else 0, operation, None)
        for number, operation in enumerate(operations)
    ]
    result = I32 if parameters else None
    return Function(name, parameters, (), result, tuple(locations), tuple(edges), 0, count)


def _functions() -> Mapping[str, Function]:
    given = VariableDeclaration("given", I32, False, None, True)
    passed = Variable("given", I32, False)
    writes: list[Operation] = [Lock(GUARD, "noise", True), _toggled(GLOBALS[0]), Unlock(GUARD, "noise")]
    return {
        CALLED: _straight(CALLED, [_toggled(GLOBALS[1]), Return(apply(Operator.SUBTRACT, ONE, passed))], (given,)),
        STARTED[0]: _straight(STARTED[0], [*writes, Return(None)]),
        ENDLESS: _straight(ENDLESS, [_toggled(GLOBALS[1]), Skip()]),
    }


class _Noise:
    def __init__(self, random: Random, program: Program, *, quiet: bool) -> None:
        self._random, self._program, self._quiet = random, program, quiet
        facts = Analyses(program)
        self._running = sorted(facts.call_graph.running)
        self._drafts = {
            name: _Draft(
                program.functions[name], [*program.functions[name].locations], [*program.functions[name].edges]
            )
            for name in self._running
        }
        self._leaves = [
            name
            for name in self._running
            if program.functions[name].exceptional_exit is None
            and not program.functions[name].external
            and all(item.type == I32 for item in program.functions[name].parameters)
            and not any(isinstance(e.operation, Call | Start) for e in program.functions[name].edges)
        ]

    def program(self, count: int) -> Program:
        """The program, with noise at so many places."""
        chosen = [name for name in self._running if "::" not in name and "<" not in name] or self._running
        for _ in range(count):
            draft = self._drafts[self._random.choice(chosen if self._random.random() < 0.8 else self._running)]
            places = [n for n, edge in enumerate(draft.edges) if not isinstance(edge.operation, LEAVING)]
            if places:
                self._insert(draft, self._random.choice(places))
        functions = {**self._program.functions, **{name: draft.result() for name, draft in self._drafts.items()}}
        functions |= _functions()
        variables = tuple(_declared(name, I32) for name in NAMES)
        return replace(self._program, functions=functions, globals=(*self._program.globals, *variables))

    def _condition(self) -> Expr:
        return apply(Operator.EQUAL, self._random.choice([*GLOBALS, OWN_VARIABLE]), ZERO)

    def _value(self, draft: _Draft) -> Expr:
        """Something to write to a variable of noise: often what the program works on."""
        own = [Variable(item.name, I32, False) for item in draft.function.variables.values() if item.type == I32]
        shared = [Variable(item.name, I32, True) for item in self._program.globals if item.type == I32]
        return self._random.choice([ZERO, ONE, OWN_VARIABLE, *GLOBALS, *own[:4], *shared[:4]])

    def _insert(self, draft: _Draft, number: int) -> None:
        random = self._random
        kinds = [
            "write",
            "write",
            "own",
            "own",
            "branch",
            "loop",
            "call",
            "other",
            "section",
            "held",
            "atomic",
            "check",
        ]
        kinds += [] if self._quiet else ["start", "start", "endless", "join", "notify", "wait", "restrict"]
        kinds += [] if self._quiet or self._program.source.has_classes else ["divide"]  # Java is never undefined
        match random.choice(kinds):
            case "write":
                draft.then(number, Assign(random.choice(GLOBALS), self._value(draft)))
            case "own":
                draft.then(number, Assign(OWN_VARIABLE, self._value(draft)))
            case "branch":
                writes = [_toggled(OWN_VARIABLE), _toggled(GLOBALS[0]), Skip()]
                draft.branch(number, self._condition(), again=False, operation=random.choice(writes))
            case "loop":
                draft.branch(number, self._condition(), again=True, operation=Assign(OWN_VARIABLE, ONE))
            case "call":
                draft.then(number, Call(StaticCallee(CALLED), (self._value(draft),), OWN_VARIABLE))
            case "other":
                self._call(draft, number)
            case "section":
                draft.then(number, *self._section(GUARD, draft))
            case "held":
                draft.then(number, *self._section(Const(random.choice([1, 2]), LOCK), draft))
            case "atomic":
                draft.then(number, BeginAtomic(), Assign(GLOBALS[0], self._value(draft)), EndAtomic())
            case "check":
                draft.then(number, Check("other", self._condition(), "noise"))
            case "start":
                draft.then(number, Start(StaticCallee(STARTED[0]), (), None, None, False))
            case "endless":
                daemon = None if random.random() < 0.7 else Const(True, self._condition().type)
                draft.then(number, Start(StaticCallee(ENDLESS), (), None, daemon, False))
            case "join":
                start = Start(StaticCallee(STARTED[0]), (), HANDLE_VARIABLE, None, False)
                draft.then(number, start, Join(HANDLE_VARIABLE, random.random() < 0.5, OWN_VARIABLE))
            case "notify":
                draft.then(number, Notify(GUARD, True))
            case "wait":
                waits = Wait(GUARD, GUARD, random.random() < 0.7, random.choice([None, OWN_VARIABLE]))
                draft.then(number, Lock(GUARD, "noise", True), waits, Unlock(GUARD, "noise"))
            case "restrict":
                draft.then(number, Restrict(self._condition()))
            case _:
                draft.then(number, Assign(OWN_VARIABLE, apply(Operator.DIVIDE, ONE, random.choice(GLOBALS))))

    def _section(self, lock: Expr, draft: _Draft) -> Iterator[Operation]:
        yield Lock(lock, "noise", True)
        yield Assign(self._random.choice([*GLOBALS, OWN_VARIABLE]), self._value(draft))
        yield Unlock(lock, "noise")

    def _call(self, draft: _Draft, number: int) -> None:
        """Call what the program calls elsewhere."""
        others = [name for name in self._leaves if name not in (draft.function.name, self._program.entry)]
        if others:
            function = self._program.functions[self._random.choice(others)]
            result = OWN_VARIABLE if function.result == I32 else None
            arguments = tuple(self._value(draft) for _ in function.parameters)
            draft.then(number, Call(StaticCallee(function.name), arguments, result))


def noisy(random: Random, program: Program, most: int = 4, *, quiet: bool = False) -> Program:
    """A program with noise at a few places; *quiet* noise neither starts nor blocks a thread, nor ends a run."""
    return _Noise(random, program, quiet=quiet).program(random.randint(0, most))
