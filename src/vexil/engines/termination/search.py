"""One question about termination: what is tried in which order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace

from vexil.core.context import Context
from vexil.engines.termination.descents import deep_calls, descent, endless_recursion
from vexil.engines.termination.instrument import Instrumented
from vexil.engines.termination.lassos import lasso_of, saving
from vexil.engines.termination.loops import Loop, loops_of
from vexil.engines.termination.measures import measures, preconditions
from vexil.engines.termination.proving import (
    Guesses,
    Open,
    Proved,
    Ranking,
    Result,
    Violated,
    asked,
    ranked,
    with_rankings,
    without_ranking,
)
from vexil.engines.termination.rankings import components
from vexil.engines.termination.recurrence import (
    Iteration,
    Suspicion,
    constant_choices,
    iteration,
    recurrent_set,
    suspicions,
)
from vexil.engines.termination.recursion import Contract, NotContractible, contracted, recursive_groups
from vexil.engines.termination.sampling import Sampler, policies
from vexil.ir.expressions import Expr
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.ir.types import I64
from vexil.ir.typing import literal
from vexil.model.evidence import Invariant, ProcedureRule, Run
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Outcome, Question
from vexil.model.protocols import NotApplicable, TurningEngine
from vexil.model.trace.places import text_of_edge

LONGEST_SAMPLE = 3_000
FIRST_BUDGET = 150_000
"""Work that another engine may spend on a first guess."""
QUICK_BUDGET = 25_000
"""Work that another engine may spend on the very first guess, and on one iteration of a loop."""
ROUNDS = 6
MOST_GUESSES = 8
"""Guesses of rankings in one round."""
MOST_UNFINISHED = 3
"""Runs of a kind that were cut and are looked at for recurrent sets."""
MOST_LEFT_OUT = 16
"""Conditions of a recurrent set that may turn out to be unnecessary."""
Decisions = tuple[tuple[str, int], ...]
"""Choices that are made, by their edges."""
Once = Callable[[Program, Suspicion, Decisions], Iteration]
"""Makes the program that is one iteration, or one call, from any state."""
MOST_REFUSED = 6
"""Outcomes whose evidence may be refused before the search ends."""
MOST_CONTRACTS = 40
"""Tries of contracts for recursive functions."""


class Search:
    """One question; ``basis`` is the answer of the other engine that the outcome rests on.

    With *accepting* locations of a program without calls, only runs matter that visit one of them for ever: the loops
    that have one, whose heads then are (`vexil.analysis.weak_order`).
    """

    def __init__(
        self,
        question: Question,
        prover: TurningEngine,
        context: Context,
        accepting: frozenset[int] | None = None,
    ) -> None:
        program = question.program
        self._question = question
        self._program = program
        self._prover = prover
        self._context = context
        self._compiled = CompiledProgram(program)
        self._is_product = accepting is not None
        self._loops = tuple(
            loop for loop in loops_of(program) if accepting is None or not accepting.isdisjoint(loop.locations)
        )
        self._groups = recursive_groups(program)
        found = {loop: components(program, loop) or (literal(0, I64),) for loop in self._loops}
        conditions = {name: preconditions(program, name) for group in self._groups for name in group}
        self._sampler = Sampler(self._compiled, found, conditions)
        self._guesses = Guesses(found, self._sampler)
        self._work = 0
        self._tried = 0
        self._refused = 0
        self._reason = ""
        self.basis: Answer | None = None

    def progress(self) -> str:
        """How far the search came."""
        return f"{self._tried} rankings were tried" + (f"; {self._reason}" if self._reason else "")

    def turns(self) -> Iterator[int | Outcome]:
        """Draw runs, then guess rankings and look for lassos in turns; yields the work done so far, and outcomes.

        Whoever goes on behind an outcome was not content with its evidence: the search goes on with other evidence.
        """
        for step in self._phases():
            yield step
            if not isinstance(step, int):
                self._refused += 1
                if self._refused == MOST_REFUSED:
                    return
        yield GaveUp(f"no proof and no endless run was found; {self.progress()}")

    def _phases(self) -> Iterator[int | Outcome]:
        for decide, constant in policies(self._context.seed):
            self._context.check_limits("drawing runs")
            lasso = self._sampler.follow(decide, LONGEST_SAMPLE, constant)
            if lasso is not None:
                yield Fails(lasso)
            yield self._spent(0)
        if self._groups:
            yield from self._descents(QUICK_BUDGET)
            yield from self._recursion(FIRST_BUDGET)
        yield from self._first_guess()
        yield from self._recurrent_sets(QUICK_BUDGET)
        budget, is_open = FIRST_BUDGET, True
        for _ in range(ROUNDS if self._loops else 0):
            if is_open:
                yield from self._prove(budget)
                is_open = any(self._guesses.next(loop) is not None for loop in self._loops)
            for loop in self._loops:
                yield from self._lasso(loop, budget)
            budget *= 2

    def _spent(self, work: int) -> int:
        return self._work + self._sampler.work + work

    # --- asking the other engine -------------------------------------------------------------------------

    def _asked(self, form: Instrumented, budget: int) -> Generator[int, None, Result]:
        """What the other engine says about an instrumented program."""
        self._context.check_limits("looking for rankings")
        asking = asked(self._prover, self._question, form, budget, self._context)
        done = 0
        while True:
            try:
                done = next(asking)
            except StopIteration as ended:
                self._work += done
                result: Result = ended.value
                return result
            yield self._spent(done)

    def _ask(self, chosen: Mapping[Loop, Ranking], budget: int) -> Generator[int, None, tuple[Result, Instrumented]]:
        self._tried += 1
        form = with_rankings(self._program, chosen)
        result = yield from self._asked(form, budget)
        return result, form

    def _lasso(self, loop: Loop, budget: int) -> Iterator[int | Outcome]:
        """A run that comes back to the head of a loop in the state of an earlier arrival."""
        form = saving(self._program, loop)
        if form is None:
            return
        self._context.emit("endless run", loop=f"through the loop at {self._place(loop)}")
        result = yield from self._asked(form, budget)
        lasso = lasso_of(self._compiled, result.run, loop) if isinstance(result, Violated) else None
        if lasso is not None:
            yield Fails(lasso)

    # --- recurrent sets ----------------------------------------------------------------------------------

    def _unfinished(self) -> list[tuple[Run, int | None]]:
        """Runs that were cut: some with one number for all inputs, as the limits of their types, and some others."""
        runs = self._sampler.unfinished
        alike = [item for item in runs if item[1] is not None]
        return alike[:MOST_UNFINISHED] + [item for item in runs if item[1] is None][:MOST_UNFINISHED]

    def _recurrent_sets(self, budget: int) -> Iterator[int | Outcome]:
        """Sets of states that runs which were cut come back to for ever."""
        tried: set[str] = set()
        for run, constant in self._unfinished():
            for suspicion in suspicions(self._compiled, self._loops, run):
                made = () if constant is None else constant_choices(self._program, suspicion.loop, constant)
                for choices in dict.fromkeys(((), made)):
                    found = yield from self._closed(suspicion, choices, budget, iteration, tried)
                    if found is not None:
                        closed, proof = found
                        yield Fails(recurrent_set(self._compiled, closed, choices, proof.loops))

    def _descents(self, budget: int) -> Iterator[int | Outcome]:
        """Functions that runs which were cut call deeper and deeper."""
        tried: set[str] = set()
        names = tuple(name for group in self._groups for name in group)
        for run, constant in self._unfinished():
            for suspicion in deep_calls(self._compiled, names, run):
                made = () if constant is None else constant_choices(self._program, suspicion.loop, constant)
                for choices in dict.fromkeys(((), made)):
                    found = yield from self._closed(suspicion, choices, budget, descent, tried)
                    if found is not None:
                        closed, proof = found
                        yield Fails(endless_recursion(closed, choices, proof.loops))

    def _closed(
        self, suspicion: Suspicion, choices: Decisions, budget: int, once: Once, tried: set[str]
    ) -> Generator[int, None, tuple[Suspicion, Invariant] | None]:
        """The set without conditions that one iteration, or call, does not keep, if it is not left then."""
        guess = f"{suspicion.loop.key} {choices} {suspicion.conditions}"
        if guess in tried:
            return None
        tried.add(guess)
        for _ in range(len(suspicion.conditions) + 1):
            try:
                asking = once(self._program, suspicion, choices)
            except NotApplicable:
                return None
            result = yield from self._asked(asking.form, budget)
            match result:
                case Proved(proof, _) if self._is_product and _passes_loops(proof, suspicion):
                    return None
                case Proved(proof, answer):
                    self.basis = answer
                    return (yield from self._weaker(suspicion, choices, proof, budget, once))
                case Violated(_, edge) if edge in asking.parts:
                    kept = [part for place, part in enumerate(suspicion.conditions) if place != asking.parts[edge]]
                    suspicion = replace(suspicion, conditions=tuple(kept))
                case _:
                    return None
        return None

    def _weaker(
        self, suspicion: Suspicion, choices: Decisions, proof: Invariant, budget: int, once: Once
    ) -> Generator[int, None, tuple[Suspicion, Invariant]]:
        """The set without conditions that it does not need, so that it tells what matters."""
        for part in reversed(suspicion.conditions[:MOST_LEFT_OUT]):
            kept = tuple(other for other in suspicion.conditions if other is not part)
            weaker = replace(suspicion, conditions=kept)
            try:
                asking = once(self._program, weaker, choices)
            except NotApplicable:
                continue
            result = yield from self._asked(asking.form, budget)
            if isinstance(result, Proved) and not (self._is_product and _passes_loops(result.proof, weaker)):
                suspicion, proof = weaker, result.proof
        return suspicion, proof

    # --- loops -------------------------------------------------------------------------------------------

    def _chosen(self) -> dict[Loop, Ranking]:
        """The best guess for each loop that has one."""
        chosen: dict[Loop, Ranking] = {}
        for loop in self._loops:
            self._context.emit("ranking", loop=f"the loop at {self._place(loop)}")
            ranking = self._guesses.next(loop)
            if ranking is not None:
                chosen[loop] = ranking
            else:
                self._reason = f"no ranking fits the loop at {self._place(loop)}"
        return chosen

    def _first_guess(self) -> Iterator[int | Outcome]:
        """A proof with the best guesses, if it is easy."""
        chosen = self._chosen()
        result, _ = yield from self._ask(chosen, QUICK_BUDGET)
        if isinstance(result, Proved):
            yield from self._shown(result, chosen)

    def _shown(
        self, result: Proved, chosen: Mapping[Loop, Ranking], procedures: tuple[ProcedureRule, ...] = ()
    ) -> Iterator[Outcome]:
        """The proof with rankings, unless a loop has none; who goes on does not want these rankings again."""
        rules = ranked(result.proof, chosen)
        if without_ranking(rules, {loop.key for loop in self._loops}) is None:
            self.basis = result.answer
            yield Holds(replace(rules, procedures=procedures))
            for loop, ranking in chosen.items():
                self._guesses.fail(loop, ranking)

    def _prove(self, budget: int) -> Iterator[int | Outcome]:
        """A proof, if there is one with the next guesses."""
        for _ in range(MOST_GUESSES):
            chosen = self._chosen()
            result, form = yield from self._ask(chosen, budget)
            match result:
                case Proved():
                    refused = self._refused
                    yield from self._shown(result, chosen)
                    if self._refused == refused:
                        return
                case Violated(run, edge) if edge in form.checks:
                    loop = next(loop for loop in self._loops if loop.key == form.checks[edge])
                    known = len(self._sampler.transitions[loop.key])
                    self._sampler.repeat(run)
                    if len(self._sampler.transitions[loop.key]) == known:
                        self._guesses.fail(loop, chosen[loop])
                case Open(reason):
                    self._reason = reason
                    suspects = yield from self._suspects(chosen, budget)
                    for loop in suspects:
                        self._guesses.fail(loop, chosen[loop])
                    if not suspects:
                        return
                case _:
                    return

    def _suspects(self, chosen: dict[Loop, Ranking], budget: int) -> Generator[int, None, list[Loop]]:
        """The loops whose rankings nobody can prove to shrink by themselves."""
        if len(chosen) <= 1:
            return list(chosen)
        suspects = []
        for loop, ranking in chosen.items():
            result, _ = yield from self._ask({loop: ranking}, budget)
            if not isinstance(result, Proved):
                suspects.append(loop)
        return suspects

    def _place(self, loop: Loop) -> str:
        function = self._program.functions[loop.function]
        return text_of_edge(self._program, function.edge_id(function.outgoing[loop.head][0]))

    # --- recursion ---------------------------------------------------------------------------------------

    def _recursion(self, budget: int) -> Iterator[int | Outcome]:
        """A proof in which recursive functions have contracts: first without, then with preconditions."""
        names = [name for group in self._groups for name in group]
        requires: dict[str, tuple[Expr, ...]] = dict.fromkeys(names, ())
        candidates = {name: self._sampler.holding(name) for name in names}
        guessed = measures(self._program, self._groups, list(self._sampler.calls))
        measure = next(guessed, None)
        is_strong = False
        for _ in range(MOST_CONTRACTS):
            if measure is None:
                self._reason = "no measure fits the recursive functions"
                return
            contracts = {name: Contract(requires[name], measure[name]) for name in names}
            chosen = self._chosen()
            self._tried += 1
            try:
                made = contracted(with_rankings(self._program, chosen), contracts)
            except NotContractible as problem:
                self._reason = str(problem)
                return
            result = yield from self._asked(made.form, budget)
            match result:
                case Proved():
                    yield from self._shown(result, chosen, tuple(contracts[name].rule(name) for name in names))
                    measure = next(guessed, None)
                case Violated(_, edge) if edge in made.failures and made.failures[edge][1] >= 0:
                    name, number = made.failures[edge]
                    requires[name] = tuple(part for place, part in enumerate(requires[name]) if place != number)
                case Violated(_, edge) if is_strong and edge in made.form.checks:
                    loop = next(loop for loop in self._loops if loop.key == made.form.checks[edge])
                    self._guesses.fail(loop, chosen[loop])
                case _ if not is_strong:
                    requires, is_strong = dict(candidates), True
                case _:
                    measure = next(guessed, None)


def _passes_loops(proof: Invariant, suspicion: Suspicion) -> bool:
    """Whether a proof says nothing of whether loops inside of an iteration are left."""
    return any(rule.induction and rule.head != suspicion.loop.head for rule in proof.loops)
