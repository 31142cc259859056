"""Where the threads of flattened programs are moved to by others."""

from __future__ import annotations

from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.reductions.liveness import Moves


def moves_of(encoding: Encoding) -> Moves:
    """A thread is started, it is woken when it waits, and an ended one is forgotten; else it moves by itself."""
    return {template.root: frozenset(_moves(encoding, template)) for template in encoding.plan.templates}


def _moves(encoding: Encoding, template: TemplatePlan) -> set[tuple[int, int]]:
    entry = template.places[template.root, encoding.program.functions[template.root].entry]
    count = len(template.waits)
    woken = {(template.first_wait + place, template.first_wait + count + place) for place in range(count)}
    return {(0, entry), *woken, *((end, 0) for end in template.ends)}
