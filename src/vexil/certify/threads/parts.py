"""Threads over registers as the checker sees them: values, owners of locks, and expressions of one of the threads."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.numbers import less, sort_of
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import Frame, Guard, State
from vexil.certify.invariant.terms import IDENTITY, Term, Truth
from vexil.certify.invariant.values import Value
from vexil.ir.expressions import Expr, Operator
from vexil.ir.program import Function
from vexil.ir.types import TokenType, Type

NOBODY = 0
"""The owner of a lock that is free."""
Owners = dict[int, "int | Term"]


@dataclass(slots=True)
class Thread:
    """One thread: its template, where it is, its registers and what it is known by."""

    template: str
    location: int
    registers: dict[str, Value]
    identity: int | Term


@dataclass(slots=True)
class Moment:
    """What the step of a thread is about: its state, with the globals, and who owns the locks."""

    state: State
    owners: Owners
    wrote: bool = False
    """Whether something was written that threads share."""
    begun: list[tuple[str, list[Value]]] = field(default_factory=list)
    """The threads that were started: their templates and arguments."""

    def copy(self) -> Moment:
        """Another moment with the same contents."""
        return Moment(self.state.copy(), dict(self.owners), self.wrote, list(self.begun))


class ThreadEvaluator(Evaluator):
    """Evaluates expressions of one thread, which may ask about locks."""

    owners: Owners
    identity: int | Term = 1

    def _apply_pointer(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], kind: Type, where: Where
    ) -> Value:
        match operator:
            case Operator.HOLDS_LOCK:
                return self.terms.equal(self.owner(values[0]), self.identity, IDENTITY)
            case Operator.LOCKED:
                return self.terms.no(self.terms.equal(self.owner(values[0]), NOBODY, IDENTITY))
            case _:
                raise Unsupported(f"operator {operator.value} of threads")

    def owner(self, lock: Value) -> int | Term:
        """Who owns a lock, which has to be known."""
        if isinstance(lock, Term) or not isinstance(lock, int) or isinstance(lock, bool):
            raise Unsupported("a lock that is not known")
        if lock not in self.owners:
            raise Unsupported("a lock that no operation names")
        return self.owners[lock]


class Values:
    """Makes states about which nothing is known."""

    def __init__(self, evaluator: ThreadEvaluator, ledger: Ledger, locks: frozenset[int]) -> None:
        self._evaluator = evaluator
        self._terms = evaluator.terms
        self._ledger = ledger
        self.locks = locks

    def any_state(self, function: Function) -> State:
        """Any values of the globals; the frame of a thread comes with it."""
        state = State(Guard(self._terms, None, True), [Frame(function, {})], {}, {}, False)
        for variable in self._evaluator.program.globals:
            state.globals[variable.name] = self._any(state, variable.type, variable.name)
        return state

    def registers(self, state: State, function: Function) -> dict[str, Value]:
        """Any values of the registers of a thread."""
        return {name: self._any(state, item.type, name) for name, item in function.variables.items()}

    def owners(self) -> Owners:
        """Any owners of all locks."""
        return {lock: self._terms.fresh(IDENTITY, f"owner{lock}") for lock in sorted(self.locks)}

    def identity(self) -> Term:
        """What a thread is known by."""
        return self._terms.fresh(IDENTITY, "thread")

    def distinct(self, identities: list[int | Term]) -> Truth:
        """Threads are known by different numbers, none of which is nobody's."""
        terms = self._terms
        conditions = [terms.no(terms.equal(one, NOBODY, IDENTITY)) for one in identities]
        for index, one in enumerate(identities):
            conditions += [terms.no(terms.equal(one, other, IDENTITY)) for other in identities[index + 1 :]]
        return terms.all(conditions)

    def _any(self, state: State, kind: Type, name: str) -> Value:
        value = self._terms.any_value(sort_of(kind), name)
        if isinstance(kind, TokenType):
            count = len(self._evaluator.program.token_sets[kind.name].tokens)
            self._ledger.assume(state, less(self._terms, value, count - 1, kind, or_equal=True))
        return value
