"""What a verdict that rests on a data abstraction says about the abstraction and about provers."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from vexil.abstraction.data.advice.proposals import ARITHMETIC, wrap_warning
from vexil.core.caveats import Assumption
from vexil.core.wording import counted
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, AbstractType, Table
from vexil.model.verdict import Verdict
from vexil.pipeline.data.abstracting import Abstracted

_SUFFIXES = tuple(f".{OPERATIONS[operator]}" for operator in ARITHMETIC)
NO_PROVER = "none was used"
"""How the statement about provers begins where an engine asked none."""


def with_statements(verdict: Verdict, abstracted: Abstracted, *, is_own_run: bool = False) -> Verdict:
    """The verdict with true statements about provers and, for a run of the program itself, where it was found."""
    assumptions: list[Assumption] = []
    for item in verdict.assumptions:
        if item.kind == "prover":
            earlier = "" if item.statement.startswith(NO_PROVER) else f"{item.statement}; "
            assumptions.append(replace(item, statement=earlier + tables_statement(abstracted)))
        elif item.kind == "abstraction" and is_own_run:
            names = ", ".join(sorted({kind.name for kind in abstracted.library.made[0]}))
            assumptions.append(
                replace(item, statement=f"the run was found with {names}; it is one of the program itself")
            )
        else:
            assumptions.append(item)
    return replace(verdict, assumptions=tuple(assumptions))


def wrap_warnings(abstracted: Abstracted) -> tuple[str, ...]:
    """What wrap-around costs the abstractions in which a program computes."""
    computed = {name.rpartition(".")[0] for name in abstracted.program.relations if name.endswith(_SUFFIXES)}
    types = (kind for kind in abstracted.library.made[0] if kind.name in computed)
    return tuple(warning for kind in types if (warning := wrap_warning(kind)))


def tables_statement(abstracted: Abstracted) -> str:
    """Who made the tables of the abstractions, and what nobody could exclude."""
    types, coercions = abstracted.library.made
    names = ", ".join(sorted({kind.name for kind in types}))
    used = abstracted.program.relations
    tables = [table for kind in types for table in _tables(kind, used)] + [item.table for item in coercions]
    open_ = sum(len(table.doubtful) for table in tables)
    left = f"{counted(open_, 'result')} stay that no solver could exclude" if open_ else "none of their answers missing"
    return f"the tables of {names} were made with solvers; {left}" if names else f"{NO_PROVER}, so none timed out"


def _tables(kind: AbstractType, used: Container[str]) -> list[Table]:
    """The tables of an abstraction that a program uses."""
    named = [(OPERATIONS[item], table) for item, table in kind.operations.items()]
    named += [(TESTS[item], table) for item, table in kind.tests.items()]
    return [table for name, table in named if f"{kind.name}.{name}" in used]
