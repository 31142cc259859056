"""Steps that change variables of all other threads, as steps of these threads.

A thread that broadcasts remembers what it is about and turns a bit that all threads share. Every other thread has a
copy of that bit, which comes with it when it is started: while the copy differs it does nothing but what the broadcast
says, and the next step of anybody waits until all threads have done so. Threads are counted for that. While a thread
is in an atomic section others do not move, so there is one broadcast in a section at most.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.errors import UsageError
from vexil.frontends.bp.expressions import Expressions
from vexil.frontends.bp.procedures import ProcedureTranslation
from vexil.ir import operations as ops
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Const, Operator, Variable
from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.program import LocationKind
from vexil.ir.types import BOOL, I32
from vexil.ir.typing import apply, negation
from vexil.model.boolean_program import (
    Atomic,
    Broadcast,
    Call,
    Edge,
    PredicateProgram,
    Procedure,
    Return,
    Start,
    Update,
)
from vexil.model.boolean_program.embedding import embedded, next_value
from vexil.model.boolean_program.expressions import TRUE, names, next_names, passive_stem

_ROUND = Variable("\\round", BOOL, True)
"""The bit that turns with every broadcast."""
_SEEN = Variable("\\seen", BOOL, False)
"""A thread's copy of it."""
_ALIVE = Variable("\\alive", I32, True)
_WAITING = Variable("\\waiting", I32, True)
"""How many threads have not done yet what the broadcast says."""
_ONE = Const(1, I32)
_NOBODY = Const(0, I32)


def translation(program: PredicateProgram, procedure: Procedure, repeated: frozenset[int]) -> ProcedureTranslation:
    """What translates a procedure."""
    if program.has_threads and program.has_broadcasts:
        return _WithBroadcasts(program, procedure, repeated)
    return ProcedureTranslation(program, procedure, repeated)


def hidden_globals(program: PredicateProgram) -> Iterator[tuple[Variable, Const]]:
    """The variables that broadcasts need, with what they start with."""
    if not (program.has_threads and program.has_broadcasts):
        return
    yield _ROUND, Const(False, BOOL)
    yield _ALIVE, _ONE
    yield _WAITING, _NOBODY
    for variable in _remembered(program):
        yield variable, Const(False, BOOL)


def _broadcasts(program: PredicateProgram) -> Iterator[tuple[Procedure, int, Broadcast]]:
    """The broadcasts of a program: the procedure and the number of the edge that each belongs to."""
    for procedure in program.procedures.values():
        for number, edge in enumerate(procedure.edges):
            if isinstance(edge.operation, Update) and edge.operation.broadcast is not None:
                yield procedure, number, edge.operation.broadcast


def _pending(procedure: Procedure, edge: int) -> Variable:
    """Whether a broadcast is the one that threads have to follow."""
    return Variable(f"\\pending({procedure.name}, {edge})", BOOL, True)


def _remembered_value(program: PredicateProgram, procedure: Procedure, name: str, *, is_next: bool) -> Variable:
    """What a variable of the thread that broadcasts was before, or is behind the step."""
    return Variable(f"\\{'next' if is_next else 'was'}({procedure.name}, {name})", BOOL, True)


def _mentioned(broadcast: Broadcast) -> tuple[list[str], list[str]]:
    """The variables of the thread that broadcasts whose values before, and behind, the step are asked for."""
    expressions = (*broadcast.values, broadcast.constraint)
    before = {name for item in expressions for name in names(item) if passive_stem(name) is None}
    behind = {name for item in expressions for name in next_names(item) if passive_stem(name) is None}
    return sorted(before), sorted(behind)


def _remembered(program: PredicateProgram) -> list[Variable]:
    """All variables that are false unless somebody follows a broadcast."""
    found: dict[str, Variable] = {}

    def remember(variable: Variable) -> None:
        found[variable.name] = variable

    for procedure, edge, broadcast in _broadcasts(program):
        remember(_pending(procedure, edge))
        for is_next, mentioned in enumerate(_mentioned(broadcast)):
            for name in mentioned:
                remember(_remembered_value(program, procedure, name, is_next=bool(is_next)))
    return list(found.values())


