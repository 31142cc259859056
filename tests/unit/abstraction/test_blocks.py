"""Larger blocks: where they end, what their paths do to predicates, and what is learned about them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from abstracted import Abstracted, abstracted, from_vir, steps_of

from vexil.abstraction.blocks import MOST_PATHS, Blocks
from vexil.abstraction.learning import Derivation, LearnedConstraints
from vexil.abstraction.predicates import Predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.ir.program import LocationKind, Program
from vexil.logic.factory import Terms
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.sorts import bits
from vexil.logic.space import Space
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import FALSE, Var
from vexil.model.boolean_program.text.printer import print_operation
from vexil.model.frames import Frames
from vexil.model.frames.paths import CallEvent, FailureEvent, StepEvent

WORDS = "global x: i32\nglobal y: i32\nglobal t: i32"


@pytest.fixture(scope="module")
def solver() -> Iterator[ProcessSolver]:
    """A solver."""
    with open_solver("bitwuzla") as opened:
        yield opened


def blocks_of(program: Program, solver: ProcessSolver) -> Blocks:
    """The blocks of a program."""
    analyses = Analyses(program)
    return Blocks(Frames(Space(Terms(), program, AnalysedPartition(analyses)), analyses), solver, {})


def function(*edges: str, declared: str = WORDS) -> Program:
    """A program that is one function."""
    lines = [f"  {edge}" for edge in edges]
    return from_vir("\n".join([declared, "function main() entry n0 exit exit", *lines, ""]))


def names(program: Program, places: frozenset[int], function: str = "main") -> list[str]:
    """The names of some locations."""
    return sorted(program.functions[function].locations[place].name for place in places)


def steps(found: Abstracted, source: str) -> list[tuple[str, tuple[int, ...]]]:
    """What stands on the ways from a location to the next ones of the function, in order."""
    procedure = found.program.procedures["main"]
    body = found.space.program.functions["main"]
    place = next(number for number, item in enumerate(body.locations) if item.name == source)
    made: list[tuple[str, tuple[int, ...]]] = []
    pending = list(reversed(procedure.outgoing[place]))
    while pending:
        edge = procedure.edges[pending.pop()]
        made.append((print_operation(edge.operation), edge.origins))
        if edge.target >= len(body.locations):
            pending.extend(reversed(procedure.outgoing[edge.target]))
    return made


def test_edges_one_after_the_other_are_one_step() -> None:
    """What a temporary does inside a block is composed: no predicate about it is needed."""
    program = steps_of("t := x", "t := t + 1i32", "x := t", declared=WORDS)
    with abstracted(program, ["x == 2", "x == 3"], borders={}) as found:
        assert steps(found, "n0") == [
            ("{x == 2}, {x == 3} = choose(false, {x == 2} || {x == 3}), {x == 2}", (0, 1, 2, 3)),
            ("return", (0, 1, 2, 3)),
        ]


def test_paths_are_one_branch() -> None:
    """The guards of all paths are arms of one branch, and each path has all its edges in order."""
    program = function(
        "n0 -> n1: t := x",
        "n1 -> n2: assume t > 3i32",
        "n1 -> n3: assume !(t > 3i32)",
        "n2 -> n4: y := 1i32",
        "n3 -> n4: y := 2i32",
        "n4 -> exit: return",
    )
    with abstracted(program, ["x > 3", "y == 1"], borders={}) as found:
        procedure = found.program.procedures["main"]
        body = program.functions["main"]
        assert procedure.locations[body.entry].kind is LocationKind.BRANCH
        one, other = (0, 1, 3, 5), (0, 2, 4, 5)
        assert steps(found, "n0") == [
            ("assume({x > 3})", one),
            ("{y == 1} = true", one),
            ("return", one),
            ("assume(!{x > 3})", other),
            ("{y == 1} = false", other),
            ("return", other),
        ]


def test_a_guard_is_a_fact() -> None:
    """What becomes of a predicate is found out for the states that take the path, whatever the predicates know."""
    program = function(
        "n0 -> n1: assume x == 3i32",
        "n0 -> n2: assume !(x == 3i32)",
        "n1 -> n3: y := x + 1i32",
        "n2 -> n3: y := 4i32",
        "n3 -> exit: return",
    )
    with abstracted(program, ["y == 4"], borders={}) as found:
        updates = [text for text, _ in steps(found, "n0") if text.startswith("{")]
        assert updates == ["{y == 4} = true", "{y == 4} = true"]
    with abstracted(program, ["y == 4"]) as found:
        assert found.operations("main", 2) == ["{y == 4} = *"]


def test_paths_that_no_state_takes_are_left_out(solver: ProcessSolver) -> None:
    """Only one way goes on behind a constant, and only consistent branches follow each other."""
    program = function(
        "n0 -> n1: t := 1i32",
        "n1 -> n2: assume t == 1i32",
        "n1 -> n3: assume !(t == 1i32)",
        "n2 -> n4: assume x < y",
        "n2 -> n5: assume !(x < y)",
        "n4 -> n6: assume x <= y",
        "n4 -> n5: assume !(x <= y)",
        "n3 -> n5: skip",
        "n5 -> n6: skip",
        "n6 -> exit: return",
    )
    paths = blocks_of(program, solver).paths("main", program.functions["main"].entry)
    assert [path.edges for path in paths] == [(0, 1, 3, 5, 9), (0, 1, 4, 8, 9)]


def test_borders(solver: ProcessSolver) -> None:
    """Loops, calls and what is decided from outside have borders; joins and plain steps have none."""
    program = from_vir(
        f"{WORDS}\nfunction f() entry n0 exit exit\n  n0 -> exit: return\n"
        "function main() entry n0 exit exit\n"
        "  n0 -> n1: t := 1i32\n"
        "  n1 -> n2: assume x < t\n"
        "  n1 -> n3: assume !(x < t)\n"
        "  n2 -> n4: t := x\n"
        "  n4 -> n1: x := x + t\n"
        "  n3 -> n5: t := 2i32\n"
        "  n5 -> n6: call f()\n"
        "  n6 -> n7: x := choose type(i32)\n"
        "  n7 -> n8: y := x\n"
        "  n8 -> n9: assume y > 0i32\n"
        "  n8 -> n10: assume !(y > 0i32)\n"
        "  n9 -> n11: skip\n"
        "  n10 -> n11: skip\n"
        "  n11 -> exit: return\n"
    )
    assert names(program, blocks_of(program, solver).borders("main")) == ["exit", "n0", "n1", "n5", "n6", "n8"]


def test_there_are_not_too_many_paths(solver: ProcessSolver) -> None:
    """Of branches one after the other, with as many paths as combinations, some joins become borders."""
    edges = []
    for number in range(12):
        edges += [
            f"n{number} -> a{number}: assume x == {number}i32",
            f"n{number} -> b{number}: assume !(x == {number}i32)",
            f"a{number} -> n{number + 1}: y := y + 1i32",
            f"b{number} -> n{number + 1}: skip",
        ]
    program = function(*edges, "n12 -> exit: return")
    blocks = blocks_of(program, solver)
    borders = blocks.borders("main")
    assert names(program, borders) == ["exit", "n0", "n4", "n8"]
    assert all(len(blocks.paths("main", place)) <= MOST_PATHS for place in borders)


def test_checks_on_paths() -> None:
    """A check is over the state at the border and has the edges up to its own; a guard may make it needless."""
    program = function(
        "n0 -> n1: t := y",
        "n1 -> n2: assume t != 0i32",
        "n1 -> n3: assume !(t != 0i32)",
        "n2 -> n4: x := 6i32 / t",
        "n3 -> n5: x := 6i32 / x",
        'n4 -> n6: check assert y != 3i32 "three"',
        "n5 -> n6: skip",
        "n6 -> exit: return",
    )
    with abstracted(program, ["y == 3", "x == 0"], borders={}) as found:
        checks = [(text, origins) for text, origins in steps(found, "n0") if text.startswith("check")]
        assert checks == [
            ('check {assert}(!{y == 3}) "three"', (0, 1, 3, 5)),
            ('check undefined(!{x == 0}) "division-by-zero"', (0, 2, 4)),
        ]


def test_the_last_step_has_all_edges() -> None:
    """Edges that do nothing to predicates are taken too, whatever is checked before them."""
    program = function(
        'n0 -> n1: check assert x == 3i32 ""',
        "n1 -> n2: t := 1i32",
        "n2 -> n3: t := choose type(i32)",
        "n3 -> n4: assume t == 1i32",
        "n3 -> n3: assume !(t == 1i32)",
        "n4 -> exit: return",
    )
    with abstracted(program, ["x == 3"], borders={}) as found:
        assert steps(found, "n0") == [("assert({x == 3})", (0,)), ("skip", (0, 1, 2))]


def test_inputs_are_last() -> None:
    """The environment decides at the end of a path: copies come with it, conditions on it begin the next block."""
    program = function(
        "n0 -> n1: y := 1i32",
        "n1 -> n2: t := choose type(i32)",
        "n2 -> n3: x := t",
        "n3 -> n4: assume x == 1i32",
        "n3 -> n5: assume !(x == 1i32)",
        "n4 -> exit: return",
        "n5 -> exit: return",
    )
    with abstracted(program, ["x == 1", "y == 1"], borders={}) as found:
        ((_, origins),) = steps(found, "n0")
        assert origins == (0, 1, 2)
        operation = next(edge.operation for edge in found.program.procedures["main"].edges if edge.origins == (0, 1, 2))
        assert isinstance(operation, bp.Update)
        assert operation.targets == ("y == 1",)
        assert operation.chosen == ("x == 1",)


def test_what_is_learned_under_a_fact_holds_under_it_only(solver: ProcessSolver) -> None:
    """A cube that implies a condition where a fact holds is no cube for it elsewhere."""
    program = steps_of("skip", declared=WORDS)
    terms = Terms()
    space = Space(terms, program)
    x, y = (terms.symbol(name, bits(32)) for name in ("x", "y"))
    (known,) = Predicates(space).extended([terms.eq(x, terms.bv(1, 32))])
    fact, goal = terms.eq(x, y), terms.eq(y, terms.bv(1, 32))
    learned = LearnedConstraints(terms, solver)
    derivation = Derivation("main#0", (known,), (("goal", goal),), frozenset({"goal"}), fact=fact)
    assert learned.learn(derivation, {known.name: True}, {"goal": False})
    assert learned.below(goal, (known,), fact) == Var(known.name)
    assert learned.below(goal, (known,)) == FALSE
    assert learned.below(goal, (known,), terms.eq(x, terms.bv(2, 32))) == FALSE


def test_places_of_paths(solver: ProcessSolver) -> None:
    """Conditions are wanted where a path is at a border, and at calls."""
    program = from_vir(
        f"{WORDS}\nfunction f() entry n0 exit exit\n  n0 -> n1: t := 1i32\n  n1 -> exit: return\n"
        "function main() entry n0 exit exit\n  n0 -> n1: t := x\n  n1 -> n2: call f()\n  n2 -> n3: t := y\n"
        '  n3 -> n4: check assert t == 1i32 ""\n  n4 -> exit: return\n'
    )
    events = (StepEvent("main", 0), CallEvent("main", 1, "f"), StepEvent("f", 0), StepEvent("f", 1))
    blocks = blocks_of(program, solver)
    assert blocks.places(events) == frozenset({0, 1, 2})
    assert blocks.places((*events[:1], StepEvent("main", 2), FailureEvent("main", 3, "assert"))) == frozenset({0, 1})
