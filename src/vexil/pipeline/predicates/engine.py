"""The engine: predicate abstraction of a program, refined until it answers the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vexil.abstraction.companions import companions
from vexil.abstraction.program import Abstractor
from vexil.abstraction.relations import NoRelations, TooManyRows
from vexil.abstraction.user_predicates import observed_by, user_predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.belnap import formula_of
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.operations import Restrict
from vexil.ir.program import Program
from vexil.logic import Terms
from vexil.logic.solvers import open_solver, solver_for, with_version
from vexil.logic.space import Space, Untranslatable
from vexil.logic.terms import Term
from vexil.model.goal import NoGoal, StateGoal, goal_of
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Prover, Question, last
from vexil.model.trace.places import text_of_edge
from vexil.pipeline.cegar import refinement
from vexil.pipeline.predicates.atom_meanings import AtomMeanings, NoMeaning
from vexil.pipeline.predicates.borders import borders_of, branching_borders, loop_heads
from vexil.pipeline.predicates.branching import BranchingChecker
from vexil.pipeline.predicates.cause_refiner import CauseRefiner
from vexil.pipeline.predicates.leaping import Leaper
from vexil.pipeline.predicates.options import Leaping, PredicateOptions, Refinement
from vexil.pipeline.predicates.path_refiner import PathRefiner
from vexil.pipeline.predicates.precision import FOUR_VALUED, OVER_APPROXIMATING, PredicateAbstraction
from vexil.pipeline.predicates.safety import SafetyChecker
from vexil.pipeline.predicates.threads import ThreadPredicates, starts_threads
from vexil.spec.formulas import Diamond
from vexil.spec.mu import positive_normal_form
from vexil.spec.nodes import postorder
from vexil.spec.property import Kind
from vexil.transform.inlining import NotInlined, Recursion, WithoutCalls

MORE_ROWS = "allow more with --rows, or have smaller relations with --blocks statement"

_Loop = tuple[Iterator[Outcome | None], Callable[[Outcome], str], Callable[[], int | None]]
"""The turns of a refinement, and why a proof that it gives says nothing, if so."""


class PredicateEngine:
    """Answers questions by predicate abstraction; of programs with threads, whether checks fail."""

    name = "predicates"

    def __init__(self, options: PredicateOptions | None = None) -> None:
        self.options = PredicateOptions() if options is None else options

    def check(self, question: Question, context: Context) -> Answer:
        """Refine an abstraction until it proves or refutes."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """Refine in turns: the work done so far behind each one, and at last the answer."""
        compiled = CompiledProgram(question.program, question.bounds)
        if question.property.kind in (Kind.CTL, Kind.MU) and not question.bounds:
            yield from self._branching(question, compiled, context)
            return
        match goal_of(question.property, compiled):
            case NoGoal(reason, hint):
                yield self._gave_up(reason, hint)
            case StateGoal(_, checks) if checks and not question.bounds and starts_threads(question.program):
                yield from ThreadPredicates(question, checks, self.name, context).turns()
            case StateGoal(_, checks) if checks and not question.bounds:
                yield from self._safety(question, compiled, checks, context)
            case StateGoal() if question.bounds:
                yield self._gave_up("predicate abstraction has no bounds", "leave out --bound")
            case _:
                yield self._gave_up(f"predicate abstraction does not answer {question.property.text}")

    def _gave_up(self, reason: str, hint: str = "") -> Answer:
        return Answer(GaveUp(reason, hint), self.name, Direction.EXACT)

    def _branching(self, question: Question, compiled: CompiledProgram, context: Context) -> Iterator[int | Answer]:
        goal_of(question.property, compiled)  # refuses what the program does not have
        try:
            copy = WithoutCalls().apply(question.program)
        except Recursion as problem:
            yield self._gave_up(f"recursion in {problem.function} with a branching property")
            return
        except (NotInlined, LimitReached) as problem:
            yield self._gave_up(f"a branching property needs a program without calls: {problem}")
            return
        borders = borders_of(copy.program, self.options.blocks, lambda: branching_borders(copy, question.property))
        formula = formula_of(question.property)
        steps = zip(copy.entry.edges, copy.origins, strict=True)
        cut = next((origin for edge, origin in steps if isinstance(edge.operation, Restrict)), "")
        if cut and any(isinstance(part, Diamond) for part in postorder(positive_normal_form(formula))):
            yield self._gave_up(
                f"whether some run goes on: the restriction at {text_of_edge(question.program, cut)} may cut all runs"
                " that begin with a step",
                "ask for what holds on all runs, or write a branch instead of the restriction",
            )
            return

        def loop(abstraction: PredicateAbstraction, given: Sequence[Term]) -> _Loop:
            meanings = AtomMeanings(abstraction, copy, question.property)
            leaper = Leaper(copy, context) if self.options.leaps == Leaping.AUTO else None
            checker = BranchingChecker(abstraction, meanings, copy, question.property, formula, leaper)
            refiner = CauseRefiner(
                abstraction, meanings, checker, one_at_a_time=self.options.refine == Refinement.PAPER
            )
            precision = abstraction.first([*meanings.conditions(formula), *given], borders)
            return (
                refinement(precision, abstraction, checker, refiner),
                lambda _: "",
                lambda: None,
            )  # restrictions are refused

        yield from self._refining(copy.program, frozenset(), context, FOUR_VALUED, loop)

    def _safety(
        self, question: Question, compiled: CompiledProgram, checks: frozenset[str], context: Context
    ) -> Iterator[int | Answer]:
        def loop(abstraction: PredicateAbstraction, given: Sequence[Term]) -> _Loop:
            checker, refiner = SafetyChecker(abstraction), PathRefiner(abstraction, compiled, self.options)
            borders = borders_of(question.program, self.options.blocks, lambda: loop_heads(question.program))
            precision = abstraction.first(given, borders)
            return refinement(precision, abstraction, checker, refiner), checker.vacuous, checker.valuations

        yield from self._refining(question.program, checks, context, OVER_APPROXIMATING, loop)

    def _refining(
        self,
        program: Program,
        checks: frozenset[str],
        context: Context,
        kind: str,
        make: Callable[[PredicateAbstraction, Sequence[Term]], _Loop],
    ) -> Iterator[int | Answer]:
        """Abstract a program and refine, whatever the question is."""
        analyses = Analyses(program, observed_by(program, self.options.given))
        outcome: Outcome | None = None
        vacuous = ""
        valuations: int | None = None
        abstraction: PredicateAbstraction | None = None
        name = solver_for(program)
        remaining = context.remaining_cpu_seconds
        with open_solver(name, remaining=remaining) as solver, context.metered(solver.running_cpu_seconds):
            try:
                space = Space(Terms(), program, AnalysedPartition(analyses))
                options = self.options
                abstractor = Abstractor(
                    space, analyses, solver, checks, longest=options.longest, relations=options.most_rows
                )
                given = user_predicates(space, analyses, self.options.given, solver)
                abstraction = PredicateAbstraction(abstractor, solver, context, kind, given.names)
                beside = companions(abstractor.frames, abstractor.functions, given.terms)
                turns, vacuity, counted = make(abstraction, (*given.terms, *beside))
                for outcome in turns:
                    if outcome is None:
                        yield abstraction.work
                vacuous = vacuity(outcome) if outcome is not None else ""
                valuations = counted() if isinstance(outcome, Holds | Fails) else None
            except Untranslatable as problem:
                outcome = GaveUp(f"the program has no formula: {problem}")
            except NoMeaning as problem:
                outcome = GaveUp(str(problem))
            except NoRelations as problem:
                outcome = GaveUp(str(problem), "leave --abstraction out")
            except LimitReached as limit:
                hint = MORE_ROWS if isinstance(limit, TooManyRows) else ""
                explored = f"; {abstraction.progress()}" if abstraction is not None else ""
                outcome = GaveUp(f"{limit.reason}{explored}", hint)
            except MemoryError:
                outcome = GaveUp("limit of memory reached")
            except KeyboardInterrupt:
                outcome = GaveUp("interrupted")
                context.interrupted = True
        assert outcome is not None
        yield Answer(
            outcome,
            self.name,
            Direction.EXACT,
            vacuous=vacuous,
            statistics=abstraction.numbers(valuations) if abstraction is not None else {},
            prover=Prover(with_version(name), abstraction.unanswered() if abstraction is not None else 0),
            abstraction=abstraction.description() if abstraction is not None else "",
        )
