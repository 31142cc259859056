"""Guarded systems as the input of other tools, and what those tools answer.

In comes a guarded system and a question; out comes a Promela model for Spin, a module for NuSMV, or a C program that
explores itself. Spin is run when it is installed, and its trails are executed again before anybody believes them.
"""

from __future__ import annotations

from vexil.engines.printed.c.program import print_c
from vexil.engines.printed.promela.model import PromelaModel, print_promela
from vexil.engines.printed.questions import (
    Branching,
    Count,
    Deadlock,
    Endings,
    Invariant,
    Linear,
    Question,
    bounds,
    violations,
)
from vexil.engines.printed.rewriting import Refused
from vexil.engines.printed.smv.model import print_smv
from vexil.engines.printed.spin.answers import Answer, Fine, NotRun, Statistics, Stopped, SystemRun, Wrong
from vexil.engines.printed.spin.engine import SpinOptions, check_with_spin

__all__ = [
    "Answer",
    "Branching",
    "Count",
    "Deadlock",
    "Endings",
    "Fine",
    "Invariant",
    "Linear",
    "NotRun",
    "PromelaModel",
    "Question",
    "Refused",
    "SpinOptions",
    "Statistics",
    "Stopped",
    "SystemRun",
    "Wrong",
    "bounds",
    "check_with_spin",
    "print_c",
    "print_promela",
    "print_smv",
    "violations",
]
