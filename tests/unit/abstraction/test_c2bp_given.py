"""Predicates given as text: what is read, what is refused, what is said twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from abstracted import from_c, from_vir

from vexil.abstraction.user_predicates import UserPredicates, observed_by, user_predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.errors import SourceError
from vexil.logic.factory import Terms
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.space import Space

PROGRAM = """
struct cell { int val; struct cell *next; unsigned low : 3; } first;
_Bool flag; unsigned char byte; int g, table[3], *p = &g; int unread = 1, *never = &unread;
int twice(int n) { int x = n + n; if (x > 1) { int x = 3; n = x; } return n; }
int main(void) { struct cell *c = &first; int y = *p; first.next = c; c = c->next; c->val = table[y & 1];
  flag = y > 2; byte = flag ? y : 3; c->low = byte; if (never == p) unread = 2; return twice(y); }
"""


@pytest.fixture(scope="module")
def solver() -> Iterator[ProcessSolver]:
    with open_solver("bitwuzla") as opened:
        yield opened


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> tuple[Space, Analyses]:
    program = from_c(PROGRAM, tmp_path_factory.mktemp("given"))
    analyses = Analyses(program, observed_by(program, ["*never == 1"]))
    return Space(Terms(), program, AnalysedPartition(analyses)), analyses


def read(world: tuple[Space, Analyses], *texts: str, solver: ProcessSolver | None = None) -> UserPredicates:
    return user_predicates(*world, texts, solver)


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("g == 0", None),
        ("g + 1 < 5 && g > 0 || g == 7", None),
        ("*p == g", None),
        ("table[1] == 4", None),
        ("*never == 1", None),
        ("first.val > g", None),
        ("p == &g", None),
        ("twice: n < 5", "twice"),
        ("twice: return == n", "twice"),
        ("twice::n == g", "twice"),
        ("main: c->val > y", "main"),
        ("main: c->next->val != *p", "main"),
        ("main: c == NULL", "main"),
        ("main: c->low == 2", "main"),
        ("main: g == 2", None),
    ],
)
def test_C2B_02_a_predicate_is_global_or_local_to_one_function(
    world: tuple[Space, Analyses], text: str, owner: str | None
) -> None:
    """Conditions over variables and constants are read, and belong to the function whose variables they name."""
    (found,) = read(world, text).predicates
    assert found.function == owner


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("flag == 1", "flag"),
        ("flag != 0", "flag"),
        ("flag > 0", "flag"),
        ("1 == flag", "flag"),
        ("flag + flag == 2", "flag"),
        ("flag == (g == 3)", "flag && g == 3 || !flag && g != 3"),
        ("-flag < 0", "flag"),
        ("flag == g", "g == 1 && flag || g == 0 && !flag"),
        ("byte + 1 == 256", "byte == 255"),
        ("byte > -1 && flag", "flag"),
        ("~byte == -1", "byte == 0"),
    ],
)
def test_C2B_02_small_numbers_and_truth_values_are_promoted(
    world: tuple[Space, Analyses], solver: ProcessSolver, text: str, same: str
) -> None:
    """A truth value compared or computed with is a number as in C, and small numbers do not wrap around."""
    found = read(world, text, same, solver=solver)
    assert len(found.predicates) == 1
    assert found.warnings == (f"predicate {same!r} is left out: it says the same as {text!r} or its negation",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("twice: y == 0", "unknown variable 'y'"),
        ("n == 0", "unknown variable 'n'"),
        ("g == 0 && x > 1", "unknown variable 'x'"),
        ("twice::n == main::y", "the variables of one function only"),
        ("nobody: g == 0", "unknown function 'nobody'"),
        ("twice(3) == 6", "a predicate calls no function"),
        ("main: y = 5", "a predicate has no side effects, '=' has one"),
        ("g++ == 1", "a predicate has no side effects, '\\+\\+' has one"),
        ("--g == 1", "a predicate has no side effects, '--' has one"),
        ("(g += 2) > 1", "a predicate has no side effects, '\\+=' has one"),
        ("g + 1", "must be a condition"),
        ("main: c->size == 1", "has no member 'size', it has val, next, low"),
        ("*g == 1", "does not point to anything"),
        ("g[1] == 1", "has no elements"),
        ("g ==", "expected an expression"),
        ("g == 1 g", "expected an operator or the end"),
        ("twice: *return == 1", "does not point to anything"),
        ("return == 1", "unknown variable 'return'"),
    ],
)
def test_C2B_02_what_is_no_predicate_is_refused(world: tuple[Space, Analyses], text: str, message: str) -> None:
    """Variables out of scope, calls, side effects and nonsense are refused with the place and what was expected."""
    with pytest.raises(SourceError, match=message) as caught:
        read(world, text)
    assert (caught.value.file, caught.value.line) == ("predicate", 1)
    assert caught.value.expected or caught.value.hint


def test_C2B_02_an_inner_variable_is_found_by_its_own_name(world: tuple[Space, Analyses]) -> None:
    """A name that is declared in the function itself is that variable, not the one of an inner block."""
    (found,) = read(world, "twice: x == 3").predicates
    assert "twice::x" in {str(symbol.payload) for symbol in world[0].terms.symbols_of(found.term)}


def test_C2B_02_duplicates_are_left_out_with_a_warning(world: tuple[Space, Analyses], solver: ProcessSolver) -> None:
    """The same text, the same condition in other words, its negation, and what is always true say nothing new."""
    texts = ["g < 5", "g < 5", "g <= 4", "g >= 5", "g == g + 1", "g < 6", "twice: n < 5"]
    found = read(world, *texts, solver=solver)
    assert [item.text for item in found.predicates] == ["g < 5", "g < 6", "twice: n < 5"]
    first, second, third, fourth = found.warnings
    assert first == "predicate 'g < 5' is given twice"
    assert second == "predicate 'g <= 4' is left out: it says the same as 'g < 5' or its negation"
    assert third.startswith("predicate 'g >= 5' is left out")
    assert fourth == "predicate 'g == g + 1' is left out: it has the same value in every state"


def test_C2B_02_other_languages_compare_with_one_equals_sign() -> None:
    """Outside of C `=` is no side effect."""
    program = from_vir("global x: i32\nfunction main() entry n0 exit exit\n  n0 -> exit: return\n")
    analyses = Analyses(program)
    space = Space(Terms(), program, AnalysedPartition(analyses))
    one, other = user_predicates(space, analyses, ["x = 2"]), user_predicates(space, analyses, ["x == 2"])
    assert one.terms == other.terms


def test_C2B_02_deep_predicates_do_not_overflow(world: tuple[Space, Analyses]) -> None:
    """A predicate of twenty thousand operators is read without recursion."""
    (found,) = read(world, "g" + " + g" * 20_000 + " == 1").predicates
    assert found.function is None


def test_given_texts_may_come_from_files_of_any_folder(tmp_path: Path) -> None:
    """Static variables of a function are found in its scope."""
    program = from_c("int f(void) { static int k; k++; return k; } int main(void) { return f(); }", tmp_path)
    analyses = Analyses(program)
    space = Space(Terms(), program, AnalysedPartition(analyses))
    (found,) = user_predicates(space, analyses, ["f::k == 1"]).predicates
    assert found.function is None
