"""Lowered programs, run by the reference interpreter, do what the relational rules of the paper say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fcl_oracle import Oracle, State
from fcl_samples import ABSTRACT_POWER, EVEN_ODD, MIXED_POWER, POINT, SMALL, example, guards, parse, programs, source
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.core.source import SourceFile
from vexil.frontends.fcl import FclOptions, load
from vexil.frontends.fcl.algebra import MachineIntegers, MathematicalIntegers
from vexil.frontends.fcl.parser import parse_program
from vexil.frontends.fcl.printer import print_program
from vexil.frontends.fcl.tables import NO_RESULT, TokenType
from vexil.ir.interpreter import Machine, Undefined
from vexil.ir.types import TokenType as IrTokenType

ABSTRACT = FclOptions(token_types=(EVEN_ODD, POINT))


def observe(machine: Machine) -> State:
    """The state as the paper writes it: a node and the store, tokens by name."""
    program = machine.program
    store = []
    for variable, value in zip(program.globals, machine.globals, strict=True):
        if isinstance(variable.type, IrTokenType):
            value = program.token_sets[variable.type.name].tokens[value]
        store.append((variable.name, value))
    frame = machine.threads[1].frames[-1]
    return frame.code.function.locations[frame.location].name, tuple(sorted(store))


def started(file: SourceFile, options: FclOptions = FclOptions()) -> Machine:  # noqa: B008 - immutable
    machine = Machine(load([file], options))
    machine.reset()
    return machine


def run(machine: Machine, limit: int = 1000) -> list[State]:
    """The states of a run that leaves nothing open."""
    states = [observe(machine)]
    while machine.enabled() and len(states) < limit:
        machine.step(1)
        if machine.ending is not None:
            break
        states.append(observe(machine))
    return states


def reachable(file: SourceFile, options: FclOptions) -> tuple[set[State], set[tuple[State, State]]]:
    """All states at source level, and the source steps between them: what happens inside one is left out."""
    machine = Machine(load([file], options))
    pending, edges, seen = [], set(), set()
    decisions: list[list[int]] = [[]]
    for _, choices in machine.initial_choices():
        decisions = [[*chosen, value] for chosen in decisions for value in choices.values]
    for chosen in decisions:
        machine.reset(chosen)
        pending.append((machine.snapshot(), observe(machine)))
    states = {state for _, state in pending}
    while pending:
        snapshot, origin = pending.pop()
        if (snapshot, origin) in seen:
            continue
        seen.add((snapshot, origin))
        machine.restore(snapshot)
        if not machine.enabled():
            continue
        choices = machine.choices(1)
        for choice in [None] if choices is None else choices.values:
            machine.restore(snapshot)
            machine.step(1, choice)
            if machine.ending is not None:  # an abstract operation without a result
                continue
            state = observe(machine)
            if state[0].endswith(".chosen"):
                pending.append((machine.snapshot(), origin))
            else:
                states.add(state)
                edges.add((origin, state))
                pending.append((machine.snapshot(), state))
    return states, edges


@pytest.mark.parametrize("arithmetic", [MachineIntegers(), MathematicalIntegers()], ids=["machine", "mathematical"])
@pytest.mark.parametrize(
    ("m", "n", "states", "final_n", "result"),
    [(2, 3, 17, 0, 8), (5, 0, 5, 0, 1), (3, -2, 5, -2, 1), (-1, 3, 17, 0, -1)],
)
def test_FCL_03_power_runs_as_published(arithmetic, m: int, n: int, states: int, final_n: int, result: int) -> None:
    """The four published runs end in halt with the published store, after the published number of states."""
    file = example("power")
    trace = run(started(file, FclOptions(arithmetic=arithmetic, given={"m": m, "n": n})))
    assert trace[-1] == ("halt", (("m", m), ("n", final_n), ("result", result)))
    assert len(trace) == states
    assert trace[0] == ("init.1", (("m", m), ("n", n), ("result", 0)))
    oracle = Oracle(parse_program(file, SMALL.signature), FclOptions(arithmetic=arithmetic).algebra())
    assert trace == oracle.run(oracle.initial(m=m, n=n))


def test_FCL_03_a_state_comes_before_its_statement() -> None:
    """In (init.1, s) the first assignment has not happened; in (init.2, s) it has."""
    trace = run(started(example("power"), FclOptions(given={"m": 2, "n": 1})))
    assert [(node, dict(store)["result"]) for node, store in trace[:2]] == [("init.1", 0), ("init.2", 1)]


def test_FCL_05_the_run_of_power_decides_the_published_properties() -> None:
    """In power(2, 3) end.1 is reached, result is never 5, and first reaches 8 after the third loop.1."""
    trace = run(started(example("power"), FclOptions(given={"m": 2, "n": 3})))
    results = [dict(store)["result"] for _, store in trace]
    assert "end.1" in [node for node, _ in trace]
    assert 5 not in results
    first = results.index(8)
    assert trace[first][0] == "loop.2"
    assert [node for node, _ in trace[:first]].count("loop.1") == 3


@pytest.mark.parametrize(
    ("name", "given", "end", "value"),
    [
        ("gcd", {"a": 48, "b": 18}, "done.1", ("a", 6)),
        ("collatz", {"n": 7}, "reached.1", ("steps", 16)),
        ("collatz", {"n": 27}, "gaveup.1", ("steps", 20)),
        ("countdown", {"n": 6}, "end.1", ("n", 0)),
    ],
)
def test_examples_do_what_their_comments_say(
    name: str, given: dict[str, int], end: str, value: tuple[str, int]
) -> None:
    """Each example ends at the named node with the named value."""
    trace = run(started(example(name), FclOptions(given=given)))
    assert trace[-1][0] == "halt"
    assert trace[-2][0] == end
    assert value in trace[-1][1]


def test_the_countdown_from_seven_passes_zero() -> None:
    """The wrong property in the comment of the example is violated by 7, 5, 3, 1, -1."""
    values = [dict(store)["n"] for node, store in run(started(example("countdown"), FclOptions(given={"n": 7})), 12)]
    assert list(dict.fromkeys(values)) == [7, 5, 3, 1, -1]


def test_division_by_zero_is_undefined() -> None:
    """The run stops at the division, neither proved nor refuted; a guarded division is fine."""
    machine = started(source("(m) (l) l: m := /(1, m); return;"), FclOptions(given={"m": 0}))
    run(machine)
    assert machine.ending == Undefined("division-by-zero")


@settings(max_examples=150, deadline=None, derandomize=True)
@given(programs(), st.lists(st.integers(-128, 127), min_size=4, max_size=4))
def test_FCL_03_random_programs_run_as_the_rules_say(program, values) -> None:
    """Interpreter and rules agree state by state on 8-bit programs, up to the first division by zero."""
    text = source(print_program(program) + "fix: p := &&(p, q); return;")
    given = {parameter.name: value for parameter, value in zip(program.parameters, values, strict=False)}
    machine = started(text, FclOptions(arithmetic=MachineIntegers(8), given=given))
    oracle = Oracle(parse_program(text, SMALL.signature), SMALL)
    expected = oracle.run(oracle.initial(**given), 60)
    assert run(machine, 60) == expected
    stuck = len(expected) < 60 and expected[-1][0] != "halt"
    assert machine.ending == (Undefined("division-by-zero") if stuck else None)


def test_FCL_04_every_abstract_test_has_two_successors() -> None:
    """With m odd and n a Point, each reachable state at test.1 leads to end.1 and to loop.1."""
    states, steps = reachable(source(ABSTRACT_POWER), replace(ABSTRACT, given={"m": "odd"}))
    tests = [state for state in states if state[0] == "test.1"]
    assert tests
    for state in tests:
        assert {after[0] for before, after in steps if before == state} == {"end.1", "loop.1"}


def test_FCL_04_the_result_is_odd_after_the_first_assignment() -> None:
    """With m odd the result is even only before init.1."""
    states, _ = reachable(source(ABSTRACT_POWER), replace(ABSTRACT, given={"m": "odd"}))
    assert {(node, dict(store)["result"]) for node, store in states if dict(store)["result"] != "odd"} == {
        ("init.1", "even")
    }
    assert len(states) == 8


PAIRS = [(a, b) for a in ("low", "high") for b in ("low", "high")]
OVERLAP = TokenType(
    "LowHigh",
    ("low", "high"),
    "lh",
    operations={
        "+": {(a, b): {"low", "high"} if a == b == "low" else {"high"} for a, b in PAIRS},
        "/": {(a, b): NO_RESULT if b == "low" else {"low"} for a, b in PAIRS},
    },
    tests={"<": {(a, b): {True, False} if a == b else {a == "low"} for a, b in PAIRS}},
    coercions={"Int": guards(low="x <= 5", high="x >= 5")},
    constants={"low": ("low",), "high": ("high",), "any": ("low", "high")},
    default="low",
)
COERCING = """
(n h b)
(l)
l: x := [Int << LowHigh] n;
   y := +_lh(x, +_lh(h, any));
   if <_lh(x, y) && b || n = 4 then l2 else l3;
