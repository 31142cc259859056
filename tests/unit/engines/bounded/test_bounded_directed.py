"""Property-directed reachability alone: proofs and runs that the checker accepts, and nothing false."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_bounded_induction import FALSE, TRUE, UNDEFINED, asked

from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.engines.bounded.directed import Directed
from vexil.engines.bounded.hypotheses import NoProof
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.queries import Queries
from vexil.logic import Terms
from vexil.model.evidence import Invariant, Run

PROTOCOLS = {
    "a state machine whose flags follow its states": """
        int main(void) { int state = 1, flag = 0, n = ANY ? 7 : -3;
          while (1) {
            if (state == 1) { flag = 1; state = 2; }
            else if (state == 2) state = n > 0 ? 3 : 4;
            else if (state == 3) { assert(flag == 1 && n > 0); state = 1; }
            else { assert(n <= 0); flag = 0; state = 1; } } }""",
    "a loop in a loop": """
        int main(void) { int i = 0, open = 0;
          while (ANY) { open = 1; while (ANY) { assert(open); i = i < 5 ? i + 1 : 0; } assert(i <= 5); open = 0; } }""",
    "a number that is passed on": """int a, b, c;
        int main(void) { int turn = 0;
          while (ANY) { if (turn == 0) { b = a; turn = 1; } else if (turn == 1) { c = b + 1; turn = 2; }
            else { assert(c == a + 1); a = a < 1000 ? a + 3 : 0; turn = 0; } } }""",
    "a loop in a function that is called twice": """int g = 1;
        void f(void) { while (ANY) { assert(g == 1 || g == 2); g = 3 - g; } }
        int main(void) { f(); while (ANY) f(); }""",
}

BROKEN = {
    "behind many states": """
        int main(void) { int n = 0, seen = 0;
          while (1) { _Bool b = ANY; if (n == 3 && b) seen = 1; if (n == 9 && !b && seen) n = 20;
            assert(n != 20); n = n < 12 ? n + 1 : 0; } }""",
    "behind a loop in a loop": """
        int main(void) { int i = 0, j;
          while (i < 20) { j = 0; while (ANY) j = j < 30 ? j + 1 : 0; i = i + (j == 7 ? 3 : 2); assert(i != 15); } }""",
}


def found(text: str, folder: Path) -> Invariant | Run | str:
    """What the search ends with, accepted by the checker; or why it ends."""
    question, compiled, checks = asked(text, folder)
    context = Context(Limits(20.0))
    with Queries(question.program, Terms(), context) as queries:
        machine = Machine(question.program, queries.terms)
        directed = Directed(machine, compiled, checks, queries, context, 30_000)
        try:
            evidence = directed.run(200_000)
        except NoProof as reason:
            return str(reason)
        finally:
            directed.close()
    if evidence is None:
        return "unfinished"
    assert isinstance(certify(question, evidence, Context(Limits(20.0))), Checked)
    return evidence


@pytest.mark.parametrize("text", PROTOCOLS.values(), ids=PROTOCOLS)
def test_protocols_are_proved(text: str, tmp_path: Path) -> None:
    """What holds by the states that a program goes through is proved, and the second solver accepts it."""
    assert isinstance(found(text, tmp_path), Invariant)


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_runs_are_found(text: str, tmp_path: Path) -> None:
    """A way from cut to cut that the program has becomes a run of the interpreter."""
    assert isinstance(found(text, tmp_path), Run)


@pytest.mark.parametrize("text", (FALSE | UNDEFINED).values(), ids=FALSE | UNDEFINED)
def test_nothing_false_is_proved(text: str, tmp_path: Path) -> None:
    """No assertion that a run breaks is proved, nor is a program in which a run comes to an undefined operation."""
    assert not isinstance(found(text, tmp_path), Invariant)


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE)
def test_nothing_true_is_refuted(text: str, tmp_path: Path) -> None:
    """A true assertion is not refuted."""
    assert not isinstance(found(text, tmp_path), Run)
