"""Calls through pointers of which not every callee can be followed."""

from __future__ import annotations

from typing import Any

import pytest

from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.ir.text import load
from vexil.logic.space import Untranslatable
from vexil.model.frames.frames import Frames
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

CALLED = b"""vir 1
global seen: i32
function one(x: i32)
  a -> b: seen := x
  b -> exit: return
function two(x: i32)
  a -> b: seen := 2i32
  b -> exit: return
function main()
  local p: ptr[code(void, i32)]
  local c: bool
  s -> t: c := choose type(bool)
  t -> u: p := ite(c, code_of(one, ptr[code(void, i32)]), code_of(two, ptr[code(void, i32)]))
  u -> v: call pointer(p)(1i32) targets {one, two}
  v -> w: check assert seen == 1i32 || seen == 2i32 "one of them"
  w -> exit: return
"""


def test_a_call_is_given_up_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one callee of two has no formula, the answer is unknown with the reason, and no mistake of ours."""
    program = load(SourceFile("called.vir", CALLED))
    question = Question(program, parse_property("assert"))
    assert answer(question, Context(), "predicates").status is Status.PROVED
    enter = Frames.enter

    def refusing(self: Frames, caller: str, call: Any, callee: str, place: str) -> Any:
        if callee == "two":
            raise Untranslatable("an argument that nobody knows")
        return enter(self, caller, call, callee, place)

    monkeypatch.setattr(Frames, "enter", refusing)
    verdict = answer(question, Context(), "predicates")
    assert verdict.status is Status.UNKNOWN
    assert "an argument that nobody knows" in verdict.reason