class _WithBroadcasts(ProcedureTranslation):
    """Translates a procedure of a program with broadcasts."""

    def run(self) -> FunctionBuilder:
        """Make the function."""
        self._refuse()
        self._depths = _section_depths(self._procedure)
        self._is_wrapped = False
        return super().run()

    def _refuse(self) -> None:
        program, procedure = self._program, self._procedure
        for edge in procedure.edges:
            if isinstance(edge.operation, Call):
                raise UsageError(
                    f"a program with broadcasts in which {procedure.name} calls {edge.operation.procedure}",
                    hint="put the body in the place of the call",
                )
            if isinstance(edge.operation, Start) and edge.operation.procedure == program.main:
                raise UsageError("a program with broadcasts that starts threads with its first procedure")
        if program.main == procedure.name and procedure.formals:
            raise UsageError("a program with broadcasts whose first procedure has formals")

    def _entry(self) -> int:
        """Threads are started with their copy of the bit."""
        if self._procedure.name == self._program.main:
            self._temporary(_SEEN)
        else:
            self._builder.parameter(_SEEN.name, BOOL, hidden=True)
        return super()._entry()

    # --- locations ---------------------------------------------------------------------------------------

    def _steps(self, source: int, kind: LocationKind, edges: list[Edge]) -> None:
        self._is_wrapped = bool(edges) and self._depths.get(source, 0) == 0
        if self._is_wrapped:
            here = source
            source = self._fresh()
            self._follow(here, source, edges[0])
        super()._steps(source, kind, edges)

    def _follow(self, here: int, ready: int, edge: Edge) -> None:
        """Do what a broadcast says, if there is one, and come back; else go on when all others have done so."""
        builder, span = self._builder, edge.span
        inside, allowed, behind, done = self._fresh(), self._fresh(), self._fresh(), self._fresh()
        builder.edge(here, inside, ops.BeginAtomic(), span)
        builder.branch(inside, apply(Operator.EQUAL, _SEEN, _ROUND), allowed, behind, span)
        builder.edge(allowed, ready, ops.Restrict(apply(Operator.EQUAL, _WAITING, _NOBODY)), span)
        own = self._procedure.own
        for procedure, number, broadcast in _broadcasts(self._program):
            mine = broadcast.about(own)
            if mine is None:
                continue
            answering, other = self._fresh(), self._fresh()
            builder.branch(behind, _pending(procedure, number), answering, other, span)
            self._chain(answering, self._answer(procedure, mine), done, span)
            behind = other
        builder.edge(behind, done, ops.Skip(), span)
        left = ops.Assign(_WAITING, apply(Operator.SUBTRACT, _WAITING, _ONE))
        self._chain(done, [ops.Assign(_SEEN, _ROUND), left, *self._forgotten(), ops.EndAtomic()], here, span)

    def _answer(self, sender: Procedure, broadcast: Broadcast) -> list[ops.Operation]:
        """What a broadcast does to a thread."""
        stems = [passive_stem(name) or "" for name in broadcast.targets]
        program = self._program

        def current(name: str) -> Variable:
            stem = passive_stem(name)
            return _remembered_value(program, sender, name, is_next=False) if stem is None else self._variable(stem)

        def following(name: str) -> Variable:
            stem = passive_stem(name)
            if stem is None:
                return _remembered_value(program, sender, name, is_next=True)
            return self._temporary(next_value(stem)) if stem in stems else self._variable(stem)

        before = self._expressions
        self._expressions = Expressions(current, following)
        operations = [
            self._set(self._temporary(next_value(stem)), value)
            for stem, value in zip(stems, broadcast.values, strict=True)
        ]
        if broadcast.constraint != TRUE:
            operations.append(ops.Restrict(self._expressions.boolean(broadcast.constraint)))
        self._expressions = before
        operations += [ops.Assign(self._variable(stem), self._temporary(next_value(stem))) for stem in stems]
        return [*operations, *self._enforced(stems)]

    def _forgotten(self) -> list[ops.Operation]:
        """Forget the broadcast when nobody waits for it."""
        somebody = negation(apply(Operator.EQUAL, _WAITING, _NOBODY))
        return [ops.Assign(item, apply(Operator.AND, item, somebody)) for item in _remembered(self._program)]

    def _behind(self, edge: Edge) -> int:
        if not self._is_wrapped or isinstance(edge.operation, Return):
            return edge.target
        place = self._fresh()
        self._builder.edge(place, edge.target, ops.EndAtomic(), edge.span)
        return place

    # --- operations --------------------------------------------------------------------------------------

    def _operations(self, edge: Edge) -> list[ops.Operation]:
        operations = super()._operations(edge)
        match edge.operation:
            case Update(broadcast=Broadcast() as broadcast):
                return self._sent(operations, broadcast, self._procedure.edges.index(edge))
            case Return():
                *before, last = operations
                fewer = ops.Assign(_ALIVE, apply(Operator.SUBTRACT, _ALIVE, _ONE))
                end = [ops.EndAtomic()] if self._is_wrapped else []
                return [*before, fewer, *end, last]
            case _:
                return operations

    def _start(self, name: str, arguments: tuple[IrExpr, ...], *, many: bool) -> list[ops.Operation]:
        more = ops.Assign(_ALIVE, apply(Operator.ADD, _ALIVE, _ONE))
        return [more, *super()._start(name, (*arguments, _ROUND), many=many)]

    def _sent(self, step: list[ops.Operation], broadcast: Broadcast, number: int) -> list[ops.Operation]:
        """A step, and that others have to follow."""
        program, procedure = self._program, self._procedure
        before, behind = _mentioned(broadcast)

        def value(name: str) -> Variable:
            return embedded(program, procedure.name, name)

        def remembered(name: str, *, is_next: bool) -> Variable:
            return _remembered_value(program, procedure, name, is_next=is_next)

        return [
            ops.BeginAtomic(),
            *(ops.Assign(remembered(name, is_next=False), value(name)) for name in before),
            *step,
            *(ops.Assign(remembered(name, is_next=True), value(name)) for name in behind),
            ops.Assign(_pending(procedure, number), Const(True, BOOL)),
            ops.Assign(_ROUND, negation(_ROUND)),
            ops.Assign(_SEEN, _ROUND),
            ops.Assign(_WAITING, apply(Operator.SUBTRACT, _ALIVE, _ONE)),
            *self._forgotten(),
            ops.EndAtomic(),
        ]


def _section_depths(procedure: Procedure) -> dict[int, int]:
    """How many atomic sections are open at each location; raises `UsageError` where that depends on the way there.

    It is also refused that there are two broadcasts in one section, which others could not follow in between.
    """
    found = {procedure.entry: (0, False)}
    pending = [procedure.entry]
    while pending:
        location = pending.pop()
        depth, has_sent = found[location]
        for number in procedure.outgoing[location]:
            edge = procedure.edges[number]
            after, sent = depth, has_sent
            if isinstance(edge.operation, Atomic):
                after += 1 if edge.operation.begins else -1
            elif isinstance(edge.operation, Update) and edge.operation.broadcast is not None:
                if depth and has_sent:
                    raise UsageError(f"two broadcasts in one atomic section of {procedure.name}")
                sent = depth > 0
            known = found.get(edge.target)
            if known is None or (known[0] == after and sent and not known[1]):
                found[edge.target] = (after, sent and after > 0)
                pending.append(edge.target)
            elif known[0] != after and not isinstance(edge.operation, Return):
                raise UsageError(f"an atomic section of {procedure.name} that is open on one of two ways")
    return {location: depth for location, (depth, _) in found.items()}
