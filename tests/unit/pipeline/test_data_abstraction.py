"""Checks of abstract programs: from selections to a verdict on the program itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import vexil
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.model.evidence import AbstractRun, Run
from vexil.model.outcome import Question
from vexil.model.tokens.typing import Slot
from vexil.model.trace import trace_of
from vexil.model.verdict import Status
from vexil.pipeline.data.abstracting import library_of
from vexil.pipeline.data.advising import advice, judged
from vexil.pipeline.data.automatic import Abstraction
from vexil.pipeline.data.options import DataOptions, parse_bindings, parse_coercions
from vexil.pipeline.data.replaying import follow_stored
from vexil.pipeline.load import load_program
from vexil.pipeline.options import CheckOptions, LoadOptions, parse_bounds
from vexil.pipeline.run import Report, check
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

ROOT = Path(__file__).parents[3]
POWER = ROOT / "examples" / "power.fcl"
EVENT = ROOT / "tests" / "programs" / "java" / "papers" / "Event.java"
ODD = "ltl: <>[end] => []([init] && m % 2 != 0 => <>([end] && result % 2 != 0))"


def asked(
    program: Path, prop: str, *bindings: str, default: str = "Int", automatic: bool = False, integers: str = "machine"
) -> Report:
    """What ``vexil check`` says."""
    data = DataOptions(bindings, default, automatic=automatic)
    load = LoadOptions((str(program),), integers=integers)
    return check(CheckOptions(load, (prop,), data=data), Context())


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# --- verdicts --------------------------------------------------------------------------------------------


def test_CEX_01_PAB_07_the_deadlock_of_event_is_one_of_the_program() -> None:
    """Event with abstract counters is stuck without any choice of the abstraction, and so is the program itself."""
    report = asked(EVENT, "deadlock", "Event.count=Signs")
    (verdict,), (trace,) = report.verdicts, report.traces
    assert verdict.status is Status.REFUTED
    assert "feasible: the program itself takes the run of its abstraction" in verdict.reason
    assert isinstance(verdict.evidence, Run)
    assert trace is not None
    assert not any("NEG" in str(step) or "POS" in str(step) for step in trace.steps)


def test_PRP_05_odd_powers_are_odd() -> None:
    """With parities for m and what depends on it, and nothing known about n, the result of an odd base is odd."""
    (verdict,) = asked(POWER, ODD, "m=EvenOdd", default="Point").verdicts
    assert verdict.status is Status.PROVED
    assert any("result == ODD" in warning for warning in verdict.warnings)
    assert any(item.kind == "abstraction" and "EvenOdd" in item.statement for item in verdict.assumptions)


def test_CEX_02_a_feasible_path_need_not_break_the_property() -> None:
    """With a point for the result the property is never decided: the run is one of the program, and right there."""
    (verdict,) = asked(POWER, ODD, "m=EvenOdd", "result=Point", default="Point").verdicts
    assert verdict.status is Status.UNKNOWN
    assert "the abstraction never decides result % 2" in " ".join(verdict.warnings)


SUBTRACTED = """int x;
extern void reach_error(void);
int main(void) {
  x = 1;
  x = x - 1;
  if (x < 0) {
    reach_error();
  }
  return 0;
}
"""


def test_CEX_04_following_with_numbers_names_step_token_and_number(tmp_path: Path) -> None:
    """POS - POS may be NEG, but 1 - 1 is 0: the run is spurious at its second step, and x needs a finer abstraction."""
    report = asked(written(tmp_path, "x.c", SUBTRACTED), "unreach", "x=Signs", integers="math")
    (verdict,), (trace,) = report.verdicts, report.traces
    assert verdict.status is Status.UNKNOWN
    assert verdict.reason.startswith("spurious at step 2, `x = x - 1` (")
    assert "x.c:5): x is NEG in the abstraction and 0 (ZERO) in the program; " in verdict.reason
    assert verdict.hint == "choose a finer abstraction than Signs for x"
    assert trace is not None
    assert verdict.evidence is None


def test_CEX_03_a_finer_abstraction_settles_it(tmp_path: Path) -> None:
    """With a range that tells 0 and 1 apart the same program is proved."""
    path = written(tmp_path, "x.c", SUBTRACTED)
    assert asked(path, "unreach", "x=range(0,1)").verdicts[0].status is Status.PROVED


ENDLESS = """()
(init)
init: y := 4;
      z := 0;
      goto loop;
loop: skip;
      goto loop;
