"""Where edges and threads are in the user's sources."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.source import Span
from vexil.ir.interpreter import Activity, Machine
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.operations import Call, Lock, Return, Skip, Unlock
from vexil.ir.program import Edge, Program
from vexil.model.trace.steps import Place
from vexil.model.trace.writes import Watched

WAKE_UP = "wake$"
"""Begins the names of locations from which a wait may end without a reason."""


def describe_span(program: Program, span: Span | None) -> tuple[str, int, str]:
    """The file name, line and text of a statement, as far as the sources are known."""
    if span is None or span.file >= len(program.files):
        return "", 0, ""
    file = program.files[span.file]
    if not file.content:
        return file.name, 0, ""
    name, line, _ = file.position(span.start)
    return name, line, file.excerpt(span.start, span.end)


def line_of_edge(program: Program, identity: str) -> str:
    """Where an edge is in the sources, as ``file:line``, or its identity if it is in none."""
    file, line, _ = _source_of_edge(program, identity)
    return f"{file}:{line}" if line else identity


def text_of_edge(program: Program, identity: str) -> str:
    """The statement of an edge with its place, or its identity if the sources are not known."""
    file, line, text = _source_of_edge(program, identity)
    return f"`{text}` ({file}:{line})" if text else identity


def _source_of_edge(program: Program, identity: str) -> tuple[str, int, str]:
    name, _, number = identity.rpartition("#")
    function = program.functions.get(name)
    known = function is not None and number.isdigit() and int(number) < len(function.edges)
    return describe_span(program, function.edges[int(number)].span if known and function is not None else None)


def place_of(program: Program, function: str, location: str, edge: Edge) -> Place:
    """The place of an edge; what it does is its text where the sources have none."""
    from vexil.ir.text import print_operation

    file, line, text = describe_span(program, edge.span)
    if text and edge.span is not None and isinstance(edge.operation, Lock):
        text = synchronized(program, edge.span, text)
    return Place(function, location, file, line, text or print_operation(edge.operation, program.token_sets))


def lock_spans(program: Program) -> frozenset[Span]:
    """Where the user's statements take locks."""
    return frozenset(
        edge.span
        for function in program.functions.values()
        for edge in function.edges
        if edge.span is not None and isinstance(edge.operation, Lock)
    )


def synchronized(program: Program, span: Span, text: str) -> str:
    """What takes a lock in Java, where the span is that of an expression behind ``synchronized`` or a method's name."""
    if not program.source.has_classes or "synchronized" in text or text.endswith((";", "{", "}")):
        return text
    before = program.files[span.file].content[max(0, span.start - 80) : span.start].rstrip()
    return f"synchronized ({text})" if before.endswith(b"(") else f"synchronized {text}"


def is_framing(program: Program, edge: Edge) -> bool:
    """Say whether the text of an edge is no statement: a brace, or a class whose constructor nobody wrote."""
    span = edge.span
    if span is None or span.file >= len(program.files) or isinstance(edge.operation, Unlock):
        return False
    text = program.files[span.file].content[span.start : span.end].strip()
    if text in (b"{", b"}"):
        return True
    if not program.source.has_classes or not isinstance(edge.operation, Return | Skip | Call):
        return False
    return text.startswith(b"{") or text.decode("utf-8", "replace").isidentifier()


def owner_of(thread: Thread) -> tuple[str, Edge] | None:
    """The function and edge of the user's call that led to where a thread is."""
    for frame in reversed(thread.frames[:-1]):
        if frame.call_edge >= 0:
            edge = frame.code.function.edges[frame.call_edge]
            if edge.span is not None:
                return frame.code.function.name, edge
    return None


def call_depth(thread: Thread) -> int:
    """How many calls of the user's a thread is in."""
    held = (frame.code.function.edges[frame.call_edge] for frame in thread.frames[:-1] if frame.call_edge >= 0)
    return sum(edge.span is not None for edge in held)


def edge_place(program: Program, machine: Machine, watched: Watched) -> Place | None:
    """The statement of the user's that the edge which was just taken belongs to."""
    function = watched.frame.code.function
    edge = function.edges[machine.edge]
    if edge.span is not None:
        return place_of(program, function.name, function.locations[edge.source].name, edge)
    owner = owner_of(watched.thread)
    if owner is None:
        return None
    name, edge = owner
    return place_of(program, name, program.functions[name].locations[edge.source].name, edge)


def calls_of(program: Program, thread: Thread) -> Iterator[Place]:
    """The statements of the user's that a thread is in, innermost first: where it stands, then the calls."""
    for frame, edge in _edges(thread):
        if edge.span is not None and not is_framing(program, edge):
            yield _place(program, frame, edge)


def callers_of(program: Program, thread: Thread) -> Iterator[Place]:
    """The user's calls that a thread is in, innermost first."""
    for frame in reversed(thread.frames[:-1]):
        edge = frame.code.function.edges[frame.call_edge]
        if frame.call_edge >= 0 and edge.span is not None:
            yield _place(program, frame, edge)


def stands_at(program: Program, thread: Thread) -> Place:
    """The statement of the user's that a thread is in, or else the operation it is about to execute."""
    place = next(calls_of(program, thread), None)
    if place is not None:
        return place
    frame = thread.frames[-1]
    edge = next((edge for held, edge in _edges(thread) if held is frame), None)
    if edge is not None and not program.files:
        return _place(program, frame, edge)
    return Place(frame.code.function.name, _location(frame), "", 0, "(in the library)" if edge is not None else "")


def _place(program: Program, frame: Frame, edge: Edge) -> Place:
    return place_of(program, frame.code.function.name, _location(frame), edge)


def _location(frame: Frame) -> str:
    return frame.code.function.locations[frame.location].name if frame.location >= 0 else ""


def _edges(thread: Thread) -> Iterator[tuple[Frame, Edge]]:
    """For every frame, innermost first, the edge that is next or under way."""
    for depth, frame in enumerate(reversed(thread.frames)):
        function = frame.code.function
        if depth:
            number = frame.call_edge
        elif thread.activity in (Activity.WAITING, Activity.WOKEN):
            number = thread.wait_edge
        else:
            outgoing = function.outgoing[frame.location] if frame.location >= 0 else ()
            number = outgoing[0] if outgoing else -1
        if number >= 0:
            yield frame, function.edges[number]
