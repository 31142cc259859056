"""Systems in which one state stands for all that differ only in dead variables, or numbers of objects and threads."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.system import GuardedSystem
from vexil.model.search_options import Reduction
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.reductions.dead import canonical_dead, without_dead
from vexil.transform.reductions.heap import widened, with_heap_in_order
from vexil.transform.reductions.interchange import SymmetricThreads, alike_in_program, alike_in_system
from vexil.transform.reductions.liveness import Moves
from vexil.transform.reductions.reduced import Reduced
from vexil.transform.reductions.symmetry import Orders, symmetry_block


def quotient(
    system: GuardedSystem,
    encoding: Encoding | None,
    wanted: Collection[Reduction],
    needed_atoms: Collection[int] | None = None,
) -> Reduced:
    """Reduce a system by those of the wanted reductions that are of any use; other kinds of reductions are left alone.

    Only the atoms that count (``None``: all) keep their values. The result's ``canonical`` takes states of both
    systems: two states stand for each other if and only if it gives the same for both.
    """
    used: set[Reduction] = set()
    small, steps = system, list[Callable[[State], State]]()
    if Reduction.DEAD in wanted:
        moves = None if encoding is None else moves_of(encoding)
        small = without_dead(system, needed_atoms, moves)
        if small != system:
            used.add(Reduction.DEAD)
            steps.append(canonical_dead(system, needed_atoms, moves))
    alike: tuple[SymmetricThreads, ...] = ()
    if Reduction.SYMMETRY in wanted:
        alike = alike_in_system(small, needed_atoms) if encoding is None else alike_in_program(small, encoding)
        if alike:
            used.add(Reduction.SYMMETRY)
            small = replace(small, settled=(*small.settled, *symmetry_block(small, alike)))
    in_order = small
    if Reduction.HEAP in wanted and encoding is not None:
        in_order = with_heap_in_order(small, encoding)
        if in_order is not small:
            used.add(Reduction.HEAP)
            steps.append(widened(small, in_order))
    evaluator, size = Evaluator(in_order), Evaluator(system).size
    orders = Orders(in_order, alike)
    heap = in_order.settled[len(small.settled) :]

    def canonical(state: State) -> State:
        if len(state) == size:
            for step in steps:
                state = step(state)
        orbit = orders.of(state) if alike else iter((state,))
        return min(evaluator.changed(heap, item) for item in orbit) if heap else min(orbit)

    return Reduced(system, in_order, frozenset(used), canonical)


def moves_of(encoding: Encoding) -> Moves:
    """A thread is started, it is woken when it waits, and an ended one is forgotten; else it moves by itself."""
    return {template.root: frozenset(_moves(encoding, template)) for template in encoding.plan.templates}


def _moves(encoding: Encoding, template: TemplatePlan) -> set[tuple[int, int]]:
    entry = template.places[template.root, encoding.program.functions[template.root].entry]
    count = len(template.waits)
    woken = {(template.first_wait + place, template.first_wait + count + place) for place in range(count)}
    return {(0, entry), *woken, *((end, 0) for end in template.ends)}