l2: x := /_lh(y, x); n := n + 1; if n < 7 then l else l3;
l3: b := <_lh(h, any); return;
"""


@pytest.mark.parametrize(
    ("text", "options", "parameters"),
    [
        (ABSTRACT_POWER, replace(ABSTRACT, given={"m": "odd"}), [{"m": "odd", "n": "unknown"}]),
        (ABSTRACT_POWER, ABSTRACT, [{"m": m, "n": "unknown"} for m in ("even", "odd")]),
        (
            MIXED_POWER,
            replace(ABSTRACT, ranges={"n": (-1, 4)}),
            [{"m": m, "n": n} for m in ("even", "odd") for n in range(-1, 5)],
        ),
        (
            COERCING,
            FclOptions(token_types=(OVERLAP,), ranges={"n": (3, 6)}),
            [{"n": n, "h": h, "b": b} for n in range(3, 7) for h in ("low", "high") for b in (False, True)],
        ),
    ],
    ids=["odd", "open", "mixed", "coercing"],
)
def test_FCL_04_reachable_states_and_steps_are_those_of_the_rules(text: str, options: FclOptions, parameters) -> None:
    """The explored states and source steps are exactly those of the relational rules: finite and complete."""
    algebra = options.algebra()
    oracle = Oracle(parse(text, algebra.signature), algebra)
    expected = oracle.reachable(*(oracle.initial(**values) for values in parameters))
    states, steps = reachable(source(text), options)
    assert states == expected
    assert steps == {(state, after) for state in expected for after in oracle.successors(state)}
