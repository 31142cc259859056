"""Choose-free search: what is a choice of an abstraction, what is cut, and what a run without such choices is worth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.certify import certify
from vexil.core.context import Context
from vexil.core.errors import InternalError, UsageError
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.library import missing
from vexil.engines.machine.search import NativeSearch, Reduction, StateQuery
from vexil.engines.reference import ReferenceEngine
from vexil.ir import text as vir
from vexil.ir.expressions import Operator
from vexil.ir.interpreter import Bounds, CompiledProgram, Machine, Move, Snapshot
from vexil.ir.operation_parts import Origin
from vexil.ir.operations import Choose, ChooseInstance
from vexil.ir.program import Program
from vexil.model.evidence import Lasso, Run
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import WORD, Expr, Local, Variable, apply, equal, number, read
from vexil.model.guarded.system import Assign, Block, Choice, Command, Ending, EndKind, GuardedSystem, Let
from vexil.model.guarded.validate import validate
from vexil.model.outcome import Question
from vexil.model.search_options import ExplicitOptions
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.conclude import conclude
from vexil.pipeline.feasible import (
    FEASIBLE,
    Reading,
    is_abstraction,
    open_choices,
    settled,
    undecided_atoms,
)
from vexil.pipeline.load import load
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property
from vexil.transform.flattening import flatten
from vexil.transform.reductions.choose_free import NOT_TAKEN, TOO_COARSE, choose_free

PROGRAMS = Path(__file__).parents[2] / "programs"
PAPERS = PROGRAMS / "vir" / "papers"
POWER = PROGRAMS / "fcl" / "power" / "power.fcl"


def loaded(text: str) -> Program:
    return vir.load(SourceFile("test.vir", text.encode()))


def paper(name: str) -> Program:
    return loaded((PAPERS / f"{name}.vir").read_text(encoding="utf-8"))


def chosen_once(domain: str, kind: str = "i32", origin: str = "by abstraction") -> Program:
    """A program that makes one choice, after `b` and `x` got any value, and says what it was."""
    return loaded(f"""vir 1
tokens Colour {{RED, GREEN}}
tokens Only {{ONE}}
class Node
global b: bool in type(bool)
global x: i32 in range(0i32, 2i32)
global y: {kind}
function main()
  local node: ref[Node]
  a -> b: node := new Node site "node"
  b -> c: y := choose {domain} {origin}
  c -> d: check assert y == y "it is read"
  d -> exit: return
