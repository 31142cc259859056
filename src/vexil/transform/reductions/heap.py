"""The heap: objects are numbered in the order in which they are found, and those that nothing reaches are forgotten.

The order in which objects were created, and what is left of objects that nobody can use again, do not tell states
apart then (Iosif 2001; Lerda, Visser 2001 do the same for Java programs). Objects are looked for from the variables of
the program, breadth first; each gets the next number of the site that created it, so that a number still says
what an object is. Which object is created next depends on which numbers are free, and not on which objects have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from vexil.ir.operation_parts import NewMemory
from vexil.ir.operations import Allocate, ChooseInstance
from vexil.ir.types import ThreadType
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.system import GuardedSystem
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.reductions.renumbering import Renumbering

LARGEST = 64
"""More objects than this are not put in order: it would take longer than visiting a few more states."""


def with_heap_in_order(system: GuardedSystem, encoding: Encoding) -> GuardedSystem:
    """The system whose states have their objects in order; the same system where there is nothing to put in order.

    Where a program may choose any object there is, even one that nothing reaches, objects keep their numbers. So does
    memory that pointers lead to.
    """
    knows_threads = any(isinstance(held.type, ThreadType) for held in encoding.storage.elements.values())
    if not _is_worthwhile(encoding) or _chooses(encoding) or knows_threads:
        return system
    heap = Renumbering(system, encoding)
    return replace(system, variables=(*system.variables, *heap.variables), settled=(*system.settled, *heap.block()))


def _is_worthwhile(encoding: Encoding) -> bool:
    """Say whether the order of objects may differ, or several threads create some; else little would be gained."""
    if any(pool.count > 1 for pool in encoding.objects.pools):
        return encoding.objects.count <= LARGEST
    return _by_others(encoding, _sites(encoding)) and encoding.objects.count <= LARGEST


def are_created_by_others(encoding: Encoding, system: GuardedSystem, states: Iterable[State]) -> bool:
    """Say whether some objects of states may have been created by other threads than the first one.

    That one creates its objects in the order of its program, and putting them in order is not worth its time.
    """
    if "allocated" not in encoding.storage.shared:
        return False
    start = Evaluator(system).offsets[None, encoding.storage.shared["allocated"].name][0]
    pending = {pool.site: (start + pool.first, start + pool.end) for pool in encoding.objects.pools}
    there: set[str] = set()
    for state in states:
        for site, (first, end) in list(pending.items()):
            if any(state[first:end]):
                there.add(site)
                del pending[site]
    return _by_others(encoding, there)


def _sites(encoding: Encoding) -> set[str]:
    return {pool.site for pool in encoding.objects.pools}


def _by_others(encoding: Encoding, sites: set[str]) -> bool:
    """Say whether threads of other templates than the first one create objects at one of the sites."""
    return any(
        isinstance(edge.operation, Allocate)
        and not isinstance(edge.operation.what, NewMemory)
        and edge.operation.site in sites
        for template in encoding.plan.templates[1:]
        for name in template.functions
        for edge in encoding.program.functions[name].edges
    )


def _chooses(encoding: Encoding) -> bool:
    return any(
        isinstance(edge.operation, ChooseInstance)
        for function in encoding.program.functions.values()
        for edge in function.edges
    )


def widened(whole: GuardedSystem, system: GuardedSystem) -> Callable[[State], State]:
    """The function from states of a system to those of one with more variables, which are 0."""
    places = Evaluator(system).offsets
    names = {variable.name for variable in whole.variables}
    gaps = sorted(
        (places[None, variable.name][0], variable.length)
        for variable in system.variables
        if variable.name not in names and not variable.constant
    )

    def wider(state: State) -> State:
        cells = list(state)
        for place, length in gaps:
            cells[place:place] = [0] * length
        return tuple(cells)

    return wider
