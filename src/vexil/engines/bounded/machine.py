"""The symbolic machine: what the reference interpreter does, with terms for values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vexil.engines.bounded.expressions import Evaluate, Expressions
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.memory import Block, Cell, Memory, Unmodelled, storage_size
from vexil.engines.bounded.order import Order
from vexil.engines.bounded.state import Frame, Key, State
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.program import Function, Program
from vexil.ir.types import BoolType, IntegerType, PointerType, Type
from vexil.logic import BOOL, Term, Terms
from vexil.logic.operators import Operators
from vexil.logic.pointers import FIRST_FUNCTION, OBJECT_WIDTH

Content = tuple[dict[int, Cell], int | None, int]
"""A structure or array as a value: cells, what is where none is, and the size."""
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

    def register(self, variable: Variable) -> int:
        """The number of the variable's register."""
        return self._machine.global_numbers[variable.name] if variable.is_global else self._numbers[variable.name]

    def address(self, variable: Variable) -> Evaluate:
        """The function that gives the address of a variable in memory."""
        index = self.register(variable)
        if variable.is_global:
            return lambda state: state.globals[index]
        return lambda state: state.frame.blocks[index]


class Machine:
    """Evaluates, loads and stores in symbolic states; conditions of definedness are collected in ``needed``."""

    def __init__(self, program: Program, terms: Terms) -> None:
        self.program = program
        self.terms = terms
        self.layout = program.layout
        self.operators = Operators(terms, program.layout)
        self.pointers = self.operators.pointers
        self.memory = Memory(terms, self.operators, program.layout)
        self.word = program.layout.pointer_width
        self.needed: list[tuple[str, Term]] = []
        self.tame = terms.symbol("tame", BOOL)
        self._wild = 0
        self.has_forgotten = False
        """Whether induction has passed a loop, so that objects may exist which no state has."""
        self.function_list = list(program.functions.values())
        self.function_numbers = {function.name: index for index, function in enumerate(self.function_list)}
        self.global_numbers = {variable.name: index for index, variable in enumerate(program.globals)}
        self._orders: dict[int, Order] = {}
        self._numbers: dict[tuple[Key, str], int] = {}
        self._leaves: dict[Term, tuple[int, ...] | None] = {}
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
        found = self._orders.get(function)
        if found is None:
            found = self._orders[function] = Order(self.function_list[function])
        return found

    def evaluator(self, expression: Expr, function: Function | None = None) -> Evaluate:
        """The function that computes an expression of a function, or one over globals."""
        return Expressions(self, Scope(self, function)).compile(expression)

    def need(self, kind: str, condition: Term) -> None:
        """Note what must hold for an operation to be defined."""
        if condition is not self.terms.true:
            self.needed.append((kind, condition))

    # --- objects -----------------------------------------------------------------------------------------

    def new_block(self, state: State, tag: str, size: Term | int, *, zeroed: bool, origin: str, site: str = "") -> int:
        """Add an object to a state and return its number: one for each place of a run that makes an object."""
        place = (state.frame.key(), tag)
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self._numbers) + 1
        if isinstance(size, int):
            size = self.terms.bv(size, self.word)
        state.memory[number] = Block(
            size, zeroed=zeroed, origin=origin, alive=self.terms.true, owner=state.token, site=site
        )
        return number

    def address(self, number: int) -> Term:
        """The address of an object's first byte."""
        return self.pointers.constant(number)

    def code_address(self, function: str) -> Term:
        """The address of a function."""
        return self.pointers.constant(FIRST_FUNCTION + self.function_numbers[function])

    def storage(self, kind: Type) -> str:
        """How a scalar type is stored."""
        return storage_of(kind, self.word // 8)

    def size_of(self, kind: Type) -> int:
        """The size of a type in bytes."""
        return self.layout.size_of(kind, self.program.structs)

    # --- where a pointer points --------------------------------------------------------------------------

    def objects(self, pointer: Term) -> tuple[int, ...]:
        """The numbers of the objects a pointer may point into."""
        owner = self.pointers.object_of(pointer)
        if owner.op == "const":
            return (owner.value,)
        found = self._leaves.get(owner)
        if owner not in self._leaves:
            found = self._leaves[owner] = _constants(owner)
        if found is None:
            raise Unmodelled("a pointer is followed that may be any")
        return found

    def targets(self, state: State, pointer: Term) -> list[tuple[int, Term, Term]]:
        """The objects of the state a pointer may point into: number, condition, and the offset under it."""
        terms = self.terms
        owner = self.pointers.object_of(pointer)
        found = []
        for number in self.objects(pointer):
            if number in state.memory:
                here = terms.eq(owner, terms.bv(number, OBJECT_WIDTH))
                if here is not terms.false:
                    found.append((number, here, self.pointers.offset_of(self._narrowed(pointer, number))))
        return found

    def _narrowed(self, pointer: Term, number: int) -> Term:
        """The pointer without the branches that point into other objects."""
        current = pointer
        while current.op == "ite":
            _, first, second = current.args
            in_first = number in self.objects(first)
            if in_first and number in self.objects(second):
                break
            current = first if in_first else second
        return current

    def bounds(self, block: Block, offset: Term, size: Term) -> Term:
        """Whether a range of bytes lies in a block."""
        terms = self.terms
        return terms.and_(terms.ule(size, block.size), terms.ule(offset, terms.sub(block.size, size)))

    def _accessible(self, state: State, operands: tuple[Term, ...], types: tuple[Type, ...]) -> Term:
        terms = self.terms
        size = self._word(operands[1], types[1])
        nonnegative = terms.sle(terms.bv(0, self.word), size)
        return terms.disjunction(
            terms.and_(here, state.memory[number].alive, nonnegative, self.bounds(state.memory[number], offset, size))
            for number, here, offset in self.targets(state, operands[0])
        )

    def _word(self, term: Term, kind: Type) -> Term:
        """A number as wide as a pointer."""
        return self.operators.cast(term, kind, IntegerType(self.word, True))[0]

    def _heap_base(self, state: State, operands: tuple[Term, ...], _: tuple[Type, ...]) -> Term:
        terms = self.terms
        zero = terms.bv(0, self.word)
        return terms.disjunction(
            terms.and_(here, state.memory[number].alive, terms.eq(offset, zero))
            for number, here, offset in self.targets(state, operands[0])
            if state.memory[number].origin == "heap"
        )

    def _object_size(self, state: State, operands: tuple[Term, ...], _: tuple[Type, ...]) -> Term:
        terms = self.terms
        result = terms.bv(0, self.word)
        for number, here, _offset in self.targets(state, operands[0]):
            block = state.memory[number]
            result = terms.ite(terms.and_(here, block.alive), block.size, result)
        return result

    def _leaked(self, state: State, _: tuple[Term, ...], _types: tuple[Type, ...]) -> Term:
        from vexil.engines.bounded.leaks import leaked

        if self.has_forgotten:
            raise Unmodelled("whether memory is lost is not known behind a loop that was not unwound")
        return leaked(self, state)

    def equal_pointers(self, state: State, left: Term, right: Term) -> Term:
        """Equality of two pointers; what depends on where objects lie makes it undefined."""
        terms = self.terms
        equal = terms.eq(left, right)
        if equal.op == "const" and all(self._is_ordinary(state, pointer) for pointer in (left, right)):
            return equal
        risky: list[Term] = []
        for one, two in ((left, right), (right, left)):
            known = [number for number in self.objects(one) if 0 < number < FIRST_FUNCTION]
            risky += [self._risk(state, one, two, number) for number in known]
        self.need("address", terms.or_(equal, terms.not_(terms.disjunction(risky))))
        return equal

    def _is_ordinary(self, state: State, pointer: Term) -> bool:
        """Say whether the pointer is to live objects, and not to where one ends and another may begin."""
        offset = self.pointers.offset_of(pointer)
        for number in self.objects(pointer):
            if 0 < number < FIRST_FUNCTION:
                block = state.memory.get(number)
                if block is None or block.alive is not self.terms.true or offset.op != "const":
                    return False
                if offset.value and block.size is offset:
                    return False
        return True

    def _risk(self, state: State, one: Term, two: Term, number: int) -> Term:
        """When comparing a pointer into an object with another pointer says something about addresses."""
        terms, pointers = self.terms, self.pointers
        owner, other = pointers.object_of(one), pointers.object_of(two)
        top = terms.bv(FIRST_FUNCTION, OBJECT_WIDTH)
        both = terms.and_(
            terms.eq(owner, terms.bv(number, OBJECT_WIDTH)),
            terms.distinct(owner, other),
            terms.distinct(other, terms.bv(0, OBJECT_WIDTH)),
            terms.ult(other, top),
        )
        if both is terms.false:
            return both
        block = state.memory.get(number)
        if block is None:
            return both
        zero = terms.bv(0, self.word)
        at_end = terms.and_(
            terms.eq(pointers.offset_of(one), block.size),
            terms.eq(pointers.offset_of(two), zero),
            terms.distinct(block.size, zero),
        )
        return terms.and_(both, terms.or_(terms.not_(block.alive), at_end))

    # --- access ------------------------------------------------------------------------------------------

    def load(self, state: State, pointer: Term, kind: Type) -> Term:
        """Read a scalar; what must hold is noted."""
        storage = self.storage(kind)
        return self.decoded(self.load_stored(state, pointer, storage), kind)

    def load_stored(self, state: State, pointer: Term, storage: str) -> Term:
        """Read a scalar as it is stored; what must hold is noted."""
        if pointer.op == "const":
            number, offset = self.pointers.split(pointer.value)
            block = state.memory.get(number)
            if block is not None and block.alive is self.terms.true:
                cell = block.cells.get(offset)
                if cell is not None and cell[0] == storage and cell[2] is self.terms.true:
                    return cell[1]
        terms = self.terms
        size = storage_size(storage)
        value: Term | None = None
        defined = terms.false
        for number, here, offset_term in self.access(state, pointer, terms.bv(size, self.word), writes=False):
            block = state.memory[number]
            needs = self._needs_under(here)
            if offset_term.op == "const":
                found, known = self.memory.read(block, offset_term.value, storage, needs)
            else:
                found, known = self.memory.read_open(block, offset_term, storage, needs)
            value = found if value is None else terms.ite(here, found, value)
            defined = terms.or_(defined, terms.and_(here, known))
        if value is None:
            return self.memory.zero(storage)
        if storage[0] == "p":
            self.need("uninitialised-read", defined)
            return value
        return value if defined is terms.true else self._unwritten(value, defined)

    def _unwritten(self, value: Term, defined: Term) -> Term:
        """What is read where perhaps nothing was written: any value, another one each time.

        Runs that are looked for as counterexamples read only what was written: the reference interpreter has no value
        for the rest. The symbol `tame` says that a run is one of those.
        """
        self._wild += 1
        self.need("", self.terms.implies(self.tame, defined))
        anything = self.terms.symbol(f"unwritten {self._wild} {value.sort}", value.sort)
        return self.terms.ite(defined, value, anything)

    def _needs_under(self, condition: Term) -> Callable[[str, Term], None]:
        return lambda kind, demanded: self.need(kind, self.terms.implies(condition, demanded))

    def access(self, state: State, pointer: Term, size: Term, *, writes: bool) -> list[tuple[int, Term, Term]]:
        """The objects an access may mean; that it means one, in bounds and alive, is noted as needed."""
        terms = self.terms
        found = []
        allowed: list[Term] = []
        constant: list[Term] = []
        for number, here, offset in self.targets(state, pointer):
            block = state.memory[number]
            if block.alive is terms.false:
                continue
            inside = self.bounds(block, offset, size)
            if inside is terms.false:
                continue
            if writes and block.origin == "constant":
                constant.append(here)
                continue
            allowed.append(terms.and_(here, block.alive, inside))
            found.append((number, here, offset))
        if constant:
            self.need("constant-write", terms.not_(terms.disjunction(constant)))
        kind = "null-dereference" if pointer is self.pointers.null else "invalid-dereference"
        self.need(kind, terms.disjunction(allowed))
        return found

    def decoded(self, stored: Term, kind: Type) -> Term:
        """A stored scalar as a value of the type."""
        match kind:
            case BoolType():
                return self.terms.distinct(stored, self.terms.bv(0, stored.width))
            case IntegerType(width, _):
                return self.terms.extract(stored, width - 1, 0)
            case _:
                return stored

    def encoded(self, value: Term, kind: Type, storage: str) -> Term:
        """A value of the type as it is stored."""
        match kind:
            case BoolType():
                return self.terms.of_boolean(value, 8 * storage_size(storage))
            case IntegerType(width, is_signed):
                extend = self.terms.sign_extend if is_signed else self.terms.zero_extend
                return extend(value, 8 * storage_size(storage) - width)
            case _:
                return value

    def store(self, state: State, pointer: Term, kind: Type, value: Term) -> None:
        """Write a scalar; what must hold is noted."""
        storage = self.storage(kind)
        self._store(state, pointer, storage, self.encoded(value, kind, storage))

    def _store(self, state: State, pointer: Term, storage: str, value: Term) -> None:
        terms = self.terms
        targets = self.access(state, pointer, terms.bv(storage_size(storage), self.word), writes=True)
        for number, here, offset in targets:
            block = state.owned(number)
            needs = self._needs_under(here)
            if len(targets) == 1 and offset.op == "const":
                self.memory.write(block, offset.value, storage, value, needs)
            else:
                when = terms.true if len(targets) == 1 else here
                self.memory.write_open(block, offset, storage, value, when, needs)

    def load_bits(self, state: State, pointer: Term, unit: Type, offset: int, width: int, kind: Type) -> Term:
        """Read a bit-field."""
        word = self.load_stored(state, pointer, self.storage(unit))
        return self._bits_value(self.terms.extract(word, offset + width - 1, offset), kind)

    def _bits_value(self, field: Term, kind: Type) -> Term:
        match kind:
            case BoolType():
                return self.terms.distinct(field, self.terms.bv(0, field.width))
            case IntegerType(width, is_signed):
                if width < field.width:
                    return self.terms.extract(field, width - 1, 0)
                extend = self.terms.sign_extend if is_signed else self.terms.zero_extend
                return extend(field, width - field.width)
            case _:
                raise Unmodelled(f"a bit-field of type {kind}")

    def store_bits(
        self, state: State, pointer: Term, unit: Type, offset: int, width: int, kind: Type, value: Term
    ) -> None:
        """Write a bit-field; the other bits of its unit count as written then."""
        terms = self.terms
        storage = self.storage(unit)
        if isinstance(kind, BoolType):
            value = terms.of_boolean(value, 1)
        value = (
            terms.extract(value, width - 1, 0)
            if value.width >= width
            else terms.zero_extend(value, width - value.width)
        )
        before, self.needed = self.needed, []
        word = self.load_stored(state, pointer, storage)
        self.needed = before + [need for need in self.needed if need[0]]  # unwritten bits beside the field may stay so
        total = word.width
        parts = [terms.extract(word, total - 1, offset + width)] if offset + width < total else []
        parts.append(value)
        if offset:
            parts.append(terms.extract(word, offset - 1, 0))
        new = parts[0]
        for part in parts[1:]:
            new = terms.concat(new, part)
        self._store(state, pointer, storage, new)

    # --- whole objects -----------------------------------------------------------------------------------

    def load_content(self, state: State, pointer: Term, size: int) -> Content:
        """Read a structure or array as a value."""
        targets = self.access(state, pointer, self.terms.bv(size, self.word), writes=False)
        if not targets:
            return {}, None, size
        result: Block | None = None
        for number, here, offset in targets:
            piece = self._piece(state, number, offset, size, here)
            result = piece if result is None else self.memory.merged(here, piece, result)
        assert result is not None
        return result.cells, result.fill, size

    def _piece(self, state: State, number: int, offset: Term, size: int, here: Term) -> Block:
        terms = self.terms
        block = state.memory[number]
        needs = self._needs_under(here)
        places = [offset.value] if offset.op == "const" else self.memory.candidates(block, offset, size)
        result: Block | None = None
        for place in reversed(places):
            part = Block(terms.bv(size, self.word), zeroed=False, origin="value", alive=terms.true)
            part.cells, part.fill = self.memory.piece(block, place, size, needs)
            if result is None:
                result = part
            else:
                result = self.memory.merged(terms.eq(offset, terms.bv(place, self.word)), part, result)
        assert result is not None
        return result

    def store_content(self, state: State, pointer: Term, content: Content) -> None:
        """Write a structure or array."""
        cells, fill, size = content
        terms = self.terms
        targets = self.access(state, pointer, terms.bv(size, self.word), writes=True)
        for number, here, offset in targets:
            block = state.owned(number)
            needs = self._needs_under(here)
            places = [offset.value] if offset.op == "const" else self.memory.candidates(block, offset, size)
            if len(targets) == 1 and len(places) == 1:
                self.memory.put(block, places[0], cells, fill, size, needs)
                continue
            for place in places:
                changed = block.copy(state.token)
                self.memory.put(changed, place, cells, fill, size, needs)
                when = terms.and_(here, terms.eq(offset, terms.bv(place, self.word)))
                block = self.memory.merged(when, changed, block)
            block.owner = state.token
            state.memory[number] = block

    def fill(self, state: State, pointer: Term, byte: Term, size: int) -> None:
        """Set bytes."""
        if byte.op == "const" and byte.value == 0:
            self.store_content(state, pointer, ({}, 0, size))
            return
        if size > 1 << 14:
            raise Unmodelled(f"{size} bytes are filled with a value that is not zero")
        self.store_content(state, pointer, (dict.fromkeys(range(size), ("u1", byte, self.terms.true)), None, size))

    def end(self, state: State, number: int, when: Term) -> None:
        """End the life of an object."""
        if when is self.terms.true:
            state.memory.pop(number, None)
        elif number in state.memory:
            block = state.owned(number)
            block.alive = self.terms.and_(block.alive, self.terms.not_(when))

    def initial_guard(self) -> Guard:
        """The condition of the initial states."""
        return Guard(None, None)

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


def _constants(term: Term) -> tuple[int, ...] | None:
    """The constants at the ends of a tree of selections; nothing when there is anything else."""
    found: set[int] = set()
    seen: set[Term] = set()
    stack = [term]
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        if current.op == "const":
            found.add(current.value)
        elif current.op == "ite":
            stack.extend(current.args[1:])
        else:
            return None
    return tuple(sorted(found))


def _refused(operator: Operator) -> StateOperator:
    def refuse(_: State, _operands: Iterable[Term], _types: Iterable[Type]) -> Term:
        raise Unmodelled(f"{operator.value} is not followed symbolically")

    return refuse
