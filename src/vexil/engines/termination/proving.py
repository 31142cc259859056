"""Proofs that every run ends: rankings are guessed from runs, and another engine proves that they shrink.

That the rankings of all loops shrink is a question about checks of a program that remembers them at the heads
(`instrument`). The engine that answers it finds facts about loops by itself; what it proves is turned into rules with
rankings. A run that it finds instead shows how a ranking fails, and the next guess fits that one, too.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field, replace

from vexil.core.context import Context
from vexil.engines.termination.instrument import (
    Insertion,
    Instrumented,
    instrumented,
    question_of_checks,
)
from vexil.engines.termination.loops import Head, Loop
from vexil.engines.termination.rankings import shrinks
from vexil.engines.termination.sampling import Sampler
from vexil.engines.termination.synthesis import rankings
from vexil.ir.expressions import Expr, Variable, postorder
from vexil.ir.names import is_ghost
from vexil.ir.operations import Assign
from vexil.ir.program import Program
from vexil.model.evidence import Invariant, LoopRule, Run, at_arrival
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question
from vexil.model.protocols import TurningEngine

Ranking = tuple[Expr, ...]


@dataclass
class Guesses:
    """The rankings that are tried for each loop; ``failed`` are those that nobody could prove."""

    components: Mapping[Loop, tuple[Expr, ...]]
    sampler: Sampler
    failed: dict[Head, list[Ranking]] = field(default_factory=dict)

    def next(self, loop: Loop) -> Ranking | None:
        """The best ranking of a loop that fits everything seen, and that did not fail."""
        failed = self.failed.get(loop.key, [])
        for ranking in rankings(self.components[loop], self.sampler.transitions[loop.key]):
            if ranking not in failed:
                return ranking
        return None

    def fail(self, loop: Loop, ranking: Ranking) -> None:
        """Do not try a ranking again."""
        self.failed.setdefault(loop.key, []).append(ranking)


def remembering(loop: Loop, ranking: Ranking) -> Insertion:
    """What lets a program remember the ranking of a loop at its head, and check that it shrinks."""
    kept = tuple(at_arrival(loop.head, number, part.type) for number, part in enumerate(ranking))
    operations = tuple(Assign(variable, part) for variable, part in zip(kept, ranking, strict=True))
    return Insertion(loop, kept, operations, shrinks(ranking, kept))


def with_rankings(program: Program, chosen: Mapping[Loop, Ranking]) -> Instrumented:
    """The program that checks whether rankings shrink."""
    return instrumented(program, [remembering(loop, ranking) for loop, ranking in chosen.items()])


def ranked(proof: Invariant, chosen: Mapping[Loop, Ranking]) -> Invariant:
    """The rules of a proof as rules about the program, with the rankings of loops that are passed by induction.

    Facts about rankings are kept where they are about those of loops around; so are auxiliary variables.
    """
    known = {loop.key: ranking for loop, ranking in chosen.items()}
    inductive = {(rule.function, rule.head) for rule in proof.loops if rule.induction}
    loops = []
    for rule in proof.loops:
        if is_ghost(rule.function):
            continue
        around = {
            at_arrival(loop.head, number, part.type).name
            for loop, ranking in chosen.items()
            if loop.key in inductive and loop.function == rule.function
            if rule.head in loop.locations and rule.head != loop.head
            for number, part in enumerate(ranking)
        }
        ranking = known.get((rule.function, rule.head), ()) if rule.induction else ()
        loops.append(replace(_about(rule, around), ranking=ranking))
    return replace(proof, loops=tuple(loops))


def _about(rule: LoopRule, names: set[str]) -> LoopRule:
    """The rule without what mentions added variables, but for some names and its own auxiliary variables."""
    kept = rule.auxiliaries
    while True:
        known = names | {item.variable.name for item in kept}
        left = tuple(item for item in kept if _ghosts(item.initial) | _ghosts(item.step) <= known)
        if left == kept:
            facts = tuple(fact for fact in rule.facts if _ghosts(fact) <= known)
            elements = tuple(one for one in rule.elements if _ghosts(one.condition) <= known | {one.index.name})
            return replace(rule, facts=facts, auxiliaries=kept, elements=elements)
        kept = left


def without_ranking(proof: Invariant, heads: Collection[Head]) -> LoopRule | None:
    """One of some loops that is passed by induction and has no ranking."""
    return next(
        (rule for rule in proof.loops if rule.induction and not rule.ranking and (rule.function, rule.head) in heads),
        None,
    )


def _ghosts(fact: Expr) -> set[str]:
    return {node.name for node in postorder(fact) if isinstance(node, Variable) and is_ghost(node.name)}


@dataclass(frozen=True, slots=True)
class Proved:
    """The rankings shrink: the rules that show it, and the answer that they come from."""

    proof: Invariant
    answer: Answer


@dataclass(frozen=True, slots=True)
class Violated:
    """A run, and the edge of the check that fails at its end."""

    run: Run
    edge: str


@dataclass(frozen=True, slots=True)
class Open:
    """Nobody knows, for a reason."""

    reason: str


Result = Proved | Violated | Open


def asked(
    prover: TurningEngine, question: Question, form: Instrumented, budget: int, context: Context
) -> Generator[int, None, Result]:
    """Ask for a failing check of an instrumented program, with no more than so much work; yields the work done."""
    inner = replace(question, program=form.program, property=question_of_checks())
    for turn in prover.turns(inner, context):
        if not isinstance(turn, Answer):
            if turn > budget:
                return Open("too much work")
            yield turn
            continue
        match turn.outcome:
            case Holds(Invariant() as proof):
                return Proved(proof, turn)
            case Fails(Run() as run):
                return Violated(*form.original_run(run))
            case GaveUp(reason):
                return Open(reason)
            case _:
                return Open("no answer")
    return Open("no answer")
