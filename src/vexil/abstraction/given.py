"""Predicates that a user gives as text: ``f: x < 5`` in the scope of a function, ``g == 0`` over globals.

Expressions are those of C without calls and side effects: comparisons, arithmetic, ``*p``, ``&x``, ``p->member``,
``s.member``, ``a[i]`` and ``NULL`` (Ball et al. 2001 allow the same). In the scope of a function ``return`` is what it
returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vexil.abstraction.given_expressions import GRAMMAR, RESULT, ScopedResolver, reads_registers, without_arrows
from vexil.analysis import Analyses
from vexil.core.lexer import Lexer
from vexil.core.source import SourceFile
from vexil.core.surface import ExpressionParser
from vexil.core.wording import did_you_mean
from vexil.ir.expressions import Expr, Variable
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Translated, Translator

_SIDE_EFFECTS = frozenset({"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
PATIENCE = 20_000
"""Resource units for finding out whether two predicates are the same."""


@dataclass(frozen=True, slots=True)
class GivenPredicate:
    """A predicate as it was written, with the function whose variables it names, and what it says of states."""

    text: str
    function: str | None
    expression: Expr
    term: Term


@dataclass(frozen=True, slots=True)
class Given:
    """The predicates that are left, and a sentence for each that says nothing new."""

    predicates: tuple[GivenPredicate, ...]
    warnings: tuple[str, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """The conditions."""
        return tuple(item.term for item in self.predicates)


def given_predicates(
    space: Space, analyses: Analyses, texts: Sequence[str], solver: ProcessSolver | None = None
) -> Given:
    """Read predicates; raises `SourceError` for those that are none.

    One that is always true or false, or equivalent to an earlier one or to its negation, is left out with a warning;
    with a solver equivalence is that of logic, else that of the text's normal form.
    """
    kept: list[GivenPredicate] = []
    warnings: list[str] = []
    for text in texts:
        predicate = _read(space, analyses, text)
        if _is_constant(space, predicate.term, solver):
            warnings.append(f"predicate {text!r} is left out: it has the same value in every state")
            continue
        same = next((item for item in kept if _are_same(space, item.term, predicate.term, solver)), None)
        if same is None:
            kept.append(predicate)
        elif same.text == text:
            warnings.append(f"predicate {text!r} is given twice")
        else:
            warnings.append(f"predicate {text!r} is left out: it says the same as {same.text!r} or its negation")
    return Given(tuple(kept), tuple(warnings))


def _read(space: Space, analyses: Analyses, text: str) -> GivenPredicate:
    program = space.program
    file = SourceFile("predicate", text.encode())
    _refuse_side_effects(file, is_c=program.source.has_raw_memory)
    lexer = Lexer(file, GRAMMAR)
    scope = None
    if lexer.kind == "name":
        before = (lexer.text, lexer.start, lexer.end)
        lexer.advance()
        if lexer.at(":"):
            lexer.advance()
            scope = program.functions.get(before[0])
            if scope is None:
                known = ", ".join(sorted(program.functions)[:12])
                expected = "a function of the program before ':'"
                raise file.error(
                    f"unknown function {before[0]!r}",
                    before[1],
                    before[2],
                    expected=expected,
                    hint=did_you_mean(before[0], program.functions, f"there are {known}"),
                )
        else:
            lexer = Lexer(file, GRAMMAR)
    tree = ExpressionParser(lexer, GRAMMAR).parse()
    if lexer.kind != "end":
        raise lexer.error("expected an operator or the end", expected="an operator or the end")
    resolved = ScopedResolver(program, file, scope).condition(without_arrows(tree))
    owner = resolved.function
    place = owner or (scope.name if scope is not None else program.entry)
    try:
        term = _Translator(space, place).translate(space.initial, resolved.expression).value
    except Untranslatable as problem:
        hint = "predicates are about memory as the program divides it"
        raise file.error(f"no formula: {problem.reason}", tree.start, tree.end, hint=hint) from None
    if reads_registers(space, analyses, place, resolved.expression):
        message = "the program itself never reads or writes through a pointer that this reads through"
        raise file.error(message, tree.start, tree.end, expected="the variable it points to, by its name")
    return GivenPredicate(text, owner, resolved.expression, term)


class _Translator(Translator):
    """Knows the result of a function, which is no variable of it."""

    def _node(self, state: State, node: Expr, operands: tuple[Translated, ...]) -> Translated:
        if isinstance(node, Variable) and node.name == RESULT:
            return Translated(state.read(self._space.result(self._function, "result", node.type)), {})
        return super()._node(state, node, operands)


def _refuse_side_effects(file: SourceFile, *, is_c: bool) -> None:
    """Raise `SourceError` at the first assignment; in other languages than C ``=`` compares."""
    lexer = Lexer(file, GRAMMAR)
    while lexer.kind != "end":
        if lexer.kind == "mark" and (lexer.text in _SIDE_EFFECTS or (is_c and lexer.text == "=")):
            raise lexer.error(f"a predicate has no side effects, {lexer.text!r} has one", expected="a comparison")
        lexer.advance()


def _is_constant(space: Space, term: Term, solver: ProcessSolver | None) -> bool:
    if term.is_const or solver is None:
        return term.is_const
    return any(
        solver.check_and_read((wanted,), (), limit=PATIENCE)[0].is_unsat for wanted in (term, space.terms.not_(term))
    )


def _are_same(space: Space, one: Term, other: Term, solver: ProcessSolver | None) -> bool:
    terms = space.terms
    if one is other or one is terms.not_(other):
        return True
    if solver is None or not one.symbols & other.symbols:
        return False
    differ = terms.distinct(one, other)
    return any(
        solver.check_and_read((wanted,), (), limit=PATIENCE)[0].is_unsat for wanted in (differ, terms.not_(differ))
    )
