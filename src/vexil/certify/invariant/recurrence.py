"""Runs that never end: from every state of a set all runs come back to it, or stay in a loop inside.

The set is the states at the head of a loop in which a condition holds; a run to one of them was replayed. One state
stands for all: registers and globals have any value, and so have variables in memory that were seen to hold a number of
their type. All other memory is not shown, and whatever looks at it is refused. From there the loop is executed once.
Required are that the condition holds where control is back at the head, that no run gets elsewhere or ends, that no
restriction cuts one, and, as always, that everything is defined. Choices that the evidence makes are made in the
program that is executed (`vexil.transform.fixed_choices`); over all others the requirements are proved. So each run
from a state of the set comes back to it, or goes on in a loop inside for ever; and from the set it does so again. Loops
inside may be passed by induction without a ranking: whoever stays there does not end either. Functions that are called
are executed in place. Where runs have to come back to the head (``returning``), as they do if the head is an accepting
location of a product, loops inside have rankings: so nobody stays there.
"""

from __future__ import annotations

from collections.abc import Iterable

from vexil.certify.invariant.arbitrary import Arbitrary
from vexil.certify.invariant.assembly import Assembly, Parts
from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.check import has_calls
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import CHECK, Ledger, Where
from vexil.certify.invariant.loop_rules import Element, Loop, execution_order
from vexil.certify.invariant.memory import CONSTANT
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, GaveUp, Unsupported
from vexil.certify.invariant.progress import Progress
from vexil.certify.invariant.state import Frame, State
from vexil.certify.invariant.terms import Terms
from vexil.certify.invariant.values import ELSEWHERE, Value
from vexil.certify.invariant.wellformed import problem_of, with_shared_nodes
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.ir import operations as ops
from vexil.ir.expressions import Variable
from vexil.ir.program import Function
from vexil.ir.types import is_aggregate
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import EndlessRecursion, Invariant, LoopRule, RecurrentSet
from vexil.model.outcome import Question
from vexil.model.protocols import NotApplicable
from vexil.transform.fixed_choices import with_choices

HIDDEN: Value = (ELSEWHERE, 0)
"""The address of a variable that is not shown."""


def check_recurrence(
    question: Question,
    evidence: RecurrentSet,
    shown: frozenset[Variable],
    context: Context,
    *,
    returning: bool = False,
) -> Certificate:
    """Prove that a set of states is closed; *shown* are variables in memory that hold a number of their type.

    With *returning* runs come back to the head, and do not stay in a loop inside.
    """
    if returning and has_calls(question.program):
        return Rejected("that runs come back is shown where nothing is called", True)
    try:
        program = with_choices(question.program, dict(evidence.choices))
    except NotApplicable as problem:
        return Rejected(str(problem), True)
    own = LoopRule(evidence.function, evidence.head, 1, 0, (evidence.condition,))
    rules = with_shared_nodes(Invariant((own, *evidence.loops)))
    malformed = problem_of(program, rules)
    if malformed is not None:
        return Rejected(malformed, True)
    terms = Terms()
    try:
        assembly = _Returning if returning else Endless
        parts = assembly(program, rules, terms, context).parts()
        return _check(parts, program.functions[evidence.function], rules.loops[0], evidence, shown)
    finally:
        terms.close()


def _check(
    parts: Parts, function: Function, rule: LoopRule, evidence: RecurrentSet, shown: frozenset[Variable]
) -> Certificate:
    ledger = parts.ledger
    loop = _loop(execution_order(function), rule.head)
    if loop is None:
        return Rejected(f"there is no loop at {rule.function}:{rule.head}", True)
    try:
        try:
            state = _any_state(parts, function, shown)
            ledger.edge = f"{rule.function}:{rule.head}"
            ledger.assume(state, parts.evaluator.value(rule.facts[0], Where(ledger, state)))
            waiting = parts.execution.round(function, loop, state)
        except Ended:
            waiting = {}
        for location, left in sorted(waiting.items()):
            _require(parts, rule, location, left, shown)
        return settled(parts, evidence, "runs come back for ever")
    except (Unsupported, GaveUp) as problem:
        return Rejected(f"{problem} (at {ledger.edge})", True)


def settled(parts: Parts, evidence: RecurrentSet | EndlessRecursion, what: str) -> Certificate:
    """The certificate for *what* follows, if everything that was required does."""
    ledger = parts.ledger
    broken = ledger.settle()
    if broken is not None:
        return Rejected(broken.reason, True)
    finding = f"{what}: {counted(ledger.count, 'requirement')} proved by a second solver"
    return Checked(evidence, finding, frozenset(parts.execution.edges), prover="z3" if ledger.count else "")


