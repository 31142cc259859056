"""What the operations of edges do to a state."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.choices import choose_value
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import CHECK, Ledger, Where
from vexil.certify.invariant.numbers import COMPARISONS, at_most, limits, resize
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import NOTHING, RESULT, Frame, State
from vexil.certify.invariant.terms import Number, Term, Truth
from vexil.certify.invariant.values import DEAD, Value, cases_of, default_value
from vexil.ir import operations as ops
from vexil.ir.expressions import AddressOf, Apply, Bits, Const, Deref, Expr, Operator, Place, Variable, preorder
from vexil.ir.operation_parts import NewMemory
from vexil.ir.program import Function
from vexil.ir.types import FloatType, PointerType, Type, is_aggregate

_TOTAL = frozenset(
    {
        Operator.NEGATE,
        Operator.COMPLEMENT,
        Operator.NOT,
        Operator.ADD,
        Operator.SUBTRACT,
        Operator.MULTIPLY,
        Operator.BIT_AND,
        Operator.BIT_OR,
        Operator.BIT_XOR,
        Operator.AND,
        Operator.OR,
        Operator.IF,
        Operator.POINTER_ADD,
        Operator.OFFSET,
        Operator.OBJECT_SIZE,
        Operator.SAME_OBJECT,
        Operator.ACCESSIBLE,
        Operator.HEAP_BASE,
        Operator.LEAKED,
        Operator.IS_NAN,
        Operator.SQUARE_ROOT,
    }
)


def is_total(condition: Expr, evaluator: Evaluator, state: State) -> bool:
    """Say whether a condition has a value in every state."""
    return all(_is_total(node, evaluator, state) for node in preorder(condition))


def _is_total(node: Expr, evaluator: Evaluator, state: State) -> bool:
    match node:
        case Const() | AddressOf():
            return True
        case Variable(name, _, is_global):
            declared = evaluator.program.global_variables if is_global else state.frames[-1].function.variables
            return not declared[name].addressable
        case Apply(Operator.CAST, (operand,), kind):
            return not isinstance(operand.type, PointerType | FloatType) and not isinstance(kind, PointerType)
        case Apply(operator, operands, _) if operator in COMPARISONS:
            return not isinstance(operands[0].type, PointerType)
        case Apply(operator, _, _):
            return operator in _TOTAL
        case _:
            return False


class Operations:
    """Executes single operations; calls and branches are the executor's."""

    def __init__(self, evaluator: Evaluator, ledger: Ledger, checks: frozenset[str]) -> None:
        self._evaluator = evaluator
        self._memory = evaluator.memory
        self._terms = evaluator.terms
        self._ledger = ledger
        self._checks = checks
        self._next = 1

    @property
    def tracks_memory(self) -> bool:
        """Whether it is asked if memory is lost."""
        return "memtrack" in self._checks

    def execute(self, operation: ops.Operation, state: State) -> None:
        """Change the state as an operation does; raises `Ended` when no run goes on."""
        where = Where(self._ledger, state)
        value = self._evaluator.value
        match operation:
            case ops.Skip():
                pass
            case ops.Assign(place, expression):
                self.assign(where, place, value(expression, where))
            case ops.Restrict(condition):
                self._ledger.assume(state, value(condition, where))
            case ops.Check(kind, condition, message):
                if kind in self._checks:
                    where.require(value(condition, where), f"{CHECK}{kind} check {message!r}")
                elif not is_total(condition, self._evaluator, state):
                    value(condition, where)
            case ops.Choose(place, domain, _):
                self.assign(where, place, choose_value(self._evaluator, where, domain, place.type))
            case ops.Allocate(place, NewMemory(size, on_stack, zeroed), _):
                pointer = self._new_memory(where, value(size, where), size.type, on_stack, zeroed)
                self.assign(where, place, pointer)
            case ops.Release(pointer, on_stack):
                self._release(where, value(pointer, where), on_stack)
            case ops.BeginLifetime(variable):
                registers = state.frames[-1].registers
                self._end(state, registers[variable.name])
                registers[variable.name] = (self._new_variable(state, variable), 0)
            case ops.EndLifetime(variable):
                registers = state.frames[-1].registers
                self._end(state, registers[variable.name])
                registers[variable.name] = (DEAD, 0)
            case ops.Copy(target, source, size):
                to, start, count = value(target, where), value(source, where), value(size, where)
                self._memory.ranges.copy(where, to, start, count, size.type)
            case ops.Fill(target, byte, size):
                to, what, count = value(target, where), value(byte, where), value(size, where)
                self._memory.ranges.fill(where, to, what, byte.type, count, size.type)
            case ops.Return(expression):
                if expression is not None:
                    state.frames[-1].registers[RESULT] = value(expression, where)
            case ops.Stop(status):
                if status is not None:
                    value(status, where)
                raise Ended
            case ops.EndThread():
                raise Ended
            case ops.BeginAtomic():
                state.atomic += 1
            case ops.EndAtomic():
                where.require(state.atomic > 0, "atomic-section")
                state.atomic -= 1
            case _:
                raise Unsupported(f"threads, objects and exceptions: {type(operation).__name__}")

    def assign(self, where: Where, place: Place, value: Value) -> None:
        """Write a value to a place."""
        match place:
            case Variable(name, kind, is_global):
                state = where.state
                values = state.globals if is_global else state.frames[-1].registers
                declared = (
                    self._evaluator.program.global_variables if is_global else state.frames[-1].function.variables
                )
                if declared[name].addressable:
                    self._store(where, values[name], place, value)
                else:
                    values[name] = value
            case Deref((pointer,), _):
                self._store(where, self._evaluator.value(pointer, where), place, value)
            case Bits((pointer,), unit, offset, width, kind):
                target = self._evaluator.value(pointer, where)
                size = self._evaluator.size_of(unit)
                bits = self._evaluator.encoded(value, kind)
                if isinstance(bits, Term):
                    bits = resize(self._terms, bits, bits.sort, False, 8 * size)
                self._memory.store_bits(where, target, size, offset, width, bits)
            case _:
                raise Unsupported("objects of classes and array objects")

    def _store(self, where: Where, pointer: Value, place: Place, value: Value) -> None:
        if is_aggregate(place.type):
            self._memory.ranges.store(where, pointer, value)
        else:
            encoded = self._evaluator.encoded(value, place.type)
            self._memory.store(where, pointer, self._evaluator.storage(place.type), encoded)

    # --- lives of objects --------------------------------------------------------------------------------

    def new_object(self, state: State, block: Block) -> int:
        """Add an object and return its number."""
        number = self.new_number()
        state.objects[number] = block
        return number

    def new_number(self) -> int:
        """The number of an object that no state has."""
        number = self._next
        self._next += 1
        return number

    def _new_variable(self, state: State, variable: Variable) -> int:
        size = self._evaluator.size_of(variable.type)
        return self.new_object(state, Block(size, zeroed=False, origin="stack", kind=variable.type))

    def _new_memory(self, where: Where, size: Number, kind: Type, on_stack: bool, zeroed: bool) -> Value:
        width = self._evaluator.width
        if isinstance(size, Term):
            signed, given = limits(kind)
            where.require(not signed or at_most(self._terms, 0, size, given, signed=True), "negative-size")
            if given >= width:
                most = (1 << (width - 1)) - 1
                where.require(at_most(self._terms, size, most, given, signed=False), "excessive-size")
            size = resize(self._terms, size, given, signed, width)
        else:
            where.require(size >= 0, "negative-size")
            where.require(size < 1 << (width - 1), "excessive-size")
        block = Block(size, zeroed=zeroed, origin="stack" if on_stack else "heap")
        number = self.new_object(where.state, block)
        if on_stack:
            where.state.frames[-1].stack += (number,)
        return (number, 0)

    def _release(self, where: Where, pointer: Value, on_stack: bool) -> None:
        terms = self._terms
        width = self._evaluator.width
        for condition, number, offset in cases_of(pointer):
            start = terms.equal(offset, 0, width)
            here = where.under(condition)
            if number == 0:
                here.require(start, "invalid-release")
                continue
            frame = where.state.frames[-1]
            block = where.state.objects.get(number)
            fitting = block is not None and (number in frame.stack if on_stack else block.origin == "heap")
            here.seen(number)
            if block is None or not fitting:
                if on_stack and any(number in below.stack for below in where.state.frames[:-1]):
                    raise Unsupported("stack memory of another function that is released")
                here.require(False, "invalid-release")
                continue
            here.require(terms.both(block.alive, start), "invalid-release")
            self.end(where.state, number, condition)

    def _end(self, state: State, pointer: Value) -> None:
        for condition, number, _ in cases_of(pointer):
            self.end(state, number, condition)

    def end(self, state: State, number: int, condition: Truth = True) -> None:
        """End the life of an object where a condition holds."""
        block = state.objects.get(number)
        if block is None:
            return
        alive = self._terms.both(block.alive, self._terms.no(condition))
        if alive is False:
            del state.objects[number]
        else:
            state.objects[number] = block.copy()
            state.objects[number].alive = alive

    # --- frames ------------------------------------------------------------------------------------------

    def enter(
        self, state: State, function: Function, arguments: list[Value], bound: Mapping[str, Value] = NOTHING
    ) -> None:
        """Add a frame for a function."""
        registers: dict[str, Value] = {}
        state.frames.append(Frame(function, registers, (), bound))
        where = Where(self._ledger, state)
        parameters = len(function.parameters)
        for index, declaration in enumerate((*function.parameters, *function.locals)):
            value = arguments[index] if index < parameters else default_value(declaration.type)
            if not declaration.addressable:
                registers[declaration.name] = value
                continue
            place = Variable(declaration.name, declaration.type, False)
            registers[declaration.name] = (self._new_variable(state, place), 0)
            if index < parameters:
                self._store(where, registers[declaration.name], place, value)

    def leave(self, state: State) -> Value:
        """Remove the topmost frame with its memory, and return what the function returned."""
        frame = state.frames.pop()
        for name, declaration in frame.function.variables.items():
            if declaration.addressable:
                self._end(state, frame.registers[name])
        for number in frame.stack:
            self.end(state, number)
        if state.frames:
            state.frames[-1] = state.frames[-1].copy()
        return frame.registers.get(RESULT)
