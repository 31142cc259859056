"""Leaps for questions: checks that fail, and branching properties that say that something is reached.

What a branching property says is reached (``EF p``, or the negation of ``AG p``) is looked for behind loops about which
four-valued checking is inconclusive round after round: one leap takes the place of a predicate for each round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vexil.certify.branching.atoms import NamedAtoms
from vexil.certify.invariant.problems import Unsupported
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.leap.engine import BUDGET_BESIDES, PATIENCE_BESIDES, LeapEngine
from vexil.engines.leap.evidence import Inexpressible, evidence_of
from vexil.engines.leap.restrictions import restrictions
from vexil.engines.leap.search import Asked, Attempt, attempts
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.types import BOOL
from vexil.logic.space import Untranslatable
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question, last
from vexil.model.protocols import NotApplicable
from vexil.spec.formulas import And, Constant, Mu, Not, Or, Proposition
from vexil.spec.mu import positive_normal_form, reached_by
from vexil.spec.property import Kind
from vexil.transform.inlining import Inlining, descending

MOST_PLACES = 12
"""Locations at which what is promised may come about."""


class Leaping:
    """The engine of leaps, for branching properties too."""

    name = LeapEngine.name

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a chain."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """One path after the other, and at last the answer."""
        if question.property.kind not in (Kind.CTL, Kind.MU) or question.bounds:
            yield from LeapEngine().turns(question, context)
            return
        formula = question.property.mu_formula()
        refutes = reached_by(positive_normal_form(formula)) is None
        promised = reached_by(positive_normal_form(Not(formula) if refutes else formula))
        outcome: Outcome = GaveUp("no chain of leaps leads to what the property is about")
        if promised is None:
            yield self._answer(GaveUp("leaps show that something is reached, and nothing else"))
            return
        try:
            form = descending(question.program)
            target = target_of(question, form, promised)
            asked = Asked(form.program, frozenset(), target=target, patience=PATIENCE_BESIDES, budget=BUDGET_BESIDES)
            for attempt in attempts(asked, restrictions(form.entry), context):
                if isinstance(attempt, Attempt) and attempt.chain.is_reached:
                    if not refutes and attempt.chain.flip:
                        continue  # it has to be reached from all initial states
                    try:
                        evidence = evidence_of(attempt.setting, attempt.rules, attempt.chain)
                    except Inexpressible:
                        continue
                    outcome = Fails(evidence) if refutes else Holds(evidence)
                    break
                yield attempt.setting.queries.asked
        except (NotApplicable, Unsupported, Untranslatable) as problem:
            outcome = GaveUp(f"no leaps: {problem}")
        except LimitReached as limit:
            outcome = GaveUp(limit.reason)
        except KeyboardInterrupt:
            outcome = GaveUp("interrupted")
            context.interrupted = True
        yield self._answer(outcome)

    def _answer(self, outcome: Outcome) -> Answer:
        return Answer(outcome, self.name, Direction.EXACT)


def target_of(question: Question, form: Inlining, promised: tuple[Mu, ...]) -> Mapping[int, Expr]:
    """Where one of some formulas may hold, and under which conditions; raises `Unsupported`."""
    atoms = NamedAtoms(question, form)
    found: dict[int, Expr] = {}
    for location in range(len(form.entry.locations)):
        condition = _either([_at(atoms, formula, location) for formula in promised])
        if condition is not False:
            found[location] = Const(True, BOOL) if condition is True else condition
        if len(found) > MOST_PLACES:
            raise Unsupported("what is promised may come about in too many places")
    return found


def _at(atoms: NamedAtoms, formula: Mu, location: int) -> bool | Expr:
    match formula:
        case Constant(value):
            return value
        case Proposition(atom):
            return atoms.named(atom, location)
        case Not(operand):
            inner = _at(atoms, operand, location)
            return not inner if isinstance(inner, bool) else Apply(Operator.NOT, (inner,), BOOL)
        case Or(operands):
            return _either([_at(atoms, part, location) for part in operands])
        case And(operands):
            parts = [_at(atoms, part, location) for part in operands]
            if False in parts:
                return False
            return _joined(Operator.AND, [part for part in parts if not isinstance(part, bool)], empty=True)
        case _:
            raise Unsupported("fixed points inside of what is promised")


def _either(parts: list[bool | Expr]) -> bool | Expr:
    if True in parts:
        return True
    return _joined(Operator.OR, [part for part in parts if not isinstance(part, bool)], empty=False)


def _joined(operator: Operator, parts: list[Expr], *, empty: bool) -> bool | Expr:
    if not parts:
        return empty
    whole = parts[0]
    for part in parts[1:]:
        whole = Apply(operator, (whole, part), BOOL)
    return whole
