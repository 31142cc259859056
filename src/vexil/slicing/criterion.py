"""What a property is about, as nodes of the dependence graph: its locations, and every write of its variables.

Nodes[P] and Vars[P] of the published definition (Hatcliff et al. 2000), for formulas; for checks their locations, for
deadlocks the skeleton of synchronisation, for exceptions the places where they leave a thread. What a slice must keep
besides (`Keeps`) is added: whatever may end, delay or block a run where that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from vexil.analysis.dependence import EVERYTHING, DependenceGraph, Ends, Kind
from vexil.core.caveats import Effect
from vexil.ir.expressions import Apply, Expr, Operator, Variable, preorder
from vexil.ir.operations import (
    BeginAtomic,
    Call,
    Check,
    EndAtomic,
    EndThread,
    Interrupt,
    Join,
    Lock,
    Notify,
    Operation,
    Restrict,
    Stop,
    Unlock,
    Wait,
)
from vexil.model.goal import CHECK_KINDS, EXCEPTION_CHECKS, from_main, has_checks
from vexil.model.protocols import NotApplicable
from vexil.model.slice import Keeps, kept_for
from vexil.spec.atoms import At, Atom, Count, Denied, Holds, Return
from vexil.spec.atoms import Call as CallAtom
from vexil.spec.formulas import atoms_of
from vexil.spec.ltl import is_next_free
from vexil.spec.names import find_functions, find_locations
from vexil.spec.property import Kind as PropertyKind
from vexil.spec.property import Property
from vexil.spec.resolve import Resolver

SYNCHRONISING = (Lock, Unlock, Wait, Notify, Join, Interrupt)
ENDING = (Stop, EndThread)


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a slice is made for: nodes, kinds of dependences, and global variables that stay."""

    nodes: tuple[int, ...]
    kinds: frozenset[Kind]
    globals: frozenset[str] = frozenset()


def ends_for(prop: Property) -> Ends:
    """What ends a run for a property."""
    waiting_only = kept_for(prop) is not Keeps.RUNS
    return Ends(checks=CHECK_KINDS.get(prop.kind, frozenset()), undefined=True, waiting_only=waiting_only)


def criterion_of(prop: Property, graph: DependenceGraph) -> Criterion:
    """The criterion of a property; raises `NotApplicable` with the reason where no slice keeps its answer."""
    keeps = kept_for(prop)
    if keeps is None:
        raise NotApplicable(f"no slice is known to keep the answer to {prop.kind.value}")
    nodes, names = _of_property(prop, graph)
    if not nodes:
        raise NotApplicable("nothing in the program is about the property")
    # a restriction that nothing depends on may still cut every run: then nothing is proved
    nodes = [*nodes, *_of_caveats(graph), *_with(graph, lambda operation: isinstance(operation, Restrict))]
    nodes += _undefined(graph)
    if keeps is not Keeps.STATES:
        nodes += _with(graph, lambda operation: isinstance(operation, (*SYNCHRONISING, *ENDING)))
    kinds = EVERYTHING
    if keeps is Keeps.RUNS:
        nodes += _with(graph, lambda operation: isinstance(operation, BeginAtomic | EndAtomic))
        nodes += _endless(graph)
    elif not graph.steps.parallel.is_concurrent:
        kinds -= {Kind.DIVERGENCE}
    reached = {node for node in nodes if graph.is_reachable(node)}
    definedness = graph.steps.facts.definedness
    open_ = {item.name for item in graph.program.globals if definedness.may_begin_undefined(item)}
    return Criterion(tuple(sorted(reached)), kinds, names | open_)


def _of_property(prop: Property, graph: DependenceGraph) -> tuple[list[int], frozenset[str]]:
    match prop.kind:
        case PropertyKind.DEADLOCK:
            return _with(graph, lambda operation: isinstance(operation, SYNCHRONISING)), frozenset()
        case PropertyKind.EXCEPTION if has_checks(graph.program, EXCEPTION_CHECKS):
            raise NotApplicable("exceptions of the program are checks")
        case PropertyKind.EXCEPTION:
            return list(_left_by_exceptions(graph)), frozenset()
        case PropertyKind.TERMINATION:
            return _endless(graph), frozenset()
        case PropertyKind.LTL | PropertyKind.PATTERN:
            return _of_formula(prop, graph)
        case _:
            kinds = CHECK_KINDS[prop.kind]
            return _with(graph, lambda op: isinstance(op, Check) and op.property in kinds), frozenset()


def _with(graph: DependenceGraph, is_wanted: Callable[[Operation], bool]) -> list[int]:
    """The nodes with an operation that is wanted."""
    return list(
        dict.fromkeys(
            graph.nodes.node(function.name, edge.source)
            for function in graph.nodes.functions
            for edge in function.edges
            if is_wanted(edge.operation)
        )
    )


