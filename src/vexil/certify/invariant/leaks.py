"""Whether heap memory is lost: live, and reached from no variable and no other memory that is reached."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Terms, Truth
from vexil.certify.invariant.values import Pointers, Value, cases_of

MOST_OBJECTS = 64


def leaked(terms: Terms, state: State) -> Truth:
    """Whether some live heap object is not reached."""
    if state.partial:
        raise Unsupported("leaks where memory may have been made that it has not seen")
    heap = [number for number, block in state.objects.items() if block.origin == "heap" and block.alive is not False]
    if not heap:
        return False
    if len(heap) > MOST_OBJECTS:
        raise Unsupported(f"leaks among more than {MOST_OBJECTS} objects")
    dynamic = set(heap)
    reached: dict[int, Truth] = dict.fromkeys(heap, False)
    for condition, number in _roots(terms, state):
        if number in dynamic:
            reached[number] = terms.either(reached[number], condition)
    links = {number: list(_links(terms, state.objects[number])) for number in heap}
    for _ in heap:
        for number in heap:
            for condition, target in links[number]:
                if target in dynamic and target != number:
                    alive = terms.both(reached[number], state.objects[number].alive)
                    reached[target] = terms.either(reached[target], terms.both(alive, condition))
        if not any(target in dynamic and target != number for number in heap for _, target in links[number]):
            break
    lost: Truth = False
    for number in heap:
        lost = terms.either(lost, terms.both(state.objects[number].alive, terms.no(reached[number])))
    return lost


def _roots(terms: Terms, state: State) -> Iterator[tuple[Truth, int]]:
    """What variables and memory that is not on the heap refer to, which is reached for as long as it lives."""
    for values in (state.globals, *(frame.registers for frame in state.frames)):
        for value in values.values():
            yield from _targets(value)
    stacks = {number for frame in state.frames for number in frame.stack}
    if stacks:
        raise Unsupported("leaks where memory is allocated on the stack")
    for block in state.objects.values():
        if block.origin != "heap":
            for condition, number in _links(terms, block):
                if block.alive is not True:
                    raise Unsupported("leaks where a variable may have died")
                yield condition, number


def _links(terms: Terms, block: Block) -> Iterator[tuple[Truth, int]]:
    if block.forgotten:
        raise Unsupported("leaks where nothing is known about memory")
    for _, value, written in block.cells.values():
        for condition, number in _targets(value):
            yield terms.both(condition, written), number


def _targets(value: Value) -> Iterator[tuple[Truth, int]]:
    if isinstance(value, tuple | Pointers):
        for condition, number, _ in cases_of(value):
            yield condition, number
