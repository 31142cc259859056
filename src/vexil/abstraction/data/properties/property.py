"""Properties of an abstract program that imply those of the program.

In negation normal form every literal e or !e becomes the disjunction of the abstract states in which it certainly
holds. Fewer states satisfy the result than the property, so what the abstract program satisfies, the program does, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.abstraction.data.programs.kinds import Kinds
from vexil.abstraction.data.properties.cells import Case, Cell, Decomposition, Undecidable, decompose, reads_tokens
from vexil.abstraction.data.properties.decisions import MOST_STORES, Decision, decide
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.ir.division import rounded
from vexil.ir.expressions import Element, Field, Variable, preorder
from vexil.ir.program import Program
from vexil.ir.rounding import Rounding
from vexil.ir.types import is_numeric
from vexil.model.tokens.abstract_type import Abstractions
from vexil.model.tokens.typing import AbstractTyping, Slot
from vexil.spec.atoms import At, Count, Holds
from vexil.spec.formulas import Ltl, Not, Proposition, atoms_of
from vexil.spec.ltl import negation_normal_form, parse_ltl
from vexil.spec.nodes import bottom_up, with_operands
from vexil.spec.printing import is_prefix_style
from vexil.spec.property import LANGUAGES, PROPERTY_FILE, Kind, Property, parse_property
from vexil.spec.property_warnings import LIVENESS, PropertyWarning, warnings_of
from vexil.spec.resolve import Resolver


@dataclass(frozen=True, slots=True)
class AbstractedAtom:
    """An atom about something abstracted: when it certainly holds, and when it certainly does not, as formulas."""

    atom: str
    holds: str
    fails: str
    questions: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class AbstractedProperty:
    """A property of the abstract program, the atoms that changed, and what a user should know about it."""

    property: Property
    atoms: tuple[AbstractedAtom, ...]
    warnings: tuple[PropertyWarning, ...]


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a property is about: locations of the program, and slots that hold numbers."""

    nodes: tuple[str, ...]
    slots: tuple[Slot, ...]


def abstracted_property(
    asked: Property,
    program: Program,
    typing: AbstractTyping,
    abstractions: Abstractions,
    context: Context,
    *,
    rounding: Rounding = Rounding.TRUNCATE,
    most: int = MOST_STORES,
) -> AbstractedProperty:
    """The property of the abstract program for a property of the program itself.

    What the program says about itself (assertions, deadlocks) is asked of the abstract program as it is. Raises
    `UsageError` for branching properties.
    """
    if asked.kind not in LANGUAGES:
        return AbstractedProperty(asked, (), ())
    if asked.kind not in (Kind.LTL, Kind.PATTERN):
        raise UsageError(
            f"a property of kind {asked.kind.value} is not kept by an abstraction", hint="ask an LTL property instead"
        )
    warnings = tuple(item for item in warnings_of(asked) if item.code == LIVENESS)
    formula = negation_normal_form(asked.linear_formula())
    kinds = Kinds(program, typing, abstractions)
    resolver = Resolver(program, asked.file)
    changed: dict[str, tuple[AbstractedAtom, Ltl, Ltl]] = {}
    for atom in atoms_of(formula):
        if isinstance(atom, Holds):
            abstract = _atom(kinds, resolver, atom, context, rounding, most)
            if abstract is not None:
                changed[atom.text] = (abstract, _parsed(abstract.holds), _parsed(abstract.fails))
    if not changed:
        return AbstractedProperty(asked, (), warnings)
    _check_names(program, kinds)
    made = parse_property(f"ltl: {_replaced(formula, changed)}")
    return AbstractedProperty(made, tuple(item for item, _, _ in changed.values()), warnings)


