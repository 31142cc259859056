"""Segments of linked lists at the heads of loops: forgotten, and demanded of what comes back.

The same as `vexil.certify.invariant.list_rules` does, so that what is proved here is likely to be confirmed there; that
a list is what it has to be are obligations like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.hypotheses import Fact, Key, ListPlan
from vexil.engines.bounded.list_nodes import Nodes, node_block, node_value
from vexil.engines.bounded.machine import Machine, present, unfold_released
from vexil.engines.bounded.state import Frame, State
from vexil.ir.expressions import Variable
from vexil.ir.names import is_ghost
from vexil.logic import Term
from vexil.logic.pointers import FIRST_FUNCTION
from vexil.model.linked_lists import Length, ListSegment, Member, Start, reading

MOST_NODES = 60
Broken = Callable[[Fact, Term], None]
Oblige = Callable[[State, Term], None]
Possible = Callable[[State, Term], bool]


class Lists:
    """Places and demands lists."""

    def __init__(self, machine: Machine, possible: Possible) -> None:
        self._machine = machine
        self._terms = machine.terms
        self._possible = possible
        self.tracks_memory = False
        """Whether it is asked if memory is lost."""

    # --- variables ---------------------------------------------------------------------------------------

    def enter(self, state: State, plan: ListPlan) -> None:
        """Remember what variables are when the loop is entered."""
        for name, variable in plan.kept.items():
            self._put(state, Variable(name, variable.type, False), self.value(state, variable))

    def value(self, state: State, variable: Start) -> Term:
        """What a variable or a member holds."""
        machine = self._machine
        if is_ghost(variable.name):
            return state.frame.loops[-1].extra[variable.name]
        value = machine.evaluator(reading(variable), machine.function_list[state.frame.function])(state)
        machine.needed = []
        return value

    def _address(self, state: State, member: Member) -> Term:
        machine = self._machine
        address = machine.evaluator(member.address, machine.function_list[state.frame.function])(state)
        machine.needed = []
        return address

    def _put(self, state: State, variable: Start, value: Term) -> None:
        machine, frame = self._machine, state.frame
        if isinstance(variable, Member):
            machine.store(state, self._address(state, variable), variable.type, value)
            machine.needed = []
            return
        if is_ghost(variable.name):
            loop = frame.loops[-1]
            frame.loops = (*frame.loops[:-1], loop._replace(extra={**loop.extra, variable.name: value}))
            return
        function = machine.function_list[frame.function]
        declared = (*function.parameters, *function.locals)
        if variable.is_global:
            index = machine.global_numbers[variable.name]
            in_memory = machine.program.globals[index].addressable
        else:
            index = [one.name for one in declared].index(variable.name)
            in_memory = declared[index].addressable
        if in_memory:
            address = state.globals[index] if variable.is_global else frame.blocks[index]
            machine.store(state, address, variable.type, value)
            machine.needed = []
        elif variable.is_global:
            state.globals[index] = value
        else:
            frame.registers[index] = value

    def slots(self, state: State, variable: Start) -> list[tuple[str, int, int]]:
        """What holds a variable or a member, as loops write it."""
        machine, frame = self._machine, state.frame
        if isinstance(variable, Member):
            address = self._address(state, variable)
            return [("cell", *machine.pointers.split(address.value))] if address.op == "const" else []
        if is_ghost(variable.name):
            return []
        function = machine.function_list[frame.function]
        declared = (*function.parameters, *function.locals)
        if variable.is_global:
            index = machine.global_numbers[variable.name]
            if not machine.program.globals[index].addressable:
                return [("global", index, 0)]
            address = state.globals[index]
        else:
            index = [one.name for one in declared].index(variable.name)
            if not declared[index].addressable:
                return [("register", index, 0)]
            address = frame.blocks[index]
        return [("cell", machine.pointers.split(address.value)[0], 0)] if address.op == "const" else []

    # --- forgetting --------------------------------------------------------------------------------------

    def place(self, state: State, plan: ListPlan, name: str) -> list[Nodes]:
        """Let a state at the head have any lists that the plan describes; the nodes of each."""
        machine, terms = self._machine, self._terms
        before = {_key(one.start): self.value(state, one.start) for one in plan.segments}
        taken = self._walked(state, plan)
        ends: dict[Key, Term] = {}
        values: dict[Key, Term] = {}
        families: list[Nodes] = []
        for index, segment in enumerate(plan.segments):
            key = _key(segment.start)
            end = machine.pointers.null if segment.end is None else ends[_key(segment.end)]
            nodes = Nodes(machine, segment, end, f"{name} {index}", plan.facts[index] if plan.facts else [])
            none = terms.false
            if segment.length in (Length.MANY, Length.OPTIONAL):
                none = terms.symbol(f"{name} {index} has no node", terms.true.sort)
            there = machine.address(nodes.first(state, terms.not_(none)))
            ends[key] = values[key] = terms.ite(none, end, there)
            if segment.length is Length.OPTIONAL:
                values[key] = terms.ite(none, machine.pointers.null, there)
            families.append(nodes)
        same = {before[key]: value for key, value in values.items() if key not in plan.moved}
        self._exchange(state, same)
        for number in taken:
            state.memory.pop(number, None)
        null = machine.pointers.null
        for segment in plan.segments:
            key = _key(segment.start)
            self._put(state, segment.start, values[key])
            if key not in plan.moved:
                alike = terms.eq(terms.eq(before[key], null), terms.eq(values[key], null))
                state.guard = state.guard.extended(alike, terms)
        return families

    def _exchange(self, state: State, same: Mapping[Term, Term]) -> None:
        """Let pointers that are where a segment starts, which the loop leaves alone, be the start of the new one."""
        null = self._machine.pointers.null
        known = {old: new for old, new in same.items() if old is not null}
        if not known:
            return
        state.globals = [known.get(value, value) for value in state.globals]
        frames: list[Frame] = []
        frame: Frame | None = state.frame
        while frame is not None:
            frames.append(frame)
            frame = frame.parent
        below: Frame | None = None
        for one in reversed(frames):
            copy = one.copy()
            copy.parent = below
            copy.registers = [known.get(value, value) for value in one.registers]
            copy.loops = tuple(
                loop._replace(extra={name: known.get(value, value) for name, value in loop.extra.items()})
                for loop in one.loops
            )
            below = copy
        assert below is not None
        state.frame = below
        for number in list(state.memory):
            block = state.memory[number]
            if any(cell[0][0] == "p" and cell[1] in known for cell in block.cells.values()):
                block = state.owned(number)
                block.cells = {
                    at: (storage, known.get(value, value), written)
                    for at, (storage, value, written) in block.cells.items()
                }

    def _walked(self, state: State, plan: ListPlan) -> set[int]:
        """The nodes of the lists of a state."""
        scratch = state.fork()
        return set(self._walk(scratch, plan, lambda _state, _bad: None, lambda _fact, _formula: None))

    # --- demanding ---------------------------------------------------------------------------------------

    def moves(self, before: State, after: State, plan: ListPlan) -> bool:
        """Note which starts are not where they were an arrival earlier; say whether there is a new one."""
        new = {
            _key(one.start)
            for one in plan.segments
            if self.value(before, one.start) is not self.value(after, one.start)
        } - plan.moved
        plan.moved |= new
        return bool(new)

    def demand(self, state: State, plan: ListPlan, oblige: Oblige, broken: Broken, before: State | None = None) -> None:
        """Demand the lists of a state at the head; facts that do not follow are *broken* by a formula.

        No node may be an object that the state *before* the iteration shows beside the lists.
        """
        state = state.fork()
        taken = self._walk(state, plan, oblige, broken)
        for number, condition in taken.items():
            if before is not None and number in before.memory and number not in plan.nodes:
                oblige(state, condition)
        if self.tracks_memory:
            self._demand_tracked(state, plan, oblige, before, taken)

    def _demand_tracked(
        self, state: State, plan: ListPlan, oblige: Oblige, before: State | None, taken: Mapping[int, Term]
    ) -> None:
        """Demand that live memory which the state at the head does not show is in a list."""
        terms = self._terms
        unfold_released(terms, state)
        for number, block in state.memory.items():
            is_shown = number not in taken if before is None else number in before.memory and number not in plan.nodes
            if block.origin == "heap" and not is_shown:
                oblige(state, terms.and_(present(terms, block), terms.not_(taken.get(number, terms.false))))

    def _walk(self, state: State, plan: ListPlan, oblige: Oblige, broken: Broken) -> dict[int, Term]:
        """Meet the nodes of all segments, each with its condition."""
        machine, terms = self._machine, self._terms
        null = machine.pointers.null
        ends: dict[Key, Term] = {}
        taken: dict[int, Term] = {}
        for index, segment in enumerate(plan.segments):
            key = _key(segment.start)
            start = self.value(state, segment.start)
            end = null if segment.end is None else ends[_key(segment.end)]
            ends[key] = start
            facts = plan.facts[index] if plan.facts else []
            when = terms.true
            if segment.length is Length.OPTIONAL:
                when = terms.distinct(start, null)
                ends[key] = terms.ite(when, start, end)
            is_many = segment.length is Length.MANY
            pending = [(start, when)]
            while pending:
                pointer, when = pending.pop()
                if is_many:
                    when = terms.and_(when, terms.distinct(pointer, end))
                for number, here in self._cases(state, pointer, when, oblige):
                    if len(taken) > MOST_NODES:
                        raise Unmodelled("a list has too many nodes in one state")
                    link = self._node(state, segment, facts, number, here, taken, oblige, broken)
                    if link is None:
                        continue
                    if is_many:
                        pending.append((link, here))
                    elif segment.length is not Length.LOOSE:
                        oblige(state, terms.and_(here, terms.distinct(link, end)))
        return taken

    def _cases(self, state: State, pointer: Term, when: Term, oblige: Oblige) -> list[tuple[int, Term]]:
        """The objects that a pointer to the start of one may mean under a condition."""
        terms, machine = self._terms, self._machine
        cases: list[tuple[int, Term]] = []
        for number in machine.objects(pointer):
            block = state.memory.get(number) if 0 < number < FIRST_FUNCTION else None
            here = terms.and_(when, terms.eq(pointer, machine.address(number)))
            if block is not None and here is not terms.false and self._possible(state, here):
                cases.append((number, here))
        rest = terms.and_(when, *(terms.distinct(pointer, machine.address(number)) for number, _ in cases))
        if rest is not terms.false:
            oblige(state, rest)
        return cases

    def _node(
        self,
        state: State,
        segment: ListSegment,
        facts: list[Fact],
        number: int,
        here: Term,
        taken: dict[int, Term],
        oblige: Oblige,
        broken: Broken,
    ) -> Term | None:
        """Demand a node, and give what it leads to; for a folded segment its end."""
        terms, machine = self._terms, self._machine
        again = terms.and_(here, taken.get(number, terms.false))
        if again is not terms.false:
            oblige(state, again)
            if self._possible(state, again):
                return None
        taken[number] = terms.or_(here, taken.get(number, terms.false))
        block = state.memory[number]
        size = terms.bv(segment.size, machine.word)
        if block.origin != "heap":
            oblige(state, here)
            return None
        oblige(state, terms.and_(here, terms.not_(terms.and_(block.alive, terms.eq(block.size, size)))))
        folded = block.folded
        many = Length.MANY
        if folded is not None and segment.length is many and folded.nodes.segment.length is many:
            self._alike(state, segment, folded.nodes, facts, here, oblige, broken)
            return folded.nodes.end
        block = state.opened(number)
        for one in segment.fields:
            cell = block.cells.get(one.offset)
            if cell is None or cell[0] != one.storage:
                if one.written or cell is not None:
                    oblige(state, here)
            elif one.written:
                oblige(state, terms.and_(here, terms.not_(cell[2])))
        self._facts(state, facts, number, here, broken)
        if segment.length is Length.LOOSE:
            return None
        link = block.cells.get(segment.link)
        if link is None or link[0] != f"p{machine.word // 8}":
            oblige(state, here)
            return None
        oblige(state, terms.and_(here, terms.not_(link[2])))
        return link[1]

    def _facts(self, state: State, facts: list[Fact], number: int, here: Term, broken: Broken) -> None:
        guard = state.guard.formula(self._terms)
        for fact in facts:
            value = node_value(self._machine, state, fact, number) if fact.is_kept else None
            if value is not None and value is not self._terms.true:
                bad = self._terms.and_(here, self._terms.not_(value))
                broken(fact, self._terms.link(guard, bad))

    def _alike(
        self,
        state: State,
        segment: ListSegment,
        nodes: Nodes,
        facts: list[Fact],
        here: Term,
        oblige: Oblige,
        broken: Broken,
    ) -> None:
        """Demand that any node of a folded segment is one of another segment."""
        known = {one.offset: one for one in nodes.segment.fields}
        fits = (segment.size, segment.link) == (nodes.segment.size, nodes.segment.link) and all(
            one.offset in known
            and known[one.offset].storage == one.storage
            and (known[one.offset].written or not one.written)
            for one in segment.fields
        )
        if not fits:
            oblige(state, here)
            return
        number, _ = nodes.made(self._terms.true)
        cells, _, truths = nodes.contents(number, self._terms.true)
        scratch = state.fork()
        block: Block = node_block(self._machine, cells, nodes.segment)
        scratch.memory[number] = block
        for truth in truths:
            scratch.guard = scratch.guard.extended(self._terms.implies(here, truth), self._terms)
        self._facts(scratch, facts, number, here, broken)


def _key(variable: Start) -> Key:
    return variable.name, variable.is_global
