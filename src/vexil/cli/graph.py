"""``vexil graph``: what statements depend on, as paths of dependences."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from vexil.cli.console import say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.cli.options import GraphFormat, GraphOptions
from vexil.cli.requests import GraphRequest
from vexil.core.context import Context
from vexil.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from vexil.analysis.dependence import Dependence, DependenceGraph, Kind
    from vexil.analysis.dependence.criteria import Criteria
    from vexil.analysis.dependence.queries import Path

CONDITIONALS = "conditionals"


def run_graph(request: GraphRequest) -> ExitCode:
    """Print the dependences that were asked for."""

    def command() -> ExitCode:
        from vexil.analysis.dependence import DependenceGraph, Kind
        from vexil.analysis.dependence.criteria import Criteria
        from vexil.analysis.dependence.queries import parsed_kinds, shortest_paths
        from vexil.pipeline.load import load_program

        options = request.make(GraphOptions)
        kinds = parsed_kinds(options.kinds)
        if not options.roots:
            raise UsageError("there is no root to start from", hint="name a place or a variable with --root")
        program = load_program(request.load(), Context())
        graph = DependenceGraph(program)
        if program.language == "vir" and kinds & {Kind.SYNCHRONISATION, Kind.READY}:
            graph.steps.locks.require_balance()
        criteria = Criteria(graph)
        roots = sorted({node for text in options.roots for node in criteria.nodes(text)})
        wanted = {node for text in options.targets if text != CONDITIONALS for node in criteria.nodes(text)}

        def is_target(node: int) -> bool:
            if not options.targets:
                return True
            return node in wanted or (CONDITIONALS in options.targets and graph.nodes.is_conditional(node))

        paths = shortest_paths(graph, roots, kinds, is_target)
        if options.form == GraphFormat.DOT:
            edges = dict.fromkeys(item for path in paths for item in path.dependences)
            nodes = {*roots, *(end for item in edges for end in (item.dependent, item.on))}
            say(dot_lines(graph, nodes, roots, edges))
        elif options.form == GraphFormat.JSON:
            say([json.dumps(as_json(graph, criteria, roots, kinds, paths), indent=2, ensure_ascii=False)])
        else:
            say(text_lines(graph, criteria, roots, paths))
        return ExitCode.PROVED

    return guarded(command)


def told(graph: DependenceGraph, node: int) -> str:
    """A node with its place and its text."""
    place = graph.nodes.place(node)
    return f"{place}: {place.text}" if place.text else str(place)


def text_lines(graph: DependenceGraph, criteria: Criteria, roots: Sequence[int], paths: list[Path]) -> Iterator[str]:
    """The answer for people: every target with the way to it, in lines of the sources."""
    for root in roots:
        yield f"root {told(graph, root)}"
    for path in paths:
        yield ""
        yield told(graph, path.target)
        if graph.nodes.is_conditional(path.target):
            yield f"  decides by {', '.join(criteria.variables_read(path.target)) or 'constants'}"
        for item in path.dependences:
            names = [graph.nodes.name(end) for end in (item.dependent, item.on)]
            about = f" ({item.variable})" if item.variable else ""
            yield f"  {names[0]} -> {names[1]}: {item.kind}{about}: {item.reason}"
    if not paths:
        yield "nothing that was asked for is depended on"


def as_json(
    graph: DependenceGraph, criteria: Criteria, roots: Sequence[int], kinds: frozenset[Kind], paths: list[Path]
) -> dict[str, Any]:
    """The answer for programs."""
    return {
        "roots": [place_as_json(graph, root) for root in roots],
        "kinds": sorted(str(kind) for kind in kinds),
        "targets": [
            {
                **place_as_json(graph, path.target),
                "conditional": graph.nodes.is_conditional(path.target),
                "variables": criteria.variables_read(path.target),
                "path": [
                    {
                        "dependent": place_as_json(graph, item.dependent),
                        "on": place_as_json(graph, item.on),
                        **reason_as_json(item),
                    }
                    for item in path.dependences
                ],
            }
            for path in paths
        ],
    }


def place_as_json(graph: DependenceGraph, node: int) -> dict[str, Any]:
    """A node with its place and its text."""
    where = graph.nodes.place(node)
    return {"node": where.name, "file": where.file, "line": where.line, "text": where.text}


def reason_as_json(item: Dependence) -> dict[str, Any]:
    """What a dependence is made of."""
    return {"kind": str(item.kind), "reason": item.reason, "variable": item.variable}


def dot_lines(
    graph: DependenceGraph, nodes: Collection[int], roots: Collection[int], edges: Iterable[Dependence]
) -> Iterator[str]:
    """Nodes and dependences among them as a graph for Graphviz."""

    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    yield "digraph dependences {"
    for node in sorted(nodes):
        shape = ", shape=box" if node in roots else ""
        yield f"  {quoted(graph.nodes.name(node))} [label={quoted(told(graph, node))}{shape}];"
    for item in edges:
        ends = [quoted(graph.nodes.name(end)) for end in (item.dependent, item.on)]
        about = f" {item.variable}" if item.variable else ""
        yield f"  {ends[0]} -> {ends[1]} [label={quoted(f'{item.kind}{about}')}];"
    yield "}"
