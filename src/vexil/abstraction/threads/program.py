"""The abstraction of threads as a Boolean program with threads: transactions and predicates in, text in the end.

A template becomes a procedure whose variables are its predicates; a transaction becomes an atomic section: what it
demands is asserted, what becomes of the predicates is one assignment with a relation between the values before and
behind it (Clarke, Kroening, Sharygina and Yorav 2004). Predicates of other threads are told by a broadcast in that
assignment. All predicates of a thread are followed everywhere. Where a relation over several predicates has too many
rows there is one for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vexil.abstraction.relations import Relations, TooManyRows, characteristic
from vexil.abstraction.strengthening import connected_symbols
from vexil.abstraction.threads.facts import Facts
from vexil.ir.program import Function, LocationKind
from vexil.logic.elimination import conjuncts
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import (
    FALSE,
    TRUE,
    UNKNOWN,
    And,
    Expr,
    Next,
    Not,
    Or,
    Var,
    conjunction,
    names,
    negation,
    next_names,
    passive,
    passive_stem,
)
from vexil.model.infix import infix
from vexil.transform.threads.transactions import Transaction, Transactions

Column = tuple[Term, Expr]
"""A condition and what stands for it."""


def thread_program(threads: Transactions, facts: Facts, relations: Relations) -> bp.PredicateProgram:
    """The program; raises `LimitReached` where a relation has too many rows."""
    return _Builder(threads, facts, relations).program()


class _Builder:
    def __init__(self, threads: Transactions, facts: Facts, relations: Relations) -> None:
        self._threads = threads
        self._terms = threads.terms
        self._facts = facts
        self._relations = relations
        self._names = self._named()
        self._shared = facts.of("")
        self._own = {name: facts.of(name) for name in threads.program.functions}
        self._other = {
            symbol: self._terms.symbol(f"\\other {symbol.payload}", symbol.sort) for symbol in threads.owners
        }

    def _named(self) -> list[str]:
        """A name for each predicate; the same text in two templates has the template in front."""
        texts = [infix(self._threads.space, fact.term).replace("\\", "") for fact in self._facts.listed]
        found: list[str] = []
        for text, fact in zip(texts, self._facts.listed, strict=True):
            name = text if texts.count(text) == 1 else f"{fact.template}: {text}"
            number = 2
            while name in found:
                name, number = f"{text} ({number})", number + 1
            found.append(name)
        return found

    def program(self) -> bp.PredicateProgram:
        """All procedures; the first thread is ``main``."""
        entry = self._threads.program.entry
        procedures = {
            self._called(name): self._procedure(function, is_first=name == entry)
            for name, function in self._threads.program.functions.items()
        }
        shared = tuple(bp.Variable(self._names[number]) for number in self._shared)
        return bp.PredicateProgram(procedures, shared, "main")

    def _called(self, template: str) -> str:
        if template == self._threads.program.entry:
            return "main"
        return f"{template} (thread)" if template == "main" else template

    # --- procedures --------------------------------------------------------------------------------------

    def _procedure(self, function: Function, *, is_first: bool) -> bp.Procedure:
        made = _Chain()
        own = tuple(bp.Variable(self._names[number]) for number in self._own[function.name])
        places = {point: made.location(function.locations[point].name) for point in self._threads.points[function.name]}
        entry = places[function.entry]
        if is_first:
            entry = made.location("start")
            made.chain(entry, [self._beginning(function)], places[function.entry])
        temporaries: dict[str, None] = {}
        for point in self._threads.points[function.name]:
            outgoing = self._threads.outgoing[function.name, point]
            if not outgoing:
                made.chain(places[point], [bp.Return()], None)
            for transaction in outgoing:
                operations, used = self._transaction(transaction)
                temporaries.update(dict.fromkeys(used))
                source = places[point]
                if len(outgoing) > 1:
                    source = made.location(f"{function.locations[point].name}.{transaction.number}")
                    made.edge(places[point], source, bp.SKIP)
                target = None if transaction.target is None else places[transaction.target]
                made.chain(source, operations, target)
        locals_ = tuple(map(bp.Variable, temporaries))
        formals, locals_ = ((), (*own, *locals_)) if is_first else (own, locals_)
        return made.procedure(self._called(function.name), formals, locals_, entry)

    def _beginning(self, function: Function) -> bp.Operation:
        guard, values, _ = self._threads.initial()
        numbers = [*self._shared, *self._own[function.name]]
        after = [self._terms.substitute(self._term(number), dict(values)) for number in numbers]
        return self._assignment("the beginning", numbers, after, [guard], [], [])

    def _transaction(self, transaction: Transaction) -> tuple[list[bp.Operation], list[str]]:
        """What a transaction does, and the variables that it needs for arguments of threads."""
        template = transaction.template
        visible = self._literals([*self._shared, *self._own[template]])
        operations: list[bp.Operation] = []
        for demand in transaction.demands:
            goals = [*conjuncts(demand.guard), self._terms.not_(demand.condition)]
            failing = self._related(self._place(transaction), visible, [], goals)
            if failing != FALSE:
                operations.append(bp.Check(negation(failing), "assert", "" if demand.kind == "assert" else demand.kind))
        replacement = dict(transaction.updates)
        numbers = [*self._shared, *(self._own[template] if transaction.target is not None else ())]
        changed = [
            (number, after)
            for number in numbers
            if (after := self._terms.substitute(self._term(number), replacement)) is not self._term(number)
        ]
        starts, extra = self._starts(transaction, replacement, visible)
        update = self._assignment(
            self._place(transaction),
            [number for number, _ in changed],
            [after for _, after in changed],
            conjuncts(transaction.guard),
            visible,
            extra,
            self._told(transaction, visible, changed),
        )
        operations += [update] if update != bp.SKIP else []
        operations += starts
        used = [name for name, _ in extra]
        if used:
            operations.append(bp.Update(tuple(used), (FALSE,) * len(used)))
        if transaction.target is None:
            operations.append(bp.Return())
        return self._section(transaction, operations), used

    def _section(self, transaction: Transaction, operations: list[bp.Operation]) -> list[bp.Operation]:
        """The operations as one step, in the section that is open around them."""
        closed = self._threads.closed[transaction.template]
        begins, ends = transaction.source not in closed, transaction.target not in closed
        if begins and ends and len(operations) < 2:
            return operations or [bp.SKIP]
        last = operations[-1:] if transaction.target is None else []
        inside = operations[: len(operations) - len(last)]
        return [
            *([bp.Atomic(True)] if begins else []),
            *inside,
            *([bp.Atomic(False)] if ends else []),
            *last,
        ]

    def _starts(
        self, transaction: Transaction, replacement: Mapping[Term, Term], visible: Sequence[Column]
    ) -> tuple[list[bp.Operation], list[tuple[str, Term]]]:
        """The threads that are started, and variables for arguments that are not known, with what they mean."""
        starts: list[bp.Operation] = []
        extra: list[tuple[str, Term]] = []
        known = dict(visible)
        for position, child in enumerate(transaction.begun):
            inside = {**replacement, **child.registers}
            arguments: list[Expr] = []
            for number in self._own[child.template]:
                after = self._terms.substitute(self._term(number), inside)
                value = self._direct(known if not replacement else {}, after)
                if value is None:
                    name = f"new {position}: {self._names[number]}"
                    extra.append((name, after))
                    value = Var(name)
                arguments.append(value)
            starts.append(bp.Start(self._called(child.template), tuple(arguments)))
        return starts, extra

    def _told(
        self, transaction: Transaction, visible: Sequence[Column], changed: Sequence[tuple[int, Term]]
    ) -> bp.Broadcast | None:
        """What becomes of predicates of other threads."""
        written = {symbol: value for symbol, value in transaction.updates.items() if symbol in self._threads.shared}
        targets: list[str] = []
        values: list[Expr] = []
        parts: list[Expr] = []
        following = [(after, Next(self._names[number])) for number, after in changed]
        for template, own in self._own.items():
            if template == transaction.template and template in self._threads.single:
                continue
            told = [number for number in own if any(self._term(number).symbols & key.symbols for key in written)]
            if not told:
                continue
            before = [
                (self._terms.substitute(self._term(number), self._other), Var(passive(self._names[number])))
                for number in own
            ]
            after = [self._terms.substitute(self._term(number), {**self._other, **written}) for number in told]
            behind = [
                (term, Next(passive(self._names[number])))
                for number, term in zip(told, after, strict=True)
                if not term.is_const
            ]
            targets += [passive(self._names[number]) for number in told]
            values += [self._direct({}, term) or UNKNOWN for term in after]
            related = self._related(
                self._place(transaction), [*visible, *following, *before], behind, conjuncts(transaction.guard),
                only_about=behind,
            )  # fmt: skip
            parts += _about_others(related, passive(self._names[told[0]]))
        return bp.Broadcast(tuple(targets), tuple(values), conjunction(parts)) if targets else None

    # --- relations ---------------------------------------------------------------------------------------

    def _term(self, number: int) -> Term:
        return self._facts.listed[number].term

    def _literals(self, numbers: Iterable[int]) -> list[Column]:
        return [(self._term(number), Var(self._names[number])) for number in numbers]

    def _direct(self, known: Mapping[Term, Expr], term: Term) -> Expr | None:
        if term.is_const:
            return TRUE if term is self._terms.true else FALSE
        if term in known:
            return known[term]
        return negation(known[self._terms.not_(term)]) if self._terms.not_(term) in known else None

    def _place(self, transaction: Transaction) -> str:
        function = self._threads.program.functions[transaction.template]
        return f"{function.name} at {function.locations[transaction.source].name}"

    def _assignment(
        self,
        place: str,
        numbers: Sequence[int],
        after: Sequence[Term],
        guards: Sequence[Term],
        visible: Sequence[Column],
        extra: Sequence[tuple[str, Term]],
        broadcast: bp.Broadcast | None = None,
    ) -> bp.Update:
        """The assignment of what predicates are behind a step."""
        known = dict(visible)
        goals = [*((self._names[number], term) for number, term in zip(numbers, after, strict=True)), *extra]
        targets = tuple(name for name, _ in goals)
        values = tuple(self._direct(known, term) or UNKNOWN for _, term in goals)
        open_ones = [(term, Next(name)) for (name, term), value in zip(goals, values, strict=True) if value == UNKNOWN]
        constraint = self._related(place, visible, open_ones, guards)
        return bp.Update(targets, values, constraint, broadcast=broadcast)

    def _related(
        self,
        place: str,
        before: Sequence[Column],
        behind: Sequence[Column],
        conditions: Sequence[Term],
        only_about: Sequence[Column] | None = None,
    ) -> Expr:
        """How conditions are related in states in which others hold; groups that share no symbols are independent."""
        masks = [term.symbols for term, _ in (*before, *behind)] + [term.symbols for term in conditions]
        parts: list[Expr] = []
        if any(condition is self._terms.false for condition in conditions):
            return FALSE
        for group in connected_symbols(masks):
            asked = [column for column in behind if column[0].symbols & group]
            held = [condition for condition in conditions if condition.symbols & group]
            if not (asked or held) or (only_about is not None and not asked):
                continue
            columns = [column for column in before if column[0].symbols & group]
            try:
                parts.append(self._relation(place, [*columns, *asked], held))
            except TooManyRows:
                parts += [self._relation(place, [*_near(columns, one), one], held) for one in asked]
        return conjunction(parts)

    def _relation(self, place: str, columns: Sequence[Column], held: Sequence[Term]) -> Expr:
        rows = self._relations.rows(place, [term for term, _ in columns], held)
        return characteristic([literal for _, literal in columns], rows)


def _near(columns: Sequence[Column], asked: Column) -> list[Column]:
    """The columns that have a symbol in common with one."""
    return [column for column in columns if column[0].symbols & asked[0].symbols]


def _about_others(condition: Expr, name: str) -> list[Expr]:
    """The parts of a condition on another thread, each of which names one of its variables."""
    if condition == TRUE:
        return []
    parts = condition.operands if isinstance(condition, And) else (condition,)
    nothing = And((Var(name), Not(Var(name))))
    return [part if _names_other(part) else Or((part, nothing)) for part in parts]


def _names_other(condition: Expr) -> bool:
    return any(passive_stem(name) is not None for name in (*names(condition), *next_names(condition)))


class _Chain:
    """Locations and edges of a procedure."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._edges: list[bp.Edge] = []
        self._ends: list[tuple[int, bp.Operation]] = []

    def location(self, stem: str) -> int:
        """A new location."""
        name, number = stem, 1
        while name in self._names or name == "exit":
            name, number = f"{stem}.{number}", number + 1
        self._names.append(name)
        return len(self._names) - 1

    def edge(self, source: int, target: int, operation: bp.Operation) -> None:
        """An edge."""
        self._edges.append(bp.Edge(source, target, operation))

    def chain(self, source: int, operations: Sequence[bp.Operation], target: int | None) -> None:
        """Operations one after the other; without a target the last one returns."""
        for position, operation in enumerate(operations):
            if isinstance(operation, bp.Return):
                self._ends.append((source, operation))
                return
            end = target if position + 1 == len(operations) else None
            if end is None:
                end = self.location(self._names[source])
            self.edge(source, end, operation)
            source = end

    def procedure(
        self, name: str, formals: tuple[bp.Variable, ...], own: tuple[bp.Variable, ...], entry: int
    ) -> bp.Procedure:
        """The procedure of these locations and edges."""
        exit_number = len(self._names)
        edges = [*self._edges, *(bp.Edge(source, exit_number, operation) for source, operation in self._ends)]
        counts = [sum(edge.source == place for edge in edges) for place in range(exit_number)]
        locations = [
            bp.Location(text, LocationKind.CHOICE if count > 1 else LocationKind.STEP)
            for text, count in zip(self._names, counts, strict=True)
        ]
        locations.append(bp.Location("exit", LocationKind.TERMINAL))
        return bp.Procedure(name, formals, own, 0, tuple(locations), tuple(edges), entry, exit_number)
