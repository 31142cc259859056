"""Engines that take turns: the one with the least work goes on, and all are closed in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.core.context import Context
from vexil.core.errors import InternalError
from vexil.core.source import SourceFile
from vexil.ir.text import load
from vexil.model.evidence import Run
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Question
from vexil.pipeline.turns import STRICT, Between, answers
from vexil.spec.property import parse_property

QUESTION = Question(
    load(SourceFile("t.vir", b"vir 1\nfunction main() entry a exit b\n  a -> b: return\n")), parse_property("assert")
)


@dataclass
class Scripted:
    """An engine that says after each turn how much it has done, and writes into a diary shared with others."""

    name: str
    script: Sequence[int]
    diary: list[tuple[str, int]]
    answers: bool = True
    seen: list[tuple[Question, Context]] = field(default_factory=list)

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The turns."""
        self.seen.append((question, context))
        try:
            for work in self.script:
                self.diary.append((self.name, work))
                yield work
            if self.answers:
                yield Answer(GaveUp(f"{self.name} is done"), self.name, Direction.EXACT)
        finally:
            self.diary.append((self.name, -1))


def play(*scripts: Sequence[int]) -> tuple[list[tuple[str, int]], list[str]]:
    """The diary of some engines, and the order of their answers."""
    diary: list[tuple[str, int]] = []
    engines = [Scripted(str(number), script, diary) for number, script in enumerate(scripts)]
    found = [answer.engine for answer in answers(engines, QUESTION, Context())]
    return diary, found


def test_the_engine_with_the_least_work_goes_next() -> None:
    """Turns go to whoever has done least, and in doubt to the engine that comes first."""
    diary, found = play([5, 10, 15], [1, 2, 20, 21])
    turns = [item for item in diary if item[1] >= 0]
    assert turns == [("0", 5), ("1", 1), ("1", 2), ("1", 20), ("0", 10), ("0", 15), ("1", 21)]
    assert found == ["0", "1"]


def test_answers_come_as_engines_end() -> None:
    """The second engine ends with less work, so that its answer is the first; the other goes on alone."""
    diary, found = play([100, 200], [1, 2])
    assert found == ["1", "0"]
    assert [name for name, work in diary if work >= 0] == ["0", "1", "1", "0"]


def test_an_answer_is_given_before_anything_else_is_done() -> None:
    """Whoever takes only the first answer makes no engine work any more, and all of them are closed."""
    diary: list[tuple[str, int]] = []
    engines = [Scripted("slow", [1000, 2000], diary), Scripted("fast", [1], diary), Scripted("idle", [5], diary)]
    context = Context()
    giving = answers(engines, QUESTION, context)
    assert next(giving).engine == "fast"
    before = list(diary)
    giving.close()
    assert diary[: len(before)] == before
    assert sorted(diary[len(before) :]) == [("fast", -1), ("idle", -1), ("slow", -1)]
    assert all(engine.seen == [(QUESTION, context)] for engine in engines)


def test_engines_are_closed_when_one_raises() -> None:
    """An error in one engine closes the others, and is passed on."""
    diary: list[tuple[str, int]] = []

    class Broken(Scripted):
        def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
            yield 3
            raise ValueError("broken")

    engines = [Scripted("first", [2, 9], diary), Broken("second", (), diary)]
    with pytest.raises(ValueError, match="broken"):
        list(answers(engines, QUESTION, Context()))
    assert diary == [("first", 2), ("first", 9), ("first", -1)]


def test_an_engine_that_ends_without_an_answer_is_a_mistake_of_ours() -> None:
    """That is said in a sentence, not by an exception of generators."""
    engines = [Scripted("silent", [1], [], answers=False)]
    with pytest.raises(InternalError, match="answer"):
        list(answers(engines, QUESTION, Context()))