""")


def explored(system: GuardedSystem) -> tuple[set[tuple[int, ...]], dict[int, int]]:
    """The states of a system, and how often its runs are cut."""
    evaluator = Evaluator(system)
    found = set(evaluator.initial())
    pending = list(found)
    while pending:
        for _, after in evaluator.successors(pending.pop()):
            if after not in found:
                found.add(after)
                pending.append(after)
    return found, evaluator.cuts


def cut(program: Program, bounds: Bounds | None = None) -> int:
    """How many alternatives choose-free search leaves out in a program."""
    system = flatten(program, bounds=bounds).system
    free = choose_free(system)
    validate(free)
    assert free.endings[:-1] == system.endings
    return explored(free)[1].get(len(system.endings), 0)


# --- what is cut -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("domain", "kind", "expected"),
    [
        ("among(1i32, 2i32)", "i32", 12),  # two members in each of six states
        ("among(1i32)", "i32", 0),
        ("among(1i32, 1i32)", "i32", 0),
        ("among(when(b, 1i32), when(!b, 2i32))", "i32", 0),
        ("among(1i32, when(b, 2i32))", "i32", 6),  # only where b
        ("among(1i32, when(b, 1i32), when(x == 1i32, 1i32))", "i32", 0),
        ("among(x, 1i32)", "i32", 8),  # x is 0 or 2: where it is 1 there is one member
        ("among(x + 1i32, 1i32 + x)", "i32", 0),
        ("range(x, 1i32)", "i32", 4),  # 0..1; x = 2 leaves nothing
        ("range(1i32, 1i32)", "i32", 0),
        ("type(bool)", "bool", 12),
        ("type(tokens[Colour])", "tokens[Colour]", 12),
        ("type(tokens[Only])", "tokens[Only]", 0),
        ("instance(Node)", "ref[Node]", 0),
        ("instance(Node, null)", "ref[Node]", 12),
    ],
)
def test_CEX_01_members_are_counted_once_and_in_the_state(domain: str, kind: str, expected: int) -> None:
    """CEX-01, BAS-08: what has one member in a state is taken there; several cut each of the alternatives."""
    assert cut(chosen_once(domain, kind)) == expected


@pytest.mark.parametrize(("origin", "expected"), [("", 0), ("by approximation", 12), ("by abstraction", 12)])
def test_CEX_01_the_environment_chooses_as_always(origin: str, expected: int) -> None:
    """CEX-01: choices of the environment are followed, and those of an approximation are not."""
    assert cut(chosen_once("among(1i32, 2i32)", origin=origin)) == expected


def test_CEX_01_a_bound_does_not_decide_for_the_abstraction() -> None:
    """CEX-01: a range of which a bound leaves one value still has several members, and so has a type."""
    only_one = Bounds(variables={"y": (1, 1)})
    assert cut(chosen_once("range(0i32, 5i32)"), only_one) == 6
    assert cut(chosen_once("type(i32)"), only_one) == 6
    assert cut(chosen_once("range(1i32, 1i32)"), only_one) == 0


def test_CEX_01_a_value_that_stands_for_others_is_one_of_several() -> None:
    """CEX-01: of 2^32 values one is searched, because nobody reads any of them; they are several members."""
    program = loaded("""vir 1
function main()
  local y: i32
  a -> b: y := choose type(i32) by abstraction
  b -> exit: return
