"""What properties speak about, as conditions over the state vector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.expressions import Operator, Variable, preorder
from vexil.ir.program import Function
from vexil.model.flattening import threads
from vexil.model.flattening.errors import NotFlat
from vexil.model.flattening.plan import Place, TemplatePlan
from vexil.model.flattening.starting import living
from vexil.model.flattening.translate import Translator
from vexil.model.flattening.world import Scope, World
from vexil.model.guarded.expressions import FALSE, WORD, Expr, apply, both, cast, either, equal, number, read
from vexil.model.observe import NOTHING_THERE
from vexil.spec.atoms import At, Atom, Call, Comparison, Count, Holds, Return
from vexil.spec.resolve import Resolver, find_functions, find_locations

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


def observe(world: World, atom: Atom, file: SourceFile) -> Observation:
    """Translate an atom; raises `UsageError` or `SourceError` when it names something unknown."""
    program = world.program
    match atom:
        case At(location, thread):
            places = set(find_locations(program, location))
            return Observation(either(*(test for _, test in _positions(world, places, thread))))
        case Count(location, comparison, wanted):
            total: Expr = number(0)
            for _, test in _positions(world, set(find_locations(program, location)), None):
                total = apply(Operator.ADD, total, cast(test, WORD))
            return Observation(apply(_OPERATORS[comparison], total, number(wanted)))
        case Call(function):
            entries = {(name, program.functions[name].entry) for name in find_functions(program, function)}
            return Observation(either(*(test for _, test in _positions(world, entries, None))))
        case Return(function):
            return Observation(either(*(_returned(world, name) for name in find_functions(program, function))))
        case Holds(_, tree):
            resolved = Resolver(program, file).condition(tree)
            if resolved.function is None:
                return _of_globals(world, resolved.expression)
            return _of_function(world, program.functions[resolved.function], resolved.expression)


# --- where threads are -----------------------------------------------------------------------------------


def _positions(world: World, places: set[Place], thread: str | None) -> Iterator[tuple[TemplatePlan, Expr]]:
    """For each thread that may be there, whether it is at one of the places."""
    roots = find_functions(world.program, thread) if thread is not None and not thread.isdigit() else []
    for template in world.plan.templates:
        wanted = _counters(world, template, places)
        for index in range(template.count):
            is_first = template.base == 0 and index == 0
            if thread is not None and thread.isdigit():
                if thread != "1" and template.base + index > 0 and wanted:
                    raise NotFlat(f"thread {thread}", "only the first thread has a fixed number")
                if thread != "1" or not is_first:
                    continue
            elif thread is not None and template.root not in roots:
                continue
            counters = wanted | (_ends(world, template, places) if is_first else set())
            at = read(template.counter, thread=number(index))
            if counters:
                yield template, either(*(equal(at, number(value, at.type)) for value in sorted(counters)))


def _counters(world: World, template: TemplatePlan, places: set[Place]) -> set[int]:
    """The program counters of a running thread at one of the places; it waits where its wait is."""
    found = {counter for place, counter in template.places.items() if place in places}
    for position, (name, edge) in enumerate(template.waits):
        if (name, world.program.functions[name].edges[edge].source) in places:
            waiting = template.first_wait + position
            found |= {waiting, waiting + len(template.waits)}
    return found


def _ends(world: World, template: TemplatePlan, places: set[Place]) -> set[int]:
    root = world.program.functions[template.root]
    ends = ((template.exit, root.exit), (template.exceptional, root.exceptional_exit), (template.stop, root.stop))
    return {
        counter
        for counter, location in ends
        if counter is not None and location is not None and (root.name, location) in places
    }


def _returned(world: World, function: str) -> Expr:
    position = list(world.program.functions).index(function) + 1
    found = []
    for template in world.plan.templates:
        for index in range(template.count):
            cell = world.storage.mark(template, "returned", number(index))
            assert cell is not None
            found.append(equal(cell.read(), number(position, cell.kind)))
    return either(*found)


# --- conditions ------------------------------------------------------------------------------------------


def _of_globals(world: World, expression: IrExpr) -> Observation:
    scope = Scope(world.plan.templates[0], None, "in a property", number(0))
    translator = Translator(world, scope)
    value = translator.value(expression)
    undefined = [(item.condition, _kind(world, item.ending)) for item in translator.fails]
    if world.program.language == "java":
        absent = [condition for condition, kind in undefined if kind == NOTHING_THERE]
        value = both(value, apply(Operator.NOT, either(*absent))) if absent else value
        undefined = [(condition, kind) for condition, kind in undefined if kind != NOTHING_THERE]
    return Observation(value, (*_several_copies(world, expression), *undefined))


def _several_copies(world: World, expression: IrExpr) -> list[tuple[Expr, str]]:
    own = any(
        isinstance(part, Variable) and part.is_global and world.program.global_variables[part.name].per_thread
        for part in preorder(expression)
    )
    if not own:
        return []
    return [(apply(Operator.GREATER, living(world), number(1)), "every thread has its own copy")]


def _kind(world: World, ending: int) -> str:
    return world.endings.all[ending].property


def _of_function(world: World, function: Function, expression: IrExpr) -> Observation:
    """A condition over the registers of a function that is active in exactly one thread."""
    values: list[Expr] = []
    active: Expr = number(0)
    undefined: list[tuple[Expr, str]] = []
    for template in world.plan.templates:
        if function.name not in template.functions:
            continue
        for index in range(template.count):
            here = is_active(world, template, function.name, number(index))
            translator = Translator(world, Scope(template, function, "in a property", number(index)))
            values.append(both(here, translator.value(expression)))
            undefined += [(both(here, item.condition), _kind(world, item.ending)) for item in translator.fails]
            active = apply(Operator.ADD, active, cast(here, WORD))
    several = apply(Operator.GREATER, active, number(1))
    reasons = [
        *_several_copies(world, expression),
        (equal(active, number(0)), f"{function.name} is not active"),
        (several, f"{function.name} is active in several threads"),
    ]
    return Observation(either(*values), (*reasons, *undefined))


def is_active(world: World, template: TemplatePlan, function: str, index: Expr) -> Expr:
    """Whether a function is active in a thread."""
    if function == template.root:
        return threads.is_running(template, index)
    depth = world.storage.depths.get((template.root, function))
    if depth is not None:
        return apply(Operator.DIFFERENT, read(depth, thread=index), number(0, depth.type))
    caller = world.storage.caller(template, function, index)
    if caller is None:
        return FALSE
    first = world.storage.first_sites[template.root, function]
    count = len(template.callers[function])
    found = caller.read()
    return both(
        apply(Operator.GREATER, found, number(first, found.type)),
        apply(Operator.LESS_EQUAL, found, number(first + count, found.type)),
    )
