"""Machine code: what it calls is there before it runs."""

from __future__ import annotations

import ctypes

import pytest

from vexil.core.errors import LimitReached
from vexil.transform.native.machine_code import Effort, NativeCode
from vexil.transform.native.wide_division import WIDE_DIVISION

pytestmark = pytest.mark.usefixtures("native_search")
DIVIDING = """
define i64 @run(i64 %left, i64 %right) {
entry:
  %wide = zext i64 %left to i128
  %large = mul i128 %wide, %wide
  %by = zext i64 %right to i128
  %quotient = udiv i128 %large, %by
  %low = trunc i128 %quotient to i64
  ret i64 %low
}
"""
EFFORTS = pytest.mark.parametrize("effort", Effort, ids=lambda effort: effort.name.lower())


def called(code: NativeCode, *arguments: int) -> int:
    """The result of a function of numbers."""
    kinds = [ctypes.c_int64] * (1 + len(arguments))
    return int(ctypes.CFUNCTYPE(*kinds)(code.addresses["run"])(*arguments))


def calling(name: str) -> str:
    """A module that calls a function of one number."""
    body = f"  %y = call i64 @{name}(i64 %x)\n  ret i64 %y\n"
    return f"declare i64 @{name}(i64)\ndefine i64 @run(i64 %x) {{\n{body}}}\n"


@EFFORTS
def test_functions_of_the_module(effort: Effort) -> None:
    """A quotient of 128 bits is computed by the function that the module has."""
    code = NativeCode(DIVIDING + WIDE_DIVISION, ("run", "other"), effort)
    assert called(code, 10**12, 10**9) == 10**15
    assert code.addresses["other"] == 0


@EFFORTS
def test_functions_that_are_nowhere(effort: Effort) -> None:
    """Code that would call a function that nobody has is refused, and does not run."""
    text = calling("nowhere.to.be.found")
    with pytest.raises(LimitReached, match=r"would call nowhere\.to\.be\.found"):
        NativeCode(text, ("run",), effort)


@EFFORTS
def test_functions_of_the_process(effort: Effort) -> None:
    """A function of the C library is found."""
    text = calling("labs")
    assert called(NativeCode(text, ("run",), effort), -5) == 5
