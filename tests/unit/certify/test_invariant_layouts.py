"""Comparisons of pointers that depend on where objects lie: any answer in proofs, another one each time."""

from __future__ import annotations

import pytest
from invariant_tools import check, main, proved, unchecked

CELLS = "a: block[i32][2]; b: block[i32][2]"
A, B = "address(a, ptr[i32])", "address(b, ptr[i32])"
END = f"pointer_add({A}, 8i64)"


@pytest.mark.parametrize(
    "claim",
    [
        f"{A} < {B} || !({A} < {B}) || true",
        f"{A} < pointer_add({A}, 4i64)",
        f"!({END} < {A})",
        f"{A} != {B}",
        f"pointer_add({A}, 4i64) != {B}",
        f"{A} != pointer_add({B}, 4i64)",
    ],
)
def test_what_holds_wherever_objects_lie(claim: str) -> None:
    """Pointers to one object have an order, and live objects are apart."""
    assert proved(check(main(f'check assert {claim} "claim"', globals=CELLS)))


@pytest.mark.parametrize(
    "claim",
    [
        f"{A} < {B}",
        f"!({A} < {B})",
        f"{A} <= {B} || {B} <= {A}",
        f"!({A} < {B} && {B} < {A})",
        f"{END} != {B}",
        f"{END} == {B}",
        f"{B} != {END}",
    ],
)
def test_what_depends_on_where_objects_lie(claim: str) -> None:
    """Neither an order of two objects nor its opposite is proved, nor that one does not follow the other."""
    assert unchecked(check(main(f'check assert {claim} "claim"', globals=CELLS)), "does not follow")


def test_memory_that_may_be_used_again() -> None:
    """A pointer to memory that is gone may be equal to one to new memory; both ways are followed."""
    steps = (
        'p := new memory(4i64) site "first"',
        "q := p",
        "release p",
        'p := new memory(4i64) site "second"',
        "same := p == q",
    )
    variables = "p: ptr[i32]; q: ptr[i32]; same: bool"
    for claim, holds in (("same || !same", True), ("same", False), ("!same", False)):
        program = main(*steps, f'check assert {claim} "claim"', variables=variables)
        certificate = check(program)
        assert proved(certificate) if holds else unchecked(certificate, "does not follow"), claim
