"""BASL, the specification language of abstractions (Hatcliff et al. 2002; Dwyer et al. 2001).

`parser` reads a file, `checks` checks what needs no solver, and `lowering` turns conditions into expressions of the
intermediate form. `vexil.abstraction.data` makes tables and checks them.
"""
