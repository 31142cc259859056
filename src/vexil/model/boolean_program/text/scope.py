"""What the names in an expression mean, and expressions of the model for surface trees."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from vexil.core.dag import bottom_up
from vexil.core.errors import SourceError
from vexil.core.source import SourceFile, Span
from vexil.core.surface import Kind, Surface
from vexil.model.boolean_program import expressions as bpe
from vexil.model.boolean_program.expressions import Choose, Expr, is_definite
from vexil.model.boolean_program.text.grammar import CONSTANTS, FORMS, PASSIVE, read_name
from vexil.model.boolean_program.text.syntax import Name, Range

_CONJUNCTION = frozenset({"&", "&&"})
_DISJUNCTION = frozenset({"|", "||"})


class Scope:
    """The variables that expressions of one procedure may name."""

    def __init__(
        self, file: SourceFile, variables: Iterable[str], where: str, others: frozenset[str] = frozenset()
    ) -> None:
        """*others* are variables of other threads, which are known by a mark behind their names."""
        self.file = file
        self._others = others
        self._variables = frozenset(variables)
        self._where = where
        self.choices: list[tuple[Choose, Range]] = []
        """Every choice that was read, with its place."""

    def error(self, message: str, place: Range, *, expected: str = "", hint: str = "") -> SourceError:
        """An error about a range of the text."""
        file = self.file
        start, end = (file.byte_offset(index) for index in place)
        return file.error(message, start, end, expected=expected, hint=hint)

    def span(self, place: Range) -> Span:
        """A range of the text as a span."""
        return Span(0, self.file.byte_offset(place[0]), self.file.byte_offset(place[1]))

    def variable(self, name: Name) -> str:
        """The name of a declared variable."""
        if name.text in self._variables:
            return name.text
        stem = name.text.removesuffix(PASSIVE)
        if stem == name.text or stem not in self._others:
            raise self._undeclared(name.text, name.range)
        return bpe.passive(stem)

    def with_others(self, others: frozenset[str]) -> Scope:
        """The same scope with variables of other threads."""
        scope = Scope(self.file, self._variables, self._where, others)
        scope.choices = self.choices
        return scope

    def _undeclared(self, name: str, place: Range) -> SourceError:
        close = get_close_matches(name, sorted(self._variables), 3, 0.6)
        known = ", ".join(close or sorted(self._variables)[:8])
        hint = f"{self._where} sees {known}" if known else f"{self._where} sees no variables"
        return self.error(f"variable {name!r} is not declared", place, expected="a declared variable", hint=hint)

    # --- expressions -------------------------------------------------------------------------------------

    def condition(self, tree: Surface) -> Expr:
        """A Boolean expression over current values."""
        return self._boolean(tree, self.partial(tree), "here")

    def relation(self, tree: Surface) -> Expr:
        """A Boolean expression over current and next values."""
        return self._boolean(tree, self._expression(tree, has_next=True), "in a condition on next values")

    def _boolean(self, tree: Surface, expression: Expr, where: str) -> Expr:
        if not is_definite(expression):
            raise self.error(f"an unknown value {where}", (tree.start, tree.end), expected="a Boolean expression")
        return expression

    def partial(self, tree: Surface) -> Expr:
        """An expression over current values in which something may be unknown."""
        return self._expression(tree, has_next=False)

    def _expression(self, tree: Surface, *, has_next: bool) -> Expr:
        return bottom_up(tree, lambda node, parts: self._node(node, parts, has_next), _parts)

    def _node(self, node: Surface, parts: tuple[Expr, ...], has_next: bool) -> Expr:
        match node.kind:
            case Kind.NAME | Kind.NUMBER:
                return self._leaf(node)
            case Kind.APPLY:
                return self._applied(node, parts, has_next)
            case Kind.CALL | Kind.INDEX:
                return self._form(node, parts)
            case _:
                raise self._refused(node)

    def _refused(self, node: Surface) -> SourceError:
        return self.error("this is no Boolean expression", (node.start, node.end), expected="a Boolean expression")

    def _leaf(self, node: Surface) -> Expr:
        text = node.head
        if text == "*":
            return bpe.Unknown()
        if text in CONSTANTS:
            return bpe.Constant(CONSTANTS[text])
        if node.kind is Kind.NUMBER:
            raise self.error(f"{text} is no truth value", (node.start, node.end), expected="0, 1, T or F")
        return bpe.Var(self.variable(Name(read_name(text), (node.start, node.end))))

    def _applied(self, node: Surface, parts: tuple[Expr, ...], has_next: bool) -> Expr:
        operator = node.head
        if operator in _CONJUNCTION:
            return bpe.And(parts)
        if operator in _DISJUNCTION:
            return bpe.Or(parts)
        if operator == "'":
            if not isinstance(parts[0], bpe.Var):
                raise self.error("only a variable has a next value", (node.start, node.end), expected="'name")
            if not has_next:
                hint = "next values are for what follows 'constrain', 'where' and 'must'"
                raise self.error("a next value cannot be read here", (node.start, node.end), hint=hint)
            return bpe.Next(parts[0].name)
        match operator:
            case "!" | "~":
                return bpe.Not(parts[0])
            case "=" | "==":
                return bpe.Same(parts[0], parts[1])
            case "!=" | "<>" | "^":
                return bpe.Not(bpe.Same(parts[0], parts[1]))
            case _:
                return bpe.Or((bpe.Not(parts[0]), parts[1]))

    def _form(self, node: Surface, parts: tuple[Expr, ...]) -> Expr:
        place = (node.start, node.end)
        head = node.head if node.kind is Kind.CALL else node.operands[0].head
        if head not in FORMS - {"any"}:
            if node.kind is Kind.INDEX or head == "any":
                raise self._refused(node)
            hint = f"assign the result of {read_name(head)} to a variable in a statement before"
            raise self.error("a call inside of an expression", place, expected="an expression without calls", hint=hint)
        if head == "unknown":
            if parts:
                raise self.error("unknown() takes no arguments", place, expected="unknown()")
            return bpe.Unknown()
        if len(parts) != 2:
            raise self.error(f"{head} takes 2 arguments, not {len(parts)}", place, expected=f"{head} of 2 arguments")
        for part, tree in zip(parts, _parts(node), strict=True):
            if not is_definite(part):
                raise self.error(
                    f"an argument of {head} that is not Boolean", (tree.start, tree.end),
                    expected="a Boolean expression without unknown values",
                )  # fmt: skip
        choice = Choose(parts[0], parts[1])
        self.choices.append((choice, place))
        return choice


def _parts(node: Surface) -> tuple[Surface, ...]:
    """The operands that are expressions; a chain of one connective without parentheses is one node."""
    if node.kind is Kind.INDEX:
        return node.operands[1:]
    if node.kind is not Kind.APPLY or node.head not in _CONJUNCTION | _DISJUNCTION:
        return node.operands
    same = _CONJUNCTION if node.head in _CONJUNCTION else _DISJUNCTION
    parts: list[Surface] = []
    while True:
        left, *rest = node.operands
        parts.extend(reversed(rest))
        in_parentheses = bool(left.operands) and left.start < left.operands[0].start
        if left.kind is not Kind.APPLY or left.head not in same or in_parentheses:
            parts.append(left)
            return tuple(reversed(parts))
        node = left