def _require(parts: Parts, rule: LoopRule, location: int, state: State, shown: frozenset[Variable]) -> None:
    """Require that a state behind one iteration is one of the set."""
    parts.ledger.edge = f"{rule.function}:{rule.head}"
    where = Where(parts.ledger, state)
    try:
        if location == rule.head:
            where.require(parts.evaluator.value(rule.facts[0], where), f"{CHECK}the condition of the recurrent set")
            require_numbers(parts.arbitrary, where, shown)
        else:
            where.require(False, f"{CHECK}that the loop is not left")
    except Ended:
        return


def require_numbers(arbitrary: Arbitrary, where: Where, shown: Iterable[Variable]) -> None:
    """Require that variables in memory are there, and hold numbers of their types, as they were shown."""
    state = where.state
    for variable in sorted(shown, key=str):
        place = state.globals[variable.name] if variable.is_global else state.frames[-1].registers[variable.name]
        number = place[0]
        block = state.objects.get(number) if isinstance(number, int) else None
        if block is None or block.alive is not True:
            where.require(False, f"{CHECK}that {variable.name} is in memory")
        else:
            arbitrary.fits(where, block)


def _loop(elements: Iterable[Element], head: int) -> Loop | None:
    """The loop with a head, wherever it is."""
    pending = list(elements)
    while pending:
        element = pending.pop()
        if isinstance(element, Loop):
            if element.head == head:
                return element
            pending.extend(element.body)
    return None


def _any_state(parts: Parts, function: Function, shown: frozenset[Variable]) -> State:
    """The state that stands for all in which control is in a function."""
    evaluator, arbitrary = parts.evaluator, parts.arbitrary
    state = any_memory(parts, shown)
    registers: dict[str, Value] = {}
    state.frames.append(Frame(function, registers))
    for item in function.variables.values():
        if item.addressable:
            registers[item.name] = HIDDEN
            if Variable(item.name, item.type, False) in shown:
                block = Block(evaluator.size_of(item.type), zeroed=False, origin="stack", kind=item.type)
                registers[item.name] = (parts.operations.new_object(state, block), 0)
                state.objects[registers[item.name][0]] = arbitrary.contents(state, block, item.name)
    any_globals(parts, state)
    for item in function.variables.values():
        if not item.addressable:
            if is_aggregate(item.type):
                raise Unsupported("recurrent sets where a structure is outside of memory")
            registers[item.name] = arbitrary.value(state, item.type, item.name)
    return state


def any_memory(parts: Parts, shown: frozenset[Variable]) -> State:
    """A state without frames: globals in memory hold any number if they are shown; others that change are hidden."""
    evaluator, ledger = parts.evaluator, parts.ledger
    ledger.proving = False  # initial values matter where they are constant only
    state = initial_state(evaluator, parts.operations, ledger)
    ledger.proving = True
    state.exact, state.partial, state.lossy = False, True, True
    for item in evaluator.program.globals:
        if item.addressable and state.objects[state.globals[item.name][0]].origin != CONSTANT:
            number = state.globals[item.name][0]
            if Variable(item.name, item.type, True) in shown:
                state.objects[number] = parts.arbitrary.contents(state, state.objects[number], item.name)
            else:
                del state.objects[number]
                state.globals[item.name] = HIDDEN
    return state


def any_globals(parts: Parts, state: State) -> None:
    """Give globals outside of memory any value."""
    for item in parts.evaluator.program.globals:
        if not item.addressable:
            state.globals[item.name] = parts.arbitrary.value(state, item.type, item.name)


class _EndlessOperations(Operations):
    """Operations of runs that must go on: what would end or cut one is required not to happen."""

    def execute(self, operation: ops.Operation, state: State) -> None:
        """Change the state as an operation does."""
        where = Where(self._ledger, state)
        match operation:
            case ops.Stop() | ops.EndThread() | ops.Throw():
                where.require(False, f"{CHECK}that the run does not end")
                raise Ended
            case ops.Restrict(condition):
                where.require(self._evaluator.value(condition, where), f"{CHECK}the restriction")
            case _:
                super().execute(operation, state)


class Endless(Assembly):
    """The parts for runs that must go on."""

    def operations(self, evaluator: Evaluator, ledger: Ledger) -> Operations:
        """What operations do in such runs."""
        return _EndlessOperations(evaluator, ledger, frozenset())


class _Returning(Endless):
    """The parts for runs that must go on, and leave loops inside."""

    def progress(self, evaluator: Evaluator, ledger: Ledger) -> Progress | None:
        """Rankings of loops inside are required to shrink."""
        return Progress(evaluator, ledger)
