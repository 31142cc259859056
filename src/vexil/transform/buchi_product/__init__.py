"""A program together with the automaton of the violations of a linear property, as one program.

In comes a sequential program and what is asked about its runs; out comes a program without calls whose endless runs
that visit an accepting location for ever are the runs of the program that violate the property (Vardi and Wolper 1986).
The state of the automaton is part of the location; what it reads becomes branches on the program's variables.
"""

from vexil.transform.buchi_product.product import BuchiProduct, buchi_product

__all__ = ["BuchiProduct", "buchi_product"]
