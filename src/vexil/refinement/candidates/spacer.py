"""Candidates from a proof of the integer reading of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from vexil.analysis import Analyses
from vexil.core.context import Context
from vexil.core.errors import InternalError, LimitReached
from vexil.core.processes import in_child
from vexil.logic import BOOL, Term
from vexil.logic.space import Space, Untranslatable
from vexil.refinement.candidates.bit_vectors import bit_vector_terms
from vexil.refinement.candidates.clauses import Clauses
from vexil.refinement.candidates.decoding import Facts
from vexil.refinement.candidates.linear import Fact, with_equalities
from vexil.refinement.candidates.proving import prove

DOING = "looking for predicates in a proof over the integers"
MOST_AT_ONE_HEAD = 40


def spacer_candidates(
    space: Space, function: str | None, checks: frozenset[str], context: Context, seconds: float
) -> Mapping[tuple[str, int], tuple[Term, ...]]:
    """Predicates for heads of loops, simplest first, by function and location; none when nothing is proved.

    They are what a proof that no check fails is made of, over the mathematical integers: of the whole program, or of
    one function with any arguments and globals. A proof that no signed operation overflows either, where there are
    such checks, has the bounds that keep words from wrapping around: ask for it when the other one was not enough.
    """
    context.check_limits(DOING)
    clauses = Clauses(space, Analyses(space.program), checks, lambda: context.check_limits(DOING))
    try:
        horn = clauses.of(function or space.program.entry, function is None)
    except Untranslatable as problem:
        context.emit("candidates", proved=False, reason=str(problem))
        return {}
    flags = {name: slot.term.sort is BOOL for name, slot in clauses.slots.items()}
    proof = _in_child(lambda: prove(horn, flags, seconds), context, seconds)
    context.emit("candidates", proved=proof is not None, places=len(horn.places), heads=len(horn.heads))
    facts: dict[tuple[str, int], set[Fact]] = {}
    named: dict[tuple[str, int], set[str]] = {}
    for head, (linear, truths) in sorted((proof or {}).items()):
        place = horn.places[head]
        key = (place.function, place.location)
        visible = {name for name in place.slots if clauses.slots[name].owner in ("", place.function)}
        facts.setdefault(key, set()).update(item for item in linear if visible.issuperset(item.names))
        named.setdefault(key, set()).update(truths & visible)
    result = {}
    for key in sorted(facts):
        terms = [clauses.slots[name].term for name in sorted(named[key])]
        for item in with_equalities(facts[key]):
            terms.extend(bit_vector_terms(space.terms, clauses.slots, item))
        result[key] = tuple(dict.fromkeys(terms))[:MOST_AT_ONE_HEAD]
    return result


def _in_child(work: Callable[[], dict[int, Facts] | None], context: Context, seconds: float) -> dict[int, Facts] | None:
    """What the work finds in a process that is killed when it takes too long, or fails."""
    limits, is_exhausted = context.limits, context.exhausted
    until = context.used_cpu_seconds() + seconds
    try:
        with context.within(replace(limits, cpu_seconds=min(until, limits.cpu_seconds or until))):
            proof = in_child(lambda _: work(), context, DOING)
    except (LimitReached, InternalError):
        proof = None
    finally:
        context.exhausted = is_exhausted
    context.check_limits(DOING)
    return proof
