"""Runs of the program to what is certainly reached, mostly a check that fails, by fixed-point rank.

Where an abstraction says that something is certainly reached, the program has a run there, though the abstraction
does not say which (Gurfinkel and Chechik 2006). It is found step by step: the concrete state decides what the
abstraction does not know, and what the environment decides is chosen such that the rank of the next state is smaller.
No path is made up before, so the run may be long, and nothing in it is searched for. That there is always such a step
is a theorem: where there is none, the abstraction is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from vexil.abstraction.body import Signatures
from vexil.abstraction.learning import Derivation
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.core.context import Context
from vexil.engines.belnap.ranked import RankedWay
from vexil.engines.belnap.summaries import Certain
from vexil.ir.interpreter import CompiledProgram
from vexil.logic.inputs import Input
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import evaluated
from vexil.model.evidence import Run
from vexil.model.frames.concrete import NotKnown
from vexil.pipeline.predicates.following import Follower, NotFollowed

MOST_TRIED = 64
"""Valuations behind one step for which inputs are looked for."""


def ranked_run(
    abstractor: Abstractor,
    abstraction: PredicateModel,
    certain: Certain,
    solver: ProcessSolver,
    compiled: CompiledProgram,
    context: Context,
    *,
    breaks: bool = True,
) -> Run | None:
    """A run to what is certainly reached; nothing where formulas do not say everything about the concrete state.

    With *breaks* it ends in a check that fails. Raises `InternalError` where the program has no step that the
    abstraction is certain of.
    """
    follower = Follower(abstractor, solver, compiled)
    walk = _Walk(abstractor, abstraction, certain, follower)
    try:
        walk.begin()
        while not walk.way.is_at_target:
            context.check_limits("following a run")
            walk.go_on()
        return walk.broken() if breaks else follower.so_far()
    except (NotKnown, NotFollowed, Untranslatable):
        return None


class _Walk:
    """A run while it is made: the concrete state, and its place on the way."""

    def __init__(
        self,
        abstractor: Abstractor,
        abstraction: PredicateModel,
        certain: Certain,
        follower: Follower,
    ) -> None:
        self._frames = abstractor.frames
        self._signatures = Signatures(abstractor.frames, abstraction.predicates)
        self._abstraction = abstraction
        self._follower = follower
        self._state = follower.state
        self.way = RankedWay(certain)

    @property
    def _procedure(self) -> bp.Procedure:
        return self._abstraction.program.procedures[self.way.procedure]

    def begin(self) -> None:
        """Choose a first state of the program from which the target is certainly reached."""
        names = [item.name for item in self._abstraction.program.variables(self.way.procedure)]
        initial = self._abstraction.initial
        if any(edge.operation is initial for edge in self._procedure.edges):
            # what is seen before the run begins means nothing, and is overwritten
            _, values = next(self.way.beginnings({}, names))
            self.way.begin(values)
            return
        known, goals = self._behind(initial, self._abstraction.initial_derivation, {})
        for _, values in islice(self.way.beginnings(known, [name for name in names if name not in known]), MOST_TRIED):
            chosen = self._follower.found(self._state.initial_inputs, goals, values)
            if chosen is not None:
                self._follower.begin(chosen)
                self.way.begin({**known, **values})
                return
        raise NotFollowed("no first state was found")

    # --- steps -------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Take one step of the abstraction."""
        if self.way.is_at_exit:
            self._follower.leave(self.way.procedure)
            self.way.leave()
            return
        outgoing = self._procedure.outgoing[self.way.location]
        for number in self._by_rank(outgoing) if len(outgoing) > 1 else outgoing:
            if self._take(number):
                return
        self.way.lost("and the program goes no such way")

    def _by_rank(self, outgoing: Sequence[int]) -> list[int]:
        """The edges of a location, those with the smallest ranks behind them first."""
        ranked: list[tuple[int, int]] = []
        for number in outgoing:
            operation = self._procedure.edges[number].operation
            known: Mapping[str, bool] = self.way.valuation
            names: list[str] = []
            if isinstance(operation, bp.Update):
                known, goals = self._behind(operation, self._derivation(number), known)
                names = list(goals)
            rank = next((rank for rank, _ in self.way.successors(number, known, names)), None)
            if rank is not None:
                ranked.append((rank, number))
        return [number for _, number in sorted(ranked)]

    def _take(self, number: int) -> bool:
        """Take an edge; say whether the program does."""
        edge, name = self._procedure.edges[number], self.way.procedure
        match edge.operation:
            case bp.Guard() | bp.Check() as operation:
                if not self._holds(number, operation):
                    return False
                self._follower.take(name, edge, {})
                self.way.step(number, self.way.valuation)
            case bp.Update() as update:
                return self._update(number, edge, update)
            case bp.Return():
                returned = self._returned(name, edge)
                self._follower.take(name, edge, {})
                self.way.step(number, self.way.valuation, returned)
            case bp.Call(callee):
                self._follower.enter(name, edge.origins[0], callee)
                own = self._abstraction.program.procedures[callee].own
                known = {item.name: self._state.holds(item.term) for item in self._abstraction.predicates.own(callee)}
                # other variables of the callee mean nothing at its entry
                entry = next(self.way.entries(known, [item for item in own if item not in known]), None)
                self.way.enter({**dict.fromkeys(own, False), **known, **(entry[1] if entry is not None else {})})
            case bp.Start() | bp.Atomic():
                raise NotFollowed("a thread starts")
        return True

    def _holds(self, number: int, operation: bp.Guard | bp.Check) -> bool:
        """Whether the condition of an edge is true in the concrete state."""
        derivation = self._derivation(number)
        if derivation is not None:
            return self._state.holds(derivation.goals[0][1])
        return evaluated(operation.condition, self.way.valuation)[0]

    def _returned(self, name: str, edge: bp.Edge) -> list[bool]:
        """The values of predicates about what a function leaves behind."""
        space = self._frames.space
        step = self._frames.step(name, edge.origins[0])
        after = {space.symbol(space.variables[item]): value for item, value in step.after.items()}
        results = self._signatures.of(name).results
        return [self._state.holds(space.terms.substitute(item.term, after)) for item in results]

    def _derivation(self, number: int) -> Derivation | None:
        """How an edge of the procedure was abstracted."""
        return self._abstraction.derivations.get((self.way.procedure, number))

    def _behind(
        self, update: bp.Update, derivation: Derivation | None, valuation: Mapping[str, bool]
    ) -> tuple[dict[str, bool], dict[str, Term]]:
        """What is known of the valuation behind an update, and conditions on inputs that the rest depends on."""
        goals = dict(derivation.goals) if derivation is not None else {}
        known = {name: value for name, value in valuation.items() if name not in update.chosen}
        for name, value in zip(update.targets, update.values, strict=True):
            goal = goals.get(name)
            known[name] = evaluated(value, valuation)[0] if goal is None else self._state.holds(goal)
        return known, {name: goals[name] for name in update.chosen}

    def _update(self, number: int, edge: bp.Edge, update: bp.Update) -> bool:
        is_first = update is self._abstraction.initial
        known, goals = self._behind(update, self._derivation(number), self.way.valuation)
        inputs: Sequence[Input] = (
            self._state.initial_inputs if is_first else self._follower.inputs(self.way.procedure, edge)
        )
        if not inputs:
            self._follower.take(self.way.procedure, edge, {})
            self.way.step(number, known)
            return True
        tried = 0
        for _, values in islice(self.way.successors(number, known, list(goals)), MOST_TRIED):
            tried += 1
            chosen = self._follower.found(inputs, goals, values)
            if chosen is not None:
                if is_first:
                    self._follower.begin(chosen)
                self._follower.take(self.way.procedure, edge, chosen)
                self.way.step(number, {**known, **values})
                return True
        if tried == MOST_TRIED:
            raise NotFollowed("there are too many valuations to try")
        return False

    # --- the end -----------------------------------------------------------------------------------------

    def broken(self) -> Run | None:
        """The run, which ends at a check that fails."""
        (number,) = self._procedure.outgoing[self.way.location]
        edge = self._procedure.edges[number]
        assert isinstance(edge.operation, bp.Check)
        if self._holds(number, edge.operation):
            self.way.lost("but its check does not fail")
        return self._follower.end(self.way.procedure, edge.origins[0])
