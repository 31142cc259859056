"""Operations of the intermediate form on symbolic states: what an edge does, apart from going somewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.expressions import Evaluate, Expressions
from vexil.engines.bounded.machine import Machine, Scope
from vexil.engines.bounded.memory import LARGEST_CHOSEN
from vexil.engines.bounded.state import State
from vexil.ir import operations as ops
from vexil.ir.expressions import Bits, Deref, Expr, Place, Variable
from vexil.ir.operation_parts import Domain, GuardedDomain, NewMemory, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, Type, is_aggregate
from vexil.logic import BOOL, INT, Term, bits

if TYPE_CHECKING:
    from vexil.engines.bounded.inputs import Inputs

Do = Callable[[State], None]
Write = Callable[[State, "Term | Block"], None]


class Operations:
    """Compiles the operations of one function."""

    def __init__(self, machine: Machine, scope: Scope, inputs: Inputs) -> None:
        self.machine = machine
        self.scope = scope
        self.inputs = inputs
        self.expressions = Expressions(machine, scope)

    def value(self, expression: Expr) -> Evaluate:
        """The function that computes a scalar expression."""
        return self.expressions.compile(expression)

    def any_value(self, expression: Expr) -> Callable[[State], Term | Block]:
        """The function that computes an expression, which may be a whole structure."""
        if not is_aggregate(expression.type):
            return self.value(expression)
        machine = self.machine
        size = machine.size_of(expression.type)
        match expression:
            case Variable():
                address = self.scope.address(expression)
                return lambda state: machine.load_content(state, address(state), size)
            case Deref((pointer,), _):
                where = self.value(pointer)
                return lambda state: machine.load_content(state, where(state), size)
            case _:
                raise Unmodelled("a structure that is neither a variable nor in memory")

    def write(self, place: Place) -> Write:
        """The function that writes a place."""
        machine, scope = self.machine, self.scope
        match place:
            case Variable() if not scope.in_memory(place):
                index = scope.register(place)

                def set_register(state: State, value: Term | Block) -> None:
                    assert not isinstance(value, Block)
                    if is_global:
                        state.globals[index] = value
                    else:
                        state.frame.registers[index] = value

                is_global = place.is_global
                return set_register
            case Variable():
                return self._write_memory(scope.address(place), place.type)
            case Deref((pointer,), kind):
                return self._write_memory(self.value(pointer), kind)
            case Bits((pointer,), unit, offset, width, kind):
                where = self.value(pointer)

                def set_bits(state: State, value: Term | Block) -> None:
                    assert not isinstance(value, Block)
                    machine.store_bits(state, where(state), unit, offset, width, kind, value)

                return set_bits
            case _:
                raise Unmodelled(f"a place of kind {type(place).__name__}")

    def _write_memory(self, address: Evaluate, kind: Type) -> Write:
        machine = self.machine
        if is_aggregate(kind):

            def set_content(state: State, value: Term | Block) -> None:
                assert isinstance(value, Block)
                machine.store_content(state, address(state), value)

            return set_content

        def set_scalar(state: State, value: Term | Block) -> None:
            assert not isinstance(value, Block)
            machine.store(state, address(state), kind, value)

        return set_scalar

    def operation(self, operation: ops.Operation, edge: int) -> Do:
        """The function that executes an operation which only changes the state."""
        machine = self.machine
        match operation:
            case ops.Skip():
                return lambda _: None
            case ops.BeginAtomic() | ops.EndAtomic():
                return self._atomic(1 if isinstance(operation, ops.BeginAtomic) else -1)
            case ops.Assign(place, value):
                compute, write = self.any_value(value), self.write(place)
                return lambda state: write(state, compute(state))
            case ops.Choose(place, domain, _):
                write, choose = self.write(place), self.chooser(domain, place.type, edge)
                return lambda state: write(state, choose(state))
            case ops.Allocate(place, NewMemory(size, on_stack, zeroed), site):
                return self._allocation(place, size, on_stack, zeroed, site)
            case ops.Release(pointer, on_stack):
                return self._release(self.value(pointer), on_stack)
            case ops.BeginLifetime(variable):
                return self._begin(variable)
            case ops.EndLifetime(variable):
                index = self.scope.register(variable)
                return lambda state: self._end_variable(state, index)
            case ops.Copy(target, source, size):
                to, start, amount = self.value(target), self.value(source), self.value(size)
                return lambda state: machine.copy_bytes(state, to(state), start(state), amount(state), size.type)
            case ops.Fill(target, byte, size):
                where, what, count = self.value(target), self.value(byte), self.value(size)

                def fill(state: State) -> None:
                    low = machine.operators.cast(what(state), byte.type, IntegerType(8, False))[0]
                    machine.fill_bytes(state, where(state), low, count(state), size.type)

                return fill
            case _:
                reason = f"{type(operation).__name__} operations are not followed symbolically"

                def refuse(_: State) -> None:
                    raise Unmodelled(reason)

                return refuse

    def _atomic(self, change: int) -> Do:
        """Open or end an atomic section; there are no other threads to keep still."""

        def move(state: State) -> None:
            state.atomic += change
            if state.atomic < 0:
                self.machine.need("atomic-section", self.machine.terms.false)

        return move

    def _allocation(self, place: Place, size: Expr, on_stack: bool, zeroed: bool, site: str) -> Do:
        machine = self.machine
        write, count, kind = self.write(place), self.value(size), size.type
        origin = "stack" if on_stack else "heap"

        def allocate(state: State) -> None:
            terms = machine.terms
            amount = count(state)
            wide = machine.operators.cast(amount, kind, IntegerType(machine.word, True))[0]
            if isinstance(kind, IntegerType) and kind.signed:
                machine.need("negative-size", terms.sle(terms.bv(0, kind.width), amount))
            if isinstance(kind, IntegerType) and kind.width > machine.word:
                most = terms.bv((1 << (machine.word - 1)) - 1, kind.width)
                machine.need("excessive-size", terms.ule(amount, most))
            machine.need("excessive-size", terms.sle(terms.bv(0, machine.word), wide))
            if zeroed and wide.op != "const":
                self._prefer_small(wide)
            number = machine.new_block(state, "", wide, zeroed=zeroed, origin=origin, site=site)
            if on_stack:
                state.frame.stack = (*state.frame.stack, number)
            write(state, machine.address(number))

        return allocate

    def _prefer_small(self, size: Term) -> None:
        """Let counterexamples have small arrays: the interpreter makes every element of a large one."""
        machine = self.machine
        small = machine.terms.ule(size, machine.terms.bv(LARGEST_CHOSEN, machine.word))
        machine.need("", machine.terms.implies(machine.tame, small))
        machine.has_open_sizes = True

    def _release(self, pointer: Evaluate, on_stack: bool) -> Do:
        machine = self.machine
        terms = machine.terms

        def release(state: State) -> None:
            address = pointer(state)
            null = terms.eq(address, machine.pointers.null)
            allowed = [null]
            zero = terms.bv(0, machine.word)
            ended: list[tuple[int, Term]] = []
            for number, here, offset in machine.targets(state, address):
                block = state.memory[number]
                if block.origin == ("stack" if on_stack else "heap"):
                    start = terms.and_(here, block.alive, terms.eq(offset, zero))
                    if start is not terms.false:
                        allowed.append(start)
                        ended.append((number, here))
            machine.need("invalid-release", terms.disjunction(allowed))
            sole = len(ended) == 1 and null is terms.false
            for number, here in ended:
                machine.end(state, number, terms.true if sole else here)
                if on_stack and sole:
                    state.frame.stack = tuple(kept for kept in state.frame.stack if kept != number)

        return release

    def _begin(self, variable: Variable) -> Do:
        machine = self.machine
        index, size, name = self.scope.register(variable), machine.size_of(variable.type), variable.name

        def begin(state: State) -> None:
            self._end_variable(state, index)
            number = machine.new_block(state, f"begin {name}", size, zeroed=False, origin="stack", site=name)
            state.frame.blocks[index] = machine.address(number)

        return begin

    def _end_variable(self, state: State, index: int) -> None:
        machine = self.machine
        address = state.frame.blocks.get(index)
        if address is not None:
            targets = machine.targets(state, address)
            for number, here, _ in targets:
                machine.end(state, number, machine.terms.true if len(targets) == 1 else here)

    # --- choices -----------------------------------------------------------------------------------------

    def chooser(self, domain: Domain, kind: Type, edge: int) -> Evaluate:
        """The function that gives any value of a domain."""
        machine, inputs = self.machine, self.inputs
        terms = machine.terms
        match domain:
            case TypeDomain(chosen):
                return lambda state: self.any_of(state, chosen, edge)
            case RangeDomain(low, high):
                least, greatest = self.value(low), self.value(high)
                compare = _less_equal(machine, low.type)

                def in_range(state: State) -> Term:
                    bottom, top = least(state), greatest(state)
                    machine.need("empty-choice", compare(bottom, top))
                    if bottom is top:
                        symbol = bottom
                        inputs.record(state, edge, symbol, low.type)
                    else:
                        symbol = self.any_of(state, low.type, edge)
                    machine.need("", terms.and_(compare(bottom, symbol), compare(symbol, top)))
                    return machine.operators.cast(symbol, low.type, kind)[0]

                return in_range
            case GuardedDomain(cases):
                compiled = [(None if guard is None else self.value(guard), self.value(value)) for guard, value in cases]
                return lambda state: self._guarded(state, compiled, edge)
            case RelationDomain():
                raise Unmodelled("a choice from a relation")

    def any_of(self, state: State, kind: Type, edge: int) -> Term:
        """A fresh input of a type."""
        terms = self.machine.terms
        match kind:
            case BoolType():
                return self.inputs.symbol(state, edge, BOOL, kind)
            case FloatType(width):
                return terms.float_of_bits(self.inputs.symbol(state, edge, bits(width), kind))
            case MathType():
                return self.inputs.symbol(state, edge, INT, kind)
            case IntegerType(width, _):
                return self.inputs.symbol(state, edge, bits(width), kind)
            case _:
                raise Unmodelled(f"a choice of type {kind}")

    def _guarded(self, state: State, cases: list[tuple[Evaluate | None, Evaluate]], edge: int) -> Term:
        machine = self.machine
        terms = machine.terms
        index = self.inputs.symbol(state, edge, bits(32), IntegerType(32, False))
        result: Term | None = None
        allowed: list[Term] = []
        guards: list[Term] = []
        for position, (guard, value) in enumerate(cases):
            holds = terms.true if guard is None else guard(state)
            guards.append(holds)
            if holds is terms.false:
                continue
            here = terms.eq(index, terms.bv(position, 32))
            before, machine.needed = machine.needed, []
            case = value(state)
            before += [(kind, terms.implies(holds, term)) for kind, term in machine.needed]
            machine.needed = before
            allowed.append(terms.and_(here, holds))
            result = case if result is None else terms.ite(here, case, result)
        machine.need("empty-choice", terms.disjunction(guards))
        machine.need("", terms.disjunction(allowed))
        self.inputs.alternatives(state, edge, tuple(guards))
        if result is None:
            raise Unmodelled("a choice from nothing")
        return result


def _less_equal(machine: Machine, kind: Type) -> Callable[[Term, Term], Term]:
    terms = machine.terms
    if isinstance(kind, MathType):
        return lambda left, right: terms.int_compare("<=", left, right)
    if isinstance(kind, IntegerType) and kind.signed:
        return terms.sle
    return terms.ule
