"""Slices as source text: a program's files, an outline of them and a criterion → the files with less in them.

What is written compiles and runs by itself, and does to the criterion what the program does: a slice in the sense of
Weiser 1984, with jumps kept as Agrawal 1994 keeps them.
"""
