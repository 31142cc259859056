"""The native machine finds a run that violates a property exactly where there is one, whatever it leaves out."""

from __future__ import annotations

from random import Random

import pytest

from linear_oracle import LinearOracle, TooManyStatesError
from strategies.ir.endless import random_endless, random_question
from vexil.certify import certify
from vexil.core.context import Context
from vexil.engines.machine.runs import NativeRunSearch, RunQuery, reduction_for
from vexil.engines.machine.search import Reason, Reduction
from vexil.model.certificate import Checked
from vexil.model.evidence import Explored
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
MOST = 120
"""States that are enumerated."""


def agreement(seed: int) -> bool:
    """Compare the answers about a random program, with and without fairness; say whether it was small enough."""
    random = Random(seed)
    program = random_endless(random)
    asked = parse_property(random_question(random, program))
    try:
        oracle = LinearOracle(program, asked, MOST)
    except (TooManyStatesError, UndefinedAtom):
        return False
    question = Question(program, asked)
    for fair in (False, True):
        query = RunQuery(oracle.goal, asked, program, fair=fair)
        is_violated = oracle.is_violated(query)
        for reduction in sorted({Reduction.NONE, reduction_for(asked)}):
            search = NativeRunSearch(oracle.compiled, query, reduction, Context())
            reason = search.run()
            assert reason is (Reason.FOUND if is_violated else Reason.EXHAUSTED), (seed, fair, reduction)
            if is_violated or seed % 8 == 0:  # proofs take a second to check, however small they are
                evidence = search.violation() if is_violated else Explored(search.nodes, search)
                certificate = certify(question, evidence, Context())
                assert isinstance(certificate, Checked), (seed, fair, reduction, certificate)
    return True


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_a_violation_is_found_where_there_is_one(first: int) -> None:
    """Random threads with loops, locks, sections and daemons: the verdict is that of an enumeration of all runs."""
    assert sum(agreement(seed) for seed in range(first, first + 20)) > 5
