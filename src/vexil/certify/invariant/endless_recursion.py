"""Runs that call deeper and deeper: a function whose every run comes to a call of itself before it returns.

A run to a call of the function was replayed, and a condition on its parameters and the globals holds there. One state
stands for all in which the function is called with such values: parameters and globals have any value, and so have
globals in memory that were seen to hold a number of their type. No other memory is shown: neither that of callers nor
the heap; whatever looks at it is refused. From there the function is executed once. Where it is called again, by
itself or by what it calls, the condition is required, and the way ends. Required besides are that the function does not
return, that nothing ends or cuts the run, and, as always, that everything is defined. So a run from such a call comes
to the next one, with one frame or more below it, or stays in a loop for ever, and there is no last call.

Where a function with other recursion is executed in place, that recursion was followed to its end. Choices that the
evidence makes are made in the program that is executed; over all others the requirements are proved.
"""

from __future__ import annotations

from vexil.certify.invariant.assembly import Parts
from vexil.certify.invariant.contracts import Contracts
from vexil.certify.invariant.ledger import CHECK, Where
from vexil.certify.invariant.memory import CONSTANT
from vexil.certify.invariant.problems import Ended, GaveUp, Unsupported
from vexil.certify.invariant.recurrence import Endless, any_globals, any_memory, require_numbers, settled
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Terms
from vexil.certify.invariant.values import Value
from vexil.certify.invariant.wellformed import problem_of, with_shared_nodes
from vexil.core.context import Context
from vexil.ir.expressions import Const, Variable
from vexil.ir.program import Function
from vexil.ir.types import BOOL, is_aggregate
from vexil.model.certificate import Certificate, Rejected
from vexil.model.evidence import EndlessRecursion, Invariant, ProcedureRule
from vexil.model.outcome import Question
from vexil.model.protocols import NotApplicable
from vexil.transform.fixed_choices import with_choices


def check_endless_recursion(
    question: Question, evidence: EndlessRecursion, shown: frozenset[Variable], context: Context
) -> Certificate:
    """Prove that a call leads to another one; *shown* are globals in memory that hold a number of their type."""
    try:
        program = with_choices(question.program, dict(evidence.choices))
    except NotApplicable as problem:
        return Rejected(str(problem), True)
    own = ProcedureRule(evidence.function, evidence.condition, Const(True, BOOL))
    rules = with_shared_nodes(Invariant(evidence.loops, procedures=(own,)))
    malformed = problem_of(program, rules)
    if malformed is not None:
        return Rejected(malformed, True)
    terms = Terms()
    try:
        parts = _Deeper(program, rules, terms, context).parts()
        return _check(parts, program.functions[evidence.function], rules.procedures[0], evidence, shown)
    finally:
        terms.close()


def _check(
    parts: Parts, function: Function, rule: ProcedureRule, evidence: EndlessRecursion, shown: frozenset[Variable]
) -> Certificate:
    ledger = parts.ledger
    try:
        try:
            state = _any_call(parts, function, rule, shown)
            back = parts.execution.call(function, state)
            if back is not None:
                ledger.edge = f"{function.name}:exit"
                Where(ledger, back).require(False, f"{CHECK}that the call does not return")
        except Ended:
            pass
        return settled(parts, evidence, "calls go deeper for ever")
    except (Unsupported, GaveUp) as problem:
        return Rejected(f"{problem} (at {ledger.edge})", True)


def _any_call(parts: Parts, function: Function, rule: ProcedureRule, shown: frozenset[Variable]) -> State:
    """The state that stands for all in which the function is called under the condition."""
    ledger = parts.ledger
    ledger.edge = f"{function.name}:entry"
    state = any_memory(parts, shown)
    any_globals(parts, state)
    if any(is_aggregate(item.type) for item in function.parameters):
        raise Unsupported("endless recursion of a function that takes structures")
    arguments = [parts.arbitrary.value(state, item.type, item.name) for item in function.parameters]
    parts.operations.enter(state, function, arguments)
    ledger.assume(state, parts.evaluator.value(rule.requires, Where(ledger, state)))
    return state


class _CallsAgain(Contracts):
    """A call of the function is where the next round begins: the condition is required, and the way ends."""

    def call(self, state: State, function: Function, arguments: list[Value]) -> Value:
        """Require that a call is one of those that go deeper."""
        rule = self._rules[function.name]
        where = Where(self._ledger, state)
        numbers = [
            Variable(item.name, item.type, True)
            for item in self._evaluator.program.globals
            if item.addressable and self._is_shown(state, item.name)
        ]
        require_numbers(self._arbitrary, where, numbers)
        names = {item.name: value for item, value in zip(function.parameters, arguments, strict=True)}
        self._require(state, function, names, rule.requires, "condition of the next call")
        raise Ended

    @staticmethod
    def _is_shown(state: State, name: str) -> bool:
        block = state.objects.get(state.globals[name][0])
        return block is not None and block.origin != CONSTANT


class _Deeper(Endless):
    """The parts for runs that must call deeper."""

    def contracts(self) -> type[Contracts]:
        """What a call of the function requires."""
        return _CallsAgain
