"""Predicate abstraction of threads: proofs by views, errors by configurations, in turns.

The abstraction of any number of threads is explored in views of one thread, then of two, then of three. When no view
shows an error, the views are claims that the checker proves again. Else a run of few threads to the error is looked for
in the abstraction and followed in the program; a run that the program does not have brings predicates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from vexil.abstraction.relations import Relations
from vexil.abstraction.threads import Facts, ThreadAbstraction, thread_program
from vexil.abstraction.threads.abstraction import Rows
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.core.graphs import reachable
from vexil.engines.views import AbstractRun, Searched, Step, Taken, Views, explore, search, way_to
from vexil.feasibility.threads import Turn, thread_run
from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import Domain, Origin
from vexil.ir.operations import Choose, Start
from vexil.ir.program import Program
from vexil.logic.expressing import expression_of
from vexil.logic.solvers import ProcessSolver, open_solver, solver_for, with_version
from vexil.logic.space import Untranslatable
from vexil.model.boolean_program import PredicateProgram
from vexil.model.evidence import Run, ThreadClaims, ThreadFacts, View
from vexil.model.frames.runs import decision_of
from vexil.model.goal import can_block
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Prover, Question
from vexil.refinement.interleavings import Event, Interleaving, Need, Possible
from vexil.transform.threads import MEMORY, NotThreads, ThreadForm, thread_form
from vexil.transform.threads.creations import failing_creations
from vexil.transform.threads.ghosts import about_locks, with_locks
from vexil.transform.threads.transactions import Transactions

MOST_WIDTH = 3
"""Threads that a view is about at most."""
MOST_VIEWS = 60_000
MOST_CONFIGURATIONS = 20_000
MOST_THREADS = 5
"""Threads at a time in a run to an error."""
MOST_ITERATIONS = 60
MOST_WAYS = 12
"""Runs of the abstraction that are tried when it is asked whether any run is not cut."""
MOST_FACTS = 60
MOST_ROWS = 500
"""Rows of a relation that is printed as a whole."""


@dataclass(slots=True)
class _Progress:
    iterations: int = 0
    facts: int = 0
    views: int = 0
    configurations: int = 0
    width: int = 0


def starts_threads(program: Program) -> bool:
    """Say whether a program starts threads."""
    return any(isinstance(edge.operation, Start) for function in program.functions.values() for edge in function.edges)


def _failing_requests(form: ThreadForm, threads: Transactions) -> frozenset[int]:
    """The transactions on which a thread is not started that was asked for."""
    failing = failing_creations(form.program, form.origins)
    return frozenset(one.number for one in threads.listed if failing[one.template].intersection(one.edges))


def _known(successors: Mapping[int, Sequence[int | None]]) -> Callable[[int], list[int]]:
    return lambda point: [target for target in successors[point] if target is not None]


class ThreadPredicates:
    """Answers whether a check may fail in a program with threads."""

    def __init__(self, question: Question, checks: frozenset[str], name: str, context: Context) -> None:
        self._question = question
        self._checks = checks
        self._name = name
        self._context = context
        self._progress = _Progress()
        self._vacuous = ""
        self._rows: Rows | None = None
        self._facts: Facts | None = None

    def turns(self) -> Iterator[int | Answer]:
        """Refine in turns: the work done so far behind each one, and at last the answer."""
        try:
            form = thread_form(self._question.program, self._checks)
            program = with_locks(form.program)
            threads = Transactions(program, self._checks | {MEMORY}, form.single, form.holders)
        except NotThreads as problem:
            yield self._answer(GaveUp(f"threads that are not over registers: {problem}"))
            return
        except (Untranslatable, LimitReached) as problem:
            yield self._answer(GaveUp(f"the threads have no formula: {problem}"))
            return
        name = solver_for(program)
        outcome: Outcome = GaveUp("no answer")
        with open_solver(name) as solver, self._context.metered(solver.running_cpu_seconds):
            try:
                for turn in self._refine(form, threads, solver):
                    if isinstance(turn, int):
                        yield turn
                    else:
                        outcome = turn
            except LimitReached as limit:
                outcome = GaveUp(f"{limit.reason}; {self._told()}")
            except Untranslatable as problem:
                outcome = GaveUp(f"the threads have no formula: {problem}")
            except KeyboardInterrupt:
                outcome = GaveUp("interrupted")
                self._context.interrupted = True
        yield self._answer(outcome, name)

    def program(self) -> PredicateProgram:
        """The last abstraction as a Boolean program with threads.

        Raises `NotThreads` and `Untranslatable` for programs that have none, and `LimitReached` where it is too large.
        """
        form = thread_form(self._question.program, self._checks)
        if form.holders:
            raise NotThreads("read-write locks, which Boolean programs do not have")
        program = with_locks(form.program)
        threads = Transactions(program, self._checks | {MEMORY}, form.single, form.holders)
        with open_solver(solver_for(program)) as solver:
            for _ in self._refine(form, threads, solver):
                pass
            assert self._facts is not None
            return thread_program(threads, self._facts, Relations(threads.terms, solver, str, most=MOST_ROWS))

    def _told(self) -> str:
        return f"{self._progress.iterations} iterations, {self._progress.facts} predicates of threads"

    def _answer(self, outcome: Outcome, solver: str = "") -> Answer:
        progress = self._progress
        return Answer(
            outcome,
            self._name,
            Direction.EXACT,
            vacuous=self._vacuous,
            statistics={
                "iterations": progress.iterations,
                "predicates": progress.facts,
                "questions": 0 if self._rows is None else self._rows.questions,
                "views": progress.views,
                "configurations": progress.configurations,
            },
            prover=Prover(with_version(solver)) if solver else None,
            abstraction=f"predicate abstraction of threads with {progress.facts} predicates" if solver else "",
        )

    # --- the loop ----------------------------------------------------------------------------------------

    def _refine(self, form: ThreadForm, threads: Transactions, solver: ProcessSolver) -> Iterator[int | Outcome]:
        facts = self._facts = Facts(threads)
        rows = self._rows = Rows(solver)
        width, most_threads = 1, 2
        unlikely = _failing_requests(form, threads)
        progress = self._progress
        for iteration in range(MOST_ITERATIONS):
            progress.iterations, progress.facts = iteration + 1, len(facts.listed)
            if len(facts.listed) > MOST_FACTS + 2 * len(threads.locks) * len(form.program.functions):
                yield GaveUp(f"more than {MOST_FACTS} predicates of threads")
                return
            abstraction = ThreadAbstraction(threads, facts, rows)
            self._context.emit("iteration", number=iteration + 1, predicates=len(facts.listed))
            run: AbstractRun | None = None
            while run is None:
                yield solver.effort + progress.configurations + progress.views
                views = explore(abstraction, width, self._context, MOST_VIEWS)
                if views is None:
                    yield GaveUp(f"more than {MOST_VIEWS} views of threads; {self._told()}")
                    return
                progress.views += views.count
                progress.width = width
                if views.failing is None:
                    proof = self._proof(threads, facts, views)
                    if can_block(self._question.program) and not self._goes_on(threads, facts, rows):
                        self._vacuous = "every run is cut by a restriction"
                    yield proof
                    return
                searched = self._searched(abstraction, most_threads, unlikely)
                run = searched.run
                if run is not None:
                    break
                if width < MOST_WIDTH:
                    width += 1
                elif most_threads < MOST_THREADS and searched.configurations < MOST_CONFIGURATIONS:
                    most_threads += 1
                else:
                    yield GaveUp(f"claims about {width} threads at a time are not enough; {self._told()}")
                    return
                most_threads = max(most_threads, width + 1)
            interleaving = self._interleaving(threads, run, solver)
            found = interleaving.check()
            if isinstance(found, Possible):
                violation = self._replayed(form, threads, run, found)
                failing = f"the threads over registers have a run to a check that fails; {self._told()}"
                yield GaveUp(failing) if violation is None else Fails(violation)
                return
            if not self._learn(interleaving, found, facts):
                yield GaveUp(f"no new predicates of threads; {self._told()}")
                return

    def _searched(self, abstraction: ThreadAbstraction, most_threads: int, unlikely: frozenset[int]) -> Searched:
        """A run to an error, if there is one in which no request to start a thread fails."""
        for avoided in (unlikely, frozenset()) if unlikely else (unlikely,):
            searched = search(abstraction, most_threads, self._context, MOST_CONFIGURATIONS, avoided)
            self._progress.configurations += searched.configurations
            if searched.run is not None:
                break
        return searched

    def _goes_on(self, threads: Transactions, facts: Facts, rows: Rows) -> bool:
        """Say whether a run was found in which the first thread comes to its end, or round a loop.

        A run of the abstraction that the program has not brings predicates, like one to an error.
        """
        entry = threads.program.entry
        successors = {point: [one.target for one in threads.outgoing[entry, point]] for point in threads.points[entry]}

        def is_wanted(step: Step) -> bool:
            transaction = threads.listed[step.transaction]
            if transaction.template != entry:
                return False
            behind = () if transaction.target is None else reachable([transaction.target], _known(successors))
            return transaction.target is None or transaction.source in behind

        for _ in range(MOST_WAYS):
            abstraction = ThreadAbstraction(threads, facts, rows)
            way = way_to(abstraction, is_wanted, MOST_THREADS, self._context, MOST_CONFIGURATIONS)
            if way is None:
                return False
            events = [Event(step.thread, threads.listed[step.transaction], step.begun) for step in way]
            interleaving = Interleaving(threads, events[:-1], events[-1], None, rows.solver)
            found = interleaving.check()
            if isinstance(found, Possible):
                return True
            if not self._learn(interleaving, found, facts):
                return False
        return False

    def _learn(self, interleaving: Interleaving, core: Sequence[Need], facts: Facts) -> bool:
        """Add the predicates that a contradiction along a run brings; say whether there are new ones."""
        added = [term for term in interleaving.predicates(core) if facts.add(term)]
        if not added:
            added = [term for term in interleaving.definitions(core) if facts.add(term)]
        return bool(added)

    def _replayed(self, form: ThreadForm, threads: Transactions, run: AbstractRun, found: Possible) -> Run | None:
        """The run of the program that has the schedule and the choices of a run of the form."""
        steps = [*run.steps, Taken(run.thread, run.transaction, ())]
        turns = [self._turn(form, threads, number, step, found) for number, step in enumerate(steps)]
        _, _, inputs = threads.initial()
        initial = tuple(decision_of(item, found.values.get((-1, item.symbol), 0)) for item in inputs)
        open_ones = [item.name for item in self._question.program.globals if isinstance(item.initial, Domain)]
        if len(initial) != len(open_ones):
            return None
        return thread_run(self._question.program, turns, initial, form.left_out, self._checks, self._context)

    def _turn(self, form: ThreadForm, threads: Transactions, number: int, step: Taken, found: Possible) -> Turn:
        """The edges of the program behind a step, each with what is decided there."""
        transaction = threads.listed[step.transaction]
        function = form.program.functions[transaction.template]
        chosen = {item.place: item for item in transaction.inputs}
        edges: list[tuple[str, int | None]] = []
        for edge in transaction.edges:
            origin = form.origins[function.name][edge]
            if not origin:
                continue
            operation = function.edges[edge].operation
            item = chosen.get(function.edge_id(edge))
            decision = None
            if isinstance(operation, Choose) and operation.origin is not Origin.APPROXIMATION and item is not None:
                decision = decision_of(item, found.values.get((number, item.symbol), 0))
            edges.append((origin, decision))
        return Turn(step.thread, tuple(edges), step.begun)

    def _interleaving(self, threads: Transactions, run: AbstractRun, solver: ProcessSolver) -> Interleaving:
        events = [Event(step.thread, threads.listed[step.transaction], step.begun) for step in run.steps]
        last = Event(run.thread, threads.listed[run.transaction], ())
        return Interleaving(threads, events, last, run.demand, solver)

    # --- evidence ----------------------------------------------------------------------------------------

    def _proof(self, threads: Transactions, facts: Facts, views: Views) -> Outcome:
        """Views as claims."""
        expressed: list[tuple[str, Expr]] = []
        numbers: dict[int, int] = {}
        for number, fact in enumerate(facts.listed):
            function = fact.template or threads.program.entry
            expression = expression_of(threads.space, function, fact.term)
            if expression is None:
                return GaveUp(f"a predicate that is no expression of the program: {fact.term}")
            numbers[number] = len(expressed)
            expressed.append((fact.template, about_locks(expression)))
        shared = facts.of("")
        own = {name: facts.of(name) for name in threads.program.functions}

        def pairs(listed: Sequence[int], bits: Sequence[int]) -> tuple[tuple[int, bool], ...]:
            return tuple((numbers[number], bit == 1) for number, bit in zip(listed, bits, strict=True) if bit >= 0)

        claimed = tuple(
            View(
                pairs(shared, state),
                tuple(ThreadFacts(one.template, one.point, pairs(own[one.template], one.facts)) for one in some),
            )
            for state, some in views.listed()
        )
        points = tuple((name, threads.points[name]) for name in threads.program.functions)
        return Holds(ThreadClaims(views.width, points, tuple(expressed), claimed))
