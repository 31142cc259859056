"""All reductions that keep violations and deadlocks, applied to a model."""

from __future__ import annotations

from vexil.engines.printed import violations
from vexil.model.guarded import GuardedSystem
from vexil.model.search_options import Reduction
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.reductions.partial_order import with_quiet
from vexil.transform.reductions.quotient import quotient
from vexil.transform.reductions.visibility import Visibility


def reduced(system: GuardedSystem, encoding: Encoding | None) -> tuple[GuardedSystem, str]:
    """A smaller system with the same violations, and what made it smaller."""
    found = quotient(system, encoding, frozenset(Reduction), ())
    small = with_quiet(found.system, Visibility(violations(system).asserted))
    used = sorted(item.value for item in found.used) + (["order, fuse"] if small.quiet else [])
    return small, ", ".join(used)
