"""Tests in C: what the environment did in a violating run, as functions that a compiler links to the program.

In come a program of the C front end and a finite run that violates a property; out goes a C file which, compiled with
the sources, makes the program take that run. What no other file can force (an uninitialised variable, the order of
threads) is listed in the file and given back, so that nobody takes the test for more than it is.
"""

from __future__ import annotations

from vexil.reports.c_test.file import CTest, Setup, c_test

__all__ = ["CTest", "Setup", "c_test"]
