"""Properties: what is asked.

In comes the text of a property; out comes a `Property`: a built-in one, an LTL, CTL or mu-calculus formula, or
one of Dwyer's patterns (Dwyer, Avrunin and Corbett 1999), together with automata for what is linear in time
(`vexil.spec.buchi_translate`) and reference semantics on lassos and explicit structures. Atoms keep the names
of the program as they were written; `vexil.spec.resolve` looks them up.
"""

from vexil.spec.property import Kind, Property, parse_property

__all__ = ["Kind", "Property", "parse_property"]