""")
    assert len(explored(flatten(program).system)[0]) == 3
    assert cut(program) == 1


def test_endings_keep_their_numbers_and_widths() -> None:
    """One more ending may need a wider variable: what reads how the run ended goes on to read the same."""
    endings = tuple(Ending(EndKind.STOPPED, "", str(index)) for index in range(254))
    system = GuardedSystem("many", (), (), Command(equal(number(0), number(0)), ()), endings)
    atoms = (equal(read(system.ending), number(0, system.ending.type)),)
    free = choose_free(replace(system, atoms=atoms))
    assert (system.ending.type.width, free.ending.type.width) == (8, 16)
    validate(free)
    assert free.endings == (*endings, NOT_TAKEN)
    assert Evaluator(free).evaluate(free.atoms[0], (0,), {}) == 1
    assert Evaluator(free).evaluate(free.atoms[0], (7,), {}) == 0


def test_several_choices_of_one_command() -> None:
    """A command that lets the environment choose first is cut only with what leaves the abstraction a choice."""
    first, second = Choice("first", number(3)), Choice("second", number(2), origin=Origin.ABSTRACTION)
    second = replace(second, condition=equal(first.value(), number(1)))
    both = Command(equal(number(0), number(0)), (), (first, second))
    free = choose_free(GuardedSystem("two", (), (), both))
    evaluator = Evaluator(free)
    assert evaluator.initial() == []
    assert evaluator.cuts == {0: 2}


X, Y, KEPT = Variable("x", WORD, 1, (5,)), Variable("y", WORD, 1), Local("kept", WORD)


@pytest.mark.parametrize(
    ("before", "value", "expected"),
    [
        ((), read(X), 0),  # 5, or 5
        ((Assign(X, number(0), number(7)),), read(X), 2),  # 7, or 5
        ((Let("kept", number(7)),), KEPT, 2),
        ((), apply(Operator.ADD, read(X), number(1)), 2),
        ((), apply(Operator.DIVIDE, read(X), number(1)), 2),  # nobody divides before it is the step's turn
    ],
)
def test_values_are_compared_as_the_step_computes_them(before: Block, value: Expr, expected: int) -> None:
    """Members are the same if the values that the step computes are, and not if they were so before the step."""
    choice = Choice("chosen", number(2), origin=Origin.ABSTRACTION)
    chosen = apply(Operator.IF, equal(choice.value(), number(0)), value, number(5))
    command = Command(equal(number(0), number(0)), (*before, Assign(Y, number(0), chosen)), (choice,))
    free = choose_free(GuardedSystem("values", (X, Y), (), command))
    validate(free)
    evaluator = Evaluator(free)
    assert (len(evaluator.initial()), evaluator.cuts.get(0, 0)) == (2 - expected, expected)


# --- the law ---------------------------------------------------------------------------------------------

VALUES = ("0i8", "1i8", "x", "y", "x + 1i8")
GUARDS = ("x == 0i8", "y == x", "z", "!z", "true")


@st.composite
def choice_programs(draw: st.DrawFn) -> str:
    """Two threads that choose among guarded values, by anybody."""
    bodies = []
    for name in ("left", "right"):
        lines = []
        for step in range(draw(st.integers(1, 3))):
            origin = draw(st.sampled_from(("abstraction", "abstraction", "environment")))
            if draw(st.booleans()):
                cases = [
                    f"when({draw(st.sampled_from(GUARDS))}, {draw(st.sampled_from(VALUES))})"
                    for _ in range(draw(st.integers(0, 2)))
                ]
                domain = f"among({', '.join([draw(st.sampled_from(VALUES)), *cases])})"
                place = draw(st.sampled_from(("x", "y")))
            else:
                domain = draw(st.sampled_from(("type(bool)", "flip(z)", "flip(among(z, when(x == 0i8, true)))")))
                place = "z"
            lines.append(f"  n{step} -> n{step + 1}: {place} := choose {domain} by {origin}")
        lines.append(f"  n{len(lines)} -> exit: return")
        bodies.append(f"function {name}()\n" + "\n".join(lines))
    return (
        "vir 1\nrelation flip(bool) -> bool\n  row {false} -> {false, true}\n  row {true} -> {false}\n"
        "global x: i8\nglobal y: i8\nglobal z: bool in type(bool)\n" + "\n".join(bodies) + "\nfunction main()\n"
        "  local t: thread\n  a -> b: t := start left()\n  b -> c: t := start right()\n"
        '  c -> d: check assert x == x && y == y && z == z "all are read"\n  d -> exit: return\n'
    )


def reached_without_choices(program: Program) -> set[Snapshot]:
    """The states that the interpreter reaches when steps of an abstraction with several results are not taken."""
    machine = Machine(program)
    found: set[Snapshot] = set()
    pending: list[Snapshot] = []
    for decision in (0, 1):
        machine.reset((decision,))
        pending.append(machine.snapshot())
    while pending:
        state = pending.pop()
        if state in found:
            continue
        found.add(state)
        machine.restore(state)
        for thread in machine.enabled():
            machine.restore(state)
            frame = machine.threads[thread].frames[-1]
            operation = frame.code.function.edges[frame.code.function.outgoing[frame.location][0]].operation
            offered = machine.choices(thread)
            results = set()
            for decision in (None,) if offered is None else offered.values or ():
                machine.restore(state)
                machine.step(thread, decision)
                results.add(machine.snapshot())
            mine = isinstance(operation, Choose | ChooseInstance) and operation.origin is not Origin.ENVIRONMENT
            if not mine or len(results) == 1:
                pending += sorted(results, key=repr)
    return found


@settings(max_examples=40, deadline=None, derandomize=True)
@given(choice_programs())
def test_CEX_01_choose_free_states_are_those_of_the_interpreter(text: str) -> None:
    """CEX-01: the states left are those that are reached when no step of an abstraction has several results."""
    program = loaded(text)
    free = choose_free(flatten(program).system)
    assert len(explored(free)[0]) == len(reached_without_choices(program))


@pytest.mark.usefixtures("native_machine")
@settings(max_examples=40, deadline=None, derandomize=True)
@given(choice_programs())
def test_CEX_01_choose_free_states_of_the_native_machine_are_those_of_the_interpreter(text: str) -> None:
    """CEX-01: the native machine takes no step of an abstraction with several results, either."""
    program = loaded(text)
    search = NativeSearch(CompiledProgram(program), StateQuery(), Reduction.NONE, Context(), choose_free=True)
    search.run()
    assert search.count == len(reached_without_choices(program))


# --- runs and verdicts -----------------------------------------------------------------------------------


def verdict_of(question: Question, *, feasible: bool = False) -> Verdict:
    searching = ExplicitOptions(feasible=True)
    engine = ExplicitEngine(ReferenceEngine(), searching) if feasible else ReferenceEngine()
    answer = engine.check(question, Context())
    if feasible and not missing():  # the native machine agrees
        assert type(MachineEngine(searching).check(question, Context()).outcome) is type(answer.outcome)
    evidence = getattr(answer.outcome, "evidence", None)
    return conclude(question, answer, None if evidence is None else certify(question, evidence, Context()))


def in_two_phases(question: Question, readings: tuple[Reading, ...] = ()) -> tuple[Verdict, int]:
    """The verdict of the procedure, and how often the second phase was needed."""
    asked: list[Verdict] = []

    def again() -> Verdict:
        asked.append(verdict_of(question, feasible=True))
        return asked[-1]

    return settled(question, verdict_of(question), again, readings), len(asked)


@pytest.mark.usefixtures("native_search")
def test_CEX_01_nothing_without_a_choice() -> None:
    """CEX-01: a negative square is found only by a choice about it; without one there is nothing, and no proof."""
    question = Question(paper("square"), parse_property("assert"))
    assert verdict_of(question).status is Status.REFUTED
    alone = verdict_of(question, feasible=True)
    assert (alone.status, alone.reason) == (Status.UNKNOWN, TOO_COARSE)
    verdict, phases = in_two_phases(question)
    assert (verdict.status, phases) == (Status.UNKNOWN, 1)
    assert verdict.reason == f"{TOO_COARSE} was found; the run that was found chooses at test.vir:18 (2 members)"
    assert isinstance(verdict.evidence, Run)  # the run of the first phase, for another abstraction
    assert len(verdict.evidence.moves) == 5


BESIDE = """vir 1
global x: i32
function other()
  a -> b: x := 1i32
  b -> c: check assert x == 0i32 "nobody writes"
  c -> exit: return
