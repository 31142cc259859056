"""Walks over the commands of a guarded system that find their footprints.

A command is walked once from its guard to its ends. Everything it reads is written in terms of the state at the
beginning of the step, so that conditions on the way are facts about that state.
"""

from __future__ import annotations

from dataclasses import replace

from vexil.ir.expressions import Operator
from vexil.ir.operation_parts import Origin
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import WORD, Apply, Const, Expr, Local, Read, Self, Variable, both, is_const
from vexil.model.guarded.system import Assign, Block, Command, For, Goto, If, Leave, Let, Template
from vexil.model.guarded.walks import nested
from vexil.transform.reductions.footprint_collector import FootprintCollector
from vexil.transform.reductions.footprints import Cell, Footprint, Path, Write
from vexil.transform.reductions.terms import is_open

MOST_WRITES = 6
"""Writes to other threads in one step that are told apart."""
MOST_NESTED = 150
"""A body whose blocks are nested deeper is not walked: it may touch everything."""


class Walker(FootprintCollector):
    """Finds the footprints of the commands of one system."""

    def of_command(
        self, template: Template, command: Command, held: frozenset[Cell], *, is_stopping: bool
    ) -> Footprint:
        """The footprint of a command at a location where its thread holds locks.

        There its thread may be in an atomic section if the command *is stopping* others.
        """
        self._template, self._footprint = template, Footprint()
        self._free.clear()
        footprint = self._footprint
        path = Path((), {}, frozenset(), {}, {None: held})
        self._known = {
            condition: self._terms.true if value else self._terms.false
            for cell in held
            for condition, value in self._locks.held_facts(cell, template.name)
        }
        self._always = held
        guard = self._written(path, command.guard)
        if is_const(guard, 0):
            return footprint
        path = self._assumed(path, guard, True)
        footprint.guard = guard
        self._way = ()
        # A command that is not enabled disturbs nobody, and a step may well enable it; but one that lets an atomic
        # section go on stops everybody else.
        self._note(guard, () if is_stopping else path.facts)
        for choice in command.choices:
            footprint.abstract |= choice.origin is Origin.ABSTRACTION
            self._value(path, choice.count, path.facts)
            path = self._assumed(path, self._value(path, choice.condition, path.facts), True)
        after = self._block(command.body, path, 0)
        if after is not None:
            for target, kept in after.held.items():
                self._arrive(target, kept)
        return footprint

    # --- statements --------------------------------------------------------------------------------------

    def _arrive(self, target: int | None, held: frozenset[Cell]) -> None:
        targets = self._footprint.targets
        targets[target] = targets[target] & held if target in targets else held

    def _block(self, block: Block, path: Path, depth: int) -> Path | None:
        """Walk a block; nothing when the run ends in it."""
        if depth > MOST_NESTED:
            self._footprint.is_wild = True
            return None
        outer = path.lets
        for statement in block:
            match statement:
                case Assign():
                    path = self._assign(statement, path)
                case Let(name, value):
                    path = replace(path, lets={**path.lets, name: self._value(path, value, path.facts)})
                case If(condition, then, otherwise):
                    following = self._if(self._value(path, condition, path.facts), then, otherwise, path, depth)
                    if following is None:
                        return None
                    path = following
                case For(counter, count, body):
                    path = self._for(counter, count, body, path, depth)
                case Goto(location):
                    held = [*path.held.values()]
                    path = replace(path, held={location: frozenset.intersection(*held)})
                case Leave(ending):
                    self._footprint.leaves.append((ending, path.facts))
                    return None
        return replace(path, lets=outer)

    def _if(self, condition: Expr, then: Block, otherwise: Block, path: Path, depth: int) -> Path | None:
        ends = [
            self._block(block, self._assumed(path, condition, value), depth + 1)
            for block, value in ((then, True), (otherwise, False))
            if not is_const(condition, int(not value))
        ]
        going = [end for end in ends if end is not None]
        if not going:
            return None
        if len(ends) == 1:
            return replace(going[0], lets=path.lets)
        if len(going) == 1:
            return replace(going[0], lets=path.lets)
        written = {
            variable: log
            for variable in going[0].dirty | going[1].dirty
            if (log := self._joined(condition, path, going[0], going[1], variable)) is not None
        }
        held: dict[int | None, frozenset[Cell]] = dict(going[0].held)
        for target, kept in going[1].held.items():
            held[target] = held[target] & kept if target in held else kept
        return replace(path, dirty=going[0].dirty | going[1].dirty, held=held, written=written)

    def _joined(
        self, condition: Expr, before: Path, then: Path, otherwise: Path, variable: Variable
    ) -> tuple[Write, ...] | None:
        """What was written to a variable in either of two branches."""
        logs: list[tuple[Write, ...]] = []
        for branch in (before, then, otherwise):
            log = branch.written.get(variable) if variable in branch.dirty else ()
            if log is None:
                return None
            logs.append(log)
        first = len(logs[0])
        if logs[1][:first] != logs[0] or logs[2][:first] != logs[0]:
            return None
        terms = self._terms
        writes = list(logs[0])
        for log, test in ((logs[1], condition), (logs[2], terms.same(flat.negated(condition)))):
            writes += [Write(terms.same(both(test, item.condition)), item.thread, item.value) for item in log[first:]]
        return tuple(writes) if len(writes) <= MOST_WRITES else None

    def _for(self, counter: str, count: int, body: Block, path: Path, depth: int) -> Path:
        if not count:
            return path
        local = self._terms.same(Local(counter, WORD))
        written: dict[Variable, bool] = {}
        for statement in nested(body):
            if isinstance(statement, Assign):
                thread = statement.thread
                apart = isinstance(thread, Local) and thread.name == counter
                written[statement.variable] = written.get(statement.variable, True) and apart
        inside = replace(
            path,
            lets={**path.lets, counter: local},
            dirty=path.dirty | {item for item, apart in written.items() if not apart},
            apart={**path.apart, **{item: local for item, apart in written.items() if apart}},
        )
        after = self._block(body, inside, depth + 1)
        held = (
            path.held
            if after is None
            else {target: kept & after.held.get(target, kept) for target, kept in path.held.items()}
        )
        kept = {variable: log for variable, log in path.written.items() if variable not in written}
        return replace(path, dirty=path.dirty | frozenset(written), held=held, written=kept)

    def _assign(self, statement: Assign, path: Path) -> Path:
        variable = statement.variable
        thread = None if statement.thread is None else self._value(path, statement.thread, path.facts)
        index = self._value(path, statement.index, path.facts)
        value = self._value(path, statement.value, path.facts)
        if not variable.scratch:
            self._touch(variable, index, thread, path.facts, is_write=True)
        if variable == self._template.counter and (thread is None or isinstance(thread, Self)):
            if not isinstance(value, Const):
                self._footprint.is_wild = True
                return path
            return replace(path, held={value.value: frozenset.intersection(*path.held.values())})
        if variable.template is not None and thread is not None:
            self._move(variable, thread, value, path)
        held = {target: self._kept(variable, index, value, kept, path) for target, kept in path.held.items()}
        written = {item: log for item, log in path.written.items() if item != variable}
        before = path.written.get(variable) if variable in path.dirty else ()
        is_plain = variable.length == 1 and variable not in path.apart and value.type == variable.type
        if thread is not None and is_plain and before is not None and len(before) < MOST_WRITES:
            written[variable] = (*before, Write(self._terms.true, thread, value))
        return replace(path, dirty=path.dirty | {variable}, held=held, written=written)

    def _move(self, variable: Variable, thread: Expr, value: Expr, path: Path) -> None:
        """Note where a write to the counter of another thread moves it."""
        name = variable.template
        if name is None or variable != self._system.template[name].counter:
            return
        every, mask = self._masks.everywhere(name), self._masks.where(name, thread, path.facts)
        match value:
            case Const(place, _):
                targets = 1 << place
            case Apply(Operator.ADD, (Read(read, (_, other)), Const(further, _)), _) if (
                read == variable and other is thread
            ):
                targets = mask << further & every
            case _:
                targets = every
        self._footprint.moves.append((name, mask, targets))

    def _kept(self, variable: Variable, index: Expr, value: Expr, held: frozenset[Cell], path: Path) -> frozenset[Cell]:
        """The locks that are held after a write."""
        if variable in self._locks.numbers:
            return self._locked(variable, index, value, held, path)
        if variable.template != self._template.name:
            return held
        kept = {cell for cell in held if all(item.variable != variable for item in self._terms.reads(cell[1]))}
        name = self._terms.same(Read(variable, (Const(0, WORD),)))
        if (
            isinstance(value, Read)
            and value.type == variable.type
            and variable.length == 1
            and variable not in self._foreign
        ):
            for lock, at in sorted(held & kept, key=str):
                if value in self._terms.reads(at):
                    kept.add((lock, self._terms.folded(at, {value: name})))
        return frozenset(kept)

    def _locked(
        self, variable: Variable, index: Expr, value: Expr, held: frozenset[Cell], path: Path
    ) -> frozenset[Cell]:
        cell = (variable, index)
        is_mine = self._locks.is_mine(variable, value, self._template.name)
        is_clean = variable not in path.dirty and not is_open(index)
        free = is_clean and (cell in self._always or self._is_free(cell, path.facts))
        if is_mine:
            follows = free
        else:
            follows = (
                is_clean and is_const(value, 0) and (cell in self._always or self._is_free(cell, path.facts, mine=True))
            )
        self._footprint.lock_writes.append((cell if is_clean else None, variable, follows))
        if is_mine:
            return held | {cell} if self._locks.is_lock(cell) and self._is_lasting(index, path) else held
        if isinstance(index, Const):
            return frozenset(item for item in held if item[0] != variable or _is_other(item[1], index))
        return frozenset(item for item in held if item[0] != variable)

    def _is_lasting(self, index: Expr, path: Path) -> bool:
        """Say whether an index is the same until the moving thread changes it."""
        return not is_open(index) and all(
            item.variable.constant
            or (
                item.variable.template == self._template.name
                and len(item.operands) == 1
                and item.variable not in self._foreign
                and item.variable not in path.dirty
                and not self._terms.reads(item.operands[0])
            )
            for item in self._terms.reads(index)
        )


def _is_other(left: Expr, right: Expr) -> bool:
    return isinstance(left, Const) and isinstance(right, Const) and left.value != right.value