def _of_caveats(graph: DependenceGraph) -> Iterator[int]:
    """Where behaviour may be missing: a proof has to know whether a run gets there."""
    for caveat in graph.program.caveats:
        if caveat.edge is not None and caveat.effect is Effect.DROPS:
            name, _, number = caveat.edge.rpartition("#")
            if name in graph.nodes.base:
                yield graph.nodes.node(name, graph.program.functions[name].edges[int(number)].source)


def _undefined(graph: DependenceGraph) -> list[int]:
    """Where a run may end undefined: a proof has to know whether one does, even if nothing follows."""
    definedness = graph.steps.facts.definedness
    return [
        graph.nodes.node(function.name, edge.source)
        for function in graph.nodes.functions
        for number, edge in enumerate(function.edges)
        if definedness.may_be_undefined(function, number)
    ]


def _left_by_exceptions(graph: DependenceGraph) -> Iterator[int]:
    facts = graph.steps.facts
    roots = {graph.program.entry, *(name for targets in facts.call_graph.starts.values() for name in targets)}
    for name in sorted(roots):
        exit_ = graph.program.functions[name].exceptional_exit
        if exit_ is not None:
            yield graph.nodes.node(name, exit_)


def _endless(graph: DependenceGraph) -> list[int]:
    """Where it is decided to stay in a loop, and calls of functions that call themselves."""
    facts, outcomes = graph.steps.facts, graph.steps.outcomes
    nodes: list[int] = []
    for function in graph.nodes.functions:
        nodes += [graph.nodes.node(function.name, place) for place in outcomes.loop_decisions(function)]
        for number, edge in enumerate(function.edges):
            if isinstance(edge.operation, Call):
                callees = outcomes.callees(function, number)
                if any(callee in facts.call_graph.recursive for callee in callees):
                    nodes.append(graph.nodes.node(function.name, edge.source))
    return nodes


# --- formulas --------------------------------------------------------------------------------------------


def _of_formula(prop: Property, graph: DependenceGraph) -> tuple[list[int], frozenset[str]]:
    formula = from_main(prop.linear_formula(), graph.program)
    if not is_next_free(formula):
        raise NotApplicable("the formula counts steps, and a slice has fewer")
    nodes: list[int] = []
    names: set[str] = set()
    for atom in atoms_of(formula):
        nodes += _of_atom(atom, prop, graph, names)
    return nodes, frozenset(names)


def _of_atom(atom: Atom, prop: Property, graph: DependenceGraph, names: set[str]) -> list[int]:
    program = graph.program
    match atom:
        case At(location, None) | Count(location, _, _):
            return _entered(graph, find_locations(program, location))
        case At(location, thread) if thread is not None and not thread.isdigit():
            return _entered(graph, find_locations(program, location))
        case At():
            raise NotApplicable("the formula numbers threads, and a slice may have fewer")
        case CallAtom(function):
            return _entered(
                graph, [(name, program.functions[name].entry) for name in find_functions(program, function)]
            )
        case Return():
            raise NotApplicable("the formula is about the moment after a return")
        case Holds(_, tree) | Denied(Holds(_, tree)):
            resolved = Resolver(program, prop.file).condition(tree)
            if resolved.function is not None or resolved.per_thread:
                raise NotApplicable("the formula is about variables of a function or of every thread")
            return _written(graph, resolved.expression, names)


def _entered(graph: DependenceGraph, places: Iterable[tuple[str, int]]) -> list[int]:
    """Locations, and those from which control comes to them: it is seen when a thread is there."""
    nodes: list[int] = []
    is_met = False
    for name, location in places:
        if name not in graph.nodes.base:
            continue
        function = graph.program.functions[name]
        is_met = is_met or graph.is_reachable(graph.nodes.node(name, location))
        nodes.append(graph.nodes.node(name, location))
        nodes += [graph.nodes.node(name, edge.source) for edge in function.edges if edge.target == location]
        if location == function.entry:
            facts = graph.steps.facts
            sites = [*facts.call_graph.call_sites[name]]
            sites += [site for site, targets in facts.call_graph.starts.items() if name in targets]
            for site in sites:
                owner, _, number = site.rpartition("#")
                nodes.append(graph.nodes.node(owner, graph.program.functions[owner].edges[int(number)].source))
    if not is_met:
        raise NotApplicable("the formula is about a place that no run comes to, which a slice does not have")
    return nodes


def _written(graph: DependenceGraph, expression: Expr, names: set[str]) -> list[int]:
    """Every write of what an expression over globals reads."""
    states = {Operator.LEAKED, Operator.LOCKED, Operator.HOLDS_LOCK, Operator.ALIVE, Operator.INTERRUPTED}
    if any(isinstance(node, Apply) and node.operator in states for node in preorder(expression)):
        raise NotApplicable("the formula is about the state of threads or locks")
    names |= {node.name for node in preorder(expression) if isinstance(node, Variable) and node.is_global}
    cells = graph.steps.cells.read_by(graph.program.entry, expression)
    writers = graph.steps.data.modifications.writers
    places = [place for cell, found in writers.items() if cells >> cell & 1 for place in found]
    return [graph.nodes.node(name, location) for name, location in places]
