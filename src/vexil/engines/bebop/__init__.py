"""Reachability in predicate programs: interprocedural, context-sensitive, on decision diagrams.

In comes a predicate program in its over-approximating reading, out go the valuations each location can be reached with,
checks that may fail, invariants, and shortest traces (Ball and Rajamani 2000, the tool Bebop).
"""
