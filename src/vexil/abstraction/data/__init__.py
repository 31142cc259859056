"""Data abstraction (Hatcliff et al. 2002): numbers become tokens, and operators become tables over tokens.

`library` has families of abstractions and makes their tables by elimination with a solver; `inference` finds which
abstraction every variable of a program gets; `programs` and `sources` make abstract programs.
"""
