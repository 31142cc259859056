"""Loops that four-valued checking cannot pass are handed over to leaps, and chains between claims are checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from command_line import vexil
from vexil.certify import certify
from vexil.core.context import Context
from vexil.frontends.c import load
from vexil.ir.expressions import Const
from vexil.ir.types import BOOL
from vexil.languages.options import COptions
from vexil.model.certificate import Checked, Rejected
from vexil.model.evidence import Claim, ClaimedPart, Tree
from vexil.model.leaps import Decided, Leap, MustChain, Port, Station
from vexil.model.outcome import Answer, Holds, Question
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.predicates.options import Leaping, PredicateOptions
from vexil.spec.mu import reached_by
from vexil.spec.property import parse_property

FOLDER = Path(__file__).parents[3] / "programs" / "c" / "handed_over"
ASKED = "ctl: AG(at(START) -> EF at(DONE))"
TRUE = Const(True, BOOL)
MISSED = """extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() | 1, x;
START:
    x = 0;
    while (x != n) { x = x + 2; }
DONE:
    return 0;
}
"""


def question(path: Path) -> Question:
    """The question whether whoever starts can be done."""
    return Question(load([str(path)], COptions(), Context()), parse_property(ASKED))


def answered(asked: Question, leaps: Leaping, turns: int) -> Answer | None:
    """What predicate abstraction says within so many turns."""
    engine = PredicateEngine(PredicateOptions(leaps=leaps))
    for number, turn in enumerate(engine.turns(asked, Context())):
        if isinstance(turn, Answer):
            return turn
        if number == turns:
            return None
    return None


def test_loops_are_handed_over_unless_they_are_not() -> None:
    """A loop of a million rounds is passed with few predicates; without leaps each round would need one."""
    asked = question(FOLDER / "counted.c")
    found = answered(asked, Leaping.AUTO, 6)
    assert found is not None
    assert isinstance(found.outcome, Holds)
    assert answered(asked, Leaping.OFF, 8) is None


def test_a_loop_that_misses_its_end_is_not_leapt_over(tmp_path: Path) -> None:
    """Steps of two never come to an odd number, so that nothing is claimed of what is behind."""
    path = tmp_path / "missed.c"
    path.write_text(MISSED, encoding="utf-8")
    found = answered(question(path), Leaping.AUTO, 4)
    assert found is None or not isinstance(found.outcome, Holds)


def test_the_command_line_says_that_loops_were_leapt_over() -> None:
    """The finding counts the claims that rest on leaps, and the record has their chains."""
    done = vexil("check", str(FOLDER / "counted.c"), "-p", ASKED, "--format", "json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "behind leaps over loops" in done.stdout
    assert '"chains"' in done.stdout


@cache
def proof() -> tuple[Question, Tree]:
    """A proof that rests on a leap."""
    asked = question(FOLDER / "counted.c")
    found = answered(asked, Leaping.AUTO, 6)
    assert found is not None
    assert isinstance(found.outcome, Holds)
    assert isinstance(found.outcome.evidence, Tree)
    return asked, found.outcome.evidence


def with_part(change: Callable[[ClaimedPart], ClaimedPart]) -> Tree:
    """The proof with a change in the part that has chains."""
    _, tree = proof()
    return replace(tree, parts=tuple(change(part) if part.chains else part for part in tree.parts))


def with_chain(change: Callable[[MustChain], MustChain]) -> Tree:
    """The proof with a change of its chains."""
    return with_part(lambda part: replace(part, chains=tuple((number, change(chain)) for number, chain in part.chains)))


def everywhere(port: Port) -> Port:
    """All states at the locations of a port."""
    return Port(tuple((location, TRUE) for location in port.locations))


def leap_of(chain: MustChain, change: Callable[[Station], Station]) -> MustChain:
    """A chain with a change in the stations that are leapt over."""
    return replace(chain, stations=tuple(change(item) if item.leap else item for item in chain.stations))


def theorem_1(station: Station) -> Station:
    """The theorem of the other direction."""
    assert isinstance(station.leap, Leap)
    return replace(station, leap=replace(station.leap, theorem=1))


def widened(station: Station) -> Station:
    """A leap through every state at its locations."""
    assert isinstance(station.leap, Leap)
    return replace(station, leap=replace(station.leap, state=everywhere(station.leap.state)))


FAULTS: dict[str, Callable[[], Tree]] = {
    "no chain": lambda: with_part(lambda part: replace(part, chains=())),
    "a chain for another layer": lambda: with_part(
        lambda part: replace(part, chains=tuple((number - 1, chain) for number, chain in part.chains))
    ),
    "two chains for a layer": lambda: with_part(lambda part: replace(part, chains=part.chains * 2)),
    "a layer that there is not": lambda: with_part(
        lambda part: replace(part, chains=tuple((len(part.layers), chain) for _, chain in part.chains))
    ),
    "claims beyond where the chain begins": lambda: with_part(
        lambda part: replace(
            part,
            layers=tuple(
                tuple(Claim(claim.location, TRUE) for claim in layer) if number == part.chains[0][0] else layer
                for number, layer in enumerate(part.layers)
            ),
            chains=tuple((number, replace(chain, stations=chain.stations)) for number, chain in part.chains),
        )
    ),
    "a target that is not claimed": lambda: with_part(
        lambda part: replace(part, layers=(part.layers[part.chains[0][0]],), chains=((0, part.chains[0][1]),))
    ),
    "no target": lambda: with_chain(lambda chain: replace(chain, target=None)),
    "must- steps": lambda: with_chain(lambda chain: replace(chain, flip=1)),
    "rules": lambda: with_chain(lambda chain: replace(chain, rules=(Decided(0, TRUE),))),
    "no leap": lambda: with_chain(lambda chain: leap_of(chain, lambda station: replace(station, leap=None))),
    "the theorem of the other direction": lambda: with_chain(lambda chain: leap_of(chain, theorem_1)),
    "an entry port that is too large": lambda: with_chain(
        lambda chain: leap_of(chain, lambda station: replace(station, entry=everywhere(station.entry)))
    ),
    "an exit port that is too large": lambda: with_chain(
        lambda chain: leap_of(chain, lambda station: replace(station, leaving=everywhere(station.leaving)))
    ),
    "an abstract state that is too large": lambda: with_chain(lambda chain: leap_of(chain, widened)),
    "nothing tracked": lambda: with_chain(lambda chain: replace(chain, tracked=dict.fromkeys(chain.tracked, ()))),
}


def test_the_chain_between_claims_is_accepted() -> None:
    """The proof as it is has one part with a chain, and passes."""
    asked, tree = proof()
    assert [reached_by(part.part) is not None for part in tree.parts if part.chains] == [True]
    assert isinstance(certify(asked, tree, Context()), Checked)


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_in_chains_between_claims_are_caught(fault: str) -> None:
    """Every condition that a chain between claims rests on is proved."""
    asked, _ = proof()
    assert isinstance(certify(asked, FAULTS[fault](), Context()), Rejected)


def test_chains_belong_to_what_is_reached() -> None:
    """A chain says nothing about a part that holds for ever."""
    asked, tree = proof()
    chains = next(part.chains for part in tree.parts if part.chains)
    moved = tuple(part if reached_by(part.part) else replace(part, chains=((0, chains[0][1]),)) for part in tree.parts)
    assert isinstance(certify(asked, replace(tree, parts=moved), Context()), Rejected)
