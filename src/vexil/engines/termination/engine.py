"""The engine: runs with drawn inputs, rankings that fit them, and lassos by solving, in turns."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.termination.instrument import Instrumented
from vexil.engines.termination.lassos import lasso_of, saving
from vexil.engines.termination.loops import Loop, loops_of
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
from vexil.engines.termination.sampling import Sampler, policies
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.model.evidence import Lasso
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question, last
from vexil.model.protocols import TurningEngine
from vexil.model.trace.places import text_of_edge
from vexil.spec.property import Kind

LONGEST_SAMPLE = 3_000
FIRST_BUDGET = 150_000
"""Work that another engine may spend on a first guess."""
ROUNDS = 12


class TerminationEngine:
    """Answers whether every run of a sequential program ends; *prover* answers questions about checks."""

    name = "termination"

    def __init__(self, prover: TurningEngine) -> None:
        self._prover = prover

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a proof and for an endless run."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The work done so far behind each turn, and at last the answer."""
        if question.property.kind is not Kind.TERMINATION:
            yield self._answer(GaveUp(f"the termination engine does not answer {question.property.text}"))
            return
        if question.bounds:
            yield self._answer(GaveUp("the termination engine explores without bounds", "leave out --bound"))
            return
        search = Search(question, self._prover, context)
        outcome: Outcome | None = None
        try:
            turns = search.turns()
            while outcome is None:
                try:
                    yield next(turns)
                except StopIteration as ended:
                    outcome = ended.value
        except LimitReached as limit:
            outcome = GaveUp(f"{limit.reason}; {search.progress()}")
        except MemoryError:
            outcome = GaveUp(f"limit of memory reached; {search.progress()}")
        assert outcome is not None
        yield self._answer(outcome, search.basis)

    def _answer(self, outcome: Outcome, basis: Answer | None = None) -> Answer:
        if basis is None:
            return Answer(outcome, self.name, Direction.EXACT)
        return replace(basis, outcome=outcome, engine=self.name, statistics={}, warnings=())


class Search:
    """One question; ``basis`` is the answer of the other engine that the outcome rests on."""

    def __init__(self, question: Question, prover: TurningEngine, context: Context) -> None:
        self._question = question
        self._program: Program = question.program
        self._prover = prover
        self._context = context
        self._compiled = CompiledProgram(question.program)
        self._loops = loops_of(question.program)
        found = {loop: components(question.program, loop) for loop in self._loops}
        self._sampler = Sampler(self._compiled, found)
        self._guesses = Guesses(found, self._sampler)
        self._work = 0
        self._tried = 0
        self._reason = ""
        self.basis: Answer | None = None

    def progress(self) -> str:
        """How far the search came."""
        return f"{self._tried} rankings were tried" + (f"; {self._reason}" if self._reason else "")

    def turns(self) -> Generator[int, None, Outcome]:
        """Draw runs, then guess rankings and look for lassos in turns."""
        for decide in policies(self._context.seed):
            self._context.check_limits("drawing runs")
            lasso = self._sampler.follow(decide, LONGEST_SAMPLE)
            if lasso is not None:
                return Fails(lasso)
            yield self._spent(0)
        budget = FIRST_BUDGET
        is_open = True
        for _ in range(ROUNDS):
            if is_open:
                proof = yield from self._prove(budget)
                if isinstance(proof, Holds):
                    return proof
                is_open = proof
            for loop in self._loops:
                lasso = yield from self._lasso(loop, budget)
                if lasso is not None:
                    return Fails(lasso)
            if not self._loops:
                break
            budget *= 2
        return GaveUp(f"no proof and no endless run was found; {self.progress()}")

    def _spent(self, work: int) -> int:
        return self._work + self._sampler.work + work

    def _ask(self, chosen: dict[Loop, Ranking], budget: int) -> Generator[int, None, Result]:
        self._tried += 1
        return (yield from self._asked(with_rankings(self._program, chosen), budget))

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

    def _prove(self, budget: int) -> Generator[int, None, Holds | bool]:
        """A proof, or whether there are guesses left."""
        while True:
            chosen: dict[Loop, Ranking] = {}
            for loop in self._loops:
                ranking = self._guesses.next(loop)
                if ranking is not None:
                    chosen[loop] = ranking
                elif self._guesses.components[loop]:
                    self._reason = f"no ranking fits the loop at {self._place(loop)}"
            result = yield from self._ask(chosen, budget)
            match result:
                case Proved(proof, answer):
                    rules = ranked(proof, chosen)
                    missing = without_ranking(rules)
                    if missing is None:
                        self.basis = answer
                        return Holds(rules)
                    return False
                case Violated(run, head):
                    loop = next(loop for loop in self._loops if loop.key == head)
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
                        return True

    def _suspects(self, chosen: dict[Loop, Ranking], budget: int) -> Generator[int, None, list[Loop]]:
        """The loops whose rankings nobody can prove to shrink by themselves."""
        if len(chosen) == 1:
            return list(chosen)
        suspects = []
        for loop, ranking in chosen.items():
            result = yield from self._ask({loop: ranking}, budget)
            if not isinstance(result, Proved):
                suspects.append(loop)
        return suspects

    def _lasso(self, loop: Loop, budget: int) -> Generator[int, None, Lasso | None]:
        """A run that comes back to the head of a loop in the state of an earlier arrival."""
        form = saving(self._program, loop)
        if form is None:
            return None
        result = yield from self._asked(form, budget)
        return lasso_of(self._compiled, result.run, loop) if isinstance(result, Violated) else None

    def _place(self, loop: Loop) -> str:
        function = self._program.functions[loop.function]
        return text_of_edge(self._program, function.edge_id(function.outgoing[loop.head][0]))
