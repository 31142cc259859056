"""Runs of an abstraction of threads: whether the program has them, and predicates from those that it has not.

The schedule of a run is kept, inputs are solved for. What contradicts itself along a run is moved back through the
steps of all threads; the conditions that it consists of on the way are predicates of the thread that they are about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from vexil.core.dag import postorder
from vexil.core.errors import LimitReached
from vexil.logic.elimination import conjuncts
from vexil.logic.solvers import ProcessSolver
from vexil.logic.sorts import BOOL
from vexil.logic.terms import Term, arguments
from vexil.transform.threads.transactions import Transaction, Transactions

PATIENCE = 2_000_000
LARGEST_ATOM = 40
_CONNECTIVES = frozenset({"and", "or", "not", "=>", "xor"})


@dataclass(frozen=True, slots=True)
class Event:
    """A step of a run: which thread takes which transaction, and the numbers of those that it starts."""

    thread: int
    transaction: Transaction
    begun: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Possible:
    """The program has the run: values of what is chosen, by the position of the step (-1: in the beginning)."""

    values: Mapping[tuple[int, Term], int]


@dataclass(frozen=True, slots=True)
class Need:
    """A condition of a step, over the variables before it, and over those in the beginning."""

    step: int
    thread: int
    condition: Term
    formula: Term


class Interleaving:
    """A run of an abstraction up to a demand that does not hold, or to the end of its last step."""

    def __init__(
        self, threads: Transactions, events: Sequence[Event], last: Event, demand: int | None, solver: ProcessSolver
    ) -> None:
        self._threads = threads
        self._terms = threads.terms
        self._events = [*events, last]
        self._demand = None if demand is None else last.transaction.demands[demand]
        self._solver = solver
        self._needs: list[Need] = []
        self._inputs: list[tuple[int, Term, Term]] = []
        self._tags: dict[tuple[Term, int], Term] = {}
        self._untagged: dict[Term, tuple[Term, int]] = {}
        self._walk()

    # --- forwards ----------------------------------------------------------------------------------------

    def _tag(self, symbol: Term, thread: int) -> Term:
        """The register of one thread."""
        made = self._tags.get((symbol, thread))
        if made is None:
            made = self._terms.symbol(f"\\{thread} {symbol.payload}", symbol.sort)
            self._tags[symbol, thread] = made
            self._untagged[made] = (symbol, thread)
        return made

    def _own(self, transaction: Transaction, thread: int) -> dict[Term, Term]:
        """The registers of a template as those of one thread."""
        return {
            symbol: self._tag(symbol, thread)
            for symbol, owner in self._threads.owners.items()
            if owner == transaction.template
        }

    def _walk(self) -> None:
        """The conditions of all steps over the values in the beginning."""
        terms = self._terms
        guard, values, inputs = self._threads.initial()
        state: dict[Term, Term] = {}
        for symbol, value in values.items():
            state[self._tag(symbol, 0) if symbol in self._threads.owners else symbol] = value
        for item in inputs:
            self._inputs.append((-1, item.symbol, item.symbol))
        for part in conjuncts(guard):
            self._needs.append(Need(0, 0, terms.true, part))
        alive = {0: self._threads.program.entry}
        for number, event in enumerate(self._events):
            transaction = event.transaction
            local = self._own(transaction, event.thread)
            for item in transaction.inputs:
                symbol = terms.symbol(f"\\step {number} {item.symbol.payload}", item.symbol.sort)
                local[item.symbol] = symbol
                self._inputs.append((number, item.symbol, symbol))
            now = {key: state.get(value, value) for key, value in local.items()}
            now |= {symbol: state[symbol] for symbol in self._threads.shared}
            is_last = number == len(self._events) - 1
            condition = transaction.guard
            if is_last and self._demand is not None:
                condition = terms.and_(self._demand.guard, terms.not_(self._demand.condition))
            for part in conjuncts(condition):
                self._needs.append(
                    Need(number, event.thread, terms.substitute(part, local), terms.substitute(part, now))
                )
            if is_last:
                return
            after = {}
            for symbol, value in transaction.updates.items():
                after[local.get(symbol, symbol)] = terms.substitute(value, now)
            for child, begun in zip(transaction.begun, event.begun, strict=True):
                alive[begun] = child.template
                for symbol, value in child.registers.items():
                    after[self._tag(symbol, begun)] = terms.substitute(value, now)
            state.update(after)
            if transaction.target is None:
                alive.pop(event.thread, None)
            self._require_holders(number + 1, alive, state)

    def _require_holders(self, step: int, alive: Mapping[int, str], state: Mapping[Term, Term]) -> None:
        """Ask that shared bits are set that registers of threads imply."""
        terms = self._terms
        for thread, template in alive.items():
            for own, shared in self._threads.held_by(template):
                tag = self._tag(own, thread)
                formula = terms.or_(terms.not_(state[tag]), state[shared])
                self._needs.append(Need(step, thread, terms.or_(terms.not_(tag), shared), formula))

    # --- feasibility -------------------------------------------------------------------------------------

    def check(self) -> Possible | tuple[Need, ...]:
        """Values with which the program has the run, or conditions that contradict each other."""
        wanted = [symbol for _, _, symbol in self._inputs]
        reply, values = self._solver.check_and_read([need.formula for need in self._needs], wanted, limit=PATIENCE)
        if reply.is_sat:
            return Possible(
                {
                    (step, item): value
                    for (step, item, _), value in zip(self._inputs, values, strict=True)
                    if value is not None
                }
            )
        if not reply.is_unsat:
            raise LimitReached("the solver gave no answer about a run of threads")
        return tuple(self._core())

    def _contradicts(self, needs: Sequence[Need]) -> bool:
        if any(need.formula is self._terms.false for need in needs):
            return True
        return self._solver.check(*(need.formula for need in needs), limit=PATIENCE).is_unsat

    def _core(self) -> list[Need]:
        needs = [need for need in self._needs if need.formula is not self._terms.true]
        false = next((need for need in needs if need.formula is self._terms.false), None)
        if false is not None:
            return [false]
        low, high = 0, len(needs)
        while high - low > 1:
            middle = (low + high) // 2
            if self._contradicts(needs[:middle]):
                high = middle
            else:
                low = middle
        core = needs[:high]
        for need in list(core[:-1]):
            rest = [other for other in core if other is not need]
            if len(core) > 1 and self._contradicts(rest):
                core = rest
        return core

    # --- backwards ---------------------------------------------------------------------------------------

    def predicates(self, core: Sequence[Need]) -> Iterator[Term]:
        """Conditions on the way to a contradiction, each about the registers of one template."""
        for need in core:
            current = need.condition
            yield from self._atoms(current)
            for number in range(need.step - 1, -1, -1):
                before = self._before(number, current)
                if before is not current:
                    current = before
                    if current.is_const:
                        break
                    yield from self._atoms(current)

    def definitions(self, core: Sequence[Need]) -> Iterator[Term]:
        """What the steps up to a contradiction make equal, and what they ask: for when nothing else is new."""
        last = max((need.step for need in core), default=0)
        for event in self._events[: last + 1]:
            transaction = event.transaction
            written = set(transaction.updates)
            for part in conjuncts(transaction.guard):
                yield from self._plain_atoms(part)
            for symbol, value in transaction.updates.items():
                if not any(one in written for one in self._terms.symbols_of(value)):
                    yield symbol if symbol.sort == BOOL else self._terms.eq(symbol, value)

    def _before(self, number: int, condition: Term) -> Term:
        """What has to hold before a step for a condition to hold behind it."""
        event = self._events[number]
        local = self._own(event.transaction, event.thread)
        replacement = {}
        for symbol, value in event.transaction.updates.items():
            replacement[local.get(symbol, symbol)] = self._terms.substitute(value, local)
        for child, begun in zip(event.transaction.begun, event.begun, strict=True):
            for symbol, value in child.registers.items():
                replacement[self._tag(symbol, begun)] = self._terms.substitute(value, local)
        return self._terms.substitute(condition, replacement)

    def _atoms(self, condition: Term) -> Iterator[Term]:
        """The conditions that one is made of, as predicates, where they are about one thread."""
        for atom in self._plain_atoms(condition):
            owners = set()
            back = {}
            for symbol in self._terms.symbols_of(atom):
                if symbol in self._untagged:
                    back[symbol], owner = self._untagged[symbol]
                    owners.add(owner)
            if len(owners) < 2:
                yield self._terms.substitute(atom, back)

    def _plain_atoms(self, condition: Term) -> Iterator[Term]:
        pending, seen = [condition], set()
        while pending:
            term = pending.pop()
            if term in seen or term.is_const:
                continue
            seen.add(term)
            is_choice = term.op == "ite" and term.sort == BOOL
            if term.op in _CONNECTIVES or is_choice or (term.op == "=" and term.args[0].sort == BOOL):
                pending.extend(term.args)
            else:
                inside = [part for part in postorder(term, arguments) if part.op == "ite"]
                if inside:
                    pending.extend(part.args[0] for part in inside)
                if sum(1 for _ in postorder(term, arguments)) <= LARGEST_ATOM:
                    yield term
