"""The engine: threads are unwound to growing depth, and one formula asks for all of their orders."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.orders.deadlocks import deadlocks
from vexil.engines.bounded.orders.execution import World
from vexil.engines.bounded.orders.formula import Formula
from vexil.engines.bounded.orders.graph import Violation
from vexil.engines.bounded.orders.locks import ThreadMachine
from vexil.engines.bounded.orders.races import races
from vexil.engines.bounded.orders.replay import Replay
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.state import State
from vexil.ir.interpreter import CompiledProgram
from vexil.logic import Term, Terms
from vexil.logic.solvers.protocol import Reply
from vexil.model.evidence import Unwound
from vexil.model.goal import NoGoal, StateGoal, can_block, goal_of
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question, last
from vexil.model.trace.places import text_of_edge
from vexil.spec.property import Kind
from vexil.transform.heap_as_memory import has_objects

PATIENCE = 4
"""What one question about a guard may cost the solver."""
FIRST_BUDGET = 5_000
"""Edges of one thread in the first round, in which it is not known what is shared."""
QUERY = 50
"""A question to the solver counts as so many edges."""
LARGEST_BOUND = 1 << 12
LAST_WORK = 3_000_000
"""Work of a search that is not limited otherwise."""
WITHOUT_CHECKS = frozenset({Kind.RACE, Kind.DEADLOCK})
"""Properties that are asked about here and are no checks."""
_UNWRITTEN = "give that memory a value before it is read"


class OrdersEngine:
    """Answers questions about checks of programs with threads."""

    name = "orders"

    def __init__(self, work: int | None = None) -> None:
        self._work = LAST_WORK if work is None else work

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a failing check to growing depth."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """Search in turns: the work done so far behind each one, and at last the answer."""
        if has_objects(question.program):
            reason = "objects of classes are not followed symbolically where there are threads"
            yield Answer(GaveUp(reason, "use --engine machine"), self.name, Direction.EXACT)
            return
        compiled = CompiledProgram(question.program, question.bounds)
        checks = self._checks(question, compiled)
        if isinstance(checks, GaveUp):
            yield Answer(checks, self.name, Direction.EXACT)
            return
        with Queries(question.program, Terms(), context) as queries:
            search = Search(question, compiled, checks, queries, context, self._work)
            search.asks_races = question.property.kind is Kind.RACE
            search.asks_deadlocks = question.property.kind is Kind.DEADLOCK
            outcome: Outcome | None = None
            try:
                for found in search.turns():
                    if found is not None:
                        outcome = found
                        break
                    yield search.work
                else:
                    outcome = GaveUp(f"the search was stopped; {search.progress()}")
            except LimitReached as limit:
                outcome = GaveUp(f"{limit.reason}; {search.progress()}")
            except MemoryError:
                outcome = GaveUp(f"limit of memory reached; {search.progress()}")
            except KeyboardInterrupt:
                outcome = GaveUp(f"interrupted; {search.progress()}")
                context.interrupted = True
            assert outcome is not None
            yield Answer(
                outcome,
                self.name,
                Direction.EXACT,
                vacuous=search.vacuous,
                statistics=search.statistics(),
                prover=queries.prover(),
            )

    def _checks(self, question: Question, compiled: CompiledProgram) -> frozenset[str] | GaveUp:
        match goal_of(question.property, compiled):
            case NoGoal(reason, hint):
                return GaveUp(reason, hint)
            case StateGoal(_, checks) if (checks or question.property.kind in WITHOUT_CHECKS) and not question.bounds:
                return checks
            case StateGoal(_, checks) if checks or question.property.kind in WITHOUT_CHECKS:
                return GaveUp("the orders engine explores without bounds", "leave out --bound")
            case _:
                return GaveUp(f"the orders engine does not answer {question.property.text}")


class Search:
    """Rounds of execution, and questions about the events of each."""

    def __init__(
        self,
        question: Question,
        compiled: CompiledProgram,
        checks: frozenset[str],
        queries: Queries,
        context: Context,
        work: int,
    ) -> None:
        self._last_work = work
        self.program = question.program
        self.compiled = compiled
        self.checks = checks
        self.queries = queries
        self.terms = queries.terms
        self.context = context
        self.machine = ThreadMachine(question.program, self.terms)
        self.world = World(self.machine, checks, context)
        self.world.feasible = self._feasible
        self.world.budget = FIRST_BUDGET
        self.rounds = 0
        self.asked = 0
        self.asks_races = False
        """Whether data races are asked for, and no checks."""
        self.asks_deadlocks = False
        """Whether deadlocks are."""
        self.vacuous = ""
        """Why a proof says nothing."""

    @property
    def work(self) -> int:
        """The work done so far, in edges executed; queries, and what they cost the solver, are as so many of them."""
        self.asked += self.queries.cost()
        return self.world.work + self.asked

    def _feasible(self, state: State) -> bool:
        excluded = self.queries.excludes(state.guard, limit=PATIENCE)
        self.asked += QUERY
        return not excluded

    def turns(self) -> Iterator[Outcome | None]:
        """Unwind, ask, and go deeper."""
        self.context.check_limits("starting")
        world = self.world
        while True:
            yield from self._settle()
            formula = Formula(self.machine)
            yield self._conclude(formula)
            if world.bound >= LARGEST_BOUND or self.work > self._last_work:
                return
            world.bound *= 2
            world.budget *= 4

    def _settle(self) -> Iterator[Outcome | None]:
        """Execute until it is known what is shared, and which pointers are there."""
        machine, world = self.machine, self.world
        while True:
            self.rounds += 1
            self.context.check_limits("executing threads")
            self.context.emit("unwinding", loop="threads", bound=world.bound, edges=world.work)
            try:
                world.run()
            except Unmodelled as refused:
                yield GaveUp(refused.reason)
                return
            news = machine.accesses.learn(machine.shared)
            news = machine.new_pointees or news
            if not news:
                open_sections = {(node.key, node.location) for node in Formula(machine).incomplete()}
                if open_sections <= world.careful:
                    return
                world.careful |= open_sections
            yield None

    def _ask(self, conjuncts: list[Term]) -> Reply:
        return self.queries.ask(*conjuncts, limit=max(self._last_work - self.work, 1))

    def _orders(self, formula: Formula) -> list[Term]:
        """What must hold of an order: of many accesses that is much."""
        found: list[Term] = []
        for condition in formula.conjuncts():
            self.context.check_limits("writing down what orders there are")
            found.append(condition)
        return found

    def _conclude(self, formula: Formula) -> Outcome | None:
        """Ask for a violation in what was unwound, and then whether that was everything."""
        graph = self.machine.graph
        if self.asks_races:
            graph.violations += races(formula)
        orders = self._orders(formula)
        if self.asks_deadlocks:  # they are about who wakes whom, and add to what is compared
            graph.violations += deadlocks(formula, self.world, joins=not self.compiled.can_interrupt)
            orders = self._orders(formula)
        failing = [one for one in graph.violations if not one.kind]
        reply = self._violated(formula, orders, failing, self.machine.tame)
        if reply is not None and reply.is_sat:
            evaluation = self.queries.evaluation([*orders, self.machine.tame, *(one.condition for one in failing)])
            for violation in failing:
                if not evaluation.holds(violation.condition):
                    continue
                replay = Replay(self.world, formula, self.compiled, evaluation, self.checks, self.context)
                run = replay.run(violation)
                if run is not None:
                    return Fails(run)
            return GaveUp("a model of the solver is no run of the program")
        if reply is not None and not reply.is_unsat:
            return GaveUp(f"the solver gave up: {reply.reason}; {self.progress()}")
        return self._complete(formula, orders)

    def _violated(self, formula: Formula, orders: list[Term], failing: list[Violation], *more: Term) -> Reply | None:
        terms = self.terms
        failing = [one for one in failing if one.condition is not terms.false]
        if not failing:
            return None
        inside: dict[int, Term] = {}
        for one in failing:
            if one.section is not None:
                number = one.section.number
                inside[number] = terms.or_(inside.get(number, terms.false), one.condition)
        any_of = terms.disjunction(one.condition for one in failing)
        return self._ask([*orders, *formula.sections(inside), *more, any_of])

    def _complete(self, formula: Formula, orders: list[Term]) -> Outcome | None:
        """Whether nothing was left out."""
        terms = self.terms
        world = self.world
        left = [state.guard.formula(terms) for state in world.parked]
        if left and not self._ask([*orders, terms.disjunction(left)]).is_unsat:
            return None
        for reason, where, guard in world.unmodelled:
            if not self._ask([*orders, guard.formula(terms)]).is_unsat:
                return GaveUp(f"not modelled at {text_of_edge(self.program, where)}: {reason}")
        reply = self._violated(formula, orders, self.machine.graph.violations)
        if reply is not None and reply.is_sat:
            evaluation = self.queries.evaluation([one.condition for one in self.machine.graph.violations])
            first = next(one for one in self.machine.graph.violations if evaluation.holds(one.condition))
            edge = text_of_edge(self.program, self.machine.function_list[first.function].edge_id(first.edge))
            if first.kind:
                return GaveUp(f"an operation may be undefined at {edge}: {first.kind}")
            return GaveUp(f"{edge} may fail where memory is read that was not written", _UNWRITTEN)
        if reply is not None and not reply.is_unsat:
            return GaveUp(f"the solver gave up: {reply.reason}; {self.progress()}")
        if can_block(self.program) and self._ask([*orders, self._whole()]).is_unsat:
            self.vacuous = "every run is cut by a restriction"
        return Holds(Unwound(self._meetings()))

    def _whole(self) -> Term:
        """Whether nothing is cut: the program stops itself, or every thread comes to its end or may wait."""
        terms, parts, stops = self.terms, [], []
        for executor in self.world.executors:
            thread = self.world.threads[executor.number]
            started = terms.true if thread.guard is None else thread.guard.formula(terms)
            stops += [guard.formula(terms) for guard in executor.endings if guard not in thread.finished]
            ends = [guard.formula(terms) for guard in thread.finished]
            ends += [one.when for one in self.machine.graph.blocked if one.thread == executor.number]
            parts.append(terms.implies(started, terms.disjunction(ends)))
        return terms.or_(terms.disjunction(stops), terms.conjunction(parts))

    def _meetings(self) -> frozenset[str]:
        """The edges at which threads notice each other."""
        graph, functions = self.machine.graph, self.machine.function_list
        places = {*graph.meetings, *((node.function, node.location) for node in graph.nodes if node.meets)}
        return frozenset(
            functions[function].edge_id(edge)
            for function, location in places
            if function >= 0
            for edge in functions[function].outgoing[location]
        )

    def progress(self) -> str:
        """How far the search came."""
        return f"threads were unwound to loops of {self.world.bound} rounds"

    def statistics(self) -> dict[str, int]:
        """Numbers for the report."""
        graph = self.machine.graph
        return {
            "edges": self.world.work,
            "rounds": self.rounds,
            "events": len(graph.events),
            "threads": len(self.world.threads),
            "queries": self.queries.asked,
        }
