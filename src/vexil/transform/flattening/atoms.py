"""What properties speak about, as conditions over the state vector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.expressions import Operator
from vexil.ir.operations import EndThread, Stop
from vexil.ir.program import Function
from vexil.model.guarded.expressions import FALSE, WORD, Expr, apply, both, cast, either, equal, negated, number, read
from vexil.model.observe import ABSENT, UNWRITTEN
from vexil.model.presence import presence_of
from vexil.spec.atoms import At, Atom, Call, Comparison, Count, Denied, Holds, Return
from vexil.spec.names import find_functions, find_locations
from vexil.spec.resolve import Resolved, Resolver
from vexil.transform.flattening import threads
from vexil.transform.flattening.encoding import Encoding, Scope
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.plan import Place, TemplatePlan
from vexil.transform.flattening.translate import Translator

_OPERATORS = {
    Comparison.LESS: Operator.LESS,
    Comparison.AT_MOST: Operator.LESS_EQUAL,
    Comparison.EQUAL: Operator.EQUAL,
    Comparison.AT_LEAST: Operator.GREATER_EQUAL,
    Comparison.MORE: Operator.GREATER,
}


@dataclass(frozen=True)
class Observation:
    """An atom over the state vector, and the reasons for which it has no value, in order."""

    value: Expr
    undefined: tuple[tuple[Expr, str], ...] = ()


def observe(encoding: Encoding, atom: Atom, file: SourceFile) -> Observation:
    """Translate an atom; raises `UsageError` or `SourceError` when it names something unknown."""
    program = encoding.program
    match atom:
        case At(location, thread):
            places = set(find_locations(program, location))
            return Observation(either(*(test for _, test in _positions(encoding, places, thread))))
        case Count(location, comparison, wanted):
            total: Expr = number(0)
            for _, test in _positions(encoding, set(find_locations(program, location)), None):
                total = apply(Operator.ADD, total, cast(test, WORD))
            return Observation(apply(_OPERATORS[comparison], total, number(wanted)))
        case Call(function):
            entries = {(name, program.functions[name].entry) for name in find_functions(program, function)}
            return Observation(either(*(test for _, test in _positions(encoding, entries, None))))
        case Return(function):
            return Observation(either(*(_returned(encoding, name) for name in find_functions(program, function))))
        case Holds(_, tree):
            return _condition(encoding, Resolver(program, file).condition(tree)).observed
        case Denied(Holds(_, tree)):
            return _condition(encoding, Resolver(program, file).condition(tree)).denied


# --- where threads are -----------------------------------------------------------------------------------


def _positions(encoding: Encoding, places: set[Place], thread: str | None) -> Iterator[tuple[TemplatePlan, Expr]]:
    """For each thread that may be there, whether it is at one of the places."""
    roots = find_functions(encoding.program, thread) if thread is not None and not thread.isdigit() else []
    for template in encoding.plan.templates:
        wanted = _counters(encoding, template, places)
        for index in range(template.count):
            is_first = template.base == 0 and index == 0
            if thread is not None and thread.isdigit():
                if thread != "1" and template.base + index > 0 and wanted:
                    raise NotFlat(f"thread {thread}", "only the first thread has a fixed number")
                if thread != "1" or not is_first:
                    continue
            elif thread is not None and template.root not in roots:
                continue
            counters = wanted | (_ends(encoding, template, places) if is_first else set())
            at = read(template.counter, thread=number(index))
            if counters:
                yield template, either(*(equal(at, number(value, at.type)) for value in sorted(counters)))


def _counters(encoding: Encoding, template: TemplatePlan, places: set[Place]) -> set[int]:
    """The program counters of a running thread at one of the places; it waits where its wait is."""
    counters = {counter for place, counter in template.places.items() if place in places}
    for position, (name, edge) in enumerate(template.waits):
        if (name, encoding.program.functions[name].edges[edge].source) in places:
            waiting = template.first_wait + position
            counters |= {waiting, waiting + len(template.waits)}
    return counters


def _ends(encoding: Encoding, template: TemplatePlan, places: set[Place]) -> set[int]:
    root = encoding.program.functions[template.root]
    ends = ((template.exit, root.exit), (template.exceptional, root.exceptional_exit), (template.stop, root.stop))
    return {
        counter
        for counter, location in ends
        if counter is not None and location is not None and (root.name, location) in places
    }


def _returned(encoding: Encoding, function: str) -> Expr:
    position = list(encoding.program.functions).index(function) + 1
    tests = []
    for template in encoding.plan.templates:
        for index in range(template.count):
            cell = encoding.storage.mark(template, "returned", number(index))
            assert cell is not None
            tests.append(equal(cell.read(), number(position, cell.kind)))
    return either(*tests)


# --- conditions ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Condition:
    """Where a condition is true, where it reads what nobody has written, and why it may have no value."""

    value: Expr
    unwritten: Expr
    undefined: tuple[tuple[Expr, str], ...]

    @property
    def observed(self) -> Observation:
        return Observation(self.value, self.undefined)

    @property
    def denied(self) -> Observation:
        return Observation(negated(either(self.value, self.unwritten)), self.undefined)


def _condition(encoding: Encoding, resolved: Resolved) -> _Condition:
    """A condition over globals, or over the registers of a function that is active in at most one thread."""
    reasons: list[tuple[Expr, str]] = []
    if resolved.per_thread:
        reasons.append((apply(Operator.GREATER, threads.living(encoding), number(1)), "every thread has its own copy"))
    if resolved.function is None:
        scope = Scope(encoding.plan.templates[0], None, "in a property", number(0))
        observed = _there(Translator(encoding, scope), resolved.expression)
        return _Condition(observed.value, observed.unwritten, (*reasons, *observed.undefined))
    function = encoding.program.functions[resolved.function]
    presence = presence_of(encoding.program, resolved)
    values: list[Expr] = []
    unwritten: list[Expr] = []
    unclear: list[tuple[Expr, str]] = []
    active: Expr = number(0)
    for template in encoding.plan.templates:
        if function.name not in template.functions:
            continue
        for index in range(template.count):
            position = number(index)
            here = is_active(encoding, template, function.name, position)
            active = apply(Operator.ADD, active, cast(here, WORD))
            if function.name == template.root and _may_end_early(encoding, template):
                reasons.append((_has_stopped(template, position), f"{function.name} may be over"))
            is_open = stands_at(encoding, template, function, position, presence.unwritten)
            here = both(here, negated(stands_at(encoding, template, function, position, presence.absent)))
            unwritten.append(both(here, is_open))
            here = both(here, negated(is_open))
            scope = Scope(template, function, "in a property", position)
            observed = _there(Translator(encoding, scope), resolved.expression)
            values.append(both(here, observed.value))
            unwritten.append(both(here, observed.unwritten))
            unclear += [(both(here, condition), kind) for condition, kind in observed.undefined]
    several = apply(Operator.GREATER, active, number(1))
    reasons.append((several, f"{function.name} is active in several threads"))
    return _Condition(either(*values), either(*unwritten), (*reasons, *unclear))


def _there(translator: Translator, expression: IrExpr) -> _Condition:
    """A condition that is false where something it reads is absent, and why else it may have no value."""
    value = translator.value(expression)
    absent: Expr = FALSE
    unwritten: Expr = FALSE
    undefined: list[tuple[Expr, str]] = []
    for item in translator.fails:
        kind = translator.encoding.endings.all[item.ending].property
        missing = both(negated(either(absent, unwritten)), item.condition)
        if kind in ABSENT:
            absent = either(absent, missing)
        elif kind in UNWRITTEN:
            unwritten = either(unwritten, missing)
        else:
            undefined.append((missing, kind))
    return _Condition(both(negated(either(absent, unwritten)), value), unwritten, tuple(undefined))


def stands_at(
    encoding: Encoding, template: TemplatePlan, function: Function, index: Expr, locations: frozenset[int]
) -> Expr:
    """Whether the call of a function that is active in a thread is at one of some locations.

    One that has called another function is where it did. Raises `NotFlat` where that is not known.
    """
    if not locations:
        return FALSE
    if (template.root, function.name) in encoding.storage.depths:
        raise NotFlat(f"variables of {function.name}", "it calls itself, and they are not there from the start")
    at = read(template.counter, thread=index)
    counters = _counters(encoding, template, {(function.name, location) for location in locations})
    tests = [equal(at, number(value, at.type)) for value in sorted(counters)]
    for name, sites in template.callers.items():
        cell = encoding.storage.caller(template, name, index)
        first = encoding.storage.first_sites.get((template.root, name), 0) + 1
        for position, (caller, edge) in enumerate(sites, first):
            if caller != function.name or function.edges[edge].source not in locations:
                continue
            if cell is None or (template.root, name) in encoding.storage.depths:
                raise NotFlat(
                    f"variables of {function.name}", f"it calls {name}, which calls itself, before they are there"
                )
            tests.append(equal(cell.read(), number(position, cell.kind)))
    if function.name == template.root and template.stop is not None:
        stops = _stopping(encoding, template, function)
        if stops & locations and not stops <= locations:
            raise NotFlat(f"variables of {function.name}", "the program may stop before they are there")
        if stops & locations:
            tests.append(_has_stopped(template, index))
    return either(*tests)


def _stopping(encoding: Encoding, template: TemplatePlan, function: Function) -> set[int]:
    """The locations of the first function of a thread at which it, or what it called, may stop the program."""
    stopping = {
        name
        for name in template.functions
        if any(isinstance(edge.operation, Stop) for edge in encoding.program.functions[name].edges)
    }
    while True:
        more = {caller for name in stopping for caller, _ in template.callers.get(name, ())} - stopping
        if not more:
            break
        stopping |= more
    own = {edge.source for edge in function.edges if isinstance(edge.operation, Stop)}
    return own | {
        function.edges[edge].source
        for name in stopping
        for caller, edge in template.callers.get(name, ())
        if caller == function.name
    }


def is_active(encoding: Encoding, template: TemplatePlan, function: str, index: Expr) -> Expr:
    """Whether a function is active in a thread: one that has stopped the program is where it was."""
    if function == template.root:
        running = threads.is_running(template, index)
        return running if _may_end_early(encoding, template) else either(running, _has_stopped(template, index))
    depth = encoding.storage.depths.get((template.root, function))
    if depth is not None:
        return apply(Operator.DIFFERENT, read(depth, thread=index), number(0, depth.type))
    caller = encoding.storage.caller(template, function, index)
    if caller is None:
        return FALSE
    first = encoding.storage.first_sites[template.root, function]
    count = len(template.callers[function])
    caller_number = caller.read()
    return both(
        apply(Operator.GREATER, caller_number, number(first, caller_number.type)),
        apply(Operator.LESS_EQUAL, caller_number, number(first + count, caller_number.type)),
    )


def _has_stopped(template: TemplatePlan, index: Expr) -> Expr:
    """Whether the first function of a thread has stopped the program, or ended its thread early."""
    if template.stop is None:
        return FALSE
    return equal(read(template.counter, thread=index), number(template.stop, template.counter.type))


def _may_end_early(encoding: Encoding, template: TemplatePlan) -> bool:
    """Say whether a thread of a template may end itself: it is then not told from one that stopped the program."""
    bodies = (encoding.program.functions[name] for name in template.functions)
    return any(isinstance(edge.operation, EndThread) for function in bodies for edge in function.edges)
