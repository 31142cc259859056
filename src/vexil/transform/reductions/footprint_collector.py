"""What expressions read, in terms of the state at the beginning of a step."""

from __future__ import annotations

from dataclasses import replace

from vexil.core.dag import bottom_up
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Operator
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import COMPARISONS, WORD, Apply, Const, Expr, Local, Read, Self, Variable, both
from vexil.model.guarded.system import Assign, GuardedSystem, Template
from vexil.model.guarded.walks import nested
from vexil.transform.reductions.footprints import Access, Cell, Footprint, Path
from vexil.transform.reductions.locks import Locks
from vexil.transform.reductions.masks import Fact, Masks
from vexil.transform.reductions.terms import Terms, is_open


class FootprintCollector:
    """Notes what expressions of one system read."""

    def __init__(self, system: GuardedSystem, terms: Terms, locks: Locks, foreign: frozenset[Variable]) -> None:
        self._system = system
        self._terms = terms
        self._locks = locks
        self._foreign = foreign
        """Variables of threads that others write."""
        self._masks = Masks(system, terms)
        self._frozen = _frozen(system, terms)
        self._template: Template = system.templates[0] if system.templates else Template("", 0, (), ())
        self._footprint = Footprint()
        self._known: dict[Expr, Expr] = {}
        self._always: frozenset[Cell] = frozenset()
        self._way: tuple[Fact, ...] = ()
        self._instances: dict[tuple[Expr, Expr, int], Expr] = {}
        self._free: dict[tuple[frozenset[Cell], tuple[Fact, ...]], frozenset[Cell]] = {}

    def of_condition(self, condition: Expr) -> Footprint:
        """What a condition on whole states reads."""
        self._template = Template("", 0, (), ())
        self._footprint, self._known, self._always, self._way = Footprint(), {}, frozenset(), ()
        self._value(Path((), {}, frozenset(), {}, {}), condition, ())
        return self._footprint

    def _is_free(self, cell: Cell, facts: tuple[Fact, ...], *, mine: bool = False) -> bool:
        """Say whether facts show that a lock is free or the moving thread's, or (``mine``) the thread's."""
        terms, locks = self._terms, self._locks
        variable, index = cell
        element = terms.rebuilt(Read(variable, (index,)), (index,))
        assumed: dict[Expr, Expr] = {}
        for is_equal in (True, False):
            answer = terms.false if is_equal else terms.true
            values = [*locks.names[variable].get(self._template.name, [])]
            if not mine:
                values.append(terms.const(0, element))
            for value in values:
                for way in terms.equals(element, value, is_equal=is_equal):
                    assumed[way] = answer
        return self._masks.is_refuted(facts, assumed)

    # --- expressions -------------------------------------------------------------------------------------

    def _assumed(self, path: Path, condition: Expr, value: bool) -> Path:
        return (
            path
            if isinstance(condition, Const) and bool(condition.value) == value
            else replace(path, facts=(*path.facts, (condition, value)))
        )

    def _value(self, path: Path, expression: Expr, facts: tuple[Fact, ...]) -> Expr:
        """An expression in terms of the state at the beginning of the step; what it reads is noted."""
        self._way = path.facts
        rewritten = self._written(path, expression)
        self._note(rewritten, facts)
        return rewritten

    def _note(self, expression: Expr, facts: tuple[Fact, ...]) -> None:
        """Note what an expression reads when facts hold."""
        pending: list[tuple[Expr, tuple[Fact, ...]]] = [(expression, facts)]
        while pending:
            item, facts = pending.pop()
            match item:
                case Apply(Operator.AND | Operator.OR as operator, (left, right), _):
                    pending += [(left, facts), (right, (*facts, (left, operator is Operator.AND)))]
                case Apply(Operator.IF, (condition, then, otherwise), _):
                    pending += [(condition, facts), (then, (*facts, (condition, True)))]
                    pending.append((otherwise, (*facts, (condition, False))))
                case Apply(operator, (Read() as element, Const(value, _)), _) if operator in COMPARISONS:
                    self._read(element, facts, self._masks.compared(element, operator, value))
                    pending += [(operand, facts) for operand in element.operands]
                case Apply(Operator.EQUAL | Operator.DIFFERENT, (Read(variable, (index,)), value), _) if (
                    self._locks.is_lock((variable, index)) and self._locks.is_mine(variable, value, self._template.name)
                ):
                    pending += [(index, facts), (value, facts)]  # nobody else can change the answer
                case Apply(Operator.EQUAL | Operator.DIFFERENT, (Read(variable, (index,)), value), _) if (
                    self._locks.is_lock((variable, index)) and not is_open(value)
                ):
                    access = Access(
                        variable,
                        index,
                        False,
                        self._free_locks(facts),
                        holder=self._holder(variable, value, facts),
                    )
                    self._footprint.accesses.setdefault(access, []).append(self._way)
                    pending += [(index, facts), (value, facts)]
                case Read():
                    self._read(item, facts, None)
                    pending += [(operand, facts) for operand in item.operands]
                case _:
                    pending += [(operand, facts) for operand in item.operands]

    def _for_thread(self, condition: Expr, value: Expr, number_of: int) -> Expr:
        """A condition when a value is the number of a thread."""
        key = condition, value, number_of
        if key not in self._instances:
            self._instances[key] = self._terms.folded(condition, {value: self._terms.const(number_of, value)})
        return self._instances[key]

    def _holder(self, variable: Variable, value: Expr, facts: tuple[Fact, ...]) -> tuple[tuple[str, int], ...] | None:
        """Where the thread may be that a value stands for; nothing if the value may be 0."""
        terms = self._terms

        def instantiated(number_of: int) -> tuple[Fact, ...] | None:
            instances = tuple((self._for_thread(condition, value, number_of), answer) for condition, answer in related)
            is_wrong = any(flat.is_const(condition, int(not answer)) for condition, answer in instances)
            return None if is_wrong or (isinstance(value, Const) and value.value != number_of) else instances

        related = [
            fact for fact in facts if not terms.reads(value) or not terms.reads(value).isdisjoint(terms.reads(fact[0]))
        ]
        if instantiated(0) is not None:
            return None
        holders: list[tuple[str, int]] = []
        for name, numbers in self._locks.numbers[variable].items():
            mask = 0
            for thread, number_of in enumerate(numbers):
                instances = instantiated(number_of)
                if instances is not None:
                    mask |= self._masks.where(name, terms.same(Const(thread, WORD)), instances)
            holders.append((name, mask))
        return tuple(holders)

    def _read(self, item: Read, facts: tuple[Fact, ...], test: int | None) -> None:
        if not item.variable.constant and not item.variable.scratch:
            thread = item.operands[1] if len(item.operands) > 1 else None
            self._touch(item.variable, item.operands[0], thread, facts, is_write=False, test=test)

    def _touch(
        self,
        variable: Variable,
        index: Expr,
        thread: Expr | None,
        facts: tuple[Fact, ...],
        *,
        is_write: bool,
        test: int | None = None,
    ) -> None:
        if variable.template is not None and (thread is None or isinstance(thread, Self)):
            self._footprint.own.setdefault((variable, is_write), []).append(self._way)
            return
        if variable.template is not None:
            mask = self._masks.where(variable.template, thread, facts)
            access = Access(variable, None, is_write, threads=mask, test=test)
        else:
            locks = self._free_locks(facts)
            mine = frozenset(cell for cell in locks if cell in self._always or self._is_free(cell, facts, mine=True))
            access = Access(variable, None if is_open(index) else index, is_write, locks, mine)
        self._footprint.accesses.setdefault(access, []).append(self._way)

    def _free_locks(self, facts: tuple[Fact, ...]) -> frozenset[Cell]:
        """The locks that are free or held by the moving thread where facts hold."""
        key = self._always, facts
        if (cached := self._free.get(key)) is not None:
            return cached
        free = set(self._always)
        for fact, _ in facts:
            for item in self._terms.reads(fact):
                if item.variable in self._locks.numbers and not is_open(item.operands[0]):
                    cell = (item.variable, item.operands[0])
                    if cell not in free and self._locks.is_lock(cell) and self._is_free(cell, facts):
                        free.add(cell)
        self._free[key] = frozenset(free)
        return self._free[key]

    def _written(self, path: Path, expression: Expr) -> Expr:
        """The expression with names replaced, and with unknown values for what was written in this step."""

        def one(item: Expr, operands: tuple[Expr, ...]) -> Expr:
            if isinstance(item, Local) and item.name in path.lets:
                rewritten = path.lets[item.name]
            elif isinstance(item, Read) and self._is_dirty(path, item.variable, operands):
                rewritten = self._overwritten(path, item, operands)
            else:
                rewritten = self._terms.rebuilt(item, operands)
                rewritten = self._frozen.get(rewritten, rewritten)
            return self._known.get(rewritten, rewritten)

        return bottom_up(expression, one)

    def _overwritten(self, path: Path, item: Read, operands: tuple[Expr, ...]) -> Expr:
        """What is read of a variable that was written in this step: what was written, if that is known."""
        log = path.written.get(item.variable)
        terms = self._terms
        if log is None or len(operands) < 2 or item.variable not in path.dirty:
            self._read(Read(item.variable, operands), path.facts, None)
            return terms.unknown(item)
        value = terms.rebuilt(item, operands)
        for write in log:
            is_same = next(terms.equals(operands[1], write.thread))
            test = terms.same(both(write.condition, is_same))
            value = terms.same(Apply(Operator.IF, (test, write.value, value), value.type))
        return value

    @staticmethod
    def _is_dirty(path: Path, variable: Variable, operands: tuple[Expr, ...]) -> bool:
        if variable in path.dirty:
            return True
        return variable in path.apart and (len(operands) < 2 or operands[1] is not path.apart[variable])

    # --- conditions --------------------------------------------------------------------------------------

    def happens(self, facts: tuple[Fact, ...]) -> Expr | None:
        """A condition on the state that holds wherever facts do, if there is one that is not always true."""
        conditions: list[Expr] = []
        for condition, value in facts:
            if is_open(condition):
                break  # what follows may be defined only because of it
            conditions.append(condition if value else flat.negated(condition))
        return both(*conditions) if conditions else None


def _frozen(system: GuardedSystem, terms: Terms) -> dict[Expr, Expr]:
    """The values of shared variables that no command but the first one writes, where these are fixed."""
    written = {
        statement.variable
        for template in system.templates
        for location in template.locations
        for command in location.commands
        for statement in nested(command.body)
        if isinstance(statement, Assign)
    }
    first: dict[Variable, list[Assign]] = {}
    for statement in nested((*system.first.body, *system.settled)):
        if isinstance(statement, Assign):
            first.setdefault(statement.variable, []).append(statement)
    constants: dict[Expr, Expr] = {}
    for variable in system.variables:
        if variable.constant or variable in written or variable.length > 64:
            continue
        values = dict(enumerate((*variable.initial, *[0] * (variable.length - len(variable.initial)))))
        for statement in first.get(variable, []):
            index, value = terms.same(statement.index), terms.same(statement.value)
            if statement in system.first.body and isinstance(index, Const) and isinstance(value, Const):
                values[index.value] = value.value
            else:
                values = {}
                break
        for place, content in values.items():
            element = terms.same(Read(variable, (Const(place, WORD),)))
            constants[element] = terms.const(wrap(content, variable.type.width, variable.type.signed), element)
    return constants
