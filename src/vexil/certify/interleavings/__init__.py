"""Proofs about all orders of threads: explored once more, order by order, with symbolic states of its own."""

from __future__ import annotations

from vexil.certify.interleavings.check import check_unwound

__all__ = ["check_unwound"]
