"""Pointers of symbolic states: which objects they may point into, and what is true of them."""

from __future__ import annotations

from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.merging import MergingMemory
from vexil.engines.bounded.state import Key, State
from vexil.ir.expressions import Operator
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.program import Program
from vexil.ir.types import BOOL as BOOL_TYPE
from vexil.ir.types import IntegerType, Type
from vexil.logic import BOOL, Term, Terms
from vexil.logic.operators import Operators
from vexil.logic.pointers import FIRST_FUNCTION, OBJECT_WIDTH

_SIZE_WIDTH = 64
"""Sizes and offsets have this width however wide pointers are."""


class Pointers:
    """Finds the objects behind pointers; conditions of definedness are collected in ``needed``."""

    def __init__(self, program: Program, terms: Terms) -> None:
        self.program = program
        self.terms = terms
        self.layout = program.layout
        self.operators = Operators(terms, program.layout)
        self.pointers = self.operators.pointers
        self.memory = MergingMemory(terms, self.operators, program.layout)
        self.word = program.layout.pointer_width
        self.needed: list[tuple[str, Term]] = []
        self.tame = self.memory.tame
        self.modest = self.memory.modest
        self.has_chosen_contents = False
        """Whether something is read that a counterexample may choose, because nobody wrote it."""
        self.has_open_layout = False
        """Whether pointers were compared whose order or equality depends on where objects lie."""
        self.has_open_sizes = False
        """Whether counterexamples were kept from making large arrays."""
        self._wild = 0
        self.is_strict = False
        """Whether what is read has to have been written."""
        self.has_forgotten = False
        """Whether induction has passed a loop, so that objects may exist which no state has."""
        self.has_left = False
        """Whether a loop that is not unwound leaves memory behind that states do not show."""
        self.function_list = list(program.functions.values())
        self.function_numbers = {function.name: index for index, function in enumerate(self.function_list)}
        self.global_numbers = {variable.name: index for index, variable in enumerate(program.globals)}
        self._numbers: dict[tuple[Key, str], int] = {}
        self._leaves: dict[Term, tuple[int, ...] | None] = {}

    def need(self, kind: str, condition: Term) -> None:
        """Note what must hold for an operation to be defined."""
        if condition is not self.terms.true:
            self.needed.append((kind, condition))

    # --- objects -----------------------------------------------------------------------------------------

    def new_block(self, state: State, tag: str, size: Term | int, *, zeroed: bool, origin: str, site: str = "") -> int:
        """Add an object to a state and return its number: one for each place of a run that makes an object."""
        number = self.number(state.frame.key(), tag)
        if isinstance(size, int):
            size = self.terms.bv(size, self.word)
        block = Block(size, zeroed=zeroed, origin=origin, alive=self.terms.true, owner=state.token, site=site)
        block.first = None if zeroed else number
        state.memory[number] = block
        return number

    def number(self, key: Key, tag: str) -> int:
        """The number of the object of a place of a run; a tag tells several apart."""
        return self._numbers.setdefault((key, tag), len(self._numbers) + 1)

    def number_of(self, key: Key, tag: str) -> int | None:
        """The number of the object that a place of a run makes."""
        return self._numbers.get((key, tag))

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
        numbers = self._leaves.get(owner)
        if owner not in self._leaves:
            numbers = self._leaves[owner] = constants_of(owner)
        if numbers is None:
            raise Unmodelled("a pointer is followed that may be any")
        return numbers

    def targets(self, state: State, pointer: Term) -> list[tuple[int, Term, Term]]:
        """The objects of the state a pointer may point into: number, condition, and the offset under it."""
        terms = self.terms
        owner = self.pointers.object_of(pointer)
        cases = []
        for number in self.objects(pointer):
            if number in state.memory:
                here = terms.eq(owner, terms.bv(number, OBJECT_WIDTH))
                if here is not terms.false:
                    cases.append((number, here, self.pointers.offset_of(self._narrowed(pointer, number))))
        return cases

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
        return terms.zero_extend(result, _SIZE_WIDTH - self.word)

    def equal_pointers(self, state: State, left: Term, right: Term) -> Term:
        """Equality of two pointers; any value where it depends on where objects lie."""
        terms = self.terms
        equal = terms.eq(left, right)
        if equal.op == "const" and all(self._is_ordinary(state, pointer) for pointer in (left, right)):
            return equal
        risky: list[Term] = []
        for one, two in ((left, right), (right, left)):
            objects = [number for number in self.objects(one) if 0 < number < FIRST_FUNCTION]
            risky += [self._risk(state, one, two, number) for number in objects]
        return self._in_any_layout(equal, terms.or_(equal, terms.not_(terms.disjunction(risky))))

    def pointer_order(self, operator: Operator, left: Term, right: Term, types: tuple[Type, ...]) -> Term:
        """The order of two pointers; that of pointers to different objects depends on where they lie."""
        value, conditions = self.operators.apply(operator, (left, right), types, BOOL_TYPE)
        return self._in_any_layout(value, self.terms.conjunction(condition for _, condition in conditions))

    def _in_any_layout(self, value: Term, is_certain: Term) -> Term:
        """A truth value that is any where it depends on where objects lie: no counterexample asks for it then."""
        terms = self.terms
        if is_certain is terms.true:
            return value
        self.need("", terms.implies(self.tame, is_certain))
        self.has_open_layout = True
        self._wild += 1
        return terms.ite(is_certain, value, terms.symbol(f"layout {self._wild}", BOOL))

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


def constants_of(term: Term) -> tuple[int, ...] | None:
    """The constants at the ends of a tree of selections; nothing when there is anything else."""
    constants: set[int] = set()
    visited: set[Term] = set()
    stack = [term]
    while stack:
        current = stack.pop()
        if current in visited:
            continue
        visited.add(current)
        if current.op == "const":
            constants.add(current.value)
        elif current.op == "ite":
            stack.extend(current.args[1:])
        else:
            return None
    return tuple(sorted(constants))