function main()
  local t: thread
  local b: bool
  a -> b: t := start other()
  b -> c: b := choose type(bool) by abstraction
  c -> exit: return
"""


@pytest.mark.usefixtures("native_search")
def test_CEX_01_other_threads_go_on_where_one_would_have_to_choose() -> None:
    """CEX-01: a thread whose next step is cut hides nothing that others do, whatever reductions let it go first."""
    verdict = verdict_of(Question(loaded(BESIDE), parse_property("assert")), feasible=True)
    assert verdict.status is Status.REFUTED


@pytest.mark.usefixtures("native_search")
def test_CEX_03_a_proof_needs_no_second_phase() -> None:
    """CEX-03: what holds for every run of the abstraction holds for the program."""
    proved, phases = in_two_phases(
        Question(paper("power_parity"), parse_property("ltl: [] (at(end_) => n == UNKNOWN)"))
    )
    assert (proved.status, phases) == (Status.PROVED, 0)
    assert "feasible" not in proved.reason


DETOUR = """vir 1
tokens Point {UNKNOWN}
relation less(tokens[Point], tokens[Point]) -> bool
  row {UNKNOWN, UNKNOWN} -> {false, true}
global n: tokens[Point]
function main()
  local b: bool
  ask -> which: b := choose type(bool)
  which -> short: assume b
  which -> long1: assume !b
  short -> test: b := choose less(n, n) by abstraction
  test -> wrong: assume b
  test -> done: assume !b
  long1 -> long2: skip
  long2 -> long3: skip
  long3 -> wrong: skip
  wrong -> done: check assert false "here it is wrong"
  done -> exit: return