def test_engines_need_not_be_generators() -> None:
    """Turns may be any iterator; without engines there are no answers."""

    class Plain:
        name = "plain"

        def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
            return iter([1, Answer(GaveUp("nothing"), "plain", Direction.EXACT)])

    assert [answer.engine for answer in answers([Plain()], QUESTION, Context())] == ["plain"]
    assert list(answers([], QUESTION, Context())) == []


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.lists(st.integers(0, 30), max_size=5).map(sorted), min_size=1, max_size=4))
def test_turns_are_fair_and_always_the_same(scripts: list[list[int]]) -> None:
    """Every engine answers once, the same way each time; nobody goes on while an engine that waits has done less."""
    diary, found = play(*scripts)
    assert sorted(found) == [str(number) for number in range(len(scripts))]
    assert play(*scripts) == (diary, found)
    done = dict.fromkeys(map(str, range(len(scripts))), 0)
    ended: set[str] = set()
    left = {str(number): len(script) for number, script in enumerate(scripts)}
    for name, work in diary:
        if work < 0:
            ended.add(name)
            continue
        assert all(done[name] <= other or left[key] == 0 for key, other in done.items() if key not in ended)
        done[name] = work
        left[name] -= 1


def test_an_engine_goes_on_behind_an_answer() -> None:
    """Whoever asks on behind an answer gets the next one of the same engine, and those of others in between."""

    class Twice:
        name = "twice"

        def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
            del question, context
            yield Answer(GaveUp("first"), self.name, Direction.EXACT)
            yield 7
            yield Answer(GaveUp("second"), self.name, Direction.EXACT)

    other = Scripted("other", [5, 6], [])
    found = [(answer.engine, answer.outcome) for answer in answers([Twice(), other], QUESTION, Context())]
    assert [(name, outcome.reason) for name, outcome in found if isinstance(outcome, GaveUp)] == [
        ("twice", "first"), ("other", "other is done"), ("twice", "second"),
    ]  # fmt: skip


class Broken(Scripted):
    """An engine with a mistake."""

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The first turn."""
        yield 1
        raise TypeError("wrong sorts")


def test_a_mistake_of_one_engine_leaves_the_answers_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others find warns of it, and it is the end where they are asked for more than they know."""
    monkeypatch.delenv(STRICT)
    diary: list[tuple[str, int]] = []
    coming = answers([Broken("first", [], diary), Scripted("second", [5], diary)], QUESTION, Context())
    answer = next(coming)
    assert (answer.engine, answer.warnings) == ("second", ("engine first made a mistake: TypeError: wrong sorts",))
    with pytest.raises(InternalError, match="engine first made a mistake: TypeError: wrong sorts"):
        next(coming)


def test_a_mistake_is_the_end_at_once_where_someone_looks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Developers want to see where it happened, and an engine alone has nobody beside it."""
    with pytest.raises(TypeError, match="wrong sorts"):
        list(answers([Broken("first", [], []), Scripted("second", [5], [])], QUESTION, Context()))
    monkeypatch.delenv(STRICT)
    with pytest.raises(TypeError, match="wrong sorts"):
        list(answers([Broken("alone", [], [])], QUESTION, Context()))


@dataclass
class Looking:
    """An engine without turns that knows the answer after so many questions."""

    knows: int
    asked: list[int]
    name: str = "looking"

    def check(self, question: Question, context: Context) -> Answer:
        """A run, or nothing yet."""
        self.asked.append(self.knows)
        outcome = GaveUp("not yet") if len(self.asked) < self.knows else Fails(Run((), ()))
        return Answer(outcome, self.name, Direction.EXACT)


@pytest.mark.parametrize(("knows", "tries"), [(1, 1), (2, 2), (3, 2)])
def test_states_are_looked_at_between_the_turns_of_others(knows: int, tries: int) -> None:
    """The first look comes when others have done some work, the next when they have done much, and not behind a run."""
    asked: list[int] = []
    diary: list[tuple[str, int]] = []
    looking = Looking(knows, asked)
    engines = [Scripted("other", [1, 12, 30, 120, 130], diary), Between([(10, looking), (100, looking)])]
    seen = []
    for answer in answers(engines, QUESTION, Context()):
        seen.append((answer.engine, type(answer.outcome).__name__, max(work for _, work in diary)))
        if isinstance(answer.outcome, Fails):
            break
    assert len(asked) == tries
    assert seen[0] == ("looking", "Fails" if knows <= 2 else "GaveUp", 12 if knows == 1 else 120)
