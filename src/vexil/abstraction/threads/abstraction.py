"""The abstract steps of threads: all combinations of predicates that a transaction may lead to, asked when needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from vexil.abstraction.threads.facts import Facts
from vexil.core.errors import LimitReached
from vexil.logic.solvers import ProcessSolver
from vexil.logic.terms import Term
from vexil.model.thread_system import Step, ThreadState
from vexil.transform.threads.ghosts import held, taken
from vexil.transform.threads.transactions import Transaction, Transactions

MOST_ROWS = 1_024
"""Combinations of predicates behind one transaction."""
EFFORT = 400_000
Bits = tuple[int, ...]
Behind = tuple[Bits, ThreadState | None, tuple[ThreadState, ...]]
"""What is shared, the thread that moved, and the threads that it started, behind a transaction."""


@dataclass(slots=True)
class Rows:
    """Asks which combinations of conditions can hold; remembers answers over all refinements."""

    solver: ProcessSolver
    known: dict[tuple[frozenset[Term], tuple[Term, ...]], tuple[tuple[bool, ...], ...]] = field(default_factory=dict)
    questions: int = 0

    def of(self, demanded: Iterable[Term], projected: Sequence[Term]) -> tuple[tuple[bool, ...], ...]:
        """The combinations of truth values of conditions in states in which others hold."""
        key = (frozenset(demanded), tuple(projected))
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._asked(key)
        return found

    def _asked(self, key: tuple[frozenset[Term], tuple[Term, ...]]) -> tuple[tuple[bool, ...], ...]:
        demanded, projected = key
        ordered = sorted(demanded, key=lambda term: term.number)
        if any(term.is_const and not term.value for term in ordered):
            return ()
        self.questions += 1
        open_ones = [term for term in dict.fromkeys(projected) if not term.is_const]
        if not open_ones:
            reply = self.solver.check(*ordered, limit=EFFORT)
            if not reply.is_sat and not reply.is_unsat:
                raise LimitReached("the solver gave no answer about a step of a thread")
            return (tuple(bool(term.value) for term in projected),) if reply.is_sat else ()
        reply, numbers = self.solver.rows(ordered, open_ones, most=MOST_ROWS, limit=EFFORT)
        if not reply.is_unsat:
            raise LimitReached("a step of a thread has too many outcomes, or the solver gave no answer")
        places = {term: place for place, term in enumerate(open_ones)}
        return tuple(
            tuple(bool(term.value) if term.is_const else bool(number >> places[term] & 1) for term in projected)
            for number in sorted(numbers)
        )

    def can_hold(self, demanded: Iterable[Term]) -> bool:
        """Say whether conditions can hold together."""
        return bool(self.of(demanded, ()))


class ThreadAbstraction:
    """The system of threads over some predicates."""

    def __init__(self, threads: Transactions, facts: Facts, rows: Rows) -> None:
        self.threads = threads
        self.facts = facts
        self._rows = rows
        self._terms = threads.terms
        self._shared = facts.of("")
        self._own = {name: facts.of(name) for name in threads.program.functions}
        self._images: dict[object, tuple[Behind, ...]] = {}
        self._broadcasts: dict[object, Mapping[Behind, tuple[ThreadState, ...]]] = {}
        self._failures: dict[object, tuple[int, int] | None] = {}
        self._renamed = {
            symbol: self._terms.symbol(f"\\other {symbol.payload}", symbol.sort) for symbol in threads.owners
        }
        locks = [(threads.symbol(taken(lock), threads.program.entry), lock) for lock in threads.locks]
        numbers = {fact.term: number for number, fact in enumerate(facts.listed)}
        self._taken = [self._shared.index(numbers[symbol]) for symbol, _ in locks]
        self._holders = {
            name: [
                (own.index(numbers[mine]), self._shared.index(numbers[any_])) for mine, any_ in threads.held_by(name)
            ]
            for name, own in self._own.items()
        }
        self._held = {
            name: [own.index(numbers[threads.symbol(held(lock), name)]) for _, lock in locks]
            for name, own in self._own.items()
        }

    # --- the system --------------------------------------------------------------------------------------

    def initial(self) -> Iterator[tuple[Bits, ThreadState]]:
        """What is shared, and the first thread, in the beginning."""
        guard, values, _ = self.threads.initial()
        replacement = dict(values)
        entry = self.threads.program.functions[self.threads.program.entry]
        own = self._followed(entry.name, entry.entry)
        numbers = [*self._shared, *own]
        projected = [self._terms.substitute(self.facts.listed[number].term, replacement) for number in numbers]
        for row in self._rows.of([guard], projected):
            truth = dict(zip(numbers, row, strict=True))
            yield self._shared_bits(truth), self._thread(entry.name, entry.entry, truth)

    def failing(self, shared: Bits, thread: ThreadState) -> tuple[int, int] | None:
        """A transaction of the thread and one of its demands that may not hold."""
        key = (shared, thread)
        if key not in self._failures:
            self._failures[key] = self._failing(shared, thread)
        return self._failures[key]

    def steps(self, shared: Bits, active: ThreadState, passive: Sequence[ThreadState]) -> Iterator[Step]:
        """What a thread may do beside others."""
        for transaction in self.threads.outgoing[active.template, active.point]:
            images = self._image(transaction, shared, active)
            if not images:
                continue
            starts = {begun.template for begun in transaction.begun}
            if any(other.template in starts and other.template in self.threads.single for other in passive):
                continue
            told = [self._broadcast(transaction, shared, active, other) for other in passive]
            for behind in images:
                ways = [
                    (other,) if one is None else one.get(behind, ()) for one, other in zip(told, passive, strict=True)
                ]
                for others in product(*ways):
                    threads = (*([] if behind[1] is None else [behind[1]]), *behind[2], *others)
                    if not self._is_known(behind[0], threads):
                        continue
                    yield Step(transaction.number, behind[0], behind[1], behind[2], others)

    def are_compatible(self, shared: Bits, threads: Sequence[ThreadState]) -> bool:
        """Say whether threads can be like that at once: one has a lock, one is in a section, some are there once."""
        names = [thread.template for thread in threads]
        if any(names.count(name) > 1 for name in names if name in self.threads.single):
            return False
        if sum(map(self.is_closed, threads)) > 1 or not self._is_known(shared, threads):
            return False
        for lock, place in enumerate(self._taken):
            count = sum(thread.facts[self._held[thread.template][lock]] == 1 for thread in threads)
            if count > 1 or (count and shared[place] == 0):
                return False
        return True

    def _is_known(self, shared: Bits, threads: Sequence[ThreadState]) -> bool:
        """Say whether shared bits are set that registers of threads imply."""
        return all(
            shared[place] == 1
            for thread in threads
            for own, place in self._holders[thread.template]
            if thread.facts[own] == 1
        )

    def is_closed(self, thread: ThreadState) -> bool:
        """Say whether a thread keeps the others still."""
        return thread.point in self.threads.closed[thread.template]

    # --- states ------------------------------------------------------------------------------------------

    def _followed(self, template: str, point: int) -> list[int]:
        return [number for number in self._own[template] if self.facts.is_followed(number, point)]

    def _shared_bits(self, truth: Mapping[int, bool]) -> Bits:
        return tuple(int(truth[number]) for number in self._shared)

    def _thread(self, template: str, point: int, truth: Mapping[int, bool]) -> ThreadState:
        bits = tuple(int(truth[number]) if number in truth else -1 for number in self._own[template])
        return ThreadState(template, point, bits)

    def literals(self, shared: Bits, thread: ThreadState) -> list[Term]:
        """What a state says, as conditions."""
        pairs = [*zip(self._shared, shared, strict=True), *zip(self._own[thread.template], thread.facts, strict=True)]
        return [self._literal(number, bit) for number, bit in pairs if bit >= 0]

    def _literal(self, number: int, bit: int) -> Term:
        term = self.facts.listed[number].term
        return term if bit else self._terms.not_(term)

    def _relevant(self, literals: Iterable[Term], goals: Iterable[Term]) -> list[Term]:
        """The conditions that have to do with others, directly or by others."""
        symbols = 0
        for goal in goals:
            symbols |= goal.symbols
        rest = list(literals)
        found: list[Term] = []
        while True:
            near = [literal for literal in rest if literal.symbols & symbols]
            if not near:
                return found
            found += near
            rest = [literal for literal in rest if not literal.symbols & symbols]
            for literal in near:
                symbols |= literal.symbols

    # --- steps -------------------------------------------------------------------------------------------

    def _failing(self, shared: Bits, thread: ThreadState) -> tuple[int, int] | None:
        literals = self.literals(shared, thread)
        for transaction in self.threads.outgoing[thread.template, thread.point]:
            for number, demand in enumerate(transaction.demands):
                goals = [demand.guard, self._terms.not_(demand.condition)]
                if self._rows.can_hold([*self._relevant(literals, goals), *goals]):
                    return transaction.number, number
        return None

    def _changes(self, transaction: Transaction, shared: Bits, active: ThreadState) -> _Changes:
        """The predicates that a transaction may change, with what they mean before it, and those that it does not."""
        replacement = dict(transaction.updates)
        kept: dict[int, bool] = {}
        asked: dict[int, Term] = {}
        for number, bit in zip(self._shared, shared, strict=True):
            after = self._terms.substitute(self.facts.listed[number].term, replacement)
            if after is self.facts.listed[number].term:
                kept[number] = bool(bit)
            else:
                asked[number] = after
        if transaction.target is not None:
            before = dict(zip(self._own[active.template], active.facts, strict=True))
            for number in self._followed(active.template, transaction.target):
                after = self._terms.substitute(self.facts.listed[number].term, replacement)
                if after is self.facts.listed[number].term and before[number] >= 0:
                    kept[number] = bool(before[number])
                else:
                    asked[number] = after
        begun: list[tuple[str, dict[int, Term]]] = []
        for child in transaction.begun:
            inside = {**replacement, **child.registers}
            entry = self.threads.program.functions[child.template].entry
            begun.append(
                (
                    child.template,
                    {
                        number: self._terms.substitute(self.facts.listed[number].term, inside)
                        for number in self._followed(child.template, entry)
                    },
                )
            )
        return _Changes(kept, asked, begun)

    def _behind(self, transaction: Transaction, changes: _Changes, row: Sequence[bool], active: ThreadState) -> Behind:
        truth = {**changes.kept, **dict(zip(changes.asked, row, strict=False))}
        place = len(changes.asked)
        begun = []
        for template, asked in changes.begun:
            bits = dict(zip(asked, row[place:], strict=False))
            place += len(asked)
            begun.append(self._thread(template, self.threads.program.functions[template].entry, bits))
        moved = None
        if transaction.target is not None:
            own = {number: truth[number] for number in self._followed(active.template, transaction.target)}
            moved = self._thread(active.template, transaction.target, own)
        return self._shared_bits(truth), moved, tuple(begun)

    def _image(self, transaction: Transaction, shared: Bits, active: ThreadState) -> tuple[Behind, ...]:
        key = (transaction.number, shared, active.facts)
        found = self._images.get(key)
        if found is None:
            changes = self._changes(transaction, shared, active)
            projected = changes.projected
            goals = [transaction.guard, *projected]
            relevant = self._relevant(self.literals(shared, active), goals)
            rows = self._rows.of([*relevant, transaction.guard], projected)
            listed = dict.fromkeys(self._behind(transaction, changes, row, active) for row in rows)
            found = self._images[key] = tuple(listed)
        return found

    def _broadcast(
        self, transaction: Transaction, shared: Bits, active: ThreadState, other: ThreadState
    ) -> Mapping[Behind, tuple[ThreadState, ...]] | None:
        """What another thread becomes, for each way that the transaction may go; nothing if it stays what it is."""
        told = [
            number
            for number, bit in zip(self._own[other.template], other.facts, strict=True)
            if bit >= 0
            and any(self.facts.listed[number].term.symbols & key.symbols for key in self._written(transaction))
        ]
        if not told:
            return None
        key = (transaction.number, shared, active.facts, other)
        found = self._broadcasts.get(key)
        if found is not None:
            return found
        changes = self._changes(transaction, shared, active)
        both = {**self._renamed, **{symbol: transaction.updates[symbol] for symbol in self._written(transaction)}}
        after = [self._terms.substitute(self.facts.listed[number].term, both) for number in told]
        projected = [*changes.projected, *after]
        others = [
            self._terms.substitute(literal, self._renamed)
            for literal in (
                self._literal(number, bit)
                for number, bit in zip(self._own[other.template], other.facts, strict=True)
                if bit >= 0
            )
        ]
        goals = [transaction.guard, *projected]
        relevant = self._relevant([*self.literals(shared, active), *others], goals)
        ways: dict[Behind, dict[ThreadState, None]] = {}
        before = dict(zip(self._own[other.template], other.facts, strict=True))
        for row in self._rows.of([*relevant, transaction.guard], projected):
            behind = self._behind(transaction, changes, row, active)
            bits = {**before, **{number: int(bit) for number, bit in zip(told, row[-len(told) :], strict=True)}}
            state = ThreadState(
                other.template, other.point, tuple(bits[number] for number in self._own[other.template])
            )
            ways.setdefault(behind, {})[state] = None
        found = self._broadcasts[key] = {behind: tuple(states) for behind, states in ways.items()}
        return found

    def _written(self, transaction: Transaction) -> list[Term]:
        """The shared variables that a transaction writes."""
        return [symbol for symbol in transaction.updates if symbol in self.threads.shared]


@dataclass(frozen=True, slots=True)
class _Changes:
    kept: dict[int, bool]
    asked: dict[int, Term]
    begun: list[tuple[str, dict[int, Term]]]

    @property
    def projected(self) -> list[Term]:
        """The conditions that are asked for, in the order in which rows are read."""
        return [*self.asked.values(), *(term for _, asked in self.begun for term in asked.values())]
