"""Bounded search of programs with threads: one formula for all orders of what they read and write."""

from __future__ import annotations

from vexil.engines.bounded.orders.engine import OrdersEngine

__all__ = ["OrdersEngine"]
