"""Spacer (Komuravelli, Gurfinkel and Chaki 2014) on Horn clauses, and the facts that its proof is made of.

This is work for a process of its own: the library is loaded here, does not always keep its limits, and may fail.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any

from vexil.core.dag import postorder
from vexil.logic.sorts import BOOL
from vexil.logic.terms import Term
from vexil.refinement.candidates.decoding import Facts, facts_of
from vexil.refinement.candidates.horn import Clause, Horn

UNITS_PER_SECOND = 500_000
"""What the library counts as work in less than a second: this limit is to come before that of time."""
MOST_MEGABYTES = 2000


def prove(horn: Horn, flags: Mapping[str, bool], seconds: float) -> dict[int, Facts] | None:
    """The facts at heads of loops; ``None`` when no proof was found. *flags* says which slots are truth values."""
    _quiet()
    z3: Any = import_module("z3")
    z3.set_param("memory_max_size", MOST_MEGABYTES)
    solver = z3.SolverFor("HORN")
    solver.set("rlimit", max(1, int(seconds * UNITS_PER_SECOND)))
    solver.set("spacer.global", True)
    translation = _Translator(z3, horn, flags)
    for clause in translation.clauses():
        solver.add(clause)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    facts = {}
    for head in horn.heads:
        meaning = model[translation.predicates[head]]
        if meaning is not None:
            facts[head] = facts_of(z3, meaning.else_value(), horn.places[head].slots)
    return facts


def _quiet() -> None:
    """Let the library write nowhere: it prints its own mistakes."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


class _Translator:
    """Makes clauses in the library's terms."""

    def __init__(self, z3: Any, horn: Horn, flags: Mapping[str, bool]) -> None:
        self._z3 = z3
        self._horn = horn
        self._terms: dict[Term, Any] = {}
        self._binary = {
            "=": lambda a, b: a == b,
            "<": lambda a, b: a < b,
            "<=": lambda a, b: a <= b,
            "+": lambda a, b: a + b,
            "-": lambda a, b: a - b,
            "*": lambda a, b: a * b,
            "div": lambda a, b: a / b,
            "mod": lambda a, b: a % b,
        }
        kinds = {True: z3.BoolSort(), False: z3.IntSort()}
        self.predicates = [
            z3.Function(f"p{number}", *(kinds[flags[name]] for name in place.slots), z3.BoolSort())
            for number, place in enumerate(horn.places)
        ]
        self._flags = flags

    def clauses(self) -> list[Any]:
        """All clauses, each closed."""
        z3 = self._z3
        rules = []
        for clause in self._horn.clauses:
            body = [self._translated(clause.guard)]
            if clause.source is not None:
                slots = self._horn.places[clause.source].slots
                symbols = [self._symbol(name, self._flags[name]) for name in slots]
                body.insert(0, self.predicates[clause.source](*symbols))
            values = [self._translated(value) for value in clause.values]
            head = z3.BoolVal(False) if clause.target is None else self.predicates[clause.target](*values)
            rule = z3.Implies(z3.And(*body), head)
            variables = self._variables(clause)
            rules.append(z3.ForAll(variables, rule) if variables else rule)
        return rules

    def _variables(self, clause: Clause) -> list[Any]:
        """Everything that a clause is about, by name."""
        flags: dict[str, bool] = {}
        if clause.source is not None:
            flags.update((name, self._flags[name]) for name in self._horn.places[clause.source].slots)
        visited = set[Hashable]()
        for root in (clause.guard, *clause.values):
            for term in postorder(root, attrgetter("args"), done=visited):
                if term.op == "symbol":
                    flags[str(term.payload)] = term.sort is BOOL
        return [self._symbol(name, is_flag) for name, is_flag in sorted(flags.items())]

    def _symbol(self, name: str, is_flag: bool) -> Any:
        return self._z3.Bool(name) if is_flag else self._z3.Int(name)

    def _translated(self, term: Term) -> Any:
        """A term of ours, made without recursion."""
        translated = self._terms
        stack = [term]
        while stack:
            current = stack[-1]
            missing = [] if current in translated else [part for part in current.args if part not in translated]
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
                if current not in translated:
                    translated[current] = self._node(current, [translated[part] for part in current.args])
        return translated[term]

    def _node(self, term: Term, args: list[Any]) -> Any:
        z3 = self._z3
        match term.op:
            case "const":
                return z3.BoolVal(bool(term.value)) if term.sort is BOOL else z3.IntVal(term.value)
            case "symbol":
                return self._symbol(str(term.payload), term.sort is BOOL)
            case "not":
                return z3.Not(args[0])
            case "and":
                return z3.And(*args)
            case "or":
                return z3.Or(*args)
            case "ite":
                return z3.If(*args)
            case op:
                return self._binary[op](args[0], args[1])
