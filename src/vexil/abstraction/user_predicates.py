"""Predicates that a user gives as text: ``f: x < 5`` in the scope of a function, ``g == 0`` over globals.

Expressions are those of C without calls and side effects: comparisons, arithmetic, ``*p``, ``&x``, ``p->member``,
``s.member``, ``a[i]`` and ``NULL`` (Ball et al. 2001 allow the same). In the scope of a function ``return`` is what it
returns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vexil.analysis import Analyses
from vexil.analysis.locations import GlobalObject, LocalObject
from vexil.core.dag import bottom_up
from vexil.core.errors import require
from vexil.core.lexer import Grammar, Lexer
from vexil.core.source import SourceFile
from vexil.core.surface import ExpressionParser, Kind, Surface
from vexil.core.wording import did_you_mean
from vexil.ir.expressions import Bits, Deref, Expr, Variable, postorder
from vexil.ir.program import Function, Program
from vexil.ir.types import is_aggregate
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Translated, Translator
from vexil.spec.grammar import CONNECTIVES, EXPRESSION_OPERATORS, SUFFIX
from vexil.spec.resolve import Literal, Resolver

_SIDE_EFFECTS = frozenset({"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
PATIENCE = 20_000
"""Resource units for finding out whether two predicates are the same."""


@dataclass(frozen=True, slots=True)
class UserPredicate:
    """A predicate as it was written, with the function whose variables it names, and what it says of states."""

    text: str
    name: str
    function: str | None
    expression: Expr
    term: Term


@dataclass(frozen=True, slots=True)
class UserPredicates:
    """The predicates that are left, and a sentence for each that says nothing new."""

    predicates: tuple[UserPredicate, ...]
    warnings: tuple[str, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """The conditions."""
        return tuple(item.term for item in self.predicates)

    @property
    def names(self) -> dict[Term, str]:
        """The conditions as they were written, without the function they are about."""
        return {item.term: item.name for item in self.predicates}


@dataclass(frozen=True, slots=True)
class _Parsed:
    """A text that names variables of the program: whose they are, and the function it is read in."""

    file: SourceFile
    tree: Surface
    name: str
    function: str | None
    place: str
    expression: Expr


def observed_by(program: Program, texts: Sequence[str]) -> tuple[tuple[str, Expr], ...]:
    """What predicates read, each in a function, for `Analyses`; raises `SourceError` for those that are none."""
    parsed = [_parse(program, text) for text in texts]
    return tuple(
        (item.place, node)
        for item in parsed
        for node in postorder(item.expression)
        if isinstance(node, Deref | Bits | Variable) and not _is_result(node)
    )


def user_predicates(
    space: Space, analyses: Analyses, texts: Sequence[str], solver: ProcessSolver | None = None
) -> UserPredicates:
    """Read predicates; raises `SourceError` for those that are none.

    One that is always true or false, or equivalent to an earlier one or to its negation, is left out with a warning;
    with a solver equivalence is that of logic, else that of the text's normal form.
    """
    kept: list[UserPredicate] = []
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
    return UserPredicates(tuple(kept), tuple(warnings))


def _parse(program: Program, text: str) -> _Parsed:
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
    _refuse_reads_through_results(file, tree, resolved.expression)
    name = text.partition(":")[2].strip() if scope is not None else text.strip()
    return _Parsed(file, tree, name, owner, place, resolved.expression)


def _refuse_reads_through_results(file: SourceFile, tree: Surface, expression: Expr) -> None:
    """Raise `SourceError` for ``*return``: a result is in no variable whose targets are known."""
    for node in postorder(expression):
        if isinstance(node, Deref | Bits) and any(map(_is_result, postorder(node))):
            message = f"a predicate reads nothing through what is {RESULT}ed"
            raise file.error(message, tree.start, tree.end, expected="a comparison of the result itself")


def _is_result(node: Expr) -> bool:
    return isinstance(node, Variable) and node.name == RESULT


def _read(space: Space, analyses: Analyses, text: str) -> UserPredicate:
    parsed = _parse(space.program, text)
    tree, expression = parsed.tree, parsed.expression
    try:
        term = _Translator(space, parsed.place).translate(space.initial, expression).value
    except Untranslatable as problem:
        hint = "predicates are about memory as the program divides it"
        raise parsed.file.error(f"no formula: {problem.reason}", tree.start, tree.end, hint=hint) from None
    is_seen = not reads_registers(space, analyses, parsed.place, expression)
    require(is_seen, "analyses should observe what predicates read")
    return UserPredicate(text, parsed.name, parsed.function, expression, term)


class _Translator(Translator):
    """Knows the result of a function, which is no variable of it."""

    def _node(self, state: State, node: Expr, operands: tuple[Translated, ...]) -> Translated:
        if isinstance(node, Variable) and _is_result(node):
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


_MEMBER_BEHIND = 1001
"""Binds more tightly than any prefix operator: ``*p->next`` reads what the member points to."""
_ASSIGNMENTS = ("++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
RESULT = "return"
"""The word for what a function returns, and the name of the variable that stands for it."""
_BINARY: Mapping[str, tuple[int, bool]] = {
    **{word: strength for word, strength in CONNECTIVES.items() if word in ("&&", "||")},
    **EXPRESSION_OPERATORS,
    "->": (_MEMBER_BEHIND, False),
}
GRAMMAR = Grammar(
    binary=_BINARY,
    prefix=frozenset({"!", "-", "~", "*", "&"}),
    punctuation=frozenset({".", *_ASSIGNMENTS}),
    number_suffix=SUFFIX,
    name=r"[A-Za-z_$][\w$]*(?:::[\w$]+)*|'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
)


class ScopedResolver(Resolver):
    """Finds variables of a function by their plain names, where it has them, and else globals."""

    def __init__(self, program: Program, file: SourceFile, scope: Function | None) -> None:
        super().__init__(program, file)
        self._scope = scope

    def _name(self, tree: Surface) -> Expr | Literal:
        scope = self._scope
        if scope is not None and tree.head == RESULT and scope.result is not None:
            self._function = scope
            return Variable(RESULT, scope.result, False)
        if scope is not None:
            known = [item.name for item in scope.variables.values() if tree.head in (item.name, *item.labels)]
            if tree.head in known:
                known = [tree.head]
            if len(known) == 1:
                return self._local(tree, scope, known[0])
            if known:
                choice = ", ".join(known)
                raise self._error(tree, f"{tree.head!r} names several variables of {scope.name}", f"one of {choice}")
        return super()._name(tree)

    def _combine(self, tree: Surface, operands: list[Expr | Literal]) -> Expr | Literal:
        if tree.kind is Kind.CALL:
            raise self._error(tree, f"a predicate calls no function, this one calls {tree.head}", "a comparison")
        return super()._combine(tree, operands)


def reads_registers(space: Space, analyses: Analyses, function: str, expression: Expr) -> bool:
    """Say whether an expression may read through a pointer what formulas keep in a register.

    Variables that no pointer of the program is used for are registers, also when a pointer to them exists.
    """
    for node in postorder(expression):
        if not isinstance(node, Deref | Bits):
            continue
        for location in analyses.points_to.places_of(function, node):
            match location.object:
                case GlobalObject(name):
                    variable = Variable(name, space.program.global_variables[name].type, True)
                    owner = ""
                case LocalObject(owner, name):
                    variable = Variable(name, space.program.functions[owner].variables[name].type, False)
                case _:
                    continue
            if not is_aggregate(variable.type) and space.register(owner, variable) is not None:
                return True
    return False


def without_arrows(root: Surface) -> Surface:
    """The same tree with ``(*p).member`` for every ``p->member``."""
    return bottom_up(root, _without_arrow, lambda tree: tree.operands[:1] if _is_arrow(tree) else tree.operands)


def _without_arrow(tree: Surface, operands: tuple[Surface, ...]) -> Surface:
    if _is_arrow(tree):
        (target,) = operands
        behind = Surface(Kind.APPLY, "*", (target,), target.start, target.end)
        return Surface(Kind.MEMBER, tree.operands[1].head, (behind,), tree.start, tree.end)
    return Surface(tree.kind, tree.head, operands, tree.start, tree.end, head_start=tree.head_start)


def _is_arrow(tree: Surface) -> bool:
    return tree.kind is Kind.APPLY and tree.head == "->"
