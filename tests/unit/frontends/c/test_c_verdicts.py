"""What a verdict on a C program states, whatever it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.languages.options import COptions, Environment
from vexil.pipeline.options import CheckOptions, LoadOptions, parse_bounds
from vexil.pipeline.run import Report, check
from vexil.reports.text import assumption_lines

PROGRAMS = Path(__file__).parents[3] / "programs" / "c"
STATED = {
    "arithmetic", "bounds", "atomicity", "environment", "fairness", "abstraction", "prover", "data-model",
}  # fmt: skip
SAMPLES = {
    "arithmetic/usual_conversions": ("assert", "proved"),
    "arithmetic/overflow": ("overflow", "refuted"),
    "arithmetic/division_by_zero": ("assert", "unknown"),
    "memory/use_after_free": ("memsafety", "refuted"),
    "control/labels": ("ltl: [](at(LOCK) -> <>at(UNLOCK))", "proved"),
    "control/endless": ("termination", "refuted"),
    "environment/assembler": ("assert", "unknown"),
    "threads/lost_update": ("assert", "refuted"),
    "arithmetic/overflow_unsigned": ("race", "proved"),
}


def checked(name: str, prop: str, **load: object) -> Report:
    options = LoadOptions((str(PROGRAMS / f"{name}.c"),), **load)  # type: ignore[arg-type]
    return check(CheckOptions(options, (prop,)), Context())


def statement(report: Report, kind: str) -> str:
    (verdict,) = report.verdicts
    (found,) = [assumption.statement for assumption in verdict.assumptions if assumption.kind == kind]
    return found


def from_text(text: str, folder: Path, prop: str, bounds: Sequence[str] = ()) -> Report:
    path = folder / "program.c"
    path.write_text(text)
    return check(CheckOptions(LoadOptions((str(path),)), (prop,), bounds=parse_bounds(bounds)), Context())


@pytest.mark.parametrize("name", SAMPLES)
def test_XCT_02_every_verdict_states_what_it_takes_for_granted(name: str) -> None:
    """XCT-02: proved, refuted or unknown, each verdict states all eight, each once, in words."""
    prop, expected = SAMPLES[name]
    (verdict,) = checked(name, prop).verdicts
    assert verdict.status.value == expected, verdict.reason
    kinds = [assumption.kind for assumption in verdict.assumptions]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) >= STATED
    assert all(len(assumption.statement) > 3 for assumption in verdict.assumptions)


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_XCT_02_the_data_model_is_stated(model: str) -> None:
    """XCT-02: the statement names the data model that was asked for, with the size of its pointers."""
    found = statement(checked("memory/in_bounds", "assert", data_model=model), "data-model")
    assert found.startswith(model)
    assert {"LP64": "64 bits", "ILP32": "32 bits"}[model] in found


def test_XCT_02_the_environment_names_functions_without_a_body() -> None:
    """XCT-02: who has no body is named, together with what it may do; a closed program is called closed."""
    assert "sensor" in statement(checked("environment/returns_anything", "assert"), "environment")
    assert "write" in statement(checked("environment/writes", "assert"), "environment")
    assert "closed" in statement(checked("memory/in_bounds", "assert"), "environment")


def test_XCT_02_the_environment_names_variables_without_a_definition() -> None:
    """XCT-02: a variable that is defined nowhere is named."""
    assert "configured" in statement(checked("environment/extern_variable", "assert"), "environment")


def test_XCT_02_inputs_of_competitions_are_no_environment() -> None:
    """XCT-02: the functions that stand for inputs are not among the functions without a body."""
    assert "__VERIFIER_nondet" not in statement(checked("checks/assert_false", "assert"), "environment")


def test_XCT_02_arguments_are_stated() -> None:
    """XCT-02: when nobody says what main is given, the verdict says what was assumed; else there is nothing to say."""
    assert "without arguments" in statement(checked("functions/no_arguments", "memsafety"), "arguments")
    (given,) = checked("functions/arguments", "assert", arguments=("a", "bc")).verdicts
    assert "arguments" not in {assumption.kind for assumption in given.assumptions}


def test_XCT_02_bounds_are_stated_when_given(tmp_path: Path) -> None:
    """XCT-02: a bound appears in the statement, and a run that it cut makes the answer unknown."""
    text = "#include <assert.h>\nint main(void) { for (int i = 0; i < 9; i++) assert(i < 9); return 0; }\n"
    report = from_text(text, tmp_path, "assert", ["main::i=0..3"])
    (verdict,) = report.verdicts
    assert "main::i <= 3" in statement(report, "bounds")
    assert (verdict.status.value, verdict.reason.split(":")[0]) == ("unknown", "bounded")
    assert statement(from_text(text, tmp_path, "assert"), "bounds") == "none"


def test_XCT_02_assembler_is_a_caveat_with_its_edge() -> None:
    """XCT-02: what was approximated is a caveat where it happened, and the reason of the unknown verdict."""
    (verdict,) = checked("environment/assembler", "assert").verdicts
    assert {caveat.effect.value for caveat in verdict.caveats} == {"adds", "drops"}
    assert all(caveat.edge == "main#1" for caveat in verdict.caveats)
    assert "assembler" in verdict.reason


def test_XCT_02_statements_are_printed() -> None:
    """XCT-02: the text for people has a line for each statement."""
    (verdict,) = checked("memory/in_bounds", "assert").verdicts
    printed = "\n".join(assumption_lines([verdict]))
    assert all(kind in printed for kind in STATED)


def test_XCT_02_that_allocation_succeeds_is_stated() -> None:
    """XCT-02: a proof that rests on malloc never failing says so."""
    (verdict,) = checked("memory/malloc_succeeds", "memsafety").verdicts
    assert any("malloc" in assumption.statement or "alloc" in assumption.kind for assumption in verdict.assumptions)


def test_XCT_02_a_strict_environment_makes_no_claims() -> None:
    """XCT-02: with --strict-env the answer is unknown, and names the function that nobody has seen."""
    strict = COptions(environment=Environment.STRICT)
    (verdict,) = checked("environment/consistent", "assert", c=strict).verdicts
    assert verdict.status.value == "unknown"
    assert "sensor" in verdict.reason


def test_XCT_02_one_access_is_one_step(tmp_path: Path) -> None:
    """XCT-02: what is stated about atomicity is so: another thread sees half a structure that is being copied."""
    text = (
        "#include <assert.h>\n#include <pthread.h>\nstruct pair { int a, b; } shared, ones = {1, 1};\n"
        "void *write(void *p) { shared = ones; return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, write, 0); int a = shared.a; int b = shared.b;\n"
        "  assert(a == 0 || b == 1); pthread_join(t, 0); return 0; }\n"
    )
    report = from_text(text, tmp_path, "assert")
    assert statement(report, "atomicity") == "one access to shared memory is one step"
    assert report.verdicts[0].status.value == "refuted"


@pytest.mark.parametrize(
    ("statements", "stated"),
    [("bits.low = 1;", "bit-fields"), ("memcpy(&bits, &other, sizeof bits);", "memcpy"), ("plain = 1;", "one step")],
)
def test_XCT_02_larger_steps_are_stated(statements: str, stated: str, tmp_path: Path) -> None:
    """XCT-02: with threads, writes of bit-fields and of blocks in one step are stated, and only where there are any."""
    text = (
        "#include <assert.h>\n#include <pthread.h>\n#include <string.h>\n"
        "struct { unsigned low : 1; } bits, other;\nint plain;\n"
        f"void *f(void *p) {{ {statements} return p; }}\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(plain < 2); return 0; }\n"
    )
    found = statement(from_text(text, tmp_path, "assert"), "atomicity")
    assert [word for word in ("bit-fields", "memcpy") if word in found] == [stated] * (stated != "one step")
    assert "one step" in found


def test_XCT_02_the_order_of_evaluation_is_stated(tmp_path: Path) -> None:
    """XCT-02: C leaves the order of arguments open and GCC takes the other one; a proof that rests on it says so."""
    text = (
        "#include <assert.h>\nint calls;\nint next(void) { return calls++; }\n"
        "int pair(int a, int b) { return a < b; }\n"
        "int main(void) { int ordered = pair(next(), next()); assert(ordered); return 0; }\n"
    )
    (verdict,) = from_text(text, tmp_path, "assert").verdicts
    stated = any("evaluat" in assumption.statement for assumption in verdict.assumptions)
    assert verdict.status.value != "proved" or stated
