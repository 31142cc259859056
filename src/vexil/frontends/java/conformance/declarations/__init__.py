"""Do declarations obey the rules of the language? Entered classes come in, mistakes are reported (JLS 8, 9)."""

from vexil.frontends.java.conformance.declarations.hierarchy import check_class

__all__ = ["check_class"]
