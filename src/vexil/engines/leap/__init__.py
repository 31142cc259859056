"""Leaps over loops: checks that fail behind them, shown without unrolling (Ball, Kupferman and Sagiv 2007).

A program without calls, abstract states and a target come in; chains of must steps and leaps go out, or why there is
none: which condition of which theorem fails, with a witness. Abstract states that nobody gives are made for each loop.
"""
