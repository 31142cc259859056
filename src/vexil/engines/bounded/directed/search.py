"""Proofs by property-directed reachability, in turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from vexil.core.context import Context
from vexil.engines.bounded.directed.chains import Inlined, Refiner
from vexil.engines.bounded.directed.frames import Chain, Cube, Frames
from vexil.engines.bounded.directed.regions import Regions
from vexil.engines.bounded.directed.runs import run_of_chain
from vexil.engines.bounded.directed.tracked import Tracked
from vexil.engines.bounded.hypotheses import NoProof
from vexil.engines.bounded.induction import Head
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.queries import Queries
from vexil.ir.expressions import Expr, Operator
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.typing import apply, negation
from vexil.logic.solvers import open_solver
from vexil.model.evidence import Invariant, LoopRule, Run

LONGEST_RUN = 1_000_000
"""Moves of a run that follows a chain."""

MOST_CHAINS = 24
"""Chains that no run follows."""
LONG_CHAIN = 12
MOST_LONGER = 1
"""Chains that are long, and longer than all before: a search that needs more goes further round a loop each time."""


class Directed:
    """One search for an invariant at the heads of loops, or for a run that has none."""

    def __init__(
        self,
        machine: Machine,
        compiled: CompiledProgram,
        checks: frozenset[str],
        queries: Queries,
        context: Context,
        limit: int,
    ) -> None:
        self._compiled = compiled
        self._queries = queries
        self._context = context
        self._regions = Regions(machine, checks, queries, context, limit)
        self._solver = open_solver(
            queries.name,
            preprocess=False,
            remaining=context.remaining_cpu_seconds,
            memory_mb=context.limits.memory_mb,
        )
        context.meters.append(self._solver.running_cpu_seconds)
        self._frames: Frames | None = None
        self._tracked: Tracked | None = None
        self._steps = self._search()
        self.refinements = 0
        self._longest = self._longer = 0

    def close(self) -> None:
        """End the solver."""
        self._context.meters.remove(self._solver.running_cpu_seconds)
        self._solver.close()

    @property
    def work(self) -> int:
        """The work done so far, in edges executed."""
        return self._regions.executor.work + (0 if self._frames is None else self._frames.work)

    def run(self, budget: int) -> Invariant | Run | None:
        """Search for a turn; raises `NoProof` when there is no way on."""
        last = self.work + budget
        for found in self._steps:
            if found is not None:
                return found
            if self.work >= last:
                return None
        raise NoProof("the search has come to its end")

    def _search(self) -> Iterator[Invariant | Run | None]:
        self._regions.gather()
        yield None
        if not self._regions.cuts:
            raise NoProof("no loop is passed by induction")
        tracked = self._tracked = Tracked(self._regions)
        tracked.seed()
        frames = self._frames = Frames(self._regions, tracked, self._solver, self._context)
        refiner = Refiner(self._regions, tracked, self._queries, self._solver, self._context)
        for found in frames.search():
            if isinstance(found, Chain):
                run = self._refine(found, tracked, refiner)
                if run is not None:
                    yield run
                    return
            elif found is not None:
                yield self._conclude(found)
                return
            yield None

    def _refine(self, chain: Chain, tracked: Tracked, refiner: Refiner) -> Run | None:
        """A run that follows a chain, or more that is tracked."""
        unrolled = Inlined(self._regions, tracked, chain)
        self.refinements += 1
        self._context.emit("chain", arrivals=len(chain.arrivals))
        evaluation = refiner.model(unrolled)
        if evaluation is not None:
            kind = chain.failure.kind
            run = None if kind else run_of_chain(self._regions, self._compiled, unrolled, evaluation, LONGEST_RUN)
            if run is None:
                raise NoProof(f"a run may come to {kind}" if kind else "a model of the solver is no run of the program")
            return run
        if len(chain.arrivals) > max(self._longest, LONG_CHAIN):
            self._longest, self._longer = len(chain.arrivals), self._longer + 1
        if self.refinements >= MOST_CHAINS or self._longer > MOST_LONGER:
            raise NoProof("there are more and more ways that the program does not have")
        if not refiner.refine(chain):
            raise NoProof(f"no further predicate is found on a way of {len(chain.arrivals)} arrivals")
        return None

    def _conclude(self, excluded: Mapping[Head, list[Cube]]) -> Invariant:
        regions, machine = self._regions, self._regions.machine
        rules = []
        for head in sorted({*regions.executor.iterations, *regions.loops}):
            function = machine.function_list[head[0]].name
            if head in regions.loops:
                facts = tuple(self._fact(head, cube) for cube in excluded.get(head, ()))
                rules.append(LoopRule(function, head[1], 1, 0, facts))
            else:
                rules.append(LoopRule(function, head[1], 0, regions.executor.iterations[head]))
        return Invariant(tuple(rules), regions.executor.deepest)

    def _fact(self, head: Head, cube: Cube) -> Expr:
        """That a cube does not hold."""
        assert self._tracked is not None
        predicates = self._tracked.predicates[head]
        parts = [negation(predicates[number]) if holds else predicates[number] for number, holds in sorted(cube)]
        return reduce(lambda left, right: apply(Operator.OR, left, right), parts)
