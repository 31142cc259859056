"""States of the symbolic execution: where control is under which condition, registers and memory; merging them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vexil.certify.invariant.blocks import Block, Blocks
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import Terms, Truth
from vexil.certify.invariant.values import ELSEWHERE, Value, choose_typed, same
from vexil.ir.program import Function, Program
from vexil.ir.types import VOID_POINTER, Type

RESULT = "result of the call"
"""The register that holds what a function returns; no variable has this name."""
NOTHING: Mapping[str, Value] = MappingProxyType({})


class Guard:
    """The conditions under which control is somewhere, newest first; guards share what they have in common."""

    __slots__ = ("all", "condition", "depth", "previous")

    def __init__(self, terms: Terms, previous: Guard | None, condition: Truth) -> None:
        self.previous = previous
        self.condition = condition
        self.depth: int = 0 if previous is None else previous.depth + 1
        self.all: Truth = condition if previous is None else terms.both(previous.all, condition)

    def knows(self, condition: Truth, horizon: int = 40) -> bool:
        """Whether a condition is one of the newest ones."""
        node: Guard | None = self
        while node is not None and horizon:
            if node.condition is condition:
                return True
            node = node.previous
            horizon -= 1
        return False


class Frame:
    """One activation: its registers by name; addressable variables hold the pointer to their memory.

    ``bound`` has the values of the names that only evidence uses.
    """

    __slots__ = ("bound", "function", "registers", "stack")

    def __init__(
        self,
        function: Function,
        registers: dict[str, Value],
        stack: tuple[int, ...] = (),
        bound: Mapping[str, Value] = NOTHING,
    ) -> None:
        self.function = function
        self.registers = registers
        self.stack = stack
        self.bound = bound

    def named(self, name: str) -> Value:
        """The value of a name that only evidence uses."""
        if name not in self.bound:
            raise Unsupported(f"what {name} stands for here")
        return self.bound[name]

    def copy(self) -> Frame:
        """Another frame with the same contents."""
        return Frame(self.function, dict(self.registers), self.stack, self.bound)


class State:
    """Everything at one point of an execution; ``exact`` says that every run that is seen here is a real one.

    ``partial`` says that there may be more objects than the state shows. Nothing is known about them. Those that are
    ``hidden`` it has shown before. One that is ``lossy`` may have live memory on the heap that is neither shown nor in
    a list, so that nobody knows whether that is lost.
    """

    __slots__ = ("atomic", "exact", "frames", "globals", "guard", "hidden", "lossy", "objects", "partial")

    def __init__(
        self, guard: Guard, frames: list[Frame], values: dict[str, Value], objects: dict[int, Block], exact: bool
    ) -> None:
        self.guard = guard
        self.frames = frames
        self.globals = values
        self.objects = objects
        self.exact = exact
        self.atomic = 0  # how many atomic sections are open
        self.partial = False
        self.lossy = False
        self.hidden: frozenset[int] = frozenset()

    def opened(self, number: int) -> Block | None:
        """The block of an object, if there is one; a node of a list shows its contents from now on."""
        block = self.objects.get(number)
        if block is not None and block.folded is not None:
            block.folded.unfold(self)
            block = self.objects[number]
        return block

    def shows(self, number: int) -> bool:
        """Whether everything is known about the object of a pointer, also that it is no object or a dead one."""
        return number in self.objects or (number < ELSEWHERE and (number <= 0 or not self.partial))

    def copy(self) -> State:
        """Another state with the same contents; blocks are shared until they are written, lower frames always."""
        for block in self.objects.values():
            block.shared = True
        frames = [*self.frames[:-1], self.frames[-1].copy()] if self.frames else []
        state = State(self.guard, frames, dict(self.globals), dict(self.objects), self.exact)
        state.atomic = self.atomic
        state.partial = self.partial
        state.lossy = self.lossy
        state.hidden = self.hidden
        return state


class Merger:
    """Joins states of one activation at one location."""

    def __init__(self, program: Program, terms: Terms, blocks: Blocks) -> None:
        self._terms = terms
        self._blocks = blocks
        self._width = program.layout.pointer_width
        self._globals: dict[str, Type] = {
            variable.name: variable.type for variable in program.globals if not variable.addressable
        }
        self._kinds: dict[str, dict[str, Type]] = {}

    def kinds(self, function: Function) -> dict[str, Type]:
        """The types of the registers of a function; an addressable variable's register is a pointer."""
        types = self._kinds.get(function.name)
        if types is None:
            types = {
                name: VOID_POINTER if variable.addressable else variable.type
                for name, variable in function.variables.items()
            }
            if function.result is not None:
                types[RESULT] = function.result
            self._kinds[function.name] = types
        return types

    def global_kinds(self) -> dict[str, Type]:
        """The types of the global registers."""
        return self._globals

    def merge(self, left: State | None, right: State | None) -> State | None:
        """One state for two whose guards exclude each other; both are used up."""
        if left is None or right is None:
            return left or right
        unfold_alike(left, right)
        guard, selector = self._guards(left.guard, right.guard)
        one, other = left.frames[-1], right.frames[-1]
        kinds = self.kinds(one.function)
        if one.stack != other.stack:
            one.stack = tuple(sorted({*one.stack, *other.stack}))
        self._registers(one.registers, other.registers, selector, kinds)
        self._registers(left.globals, right.globals, selector, self._globals)
        for index in range(len(left.frames) - 1):
            self._below(left, right, index, selector)
        self._objects(left.objects, right.objects, selector)
        if left.atomic != right.atomic:
            raise Unsupported("atomic sections that are open on one of two ways")
        state = State(guard, left.frames, left.globals, left.objects, left.exact and right.exact)
        state.atomic = left.atomic
        state.partial = left.partial or right.partial
        state.lossy = left.lossy or right.lossy
        state.hidden = left.hidden | right.hidden
        return state

    def _below(self, left: State, right: State, index: int, selector: Truth) -> None:
        """Join frames that wait for a call: they differ where a loop has hidden an object from one of two ways."""
        one, other = left.frames[index], right.frames[index]
        if one is not other:
            left.frames[index] = one = one.copy()
            self._registers(one.registers, other.registers, selector, self.kinds(one.function))

    def _registers(
        self, values: dict[str, Value], others: dict[str, Value], selector: Truth, kinds: dict[str, Type]
    ) -> None:
        for name, other in others.items():
            value = values.get(name, other)
            if value is not other and not same(value, other):
                if isinstance(value, Block) and isinstance(other, Block):
                    values[name] = self._blocks.merge(value, other, selector)
                else:
                    kind = kinds.get(name, VOID_POINTER)  # what has no type is a pointer of a rule about lists
                    values[name] = choose_typed(self._terms, selector, value, other, kind, self._width)
            elif name not in values:
                values[name] = other

    def _objects(self, objects: dict[int, Block], others: dict[int, Block], selector: Truth) -> None:
        for number, other in others.items():
            block = objects.get(number)
            if block is None:
                objects[number] = self._blocks.while_alive(other, self._terms.no(selector))
            elif block is not other:
                objects[number] = self._blocks.merge(block, other, selector)
        for number, block in objects.items():
            if number not in others:
                objects[number] = self._blocks.while_alive(block, selector)

    def _guards(self, left: Guard, right: Guard) -> tuple[Guard, Truth]:
        """The disjunction of two guards that exclude each other, and what tells them apart, true for the left."""
        terms = self._terms
        ours, theirs = [], []
        one: Guard | None = left
        other: Guard | None = right
        while one is not other:
            if other is None or (one is not None and one.depth >= other.depth):
                assert one is not None
                ours.append(one.condition)
                one = one.previous
            else:
                theirs.append(other.condition)
                other = other.previous
        if not ours or not theirs:
            raise Unsupported("ways that join without anything that tells them apart")
        ours.reverse()
        theirs.reverse()
        if ours[0] is terms.no(theirs[0]):
            selector = ours[0]
            rest = [terms.implies(selector, condition) for condition in ours[1:]]
            rest += [terms.either(selector, condition) for condition in theirs[1:]]
        else:
            selector = conjunction(terms, ours)
            rest = [terms.either(selector, conjunction(terms, theirs))]
        assert one is not None
        guard = one
        for condition in rest:
            if condition is not True:
                guard = Guard(terms, guard, condition)
        return guard, selector


def unfold_alike(*states: State) -> None:
    """Let states show the contents of the same nodes of lists, of those that they share."""
    while numbers := _unlike(states):
        for state in states:
            for number in numbers:
                state.opened(number)


def _unlike(states: tuple[State, ...]) -> list[int]:
    """The nodes that are folded in one state and not in another one that has them."""
    folded = {number for state in states for number, block in state.objects.items() if block.folded is not None}
    return [
        number
        for number in sorted(folded)
        if any(number in state.objects and state.objects[number].folded is None for state in states)
    ]


def conjunction(terms: Terms, conditions: list[Truth]) -> Truth:
    """All of the conditions."""
    result: Truth = True
    for condition in conditions:
        result = terms.both(result, condition)
    return result
