"""One question: unwinding to growing depth, with tries of induction between the rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vexil.analysis import Analyses
from vexil.core.context import Context
from vexil.core.source import Span
from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.candidates import Candidates
from vexil.engines.bounded.concretise import run_of
from vexil.engines.bounded.directed import Directed
from vexil.engines.bounded.executor import Executor
from vexil.engines.bounded.hypotheses import NoProof
from vexil.engines.bounded.induction import PATIENCE, UNWOUND, Head, Induction
from vexil.engines.bounded.leaps import Leaps
from vexil.engines.bounded.list_induction import ListTries
from vexil.engines.bounded.list_samples import HeapSamples
from vexil.engines.bounded.list_shapes import ListShapes
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.memory import LARGEST_CHOSEN
from vexil.engines.bounded.paths import Paths
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.samples import Samples
from vexil.engines.bounded.state import Frame, State
from vexil.engines.bounded.stepping import QUERY, Obligation
from vexil.ir.expressions import Expr
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.operations import Check
from vexil.ir.program import Program
from vexil.logic import Term
from vexil.logic.evaluate import Evaluation
from vexil.logic.solvers.protocol import Reply
from vexil.model.evidence import Invariant, LoopRule, Run
from vexil.model.goal import can_block
from vexil.model.outcome import Fails, GaveUp, Holds, Outcome
from vexil.model.trace.places import text_of_edge
from vexil.transform.walking_pointers import OffsetForm, with_offsets

LONGEST_RUN = 10_000_000
LONGEST_LEAP = 4_000_000
"""A run through loops that were leapt has at most so many moves."""
LONGEST_ITERATION = 100
"""Moves of an iteration that a run takes when a model says how often it goes round."""
LEAPS = (1 << 8, 1 << 14)
"""How often loops are gone round at most: runs are looked for from few iterations to many."""
FAR_LEAP = 1 << 20
"""The same where a run takes long to follow: engines that wait go first."""
MOVES_LIKE_AN_EDGE = 8
"""Iterations that a run follows in the time of an edge that is executed symbolically."""
PATIENCE_OF_TURN = 4
"""What one question may cost the solver, as a multiple of the work of a turn."""
FIRST_TURN = 20_000
"""Work of the first turn; each one is twice as long as the one before."""
LONG_ROUND = 1_000
"""Edges executed in few rounds of unwinding, from which on a proof is tried before there are more."""
PATH_TURN = 5_000
"""Work on paths between two queries whether a check fails."""
DIRECTED_FIRST = 60_000
"""Work on reachability over predicates in the first turn: most of what it proves it proves then."""
LAST_TURN = FIRST_TURN << 8
PLANS = ((1, 1), (2, 1), (1, 2), (3, 1))
"""Depths of induction, each with the degree of equalities among the facts; those of degree 0, without facts, go first.
"""
LARGEST_ANALYSED = 20_000
"""Programs with more edges get no intervals."""


class _OutOfPatience(Exception):  # noqa: N818 - a later turn asks again
    """A question was not answered within the patience of a turn."""


class Search:
    """Executor, solver, and what was found."""

    def __init__(
        self,
        program: Program,
        compiled: CompiledProgram,
        checks: frozenset[str],
        queries: Queries,
        context: Context,
        plans: Sequence[tuple[int, int]] = PLANS,
    ) -> None:
        self.form = with_offsets(program) if "memtrack" not in checks else OffsetForm(program, {})
        self.program = program = self.form.program
        self.compiled = compiled
        self.checks = checks
        self.queries = queries
        self.terms = queries.terms
        self.context = context
        self.machine = Machine(program, self.terms)
        self.executor = Executor(self.machine, checks, context)
        self.executor.feasible = self._feasible
        self.samples = Samples(program, self.terms, context.seed)
        self.heaps = HeapSamples(self.machine, queries)
        self.executor.watch = self._watch
        self.leaps = Leaps(self.machine, self._analyses)
        self.candidates = Candidates(program, self._analyses, self.samples, self.leaps.ends)
        self._cached_analyses: Analyses | None = None
        self._settled_count = 0
        self._plans = list(plans)
        self.paths: Paths | None = None
        self.rounds = 0
        self.is_complete = False
        self._directed: Directed | None = None
        self._is_directed_over = False
        self.tries: list[str] = []
        self.other_work = 0

    def _analyses(self) -> Analyses | None:
        edges = sum(len(function.edges) for function in self.program.functions.values())
        if self._cached_analyses is None and edges <= LARGEST_ANALYSED:
            self._cached_analyses = Analyses(self.program)
        return self._cached_analyses

    def _watch(self, state: State) -> None:
        self.samples.keep(state)
        self.heaps.keep(state)

    def _feasible(self, state: State) -> bool:
        excluded = self.queries.excludes(state.guard, limit=PATIENCE)
        self.executor.work += QUERY + self.queries.cost()
        return not excluded

    def stopped(self) -> Outcome:
        """The outcome of a search that takes no more turns."""
        return GaveUp(f"the search was stopped; {self.progress()}", "give it a --time-limit to search on")

    def turns(self) -> Iterator[Outcome | None]:
        """Unwind, try induction and follow paths, in turns that double; nothing behind a turn that found nothing."""
        self.context.check_limits("starting")
        try:
            self.executor.enqueue(self.executor.start())
        except Unmodelled as refused:
            yield GaveUp(refused.reason)
            return
        turn = FIRST_TURN
        plans = self._plans
        while plans and not plans[0][1]:
            yield self._induct(*plans.pop(0), turn)
        while turn <= LAST_TURN or self.context.limits.is_timed:
            yield self._unwind(turn)
            if turn == FIRST_TURN:
                yield from self._try_lists(2 * turn)
            has_forms = turn == FIRST_TURN and self.leaps.any_at(sorted(self.executor.iterations))
            if has_forms:
                leaping = self._leaping(None, 2 * turn)
                yield self._proof(leaping, "closed forms") or self._leap(leaping, LEAPS)
                others = self._leaping(self.candidates, 2 * turn)
                yield self._proof(others, "closed forms and other facts")
                if self.leaps.has_segments(sorted(self.executor.iterations)):
                    attempt = self._leaping(None, 4 * turn, others.facts_of_program())
                    yield self._proof(attempt, "facts about segments of arrays")
            proof = self._induct(*plans.pop(0), 2 * turn) if plans else None
            budget = DIRECTED_FIRST if turn == FIRST_TURN else turn
            yield proof or self._follow_paths(turn) or self._direct(budget)
            if has_forms:
                yield from self._leap_far(leaping)
            turn *= 2

    def close(self) -> None:
        """End what was begun for this question alone."""
        if self._directed is not None:
            self._directed.close()

    @property
    def work(self) -> int:
        """The work done so far, in edges executed; queries, and what they cost the solver, are as so many of them."""
        self.other_work += self.queries.cost()
        return self.executor.work + self.other_work + (self.paths.work if self.paths is not None else 0)

    # --- unwinding ---------------------------------------------------------------------------------------

    def _unwind(self, turn: int) -> Outcome | None:
        """Go deeper for a turn."""
        executor = self.executor
        last = executor.work + turn
        while executor.work < last:
            self.rounds += 1
            self.context.emit(
                "unwinding", loop=self._stopped_at()[0] or "no loop yet", bound=executor.bound, edges=executor.edges
            )
            is_finished = executor.run(last - executor.work)
            violation = self._violated(turn)
            if violation is not None:
                return violation
            if not is_finished or self._settled_count < len(executor.obligations):
                return None
            if not executor.parked:
                return self._complete(turn)
            executor.bound *= 2
            executor.resume()
            is_long = executor.bound == 8 and executor.edges > LONG_ROUND
            if executor.bound in (16, 256) or is_long:
                return None
        return None

    def _follow_paths(self, turn: int) -> Outcome | None:
        """Search depth-first for half a turn."""
        if self.paths is None:
            self.paths = Paths(self.machine, self.checks, self.context, self.queries)
            self.paths.enqueue(self.paths.start())
        self.context.emit("paths", edges=self.paths.edges)
        last = self.paths.work + turn // 2
        is_finished = False
        while not is_finished and self.paths.work < last:
            is_finished = self.paths.run(min(PATH_TURN, last - self.paths.work))
            obligations, self.paths.obligations = self.paths.obligations, []
            try:
                outcome = self._run_to(self.paths, obligations, turn)
            except _OutOfPatience:
                self.paths.obligations = obligations
                return None
            if isinstance(outcome, Fails):
                return outcome
        return None

    def _violated(self, turn: int) -> Outcome | None:
        """A run to a failing check, if there is one among the obligations that nothing is known about."""
        before, self._settled_count = self._settled_count, len(self.executor.obligations)
        try:
            return self._run_to(self.executor, self.executor.obligations[before:], turn)
        except _OutOfPatience:
            self._settled_count = before
            return None

    def _ask(self, turn: int, *conjuncts: Term) -> Reply:
        """Ask within the patience of a turn; a later one has more."""
        reply = self.queries.ask(*conjuncts, limit=(PATIENCE_OF_TURN if turn > FIRST_TURN else 1) * turn)
        if not reply.is_sat and not reply.is_unsat and reply.reason == "limit":
            raise _OutOfPatience
        return reply

    def _run_to(self, executor: Executor, obligations: list[Obligation], turn: int) -> Outcome | None:
        formulas = [obligation.formula(self.terms) for obligation in obligations if not obligation.kind]
        any_of = self.terms.disjunction(formulas)
        if any_of is self.terms.false:
            return None
        wanted = [self.machine.tame, any_of]
        if self.machine.has_chosen_contents:  # rather a run that reads nothing which nobody wrote
            modest = [self.machine.modest, *wanted]
            reply = self._ask(turn, *modest)
            if reply.is_sat:
                wanted = modest
        if wanted[0] is self.machine.tame:
            reply = self._ask(turn, *wanted)
        if reply.is_unsat:
            return None
        if not reply.is_sat:
            return GaveUp(f"the solver gave up: {reply.reason}; {self.progress()}")
        run = run_of(executor, self.compiled, self.queries.evaluation(wanted), self.checks, LONGEST_RUN)
        if run is None and self.machine.has_chosen_contents and wanted[0] is self.machine.tame:
            return None
        return GaveUp("a model of the solver is no run of the program") if run is None else Fails(run)

    def _complete(self, turn: int) -> Outcome | None:
        """Everything was explored: say what that shows, if the solver knows soon enough."""
        executor = self.executor
        given_up = self.queries.first_possible(executor.unmodelled)
        if given_up is not None:
            reason, where, _ = given_up
            return GaveUp(f"not modelled at {text_of_edge(self.program, where)}: {reason}")
        any_of = self.terms.disjunction(obligation.formula(self.terms) for obligation in executor.obligations)
        try:
            reply = self._ask(turn, any_of)
        except _OutOfPatience:
            return None
        if reply.is_sat:
            evaluation = self.queries.evaluation([any_of])
            first = next(one for one in executor.obligations if evaluation.holds(one.formula(self.terms)))
            return GaveUp(self._undecided(first))
        if not reply.is_unsat:
            return GaveUp(f"the solver gave up: {reply.reason}; {self.progress()}")
        self.is_complete = True
        loops = tuple(
            LoopRule(self.machine.function_list[function].name, head, 0, count)
            for (function, head), count in sorted(executor.iterations.items())
        )
        return Holds(Invariant(loops, executor.deepest))

    def _undecided(self, first: Obligation) -> str:
        """Why nothing is known although everything was explored."""
        place = self._statement(first)
        if first.kind == "address":
            return f"the answer may depend on the addresses of objects, which are looked at by {place}"
        if not first.kind and self.machine.memory.has_read_forgotten:
            return f"the check at {place} fails for some contents of an array about which nothing is known, if at all"
        if not first.kind and self.machine.has_open_layout:
            return f"the check at {place} fails only for some addresses of objects that are compared, if at all"
        if not first.kind and self.machine.has_open_sizes:
            return f"the check at {place} fails only with arrays of more than {LARGEST_CHOSEN} bytes, if at all"
        if not first.kind:
            return f"uninitialised-read: the check at {place} fails only for some contents of memory never written"
        return f"undefined operations are reached: {first.kind} at {place}"

    def _statement(self, obligation: Obligation) -> str:
        edge = self.machine.function_list[obligation.function].edge_id(obligation.edge)
        return text_of_edge(self.program, edge)

    # --- induction ---------------------------------------------------------------------------------------

    def _induct(self, depth: int, degree: int, limit: int) -> Outcome | None:
        """Try a proof by induction with equalities up to a degree."""
        self.context.emit("induction", depth=depth, degree=degree)
        attempt = Induction(
            self.machine, self.checks, self.queries, self.context, self.candidates, depth, limit, degree
        )
        return self._proof(attempt, f"induction of depth {depth}")

    def _direct(self, turn: int) -> Outcome | None:
        """Exclude failing checks by invariants over predicates, for a turn."""
        if self._is_directed_over:
            return None
        if self._directed is None:
            self._directed = Directed(self.machine, self.compiled, self.checks, self.queries, self.context, 2 * turn)
        self.context.emit("excluding", turn=turn)
        before = self._directed.work
        try:
            found = self._directed.run(turn)
        except NoProof as failed:
            self.tries.append(f"reachability: {failed}")
            self._is_directed_over = True
            return None
        finally:
            self.other_work += self._directed.work - before
        if isinstance(found, Run):
            return Fails(found)
        return None if found is None else Holds(found)

    def _proof(self, attempt: Induction, name: str) -> Outcome | None:
        try:
            return Holds(self.form.original_proof(attempt.prove()))
        except NoProof as failed:
            reason = str(failed)
        except Unmodelled as refused:
            reason = refused.reason
        finally:
            self.other_work += attempt.executor.work
        self.tries.append(f"{name}: {reason}")
        return None

    def _try_lists(self, limit: int) -> Iterator[Outcome | None]:
        """Try proofs with linked lists at the heads of loops, where samples have some."""
        heads = sorted(self.executor.iterations)
        shapes = ListShapes(self.heaps, self.machine.word // 8)
        tried = None
        for exact in (True, False):
            lists = ListTries(self.machine, shapes, self._live, self.candidates.constants, exact=exact)
            plans = [plan for head in heads if (plan := lists.plan(head)) is not None]
            segments = [plan.segments for plan in plans]
            if not plans or segments == tried:
                continue
            tried = segments
            self.context.emit("lists", exact=exact)
            attempt = Induction(
                self.machine, self.checks, self.queries, self.context, self.candidates, 1, limit, lists=lists
            )
            yield self._proof(attempt, "lists with single nodes" if exact else "lists")

    def _live(self, head: tuple[int, int]) -> frozenset[str]:
        """The registers that are live at a head, or all of them."""
        function, analyses = self.machine.function_list[head[0]], self._analyses()
        return frozenset(function.variables) if analyses is None else analyses.liveness(function.name).live(head[1])

    def _leaping(
        self, candidates: Candidates | None, limit: int, beside: Mapping[Head, Sequence[Expr]] | None = None
    ) -> Induction:
        """A proof with closed forms of loops, to be tried."""
        place, _ = self._stopped_at()
        self.context.emit("closed forms", loop=place)
        machine, queries, context = self.machine, self.queries, self.context
        attempt = Induction(machine, self.checks, queries, context, candidates, 1, limit, 1, self.leaps, beside=beside)
        attempt.forget(self._unfinished())
        return attempt

    def _unfinished(self) -> frozenset[Head]:
        """The loops that unwinding has gone round so often, and not left, that induction would not go round them."""
        frames: list[Frame] = []
        for state in self.executor.waiting():
            frame: Frame | None = state.frame
            while frame is not None:
                frames.append(frame)
                frame = frame.parent
        return frozenset(
            (frame.function, loop.head) for frame in frames for loop in frame.loops if loop.grown > UNWOUND
        )

    def _leap(self, attempt: Induction, lengths: Sequence[int]) -> Outcome | None:
        """Follow what closed forms of loops say to a failing check, behind at most so many iterations."""
        for most in lengths:
            suspect = attempt.suspect(most)
            if suspect is None:
                continue
            evaluation, iterations = suspect
            self.other_work += iterations // MOVES_LIKE_AN_EDGE
            return self._followed(attempt, evaluation, iterations)
        return None

    def _leap_far(self, attempt: Induction) -> Iterator[Outcome | None]:
        """The same behind many iterations: other engines go first for as long as the run takes to follow."""
        suspect = attempt.suspect(FAR_LEAP)
        if suspect is None:
            return
        evaluation, iterations = suspect
        if iterations * self.leaps.shortest_round(attempt.loops) <= LONGEST_LEAP:
            self.other_work += iterations // MOVES_LIKE_AN_EDGE
            yield None
            yield self._followed(attempt, evaluation, iterations)

    def _followed(self, attempt: Induction, evaluation: Evaluation, iterations: int) -> Outcome | None:
        """The run that a model tells of, if it is one."""
        limit = min(LONGEST_LEAP, (iterations + 100) * LONGEST_ITERATION)
        run = run_of(attempt.executor, self.compiled, evaluation, self.checks, limit)
        return None if run is None else Fails(run)

    # --- reports -----------------------------------------------------------------------------------------

    def progress(self) -> str:
        """How far the search came."""
        place, times = self._stopped_at()
        stopped = f"{place} was unwound {times} times without coming to its end" if place else "no loop was unwound"
        return "; ".join([stopped, *self.tries])

    def _stopped_at(self) -> tuple[str, int]:
        """The loop that was unwound most, as the user knows it."""
        if not self.executor.iterations:
            return "", 0
        (function, head), times = max(self.executor.iterations.items(), key=lambda item: item[1])
        return self._place(function, head), times

    def _place(self, function: int, location: int) -> str:
        declared = self.machine.function_list[function]
        for edge in declared.outgoing[location]:
            span = declared.edges[edge].span
            if span is not None:
                return f"the loop at {self._line(span)}"
        return f"the loop at {declared.name}:{declared.locations[location].name}"

    def _line(self, span: Span) -> str:
        name, line, _ = self.program.files[span.file].position(span.start)
        return f"{name}:{line}"

    def vacuous(self, outcome: Outcome) -> str:
        """Why a proof says nothing: every run is cut by a restriction."""
        if not isinstance(outcome, Holds) or not can_block(self.program):
            return ""
        executor = self.executor
        guards = [*executor.endings, *(state.guard for state in executor.waiting())]
        any_of = self.terms.disjunction(guard.formula(self.terms) for guard in guards)
        return "every run is cut by a restriction" if self.queries.ask(any_of).is_unsat else ""

    def warnings(self, outcome: Outcome) -> tuple[str, ...]:
        """Assertions that no run reaches, when everything is known about them; objects that were cut into bytes."""
        messages = [
            f"{site} is accessed with different layouts and kept as bytes"
            for site in self.machine.memory.cut_sites
            if site
        ]
        if isinstance(outcome, Holds) and self.is_complete:
            messages += self._unreached()
        return tuple(messages)

    def _unreached(self) -> list[str]:
        messages = []
        for number, function in enumerate(self.machine.function_list):
            for index, edge in enumerate(function.edges):
                operation = edge.operation
                if not isinstance(operation, Check) or operation.property not in self.checks & {"assert"}:
                    continue
                guards = self.executor.reached.get((number, index), [])
                formulas = self.terms.disjunction(guard.formula(self.terms) for guard in guards)
                if self.queries.ask(formulas).is_unsat:
                    place = f"{function.name}#{index}"
                    if edge.span is not None:
                        place = self._line(edge.span)
                    messages.append(f"no run reaches the assertion at {place}: it holds for want of cases")
        return messages

    def statistics(self) -> dict[str, int]:
        """Numbers for the report."""
        return {
            "edges": self.executor.edges,
            "rounds": self.rounds,
            "terms": len(self.terms),
            "questions": self.queries.asked,
        }