"""


def test_CEX_02_an_endless_run_is_no_counterexample_where_an_atom_is_not_decided(tmp_path: Path) -> None:
    """y becomes 4, which a point does not tell: the endless run of the abstraction takes no choice, and is right."""
    path = written(tmp_path, "endless.fcl", ENDLESS)
    (verdict,) = asked(path, "ltl: <> (z == 1 || y == 4)", "y=Point", "z=range(1,1)").verdicts
    assert verdict.status is Status.UNKNOWN
    assert "the atom y == 4 is not decided" in verdict.reason
    for text, status in (("y == 4", Status.PROVED), ("y == 5", Status.REFUTED)):
        found = asked(path, f"ltl: <> (z == 1 || {text})", "y=range(4,5)", "z=range(1,1)").verdicts[0]
        assert found.status is status


TURNED = """int x;
extern void reach_error(void);
int main(void) {
  x = 0;
  if (x > 0) {
    reach_error();
  }
  return 0;
}
"""


def test_CEX_04_following_names_where_control_goes_another_way(tmp_path: Path) -> None:
    """A point may be positive, but 0 is not: the program goes another way at the branch."""
    (verdict,) = asked(written(tmp_path, "x.c", TURNED), "unreach", "x=Point").verdicts
    assert verdict.status is Status.UNKNOWN
    assert verdict.reason.startswith("spurious at step 2, `x > 0` (")
    assert "x.c:6 in the abstraction and at" in verdict.reason


INPUT = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x;
int main(void) {
  x = __VERIFIER_nondet_int();
  if (x > 1000) {
    if (x == 77777) {
      reach_error();
    }
  }
  return 0;
}
"""


def test_CEX_04_inputs_are_found(tmp_path: Path) -> None:
    """An abstract run whose inputs have to be found becomes one of the program, with the number that it needs."""
    report = asked(written(tmp_path, "x.c", INPUT), "unreach", "x=Signs")
    (verdict,), (trace,) = report.verdicts, report.traces
    assert verdict.status is Status.REFUTED
    assert trace is not None
    assert "77777" in str(trace.steps)


def test_CEX_04_a_stored_run_that_the_program_takes_is_feasible(tmp_path: Path) -> None:
    """A run of the abstraction alone is followed, and gives the run of the program with the number that it needs."""
    options = CheckOptions(
        LoadOptions((str(written(tmp_path, "x.c", INPUT)),)), ("unreach",), data=DataOptions(("x=Signs",))
    )
    question = Question(load_program(options.load, Context()), parse_property("unreach"))
    abstraction = Abstraction(question.program, options, Context())
    made = abstraction.selected.program
    run = answer(Question(made, question.property), Context(), "reference").evidence
    assert isinstance(run, Run)
    found = follow_stored(question, AbstractRun(run, made.digest), abstraction, Context())
    assert found.finding == "feasible: the program takes the same way"
    assert found.refutes
    assert "77777" in str(trace_of(found.program, found.run).steps)


