"""The symbolic machine: what the reference interpreter does, with terms for values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vexil.analysis.weak_order import Order
from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.expressions import Evaluate, Expressions
from vexil.engines.bounded.ranges import Ranges
from vexil.engines.bounded.state import Frame, State
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.program import Function, Program
from vexil.ir.types import PointerType, Type
from vexil.logic import Term, Terms
from vexil.logic.pointers import FIRST_FUNCTION, OBJECT_WIDTH


def leaked(machine: Machine, state: State) -> Term:
    """Whether some live heap object cannot be reached from variables: a fixed point over conditions."""
    terms = machine.terms
    unfold_released(terms, state)
    heap = [number for number, block in state.memory.items() if block.origin == "heap"]
    if not heap:
        return terms.false
    if any(block.elements is not None for block in state.memory.values()) and not machine.has_forgotten:
        raise Unmodelled("whether memory is lost is not known where nothing is known about memory")
    reached: dict[int, Term] = {}
    for pointer in _roots(machine, state):
        _reach(machine, pointer, terms.true, reached)
    for block in state.memory.values():
        if block.origin != "heap":
            for storage, value, written in block.cells.values():
                if storage[0] == "p":
                    _reach(machine, value, terms.and_(block.alive, written), reached)
    for _ in heap:
        before = dict(reached)
        for number in heap:
            block = state.memory[number]
            via = reached.get(number)
            if via is not None and block.folded is not None:
                _reach(machine, block.folded.nodes.end, terms.and_(via, block.alive), reached)
            elif via is not None:
                for storage, value, written in block.cells.values():
                    if storage[0] == "p":
                        _reach(machine, value, terms.and_(via, block.alive, written), reached)
        if reached == before:
            break
    return terms.disjunction(
        terms.and_(present(terms, state.memory[number]), terms.not_(reached.get(number, terms.false)))
        for number in heap
    )


def present(terms: Terms, block: Block) -> Term:
    """When an object is there and alive."""
    return block.alive if block.exists is None else terms.and_(block.exists, block.alive)


def unfold_released(terms: Terms, state: State) -> None:
    """Let nodes of lists that may have been released show their contents: what is behind them may be alive."""
    for number, block in list(state.memory.items()):
        if block.folded is not None and block.alive is not terms.true:
            state.opened(number)


def _roots(machine: Machine, state: State) -> list[Term]:
    """Every pointer in a register."""
    roots = [
        state.globals[index]
        for index, variable in enumerate(machine.program.globals)
        if not variable.addressable and isinstance(variable.type, PointerType)
    ]
    frame: Frame | None = state.frame
    while frame is not None:
        function = machine.function_list[frame.function]
        for index, variable in enumerate((*function.parameters, *function.locals)):
            if not variable.addressable and isinstance(variable.type, PointerType):
                roots.append(frame.registers[index])
        frame = frame.parent
    return roots


def _reach(machine: Machine, pointer: Term, when: Term, reached: dict[int, Term]) -> None:
    terms = machine.terms
    owner = machine.pointers.object_of(pointer)
    try:
        numbers = machine.objects(pointer)
    except Unmodelled:  # it may be any: nothing is certain to be reached
        if not machine.has_forgotten:
            raise
        return
    for number in numbers:
        if 0 < number < FIRST_FUNCTION:
            here = terms.and_(when, terms.eq(owner, terms.bv(number, OBJECT_WIDTH)))
            reached[number] = terms.or_(reached.get(number, terms.false), here)


StateOperator = Callable[[State, tuple[Term, ...], tuple[Type, ...]], Term]


class Scope:
    """Where one function finds its variables."""

    def __init__(self, machine: Machine, function: Function | None) -> None:
        self._machine = machine
        declared = () if function is None else (*function.parameters, *function.locals)
        self._numbers = {variable.name: index for index, variable in enumerate(declared)}
        self._addressable = frozenset(variable.name for variable in declared if variable.addressable)

    def in_memory(self, variable: Variable) -> bool:
        """Say whether the variable is an object in memory."""
        if variable.is_global:
            return self._machine.program.global_variables[variable.name].addressable
        return variable.name in self._addressable

    def has(self, variable: Variable) -> bool:
        """Say whether the program declares the variable here."""
        return variable.name in (self._machine.global_numbers if variable.is_global else self._numbers)

    def register(self, variable: Variable) -> int:
        """The number of the variable's register."""
        return self._machine.global_numbers[variable.name] if variable.is_global else self._numbers[variable.name]

    def address(self, variable: Variable) -> Evaluate:
        """The function that gives the address of a variable in memory."""
        index = self.register(variable)
        if variable.is_global:
            return lambda state: state.globals[index]
        return lambda state: state.frame.blocks[index]


class Machine(Ranges):
    """Evaluates expressions and makes frames; the operators that look at the state are in ``state_operators``."""

    def __init__(self, program: Program, terms: Terms) -> None:
        super().__init__(program, terms)
        self._orders: dict[int, Order] = {}
        self.state_operators: dict[Operator, StateOperator] = {
            Operator.ACCESSIBLE: self._accessible,
            Operator.HEAP_BASE: self._heap_base,
            Operator.OBJECT_SIZE: self._object_size,
            Operator.LEAKED: self._leaked,
            Operator.CURRENT_THREAD: lambda _state, _operands, _types: self.terms.bv(1, 32),
        }
        for operator in (Operator.ALIVE, Operator.INTERRUPTED, Operator.HOLDS_LOCK, Operator.LOCKED,
                         Operator.ARRAY_LENGTH, Operator.STORABLE):  # fmt: skip
            self.state_operators[operator] = _refused(operator)

    def order(self, function: int) -> Order:
        """The order of visits of a function."""
        cached = self._orders.get(function)
        if cached is None:
            cached = self._orders[function] = Order(self.function_list[function])
        return cached

    def evaluator(self, expression: Expr, function: Function | None = None) -> Evaluate:
        """The function that computes an expression of a function, or one over globals."""
        return Expressions(self, Scope(self, function)).compile(expression)

    def _leaked(self, state: State, _: tuple[Term, ...], _types: tuple[Type, ...]) -> Term:
        if self.has_left:
            raise Unmodelled("whether memory is lost is not known behind a loop that leaves memory of its own")
        return leaked(self, state)

    def new_frame(self, function: int, parent: Frame | None, prefix: tuple[int, ...]) -> Frame:
        """A frame at the entry of a function, its registers zero, false or null."""
        declared = self.function_list[function]
        registers = [
            self.terms.true if variable.addressable else self.default(variable.type)
            for variable in (*declared.parameters, *declared.locals)
        ]
        return Frame(function, self.order(function), parent, prefix, registers)

    def default(self, kind: Type) -> Term:
        """What a register holds before it is written."""
        if isinstance(kind, PointerType):
            return self.pointers.null
        return self.operators.constant(0, kind)


def _refused(operator: Operator) -> StateOperator:
    def refuse(_: State, _operands: Iterable[Term], _types: Iterable[Type]) -> Term:
        raise Unmodelled(f"{operator.value} is not followed symbolically")

    return refuse
