"""Predicate abstraction: a program and predicates come in, a predicate program goes out.

The effect of a step on a predicate is approximated by disjunctions of cubes of predicates (Ball, Majumdar, Millstein
and Rajamani 2001): one that implies the weakest precondition of the predicate, one that implies that of its negation.
"""
