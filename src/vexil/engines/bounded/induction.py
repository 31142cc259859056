"""Proofs by k-induction at loop heads (Sheeran et al. 2000), one loop by itself, loops in loops included.

The program is executed as for unwinding, but at the head of a loop that does not end soon everything the loop writes
is forgotten; facts that hold at the head whenever control is there are kept. What a loop writes is found by executing
it: whatever differs when control comes back is forgotten from the beginning in the next try. Which facts hold is found
by elimination (Houdini, Flanagan and Leino 2001): all candidates are taken to hold at the head, and those that a model
breaks on a way to the head are dropped until none is. A fact is switched by a symbol of its own, so that dropping one
needs no new execution.

With `Leaps` the closed forms of a loop are candidates as well. A register that has one is not forgotten but replaced by
it, so that what depends on it is a term over the number of iterations; a form that is dropped needs a new execution.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vexil.core.context import Context
from vexil.engines.bounded.array_facts import ElementFacts
from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.candidates import Candidates
from vexil.engines.bounded.executor import Executor
from vexil.engines.bounded.hypotheses import Fact, Hypothesis, NoProof
from vexil.engines.bounded.leaps import Leaps
from vexil.engines.bounded.list_induction import ListTries
from vexil.engines.bounded.list_nodes import Nodes
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.powers import powers
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.slots import Slots
from vexil.engines.bounded.state import State
from vexil.engines.bounded.stepping import QUERY
from vexil.engines.bounded.writes import written_slots
from vexil.ir.auxiliaries import ForAll, needed
from vexil.ir.expressions import Expr, Variable, postorder
from vexil.ir.names import is_ghost
from vexil.ir.types import IntegerType
from vexil.logic import BOOL, Term
from vexil.logic.evaluate import Evaluation
from vexil.model.evidence import Invariant, LoopRule

Head = tuple[int, int]
"""A function and a location of it."""

MOST_TRIES = 60
UNWOUND = 8
"""Loops that end so soon are gone round as they are."""
MOST_ASKED_ALONE = 24
"""So many candidates are asked about one by one when the solver does not decide them together."""
MOST_BESIDE = 30
MOST_TOGETHER = 8
"""So many candidates are one question when there are facts about segments of arrays, which are many."""
PATIENCE = 20_000
"""Resource units for one question."""
FORGOTTEN = 1 << 40
"""Iterations behind a forgotten state are counted from here on, so that they meet no others."""


class Induction:
    """Tries to prove a program with induction of one depth."""

    def __init__(
        self,
        machine: Machine,
        checks: frozenset[str],
        queries: Queries,
        context: Context,
        candidates: Candidates | None,
        depth: int,
        limit: int,
        degree: int = 1,
        leaps: Leaps | None = None,
        *,
        beside: Mapping[Head, Sequence[Expr]] | None = None,
        lists: ListTries | None = None,
    ) -> None:
        self.machine = machine
        self.terms = machine.terms
        self.checks = checks
        self.queries = queries
        self.context = context
        self.candidates = candidates
        self.depth = depth
        self.limit = limit
        self.degree = degree
        self.leaps = leaps
        self.segments = beside is not None
        """Whether facts about segments of arrays are candidates."""
        self._beside = beside or {}
        """Facts beside these, which hold without them."""
        self.lists = lists
        if lists is not None:
            lists.asking(self._possible, tracks_memory="memtrack" in checks)
        kind = "" if leaps is None else " leaping" if candidates is not None else " leaping only"
        if self.segments:
            kind += " segments"
        self._label = f"{depth} {degree}{kind}{'' if lists is None else f' {lists.label}'}"
        self.loops: dict[Head, Hypothesis] = {}
        self.unwound = UNWOUND
        self._restart = False
        self._broken: list[tuple[Fact, Term]] = []
        self._heads: dict[tuple[int, ...], State] = {}
        self._counts: list[Term] = []
        """How often loops were gone round that were passed by closed forms."""
        self._symbols = 0
        self._elements = ElementFacts(machine, context)
        self.executor = Executor(machine, checks, context)

    def forget(self, heads: Iterable[Head]) -> None:
        """Pass some loops by induction from the beginning, whether or not they end soon."""
        self.loops.update((head, Hypothesis()) for head in sorted(heads))

    def prove(self) -> Invariant:
        """The rules of a proof; raises `NoProof`."""
        try:
            return self._proved()
        finally:
            self.machine.has_forgotten = self.machine.has_left = False

    def _proved(self) -> Invariant:
        for _ in range(MOST_TRIES):
            self._execute()
            if not self._restart and self._choose_facts():
                continue
            if not self._restart:
                if self._eliminate():
                    continue
                return self._conclude()
        raise NoProof("what the loops write does not settle")

    def _execute(self) -> None:
        """Execute everything once."""
        self._restart = False
        self._broken, self._heads, self._counts = [], {}, []
        self.machine.has_forgotten = False
        executor = self.executor = Executor(self.machine, self.checks, self.context)
        executor.bound = 1 << 30
        executor.at_head = self._arrive
        executor.feasible = self._feasible
        executor.enqueue(executor.start())
        if not executor.run(self.limit):
            raise NoProof("the program is too long")
        if executor.parked:
            raise NoProof("recursion does not end soon")

    def _feasible(self, state: State) -> bool:
        excluded = self.queries.excludes(state.guard, limit=PATIENCE)
        self.executor.work += QUERY + self.queries.cost()
        return not excluded

    # --- at a head ---------------------------------------------------------------------------------------

    def _arrive(self, state: State) -> State | None:
        if self._restart:
            return None
        frame = state.frame
        loop = frame.loops[-1]
        head = (frame.function, frame.location)
        hypothesis = self.loops.get(head)
        if hypothesis is None:
            has_forms = self.leaps is not None and self.leaps.forms(head) is not None
            if loop.times > (self.unwound if has_forms else 4096) or loop.grown > self.unwound:
                self.loops[head] = Hypothesis(lists=None if self.lists is None else self.lists.plan(head))
                self._restart = True
                return None
            return state if not loop.grown or self._feasible(state) else None
        if loop.start < 0:
            return self._begin(state, hypothesis)
        since = loop.times - loop.start
        if since == 0:
            return state
        self._compare(state, hypothesis)
        if since == self.depth:
            self._demand_facts(state, hypothesis)
            return None
        self._assume_facts(state, hypothesis)
        self._step(state, hypothesis)
        if since == self.depth - 1:
            self._set_assuming(state, False)
        return state

    def _step(self, state: State, hypothesis: Hypothesis) -> None:
        """Let auxiliary variables be those of the next arrival from here on."""
        if self.leaps is not None:
            self.leaps.step(state, hypothesis.extra)

    def _possible(self, state: State, condition: Term) -> bool:
        formula = self.terms.link(state.guard.formula(self.terms), condition)
        reply = self.queries.ask(formula, limit=PATIENCE)
        self.executor.work += QUERY + self.queries.cost()
        return not reply.is_unsat

    def _enter(self, state: State, hypothesis: Hypothesis) -> None:
        """Note what is known when a loop is entered, and let auxiliary variables begin."""
        if self.lists is not None and hypothesis.lists is not None:
            self.lists.enter(state, hypothesis.lists)
        if self.leaps is None:
            return
        known = self.leaps.constants(state)
        if hypothesis.known is not None:
            known = {name: value for name, value in hypothesis.known.items() if known.get(name) == value}
        hypothesis.known = known
        self.leaps.enter(state, hypothesis.extra)

    def _begin(self, state: State, hypothesis: Hypothesis) -> State | None:
        """One of the first iterations, executed as it is; the first arrival also starts the forgotten state.

        The forgotten state stands for every arrival, the first included. A fresh truth value tells runs that leave in
        the first iterations from the others, so that their guards exclude each other where ways join.
        """
        loop = state.frame.loops[-1]
        if loop.times == 0:
            self._enter(state, hypothesis)
        self._demand_facts(state, hypothesis)
        if loop.times == 0:
            if self._activation(state) in self._heads:
                raise NoProof("a loop is entered at several places")
            self._symbols += 1
            late = self.terms.symbol(f"late {self._label} {self._symbols}", BOOL)
            forgotten = state.fork()
            forgotten.guard = forgotten.guard.extended(late, self.terms)
            self.executor.enqueue(self._forget(forgotten, hypothesis))
            state.guard = state.guard.extended(self.terms.not_(late), self.terms)
        if loop.times >= self.depth - 1:
            return None
        self._step(state, hypothesis)
        return state if not loop.grown or self._feasible(state) else None

    def _set_assuming(self, state: State, assuming: bool) -> None:
        frame = state.frame
        loop = frame.loops[-1]
        if loop.assuming != assuming:
            state.assuming += 1 if assuming else -1
            frame.loops = (*frame.loops[:-1], loop._replace(assuming=assuming))

    def _fresh(self, like: Term) -> Term:
        self._symbols += 1
        return self.terms.symbol(f"any {self._label} {self._symbols}", like.sort)

    def _forget(self, state: State, hypothesis: Hypothesis) -> State:
        """Replace everything the loop writes by anything."""
        frame = state.frame
        frame.loops = (*frame.loops[:-1], frame.loops[-1]._replace(times=FORGOTTEN, start=FORGOTTEN))
        machine = self.machine
        families: list[Nodes] = []
        if self.lists is not None and hypothesis.lists is not None:
            families = self.lists.forget(state, hypothesis.lists, self._label)
            frame = state.frame
        for kind, number, offset, storage in sorted(hypothesis.written):
            match kind:
                case "register":
                    frame.registers[number] = self._fresh(frame.registers[number])
                case "global":
                    state.globals[number] = self._fresh(state.globals[number])
                case "all" if number in state.memory:
                    machine.memory.elements.forget(state.owned(number))
                case "life" if number in state.memory:
                    state.owned(number).alive = self._fresh(self.terms.true)
                case "cell" if number in state.memory:
                    block = state.owned(number)
                    if block.elements is not None:
                        continue
                    value, defined = machine.memory.read(block, offset, storage, _no_needs)
                    if defined is not self.terms.true or ("unwritten", number, offset, storage) in hypothesis.written:
                        defined = self._fresh(defined)
                    machine.memory.write(block, offset, storage, self._fresh(value), _no_needs)
                    block.cells[offset] = (storage, block.cells[offset][1], defined)
                case _:
                    pass
        machine.has_forgotten = True
        if self.leaps is not None:
            self._counts += self.leaps.forget(state, hypothesis.extra, self._fresh)
            self._place_forms(state, hypothesis, self.leaps)
        self._assume_facts(state, hypothesis)
        self._know_elements(state, hypothesis)
        if self.lists is not None:
            self.lists.begin(state, families)
        if self.depth > 1:
            self._set_assuming(state, True)
        self._heads[self._activation(state)] = state.fork()
        self._step(state, hypothesis)
        return state

    def _know_elements(self, state: State, hypothesis: Hypothesis) -> None:
        """Let facts about all elements hold of the contents that they read about which nothing else is known."""
        for fact in hypothesis.facts or ():
            if fact.is_kept and fact.elements is not None:
                self._elements.know(state, fact.elements, fact.switch, self._fresh)

    def _place_forms(self, state: State, hypothesis: Hypothesis, leaps: Leaps) -> None:
        """Let registers hold their closed forms."""
        for fact in hypothesis.facts or ():
            if fact.is_kept and fact.register is not None and fact.form is not None:
                leaps.place(state, fact.register, leaps.value(state, fact.form))

    def _activation(self, state: State) -> tuple[int, ...]:
        """The visit of a loop, whatever the iteration."""
        key = state.frame.key()
        return (*key[:-2], key[-1])

    def _compare(self, state: State, hypothesis: Hypothesis) -> None:
        """Find what the loop has written."""
        before = self._heads.get(self._activation(state))
        if before is None:
            raise NoProof("a loop is entered in the middle")
        if before.atomic != state.atomic:
            raise NoProof("a loop opens or ends atomic sections")
        if self.lists is not None and hypothesis.lists is not None:
            self._restart |= self.lists.moves(before, state, hypothesis.lists)
            written = self.lists.written(before, state, hypothesis.lists)
        else:
            written = written_slots(before, state)
        if not written <= hypothesis.written:
            hypothesis.written |= written
            self._restart = True
        if not self.machine.has_left and self._leaves(before, state, hypothesis):
            self.machine.has_left = self._restart = True

    def _leaves(self, before: State, state: State, hypothesis: Hypothesis) -> bool:
        """Say whether an iteration may leave memory behind of which nobody says that it is in a list."""
        if hypothesis.lists is not None and "memtrack" in self.checks:
            return False
        made = (block for number, block in state.memory.items() if number not in before.memory)
        return any(block.origin == "heap" and block.alive is not self.terms.false for block in made)

    # --- facts -------------------------------------------------------------------------------------------

    def _choose_facts(self) -> bool:
        """Give the loops their candidates once what they write is known; say whether to execute again."""
        again = False
        for (function, head), hypothesis in self.loops.items():
            if hypothesis.facts is None:
                declared = self.machine.function_list[function]
                expressions: list[Expr] = []
                if self.candidates is not None and self.degree:
                    slots, states = self._slots(), list(self._heads.values())
                    names, cells = (
                        frozenset(name for name in slots.names(function, hypothesis.written) if not is_ghost(name)),
                        slots.cells(function, hypothesis.written, states),
                    )
                    expressions += self.candidates.at(declared, head, names, cells, self.degree)
                    objects = slots.in_objects((function, head), hypothesis.written, states)
                    expressions += self.candidates.of_objects(declared, *objects)
                expressions += self._beside.get((function, head), ())
                hypothesis.facts = [
                    Fact(expression, self.terms.symbol(f"fact {self._label} {declared.name} {head} {index}", BOOL))
                    for index, expression in enumerate(expressions)
                ]
                if self.lists is not None and hypothesis.lists is not None:
                    label = f"{self._label} {declared.name} {head}"
                    hypothesis.facts += self.lists.add_facts(hypothesis.lists, label)
                if self.leaps is not None:
                    self._add_forms((function, head), hypothesis, self.leaps)
                again = again or bool(hypothesis.facts)
        return again

    def _slots(self) -> Slots:
        return Slots(self.machine, self.executor.start().globals)

    def _add_forms(self, head: Head, hypothesis: Hypothesis, leaps: Leaps) -> None:
        """Make the closed forms of a loop candidates, and what they say about the iteration before."""
        assert hypothesis.facts is not None
        forms = leaps.forms(head, hypothesis.known)
        if forms is None:
            return
        written = self._slots().names(head[0], hypothesis.written)
        hypothesis.extra = forms.auxiliaries
        facts: list[tuple[Expr, Variable | None, Expr | None]] = [
            (equation, variable, form)
            for equation, (variable, form) in zip(forms.equations, forms.values.items(), strict=True)
            if variable.name in written
        ]
        ends = leaps.ends(head) if self.candidates is None else ()
        facts += [(fact, None, None) for fact in (*forms.facts, *forms.guesses, *ends)]
        elements, kept = leaps.elements(head, hypothesis.known)
        if self.segments:
            more, others = leaps.segments(head, hypothesis.known)
            elements, kept = (*elements, *more), (*kept, *others)
        known = {one.variable.name: one for one in (*kept, *hypothesis.extra)}
        names = {one.variable.name for one in hypothesis.extra}
        hypothesis.extra += tuple(one for name, one in known.items() if name not in names)
        for index, element in enumerate(elements):
            switch = self.terms.symbol(f"elements {self._label} {head} {index}", BOOL)
            hypothesis.facts.append(Fact(element.condition, switch, elements=element))
        for index, (expression, variable, form) in enumerate(facts):
            switch = self.terms.symbol(f"form {self._label} {head} {index}", BOOL)
            hypothesis.facts.append(Fact(expression, switch, True, variable, form))

    def _value(self, state: State, fact: Fact) -> Term | None:
        """A fact in a state; nothing when it has no value there."""
        machine = self.machine
        function = machine.function_list[state.frame.function]
        try:
            value = machine.evaluator(fact.expression, function)(state)
        except Unmodelled:
            value = None
        needed, machine.needed = machine.needed, []
        if value is None or needed:
            fact.is_kept = False
            return None
        return value

    def _assume_facts(self, state: State, hypothesis: Hypothesis) -> None:
        for fact in hypothesis.facts or ():
            value = self._value(state, fact) if fact.is_kept and fact.elements is None and not fact.node else None
            if value is not None:
                state.guard = state.guard.extended(self.terms.implies(fact.switch, value), self.terms)

    def _demand_facts(self, state: State, hypothesis: Hypothesis) -> None:
        if state.assuming:
            return
        guard = state.guard.formula(self.terms)
        for fact in hypothesis.facts or ():
            if fact.is_kept and fact.elements is not None:
                self._demand_elements(state, fact, fact.elements, guard)
                continue
            value = self._value(state, fact) if fact.is_kept and not fact.node else None
            if value is not None and value is not self.terms.true:
                self._broken.append((fact, self.terms.link(guard, self.terms.not_(value))))

        if self.lists is not None and hypothesis.lists is not None:
            before = self._heads.get(self._activation(state)) if state.frame.loops[-1].times else None
            self.lists.demand(
                state, hypothesis.lists, self._oblige, lambda *broken: self._broken.append(broken), before
            )

    def _oblige(self, state: State, bad: Term) -> None:
        """Note that a state at a head has to have the lists that it is taken to have."""
        frame = state.frame
        edge = self.machine.function_list[frame.function].outgoing[frame.location][0]
        self.executor.oblige("lists", state, bad, edge)

    def _demand_elements(self, state: State, fact: Fact, elements: ForAll, guard: Term) -> None:
        """Demand a fact at an index that stands for every one.

        It is the same for all facts: whether one of them is broken somewhere does not depend on where another one is,
        and elements at one index are read once.
        """
        assert isinstance(elements.index.type, IntegerType)
        width = elements.index.type.width
        index = self.terms.symbol(f"index {self._label} {width}", self.terms.bv(0, width).sort)
        result = self._elements.at(state, elements, index)
        if result is None:
            fact.is_kept = False
            return
        value, axioms = result
        if value is not self.terms.true:
            self._broken.append((fact, self.terms.link(guard, self.terms.and_(*axioms, self.terms.not_(value)))))

    def _switches(self) -> list[Term]:
        return [
            fact.switch if fact.is_kept else self.terms.not_(fact.switch)
            for hypothesis in self.loops.values()
            for fact in hypothesis.facts or ()
        ]

    def _eliminate(self) -> bool:
        """Drop candidates until the rest holds on every way to its head; say whether a closed form is among them."""
        terms = self.terms
        in_parts = False
        while True:
            alive = [(fact, formula) for fact, formula in self._broken if fact.is_kept]
            if not alive:
                return False
            if (self.segments or in_parts) and len(alive) > MOST_TOGETHER:
                decided = self._eliminate_in_parts(alive)
                if decided is None:
                    continue
                return decided
            any_of = terms.disjunction(formula for _, formula in alive)
            reply = self.queries.ask(*self._switches(), any_of, limit=PATIENCE)
            if reply.is_unsat:
                return False
            if not reply.is_sat:
                if len(alive) > MOST_ASKED_ALONE and not self.segments:
                    in_parts = True
                    continue
                if self._drop_undecided(alive):
                    return True
                continue
            evaluation = self.queries.evaluation([*self._switches(), any_of])
            dropped = False
            for fact, formula in alive:
                if fact.is_kept and evaluation.holds(formula):
                    fact.is_kept = False
                    dropped = True
            if not dropped:
                raise NoProof("a model breaks no candidate")
            if any(fact.register is not None and not fact.is_kept for fact, _ in alive):
                return True

    def _eliminate_in_parts(self, alive: list[tuple[Fact, Term]]) -> bool | None:
        """Drop the candidates of a few questions that models break or the solver does not decide.

        The result says whether a closed form is among them; it is nothing when others have to be asked about again.
        """
        before = sum(fact.is_kept for fact, _ in alive)
        for start in range(0, len(alive), MOST_TOGETHER):
            while part := [(fact, formula) for fact, formula in alive[start : start + MOST_TOGETHER] if fact.is_kept]:
                any_of = self.terms.disjunction(formula for _, formula in part)
                reply = self.queries.ask(*self._switches(), any_of, limit=PATIENCE // 2)
                if reply.is_unsat:
                    break
                if not reply.is_sat:
                    for fact, formula in part:
                        limit = PATIENCE // 4
                        if fact.is_kept and not self.queries.ask(*self._switches(), formula, limit=limit).is_unsat:
                            fact.is_kept = False
                    break
                evaluation = self.queries.evaluation([*self._switches(), any_of])
                broken = [fact for fact, formula in alive if fact.is_kept and evaluation.holds(formula)]
                if not broken:
                    raise NoProof("a model breaks no candidate")
                for fact in broken:
                    fact.is_kept = False
        if any(fact.register is not None and not fact.is_kept for fact, _ in alive):
            return True
        return None if before != sum(fact.is_kept for fact, _ in alive) else False

    def _drop_undecided(self, alive: list[tuple[Fact, Term]]) -> bool:
        """Drop candidates that the solver does not prove one by one; say whether a closed form is among them."""
        before = sum(fact.is_kept for fact, _ in alive)
        for fact, formula in alive:
            if fact.is_kept and not self.queries.ask(*self._switches(), formula, limit=PATIENCE // 4).is_unsat:
                fact.is_kept = False
        if before == sum(fact.is_kept for fact, _ in alive):
            raise NoProof("the solver proves the candidates one by one and not together")
        return any(fact.register is not None and not fact.is_kept for fact, _ in alive)

    def _conclude(self) -> Invariant:
        executor, terms = self.executor, self.terms
        given_up = self.queries.first_possible(executor.unmodelled, *self._switches())
        if given_up is not None:
            raise NoProof(f"not modelled at {given_up[1]}: {given_up[0]}")
        formulas = [obligation.formula(terms) for obligation in executor.obligations]
        together = len(formulas) > MOST_ASKED_ALONE or self.leaps is None
        limit = 4 * PATIENCE if self.leaps is None else PATIENCE
        for formula in [terms.disjunction(formulas)] if together else formulas:
            reply = self.queries.ask(*self._switches(), formula, limit=limit)
            if not reply.is_unsat:
                raise NoProof("the checks are not inductive" if reply.is_sat else f"the solver gave up: {reply.reason}")
        rules = []
        for head in sorted({*executor.iterations, *self.loops}):
            function = self.machine.function_list[head[0]].name
            hypothesis = self.loops.get(head)
            if hypothesis is None:
                rules.append(LoopRule(function, head[1], 0, executor.iterations[head]))
            else:
                kept = [fact for fact in hypothesis.facts or () if fact.is_kept]
                facts = tuple(fact.expression for fact in kept if fact.elements is None and not fact.node)
                elements = tuple(fact.elements for fact in kept if fact.elements is not None)
                extra = needed(hypothesis.extra, [fact.expression for fact in kept])
                lists, starts = ListTries.rule(hypothesis)
                extra += starts
                made = LoopRule(function, head[1], self.depth, 0, facts, (), extra, elements, lists)
                rules.append(made)
        return Invariant(tuple(rules), executor.deepest)

    def _is_told(self, head: Head, hypothesis: Hypothesis) -> bool:
        """Say whether closed forms tell everything that a loop does."""
        forms = None if self.leaps is None else self.leaps.forms(head, hypothesis.known)
        in_memory = any(kind in ("cell", "all") for kind, _, _, _ in hypothesis.written)
        are_kept = all(fact.is_kept for fact in hypothesis.facts or () if fact.register is not None)
        return forms is not None and forms.are_complete and not in_memory and are_kept

    def facts_of_program(self) -> dict[Head, list[Expr]]:
        """The facts that hold at the heads of loops and name nothing that a proof adds, at most so many for a head."""
        return {
            head: [
                fact.expression
                for fact in hypothesis.facts or ()
                if fact.is_kept and fact.elements is None and not _names_auxiliaries(fact.expression)
            ][:MOST_BESIDE]
            for head, hypothesis in self.loops.items()
        }

    def suspect(self, most: int) -> tuple[Evaluation, int] | None:
        """A model of a failing check behind loops that were leapt, and how often it goes round them in all.

        No loop is gone round more than *most* times. It is a run if all that loops do is told by their closed forms:
        who follows it finds out.
        """
        terms = self.terms
        if not all(self._is_told(head, hypothesis) for head, hypothesis in self.loops.items()):
            return None
        failing = [one.formula(terms) for one in self.executor.obligations if not one.kind]
        few = [terms.ule(count, terms.bv(most, count.width)) for count in self._counts if most >> count.width == 0]
        ordinary = (self.machine.tame, self.machine.modest)
        conjuncts = [*self._switches(), *few, *self._powers(most), *ordinary, terms.disjunction(failing)]
        if not self.queries.ask(*conjuncts, limit=PATIENCE).is_sat:
            return None
        evaluation = self.queries.evaluation([*conjuncts, *self._counts])
        counts = [evaluation.value(count) for count in self._counts]
        return evaluation, sum(int(count) for count in counts if not isinstance(count, tuple))

    def _powers(self, most: int) -> list[Term]:
        """What powers in closed forms are behind at most so many iterations."""
        equations: list[Term] = []
        for state in self._heads.values():
            head = (state.frame.function, state.frame.location)
            forms = None if self.leaps is None else self.leaps.forms(head, self.loops[head].known)
            if forms is not None and self.loops[head].extra:
                equations += powers(self.terms, forms.chains, state.frame.loops[-1].extra, most)
        return equations


def _no_needs(_: str, _condition: Term) -> None:
    """Nothing that is forgotten has to be defined."""


def _names_auxiliaries(expression: Expr) -> bool:
    return any(isinstance(node, Variable) and node.name.startswith("\\") for node in postorder(expression))
