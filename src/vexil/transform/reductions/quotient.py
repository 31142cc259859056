"""Systems in which one state stands for all that differ only in dead variables."""

from __future__ import annotations

from collections.abc import Collection

from vexil.model.guarded.system import GuardedSystem
from vexil.model.search_options import Reduction
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.reductions.dead import canonical_dead, without_dead
from vexil.transform.reductions.liveness import Moves
from vexil.transform.reductions.reduced import Reduced


def quotient(
    system: GuardedSystem,
    encoding: Encoding | None,
    wanted: Collection[Reduction],
    needed_atoms: Collection[int] | None = None,
) -> Reduced:
    """Reduce a system by dead variables, where that is wanted and of any use.

    Only the atoms that count (``None``: all) keep their values. The result's ``canonical`` takes states of both
    systems: two states stand for each other if and only if it gives the same for both.
    """
    if Reduction.DEAD not in wanted:
        return Reduced(system, system)
    moves = None if encoding is None else moves_of(encoding)
    small = without_dead(system, needed_atoms, moves)
    if small == system:
        return Reduced(system, system)
    return Reduced(system, small, frozenset({Reduction.DEAD}), canonical_dead(system, needed_atoms, moves))


def moves_of(encoding: Encoding) -> Moves:
    """A thread is started, it is woken when it waits, and an ended one is forgotten; else it moves by itself."""
    return {template.root: frozenset(_moves(encoding, template)) for template in encoding.plan.templates}


def _moves(encoding: Encoding, template: TemplatePlan) -> set[tuple[int, int]]:
    entry = template.places[template.root, encoding.program.functions[template.root].entry]
    count = len(template.waits)
    woken = {(template.first_wait + place, template.first_wait + count + place) for place in range(count)}
    return {(0, entry), *woken, *((end, 0) for end in template.ends)}
