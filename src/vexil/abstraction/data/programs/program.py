"""Whole programs: every number that a typing abstracts becomes a token, every operator on it a relation.

The abstract program simulates the program (Hatcliff et al. 2002, Lemmas 1 and 2): whenever the values of a state are
related to tokens, every step of the program has one of the abstract program to related tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vexil.abstraction.data.programs.functions import STAGE, FunctionAbstraction, retyped
from vexil.abstraction.data.programs.kinds import Kinds, WholeCondition
from vexil.abstraction.data.programs.terms import DOMAINS, all_tokens, of_number, tokens_of
from vexil.core.caveats import Assumption, Caveat, Effect
from vexil.core.errors import InternalError, UsageError
from vexil.core.wording import counted
from vexil.ir.expressions import Const
from vexil.ir.operations import Start
from vexil.ir.program import FieldDeclaration, Memory, Program, VariableDeclaration
from vexil.ir.rounding import Rounding
from vexil.ir.sourcemap import SourceMap
from vexil.ir.types import ArrayReferenceType
from vexil.ir.validator import validate
from vexil.model.tokens.abstract_type import Abstractions
from vexil.model.tokens.typing import AbstractTyping, is_hidden

ABSTRACTION = "abstraction"
"""The kind of the assumptions that say which abstraction a program is."""


def abstracted(
    program: Program,
    typing: AbstractTyping,
    abstractions: Abstractions,
    conditions: Mapping[str, WholeCondition] | None = None,
    rounding: Rounding = Rounding.TRUNCATE,
) -> Program:
    """The abstract program of a program and a typing; *conditions* of edges with checks that were decided as a whole.

    Divisions of the program round as is said, and so should those in the tables of the abstractions.
    Raises `UsageError` for what cannot be abstracted, and `InternalError` when the typing does not fit the program.
    """
    kinds = Kinds(program, typing, abstractions, conditions, rounding)
    threads = any(isinstance(edge.operation, Start) for item in program.functions.values() for edge in item.edges)
    guarded = program.source.tests_indices
    caveats: list[Caveat] = list(program.caveats)
    globals_ = tuple(_global(kinds, item, caveats) for item in program.globals)
    classes = {
        name: replace(
            declared,
            fields=tuple(
                FieldDeclaration(item.name, kinds.declared(f"{name}::{item.name}", item.type), item.volatile)
                for item in declared.fields
            ),
        )
        for name, declared in program.classes.items()
    }
    functions = {}
    occurrences = dict(program.source_map.occurrences)
    for name, function in program.functions.items():
        made = FunctionAbstraction(kinds, function, guarded=guarded, threads=threads).run()
        functions[name] = made.function
        occurrences[name] = made.occurrences
        caveats += made.caveats
    result = replace(
        program,
        functions=functions,
        globals=globals_,
        classes=classes,
        token_sets=dict(sorted(kinds.token_sets.items())),
        relations=dict(kinds.relations),
        source_map=SourceMap(
            {name: spans for name, spans in occurrences.items() if spans}, program.source_map.declarations
        ),
        assumptions=(*program.assumptions, *_assumptions(kinds)),
        caveats=tuple(caveats),
    )
    problems = validate(result)
    if problems:
        raise InternalError("an abstract program should be valid: " + "; ".join(map(str, problems[:5])))
    return result


def _assumptions(kinds: Kinds) -> list[Assumption]:
    assumptions: list[Assumption] = []
    for kind in kinds.all_used():
        slots = sorted(slot for slot in kinds.used.get(kind.name, []) if not is_hidden(kinds.program, slot))
        shown = ", ".join(slots[:8]) + (f" and {counted(len(slots) - 8, 'other')}" if len(slots) > 8 else "")
        tokens = ", ".join(kind.tokens)
        where = f" for {shown}" if shown else " for intermediate results"
        assumptions.append(Assumption(ABSTRACTION, f"{kind.name} {{{tokens}}} stands{where}"))
        if kind.name in kinds.widened:
            statement = f"the tables of {kind.name} are those of mathematical integers, which never wrap around"
            assumptions.append(Assumption("arithmetic", statement))
    return assumptions


def _global(kinds: Kinds, variable: VariableDeclaration, caveats: list[Caveat]) -> VariableDeclaration:
    kind = kinds.declared(variable.name, variable.type)
    declared = retyped(variable, kind, variable.name)
    abstract = kinds.abstract(kind)
    initial = variable.initial
    if abstract is None or initial is None:
        if isinstance(kind, ArrayReferenceType) and isinstance(initial, Const):
            return replace(declared, initial=Const(initial.value, kind))
        return declared
    if isinstance(initial, DOMAINS):
        tokens = tokens_of(abstract, initial)
        if tokens is None:
            tokens = all_tokens(abstract)
            reason = f"{variable.name} may start with every token of {abstract.name}"
            caveats.append(Caveat(STAGE, Effect.ADDS, reason))
        return replace(declared, initial=tokens)
    if isinstance(initial, Memory):
        raise UsageError(f"{variable.name} cannot be abstracted: it lives in memory")
    return replace(declared, initial=of_number(abstract, initial))
