"""Three readings of one operation."""

from __future__ import annotations

from boolean_readings import Readings
from vexil.engines.belnap.values import Belnap
from vexil.model.boolean_program import Guard, Update
from vexil.model.boolean_program.expressions import FALSE, UNKNOWN, Choose, Next, Or, Var, negation

Y, X = Var("y2"), Var("x2")
DECREMENT = Update(("y2", "x2"), (Choose(Y, FALSE), Choose(X, negation(X))))
"""``y = y - 1`` with y <= 2 and x == 2."""
A0, A1, A3 = (True, True), (False, True), (None, True)
READINGS = Readings(("y2", "x2"))


def test_YAS_07_over() -> None:
    """A state in which y <= 2 is false may keep or lose that; one in which it is true keeps it."""
    over = READINGS.over(DECREMENT)
    assert set(over[A1]) == {(True, True), (False, True)}
    assert set(over[A0]) == {(True, True)}


def test_YAS_07_under() -> None:
    """A certain step leads to what is known afterwards, and to everything that says less."""
    under = READINGS.under(DECREMENT)
    assert set(under[A1]) == {(None, True), (None, None)}
    assert set(under[A0]) == {(True, True), (True, None), (None, True), (None, None)}
    assert set(under[A3]) == {(None, True), (None, None)}


def test_YAS_07_exact() -> None:
    """The table of the figure; the step from (f, t) to (t, neither) is false: neither and both."""
    exact = READINGS.exact(DECREMENT)
    rows = {before: {after: str(Belnap(value)) for after, value in exact[before].items()} for before in (A0, A1, A3)}
    uncertain = {(True, True): "⊥", (False, True): "⊥", (None, True): "⊤", (None, None): "⊤"}
    assert rows[A1] == uncertain
    assert rows[A3] == uncertain
    assert rows[A0] == {(True, True): "t", (True, None): "⊤", (None, True): "⊤", (None, None): "⊤"}


def test_YAS_07_assume() -> None:
    """An unknown condition gives a possible step, a true one a certain step, a false one none."""
    exact = Readings(("p",)).exact(Guard(Choose(Var("p"), FALSE)))
    assert Belnap(exact[True,][True,]) is Belnap.TRUE
    assert Belnap(exact[False,][False,]) is Belnap.NEITHER
    assert Readings(("p",)).exact(Guard(Var("p")))[False,] == {}
    assert Belnap(Readings(("p",)).exact(Guard(UNKNOWN))[None,][True,]) is Belnap.NEITHER


def test_what_the_environment_certainly_can_choose_is_a_certain_step() -> None:
    """Both values exist in every concrete state when both are definite; only what is possible is possible."""
    both = Readings(("p",)).exact(Update(chosen=("p",)))
    assert {after: str(Belnap(value)) for after, value in both[True,].items()} == {
        (True,): "t", (False,): "t", (None,): "⊤",
    }  # fmt: skip
    one = Readings(("p",)).exact(Update(chosen=("p",), definite=Next("p")))
    assert str(Belnap(one[True,][False,])) == "⊥"


def test_only_consistent_vectors_count() -> None:
    """With y <= 2 implying x == 2 there are three valuations, and eight tri-vectors that stand for some."""
    readings = Readings(("y2", "x2"), Or((negation(Y), X)))
    assert readings.vectors == ((True, True), (False, True), (False, False))
    assert len(readings.tri_vectors) == 8
    assert (True, False) not in readings.tri_vectors
