"""The bounded engine: symbolic execution to growing depth, bit for bit, with proofs where nothing is left open."""

from __future__ import annotations

from vexil.engines.bounded.engine import BoundedEngine

__all__ = ["BoundedEngine"]