def criterion(asked: Property, program: Program) -> Criterion:
    """The locations and the numbers that a property mentions: what to keep, and what to abstract first."""
    if asked.kind not in (Kind.LTL, Kind.PATTERN):
        return Criterion((), ())
    nodes: list[str] = []
    slots: list[Slot] = []
    resolver = Resolver(program, asked.file)
    for atom in atoms_of(asked.linear_formula()):
        if isinstance(atom, At | Count):
            nodes.append(atom.location)
        if isinstance(atom, Holds):
            resolved = resolver.condition(atom.tree)
            for part in preorder(resolved.expression):
                match part:
                    case Variable(name, kind, is_global) if is_numeric(kind):
                        slots.append(Slot(name if is_global else f"{resolved.function}::{name}"))
                    case Field(_, owner, name, kind) if is_numeric(kind):
                        slots.append(Slot(f"{owner}::{name}"))
                    case Element((Variable(name, _, is_global), _), kind) if is_numeric(kind):
                        slots.append(Slot(name if is_global else f"{resolved.function}::{name}", 1))
                    case _:
                        pass
    return Criterion(tuple(dict.fromkeys(nodes)), tuple(dict.fromkeys(slots)))


# --- atoms -----------------------------------------------------------------------------------------------


def _atom(
    kinds: Kinds, resolver: Resolver, atom: Holds, context: Context, rounding: Rounding, most: int
) -> AbstractedAtom | None:
    """What becomes of an atom; nothing when it is about nothing abstracted."""
    resolved = resolver.condition(atom.tree)
    if not reads_tokens(kinds, resolved.expression, resolved.function):
        return None
    expression = rounded(resolved.expression, rounding)
    prefix = is_prefix_style(atom.tree)
    try:
        cells = decompose(kinds, expression, resolved.function, prefix=prefix)
    except Undecidable as reason:
        return AbstractedAtom(atom.text, "false", "false", 0, str(reason))
    if not cells.is_abstract:
        return None
    decision = decide(cells, context, most)
    notes = []
    if decision.by_tables:
        notes.append("decided by the tables of single operators" if decision.stores else "too many states to decide")
    holds, fails = (_disjunction(cells, decision, which) for which in (1, 2))
    return AbstractedAtom(atom.text, holds, fails, decision.questions, "; ".join(notes))


def _disjunction(cells: Decomposition, decision: Decision, which: int) -> str:
    """The stores in which a condition is decided one way, as a disjunction."""
    chosen = [entry[0] for entry in decision.stores if entry[which]]
    if not chosen:
        return "false"
    if len(chosen) == len(decision.stores) and all(map(_always_has_value, cells.cells)):
        return "true"
    texts = [" && ".join(filter(None, map(_mention, cells.cells, store))) for store in chosen]
    return " || ".join(dict.fromkeys(texts))


def _mention(cell: Cell, case: Case) -> str:
    """What a case says about a state; at least that the cell has a value there, unless it always has one."""
    if len(cell.cases) > 1 or cell.kind is not None:
        return case.text
    return "" if _always_has_value(cell) else f"{cell.text} == {cell.text}"


def _always_has_value(cell: Cell) -> bool:
    """Say whether a place has a value in all states: locals have none elsewhere, nor have parts of null."""
    return isinstance(cell.place, Variable) and cell.place.is_global


def _check_names(program: Program, kinds: Kinds) -> None:
    """Refuse tokens with names of variables: a property could not tell them apart."""
    for kind in kinds.all_used():
        for token in kind.tokens:
            if token in program.global_variables:
                raise UsageError(
                    f"the token {token} of {kind.name} has the name of a variable, so a property cannot name it",
                    hint="rename the variable, or use an abstraction with other tokens",
                )


# --- formulas --------------------------------------------------------------------------------------------


def _parsed(text: str) -> Ltl:
    return parse_ltl(SourceFile(PROPERTY_FILE, text.encode()))


def _replaced(formula: Ltl, changed: dict[str, tuple[AbstractedAtom, Ltl, Ltl]]) -> Ltl:
    """The normal form with other formulas in the place of literals."""

    def replaced(part: Ltl, operands: tuple[Ltl, ...]) -> Ltl:
        match part:
            case Not(Proposition(Holds(text))) if text in changed:
                return changed[text][2]
            case Proposition(Holds(text)) if text in changed:
                return changed[text][1]
            case _:
                return with_operands(part, operands)

    return bottom_up(formula, replaced)