SQUARE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x, y;
int main(void) {
  x = __VERIFIER_nondet_int() % 100;
  y = x * x;
  if (y < 0) {
    reach_error();
  }
  return 0;
}
"""


def test_CEX_01_no_square_is_negative_though_a_point_may_be(tmp_path: Path) -> None:
    """The abstraction is too coarse: what it finds is no run of the program, and nobody says that it is."""
    (verdict,) = asked(written(tmp_path, "x.c", SQUARE), "unreach", "y=Point").verdicts
    assert verdict.status is Status.UNKNOWN
    assert "spurious" in verdict.reason or "too coarse" in verdict.reason


def test_PRP_07_liveness_is_warned_about() -> None:
    """With a point for n the loop of power may go on for ever, which no run of the program does."""
    (verdict,) = asked(POWER, "ltl: <>[end]", "n=Point").verdicts
    assert verdict.status is Status.UNKNOWN
    assert any("liveness" in warning for warning in verdict.warnings)


def test_no_violation_is_told_under_unknown(tmp_path: Path) -> None:
    """The run of an abstraction that is too coarse violates the property; whether the program does, nobody knows."""
    program = written(tmp_path, "x.c", "int a, r; int main(void) { a = 3; r = 1; r = r * a; r = r - 3; return r; }")
    done = vexil("check", str(program), "--bind", "a=Signs", "-p", "ltl: [](r != 2)")
    assert ": unknown (" in done.stdout
    assert "here the abstraction violates the property" in done.stdout
    assert "the property is violated" not in done.stdout


# --- advice ----------------------------------------------------------------------------------------------


def test_SLI_12_the_property_comes_first_and_what_controls_it_next() -> None:
    """For odd powers m and result are proposed as parities, then n, which one conditional looks at, by its sign."""
    program = load_program(LoadOptions((str(POWER),)), Context())
    found = advice(program, parse_property(ODD), library_of(DataOptions(), Context()), Context())
    assert [(str(item.slot), item.abstraction, item.round) for item in found.proposals] == [
        ("m", "EvenOdd", 1),
        ("result", "EvenOdd", 1),
        ("n", "Signs", 2),
    ]
    assert found.rounds[0] == {}
    assert found.rounds[1] == {Slot("m"): "EvenOdd", Slot("result"): "EvenOdd"}


LOOKED_AT = "int x;\nint main(void) { if (x == 0) return 1; if (x > 0) return 2; return 3; }\n"


@pytest.mark.parametrize(
    ("name", "judgement"),
    [
        ("Signs", "optimal"),
        ("range(0,1)", "too fine: ONE and ABOVE1 agree on both conditionals"),
        ("set{0}", "too coarse: OTHER does not decide x > 0"),
    ],
)
def test_LIB_05_abstractions_are_judged_by_the_conditionals(name: str, judgement: str, tmp_path: Path) -> None:
    """For x == 0 and x > 0 the sign is just right; more tokens agree on both, fewer do not decide one."""
    from vexil.abstraction.data.advice.proposals import conditions_on
    from vexil.abstraction.data.advice.usage import Usage

    program = load_program(LoadOptions((str(written(tmp_path, "x.c", LOOKED_AT)),)), Context())
    usage, slot = Usage(program), Slot("x")
    library = library_of(DataOptions(), Context())
    assert str(judged(name, usage, slot, conditions_on(usage, slot), library, Context())) == judgement


def test_abstractions_are_tried_from_coarse_to_fine() -> None:
    """Without selections the proposals are tried until one is definite, and the verdict says which."""
    (verdict,) = asked(POWER, ODD, automatic=True).verdicts
    assert verdict.status is Status.PROVED
    assert verdict.reason.endswith("abstracted with m=EvenOdd, result=EvenOdd")


def test_CEX_04_ends_of_a_range_are_tried() -> None:
    """A parameter from 50 to 100 has numbers that the program never mentions, and its runs are found all the same."""
    data = DataOptions(("n=Signs",))
    load = LoadOptions((str(POWER),), settings={"m": 1, "n": (50, 100)})
    (verdict,) = check(CheckOptions(load, ("ltl: [] n > 60",), data=data), Context()).verdicts
    assert verdict.status is not Status.PROVED
    assert "spurious" not in verdict.reason


def test_the_program_itself_is_asked_in_the_end(tmp_path: Path) -> None:
    """Where no proposal is definite the program itself is asked, and its verdict speaks of no abstraction."""
    (verdict,) = asked(written(tmp_path, "x.c", SQUARE), "unreach", automatic=True).verdicts
    assert verdict.status is Status.PROVED
    wrong = SQUARE.replace("y < 0", "y == 49 && x > 0")
    (verdict,) = asked(written(tmp_path, "x.c", wrong), "unreach", automatic=True).verdicts
    assert verdict.status is Status.REFUTED
    assert "guaranteed" not in verdict.reason


# --- options ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["x", "=Signs", "x=", "=="])
def test_bindings_have_a_name_and_an_abstraction(text: str) -> None:
    """A binding that is none is refused."""
    with pytest.raises(UsageError, match="not of the form"):
        parse_bindings([text])


def test_options_that_mean_nothing_are_refused() -> None:
    """A variable has one abstraction; coercions have two ends; proposals and selections exclude each other."""
    with pytest.raises(UsageError, match="twice"):
        parse_bindings(["x=Signs", "x = Point"])
    with pytest.raises(UsageError, match="A<<B"):
        parse_coercions(["Signs"])
    assert parse_coercions(["range(0,1) << Signs"]) == [("range(0,1)", "Signs")]
    for options in (
        DataOptions(("x=Signs",), automatic=True),
        DataOptions(coercions=("A<<B",)),
        DataOptions(files=("f",)),
    ):
        with pytest.raises(UsageError):
            options.validate()


def test_a_bound_and_an_abstraction_go_together() -> None:
    """What stays a number may be bounded; the verdict says that nothing more was looked at."""
    options = CheckOptions(
        LoadOptions((str(POWER),)), (ODD,), bounds=parse_bounds(["n=0..3"]), data=DataOptions(("m=EvenOdd",))
    )
    (verdict,) = check(options, Context()).verdicts
    assert verdict.status is Status.UNKNOWN
    assert "bounded" in verdict.reason
