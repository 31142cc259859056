"""The reference engine against the semantics of LTL on single runs of random small programs."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from strategies.formulas import ltl_formulas, propositions
from vexil.certify import Checked, certify
from vexil.core.context import Context
from vexil.engines.reference import ReferenceEngine
from vexil.ir.builder import FunctionBuilder, ProgramBuilder
from vexil.ir.operations import Return, Skip
from vexil.ir.program import LocationKind, Program
from vexil.model.evidence import Lasso, Run
from vexil.model.outcome import Fails, Holds, Question
from vexil.spec import lasso as words
from vexil.spec.atoms import At
from vexil.spec.property import parse_property

Graph = list[list[int]]
LABELS = ("p", "q")


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, list[frozenset[str]]]:
    """A few locations with one to three successors each (location ``-1`` is the exit), labelled p and q."""
    count = draw(st.integers(1, 5))
    target = st.integers(-1, count - 1)
    graph = [draw(st.lists(target, min_size=1, max_size=3, unique=True)) for _ in range(count)]
    labels = [frozenset(draw(st.sets(st.sampled_from(LABELS)))) for _ in range(count + 1)]
    return graph, labels


def program_of(graph: Graph, labels: list[frozenset[str]]) -> Program:
    function = FunctionBuilder("main")
    for number, successors in enumerate([*graph, []]):
        kind = LocationKind.CHOICE if len(successors) > 1 else None
        function.location(f"l{number}", labels=tuple(sorted(labels[number])), kind=kind)
    for label in LABELS:  # a label must exist to be asked for
        function.location(f"unreached_{label}", labels=(label,))
        function.edge(len(graph) + 1 + LABELS.index(label), len(graph) + 1 + LABELS.index(label), Skip())
    function.entry, function.exit = 0, len(graph)
    for number, successors in enumerate(graph):
        for successor in successors:
            operation = Return(None) if successor < 0 else Skip()
            function.edge(number, successor % (len(graph) + 1), operation)
    builder = ProgramBuilder("graph", "vir")
    builder.add(function)
    return builder.build()


def lassos(graph: Graph, limit: int) -> Iterator[tuple[list[int], int]]:
    """All runs as locations with the position the loop begins at, up to a length; an ended run repeats its end."""
    exit_location = len(graph)
    pending = [[0]]
    while pending:
        path = pending.pop()
        if path[-1] == exit_location:
            yield path, len(path) - 1
            continue
        for successor in graph[path[-1]]:
            following = successor % (exit_location + 1)
            yield from ((path, position) for position, place in enumerate(path) if place == following)
            if len(path) < limit:
                pending.append([*path, following])


FORMULAS = ltl_formulas(propositions("at(p)", "at(q)"), max_leaves=4).map(str)


def word_of(path: list[int], start: int, labels: list[frozenset[str]]) -> words.Lasso:
    letters = [frozenset(At(label) for label in labels[place]) for place in path]
    return words.Lasso(tuple(letters[:start]), tuple(letters[start:]))


@given(graphs(), FORMULAS)
@settings(max_examples=250, deadline=None, derandomize=True)
def test_verdicts_agree_with_the_meaning_of_runs(case: tuple[Graph, list[frozenset[str]]], formula: str) -> None:
    """A property that one run violates is refuted; the run found violates it; and what is checked is confirmed."""
    graph, labels = case
    question = Question(program_of(graph, labels), parse_property(f"ltl: {formula}"))
    meaning = question.property.linear_formula()
    violated = any(not words.holds(meaning, word_of(path, start, labels)) for path, start in lassos(graph, 6))
    outcome = ReferenceEngine().check(question, Context()).outcome
    assert isinstance(outcome, Holds | Fails)
    assert isinstance(certify(question, outcome.evidence, Context()), Checked)
    assert not (violated and isinstance(outcome, Holds))
    if isinstance(outcome, Fails):
        assert isinstance(outcome.evidence, Lasso | Run)
        path = [0]
        moves = (
            outcome.evidence.moves
            if isinstance(outcome.evidence, Run)
            else (*outcome.evidence.stem, *outcome.evidence.loop)
        )
        for move in moves:
            path.append(graph[path[-1]][move.choice or 0] % (len(graph) + 1))
        if isinstance(outcome.evidence, Lasso):
            start = len(outcome.evidence.stem)
            if outcome.evidence.loop:
                path.pop()
            assert not words.holds(meaning, word_of(path, start, labels))
        else:
            assert not any(
                words.holds(meaning, word_of([*path[:-1], *rest], len(path) - 1 + start, labels))
                for rest, start in continuations(graph, path[-1])
            )


def continuations(graph: Graph, place: int) -> Iterator[tuple[list[int], int]]:
    """Runs from a place on."""
    if place == len(graph):
        yield [place], 0
        return
    renamed = [graph[place], *graph]
    for path, start in lassos([[s + 1 if s >= 0 else -1 for s in row] for row in renamed], 4):
        yield [place, *(p - 1 for p in path[1:])], start
