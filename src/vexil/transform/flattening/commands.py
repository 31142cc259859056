"""The commands of a location: one for each edge, which does in one step what the interpreter does."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vexil.core.errors import InternalError
from vexil.ir import operations as ops
from vexil.ir.program import Function, LocationKind
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import TRUE, WORD, Expr, Local, both, cast, either, is_const, negated, number
from vexil.model.guarded.system import Choice, Command, Goto, Leave, Step
from vexil.transform.flattening import choices, effects, heap, locks, threads, waiting
from vexil.transform.flattening.body import Body, Fail
from vexil.transform.flattening.encoding import Encoding, Scope
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.stores import store
from vexil.transform.flattening.translate import Translator


class Commands:
    """Writes the commands of one function in one template."""

    def __init__(self, encoding: Encoding, template: TemplatePlan, function: Function) -> None:
        self._encoding = encoding
        self._template = template
        self._function = function

    def of(self, location: int) -> tuple[Command, ...]:
        """The commands of a location, in order of its edges."""
        function = self._function
        edges = function.outgoing[location]
        match function.locations[location].kind:
            case LocationKind.TERMINAL:
                commands: list[Command] = []
            case LocationKind.BRANCH:
                commands = list(self._branch(edges))
            case LocationKind.CALL:
                calls_only = [edge for edge in edges if not isinstance(function.edges[edge].operation, ops.Catch)]
                commands = [command for edge in calls_only for command in self._edge(edge)]
            case LocationKind.CHOICE | LocationKind.STEP:
                commands = [command for edge in edges for command in self._edge(edge)]
        return tuple(command for command in commands if not is_const(command.guard, 0))

    def waiting(self, edge: int) -> tuple[Command, ...]:
        """What a thread may do by itself in a wait set."""
        operation = self._function.edges[edge].operation
        assert isinstance(operation, ops.Wait)
        able = waiting.can_end_by_itself(Translator(self._encoding, self._scope(edge)), operation)
        if is_const(able, 0):
            return ()
        template = self._template
        woken = template.first_wait + len(template.waits) + template.waits.index((self._function.name, edge))
        return (self._command(edge, able, lambda translator: waiting.end_by_itself(translator, woken)),)

    def woken(self, edge: int) -> tuple[Command, ...]:
        """What a thread does that has left a wait set."""
        operation = self._function.edges[edge].operation
        assert isinstance(operation, ops.Wait)
        ready = waiting.can_go_on(Translator(self._encoding, self._scope(edge)), operation)
        return (
            self._command(edge, ready, lambda translator: waiting.go_on(translator, operation, self._target(edge))),
        )

    # --- parts -------------------------------------------------------------------------------------------

    def _scope(self, edge: int) -> Scope:
        return Scope(self._template, self._function, f"at {self._function.edge_id(edge)}")

    def _target(self, edge: int) -> int:
        return self._template.number_of((self._function.name, self._function.edges[edge].target))

    def _guard(self, guard: Expr) -> Expr:
        """The guard of a command: daemons do nothing once the others have ended."""
        daemon = self._encoding.storage.mark(self._template, "daemon")
        if daemon is None:
            return guard
        return both(guard, either(negated(daemon.read()), threads.keeps_alive(self._encoding)))

    def _command(
        self, edge: int, guard: Expr, write: Callable[[Translator], None], offered: tuple[Choice, ...] = ()
    ) -> Command:
        body = Body()
        returned = self._encoding.storage.mark(self._template, "returned")
        if returned is not None:
            body.emit(returned.write(number(0, returned.kind)))
        write(Translator(self._encoding, self._scope(edge), body))
        return Command(self._guard(guard), body.block(), offered, Step(self._function.name, (edge,)))

    def _ending(self, edge: int, guard: Expr, fails: tuple[Fail, ...], last: int | None = None) -> Command:
        """A command that ends the run in the first way that applies."""

        def write(translator: Translator) -> None:
            for item in fails:
                translator.body.fail(item.condition, item.ending)
            if last is not None:
                translator.body.emit(Leave(last))

        return self._command(edge, guard, write)

    # --- branches ----------------------------------------------------------------------------------------

    def _branch(self, edges: tuple[int, ...]) -> Iterator[Command]:
        """One command for each edge; where the condition has no value, the first edge says so."""
        translator = Translator(self._encoding, self._scope(edges[0]))
        first = self._function.edges[edges[0]].operation
        tests: list[Expr]
        match first:
            case ops.Assume(condition):
                test = translator.value(condition)
                tests = [test, negated(test)]
            case ops.Case(selector, _, _):
                value = translator.value(selector)
                tests = [self._case(self._function.edges[edge].operation, value) for edge in edges]
            case _:
                raise InternalError("a branch should have conditions on its edges")
        fails = tuple(translator.fails)
        safe = both(*(negated(item.condition) for item in fails))
        if fails:
            yield self._ending(edges[0], either(*(item.condition for item in fails)), fails)
        for edge, test in zip(edges, tests, strict=True):
            yield self._command(edge, both(safe, test), self._going(edge))

    @staticmethod
    def _case(operation: ops.Operation, value: Expr) -> Expr:
        assert isinstance(operation, ops.Case)
        kind = value.type
        listed = either(
            *(flat.equal(value, number(item, kind)) for item in operation.values if kind.low <= item <= kind.high)
        )
        return negated(listed) if operation.otherwise else listed

    def _going(self, edge: int) -> Callable[[Translator], None]:
        def write(translator: Translator) -> None:
            translator.body.emit(Goto(self._target(edge)))

        return write

    # --- steps -------------------------------------------------------------------------------------------

    def _edge(self, edge: int) -> Iterator[Command]:
        operation = self._function.edges[edge].operation
        match operation:
            case ops.Choose():
                yield from self._choose(edge, operation)
            case ops.ChooseInstance():
                yield from self._choose_instance(edge, operation)
            case ops.Notify(_, False):
                yield from self._notify(edge, operation)
            case ops.Lock() | ops.Join():
                ready = Translator(self._encoding, self._scope(edge))
                if isinstance(operation, ops.Lock):
                    able = locks.can_lock(ready, operation)
                else:
                    able = waiting.can_join(ready, operation)
                guard = either(*(item.condition for item in ready.fails), able)
                yield self._command(edge, guard, self._writer(edge, operation))
            case _:
                yield self._command(edge, TRUE, self._writer(edge, operation))

    def _choose(self, edge: int, operation: ops.Choose) -> Iterator[Command]:
        scope, place = self._scope(edge), operation.place
        bound = self._encoding.bound(place, self._function)
        offer = choices.offer(self._encoding, scope, operation, bound)
        wrong = either(*(item.condition for item in offer.fails))
        for item in offer.clipped:
            yield self._ending(edge, both(negated(wrong), item.condition), (), item.ending)
        whole = (
            offer.empty
            if not offer.clipped
            else both(offer.empty, *(negated(item.condition) for item in offer.clipped))
        )
        stuck = either(wrong, whole)
        if not is_const(stuck, 0):
            yield self._ending(edge, stuck, offer.fails, offer.ending)

        def write(translator: Translator) -> None:
            value = choices.chosen_value(translator, operation.domain, place.type, bound)
            store(translator, place, value)
            translator.body.emit(Goto(self._target(edge)))

        yield self._command(edge, both(negated(wrong), negated(offer.empty)), write, (offer.choice,))

    def _choose_instance(self, edge: int, operation: ops.ChooseInstance) -> Iterator[Command]:
        encoding, kind = self._encoding, self._encoding.values.reference
        count = encoding.objects.count + 1
        chosen = Local(choices.CHOSEN, WORD)
        condition = heap.is_candidate(encoding, chosen, operation)
        some = (
            TRUE
            if operation.nullable
            else either(*(heap.is_candidate(encoding, number(index), operation) for index in range(1, count)))
        )
        if not is_const(some, 1):
            ending = encoding.endings.undefined("empty-choice", self._scope(edge).where)
            yield self._ending(edge, negated(some), (), ending)

        def write(translator: Translator) -> None:
            store(translator, operation.place, cast(chosen, kind))
            translator.body.emit(Goto(self._target(edge)))

        choice = Choice(choices.CHOSEN, number(count), condition, operation.origin)
        yield self._command(edge, some, write, (choice,))

    def _notify(self, edge: int, operation: ops.Notify) -> Iterator[Command]:
        """Wake one of those who wait, or do nothing when nobody does."""
        encoding = self._encoding
        translator = Translator(encoding, self._scope(edge))
        key = translator.key(operation.condition)
        translator.require_lock(operation.condition)
        wrong = translator.fails_somewhere
        some = waiting.somebody_waits(encoding, key)

        def nobody(other: Translator) -> None:
            for item in translator.fails:
                other.body.fail(item.condition, item.ending)
            other.body.emit(Goto(self._target(edge)))

        yield self._command(edge, either(wrong, negated(some)), nobody)
        if is_const(some, 0):
            return
        chosen = Local(choices.CHOSEN, WORD)
        choice = Choice(choices.CHOSEN, number(encoding.plan.threads), waiting.is_waiter(encoding, chosen, key))

        def one(other: Translator) -> None:
            waiting.notify_one(other, chosen)
            other.body.emit(Goto(self._target(edge)))

        yield self._command(edge, both(negated(wrong), some), one, (choice,))

    def _writer(self, edge: int, operation: ops.Operation) -> Callable[[Translator], None]:
        def write(translator: Translator) -> None:
            if not effects.moves_itself(translator, operation, edge, self._target(edge)):
                effects.effect(translator, operation)
                translator.body.emit(Goto(self._target(edge)))
                effects.outcome(translator, operation)

        return write
