"""Which atomic sections have a counterpart among threads over registers.

A thread that waits in a section leaves it, and whoever is woken begins another one. In the program several threads may
be in sections then: whoever wakes others, and those who are woken. That this is nothing else than one after the other
follows from three rules, which are required here: who wakes somebody in a section, or releases the lock that somebody
waits with, does nothing before its end that others notice; who was woken has taken the lock again, so there is one of
them at a time; and until it releases that lock it keeps to the first rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from vexil.ir import operations as ops
from vexil.ir.expressions import Const
from vexil.transform.threads.facts import NotThreads
from vexil.transform.threads.rewriting import Body, Step
from vexil.transform.threads.sections import is_noticed


def refuse_sections(body: Body, steps: Sequence[Step]) -> None:
    """Raise `NotThreads` for sections that break a rule, or are open on one of two ways.

    A lock that is taken in a section is another matter: who proves something shows that it is free.
    """
    outgoing: dict[int, list[Step]] = {}
    for step in steps:
        outgoing.setdefault(step.source, []).append(step)
    found = {body.function.entry: (0, False)}
    pending = [body.function.entry]
    while pending:
        location = pending.pop()
        for step in outgoing.get(location, ()):
            after = _behind(body, step, *found[location])
            if isinstance(body.function.edges[step.edge].operation, ops.Return | ops.Stop | ops.EndThread):
                after = (0, False)
                found.setdefault(step.target, after)
                continue
            known = found.get(step.target)
            if known is not None and known[0] != after[0]:
                raise NotThreads("an atomic section that is open on one of two ways", body.origins[step.edge])
            if known is None or (after[1] and not known[1]):
                found[step.target] = after
                pending.append(step.target)


def _behind(body: Body, step: Step, depth: int, has_woken: bool) -> tuple[int, bool]:
    """How many sections are open behind a step, and whether somebody may have been woken in them."""
    edge = step.edge
    original = body.function.edges[edge].operation
    if depth and (isinstance(original, ops.Join) or edge in body.joined):
        raise NotThreads("a thread that waits inside of an atomic section", body.origins[edge])
    locks = {lock for waited in body.facts.section_waits.values() for lock in waited}
    for operation in step.operations:
        if depth and has_woken and is_noticed(operation):
            raise NotThreads("an atomic section that goes on when it has woken others", body.origins[edge])
        if depth and isinstance(operation, ops.Unlock) and isinstance(operation.lock, Const):
            has_woken = has_woken or int(operation.lock.value) in locks
        depth += isinstance(operation, ops.BeginAtomic) - isinstance(operation, ops.EndAtomic)
        has_woken = has_woken and depth > 0
    if depth and isinstance(original, ops.Notify) and step.operations:
        has_woken = True
    return depth, has_woken