"""


@pytest.mark.usefixtures("native_search")
def test_CEX_03_the_second_phase_finds_a_longer_run_that_is_real() -> None:
    """CEX-03: the shortest run needs a choice of the abstraction; the verdict shows the longer one that needs none."""
    question = Question(loaded(DETOUR), parse_property("assert"))
    first = verdict_of(question)
    assert isinstance(first.evidence, Run)
    assert len(open_choices(question.program, first.evidence)) == 1
    verdict, phases = in_two_phases(question)
    assert (verdict.status, phases) == (Status.REFUTED, 1)
    assert verdict.reason.endswith(FEASIBLE)
    assert isinstance(verdict.evidence, Run)
    assert len(verdict.evidence.moves) == len(first.evidence.moves) + 1
    assert not open_choices(question.program, verdict.evidence)


def test_CEX_03_a_first_run_without_choices_is_enough() -> None:
    """CEX-03: the deadlock of Event with signs is found without a choice at once, and no second phase is needed."""
    verdict, phases = in_two_phases(Question(paper("event_signs"), parse_property("deadlock")))
    assert (verdict.status, phases) == (Status.REFUTED, 0)
    assert verdict.reason.endswith(FEASIBLE)


def test_CEX_03_a_second_phase_that_gives_up_says_why() -> None:
    """CEX-03: a limit in the second phase leaves the verdict unknown, with the limit in its reason."""
    question = Question(paper("square"), parse_property("assert"))
    limited = replace(verdict_of(question), status=Status.UNKNOWN, reason="limit of 3 states reached", evidence=None)
    verdict = settled(question, verdict_of(question), lambda: limited)
    assert verdict.status is Status.UNKNOWN
    assert verdict.reason.startswith(f"{TOO_COARSE} was found (limit of 3 states reached); the run")


def test_CEX_03_a_run_with_choices_is_not_believed() -> None:
    """CEX-03: a second phase whose run still chooses for the abstraction is a mistake of the engine, and no verdict."""
    question = Question(paper("square"), parse_property("assert"))
    first = verdict_of(question)
    with pytest.raises(InternalError, match="without choices of the abstraction"):
        settled(question, first, lambda: first)


def test_a_program_that_is_no_abstraction_is_left_alone() -> None:
    """Without choices of an abstraction a verdict stays what it is, word for word."""
    program = paper("event")
    assert not is_abstraction(program)
    question = Question(program, parse_property("deadlock"))
    verdict = verdict_of(question)
    assert settled(question, verdict, lambda: pytest.fail("nothing to look for")) is verdict


def test_branching_properties_of_an_abstraction_say_nothing() -> None:
    """What may happen in an abstraction need not be possible: no verdict about it is one about the program."""
    question = Question(paper("square"), parse_property("ctl: EF at(error)"))
    claimed = replace(verdict_of(Question(question.program, parse_property("assert"))), status=Status.PROVED)
    verdict = settled(question, claimed, lambda: claimed)
    assert verdict.status is Status.UNKNOWN
    assert "branching" in verdict.reason


# --- atoms -----------------------------------------------------------------------------------------------

POINT_PROPERTY = "ltl: [] !at(end_) || [] (!at(init) || m == EVEN || <> (at(end_) && false))"
RESULT_IS_ODD = Reading("result % 2 != 0", "false", "false")
M_IS_ODD = Reading("m % 2 != 0", "m == ODD", "m == EVEN")


def test_CEX_02_a_path_without_choices_need_not_be_a_counterexample() -> None:
    """CEX-02: with result unknown the property fails on a path that is real, and that satisfies what was asked.

    The program itself satisfies it for the same m and n (FCL, m = 1 and n = 0), so the verdict is no refutation.
    """
    question = Question(paper("power_point"), parse_property(POINT_PROPERTY))
    first = verdict_of(question)
    assert isinstance(first.evidence, Lasso | Run)
    assert open_choices(question.program, first.evidence) == ()
    verdict, _ = in_two_phases(question, (M_IS_ODD, RESULT_IS_ODD))
    assert verdict.status is Status.UNKNOWN
    assert verdict.reason == (
        "feasible path: the run takes no choice of the abstraction, "
        "but the atom result % 2 != 0 is not decided after 0 steps of the program"
    )
    original = "ltl: [] ![end] || [] (![init] || !(m % 2 != 0) || <> ([end] && result % 2 != 0))"
    power = load(LoadOptions((str(POWER),), {"m": 1, "n": 0}), Context()).program
    assert verdict_of(Question(power, parse_property(original))).status is Status.PROVED
    undecided = undecided_atoms(question.program, first.evidence, (M_IS_ODD, RESULT_IS_ODD))
    assert [item.atom for item in undecided] == ["result % 2 != 0"]


def test_CEX_02_decided_atoms_make_a_path_a_counterexample() -> None:
    """CEX-02: where parity is known, a wrong claim about it is refuted by a run that is guaranteed to exist."""
    wrong = "ltl: [] !at(end_) || [] (!at(init) || m == EVEN || <> (at(end_) && result == EVEN))"
    question = Question(paper("power_mixed"), parse_property(wrong))
    readings = (M_IS_ODD, Reading("result % 2 != 0", "result == ODD", "result == EVEN"))
    verdict, phases = in_two_phases(question, readings)
    assert (verdict.status, phases) == (Status.REFUTED, 0)
    assert verdict.reason.endswith(FEASIBLE)


@pytest.mark.usefixtures("native_search")
@pytest.mark.parametrize(
    ("name", "status", "arithmetic"),
    [("grows", Status.REFUTED, "mathematical"), ("grows_w32", Status.UNKNOWN, "32-bit")],
)
def test_CEX_02_the_guarantee_is_relative_to_the_arithmetic(name: str, status: Status, arithmetic: str) -> None:
    """CEX-02: x + 1 stays positive for ever without a choice over mathematical integers, and not over 32 bits.

    The tables of the abstraction fix the arithmetic; the program says which one it is with every verdict.
    """
    program = paper(name)
    verdict, _ = in_two_phases(Question(program, parse_property("termination")))
    assert verdict.status is status
    (said,) = [item.statement for item in program.assumptions if item.kind == "arithmetic"]
    assert arithmetic in said


def test_conditions_of_readings_are_about_states() -> None:
    """A reading that is no condition on states is refused with the text that is wrong."""
    program = paper("power_point")
    evidence = Run((1, 0), ())
    with pytest.raises(UsageError, match=r"'\[\] at\(init\)' is no condition on states"):
        undecided_atoms(program, evidence, (Reading("p", "[] at(init)", "false"),))
    found = undecided_atoms(program, evidence, (Reading("p", "at(end_) || !(m == ODD)", "n == 1 && at(init)"),))
    assert [(item.atom, item.moves) for item in found] == [("p", 0)]


def test_open_choices_say_where_and_among_how_many() -> None:
    """A choice among guarded values counts different values in the state where it is made; others are not listed."""
    program = loaded("""vir 1
global x: i32
function main()
  a -> b: x := choose among(1i32, 1i32, when(x == 0i32, 2i32)) by abstraction
  b -> c: x := choose among(1i32, 1i32, when(x == 0i32, 2i32)) by abstraction
  c -> d: x := choose range(1i32, 9i32)
  d -> e: x := choose range(x, 9i32) by approximation
  e -> exit: return
""")
    machine = Machine(program)
    machine.reset()
    moves = []
    for wanted in (2, 0, 5, 7):
        offered = machine.choices(1)
        assert offered is not None
        moves.append(wanted if wanted in (offered.values or ()) else 0)
        machine.step(1, moves[-1])
    run = Run((), tuple(Move(1, choice) for choice in moves))
    found = open_choices(program, run)
    assert [(item.moves, item.edge, item.members) for item in found] == [(0, "main#0", 2), (3, "main#3", 5)]
