"""Recognising atoms in surface trees, and saying what is wrong with what is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vexil.core.errors import SourceError
from vexil.core.lexer import unquote
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.spec.atoms import At, Call, Comparison, Count, Holds, Return, Style
from vexil.spec.expression_text import expression_text, is_always_there
from vexil.spec.formulas import FALSE, TRUE, Boolean, Not, Proposition
from vexil.spec.grammar import COMPARISONS, CONNECTIVES, EXPRESSION_OPERATORS

_FORMS = "at(l), at(t, l), [l], count(l) >= n, call(f), return(f) or a Boolean expression"


class AtomReader:
    """Reads atoms of one text, with the propositions that the text has defined so far."""

    WORDS: Final = frozenset({"at", "count", "call", "return", "true", "false", "let"})

    def __init__(self, file: SourceFile, definitions: Mapping[str, Boolean]) -> None:
        self._file = file
        self._definitions = definitions

    def error(self, message: str, tree: Surface, *, expected: str = "", hint: str = "") -> SourceError:
        """An error about a node."""
        start, end = self._file.byte_offset(tree.start), self._file.byte_offset(tree.end)
        return self._file.error(message, start, end, expected=expected, hint=hint)

    def read(self, tree: Surface) -> Boolean:
        """The atom, constant or defined proposition that a tree without connectives stands for."""
        match tree.kind:
            case Kind.NAME if tree.head in ("true", "false"):
                return TRUE if tree.head == "true" else FALSE
            case Kind.NAME if tree.head in self._definitions:
                return self._definitions[tree.head]
            case Kind.CHARACTER:
                return self.read(Surface(Kind.NAME, unquote(tree.head), (), tree.start, tree.end))
            case Kind.BRACKET:
                return Proposition(At(tree.head, style=Style.BRACKET))
            case Kind.CALL:
                return Proposition(self._call(tree))
            case Kind.NAME | Kind.INDEX | Kind.MEMBER:
                return self._expression(tree)
            case Kind.APPLY if tree.head in COMPARISONS:
                return self._comparison(tree)
            case Kind.APPLY if tree.head not in EXPRESSION_OPERATORS and tree.head not in ("~", "-"):
                raise self.error(
                    f"{tree.head!r} is a temporal operator, and here a state is described", tree,
                    expected=_FORMS,
                )  # fmt: skip
            case Kind.APPLY if tree.head == "*" and len(tree.operands) == 1:
                return self._expression(tree)
            case _:
                text = expression_text(tree)
                raise self.error(
                    f"{text} is a value, not a proposition", tree, expected=_FORMS,
                    hint=f"compare it with something: {text} != 0",
                )  # fmt: skip

    def _call(self, tree: Surface) -> At | Call | Return:
        operands = tree.operands
        match tree.head, len(operands):
            case "at", 1:
                return At(self._name(operands[0], "a location"))
            case "at", 2:
                return At(self._name(operands[1], "a location"), self._name(operands[0], "a thread"))
            case "call", 1:
                return Call(self._function(operands[0]))
            case "return", 1:
                return Return(self._function(operands[0]))
            case "count", 1:
                raise self.error(
                    f"{expression_text(tree)} is a number, not a proposition", tree,
                    expected="a comparison with a number", hint=f"write {expression_text(tree)} >= 2",
                )  # fmt: skip
            case ("at" | "call" | "return" | "count") as word, count:
                raise self.error(f"{word!r} does not take {count} arguments", tree, expected=_FORMS)
            case _:
                defined = ", ".join(sorted(self._definitions)) or "none"
                raise self.error(
                    f"{tree.head!r} is not a proposition", tree, expected=_FORMS,
                    hint=f"propositions defined with 'let': {defined}; expressions do not call functions",
                )  # fmt: skip

    def _name(self, tree: Surface, what: str) -> str:
        if tree.kind in (Kind.NAME, Kind.NUMBER):
            return tree.head
        if tree.kind is Kind.CHARACTER:
            return unquote(tree.head)
        raise self.error(f"{expression_text(tree)} is not the name of {what}", tree, expected=f"the name of {what}")

    def _function(self, tree: Surface) -> str:
        if tree.kind is Kind.CALL and not tree.operands:
            return tree.head
        return self._name(tree, "a function")

    def _comparison(self, tree: Surface) -> Boolean:
        left, right = tree.operands
        if _is_count(right) and not _is_count(left):
            left, right = right, left
            flipped = True
        else:
            flipped = False
        if not _is_count(left):
            return self._expression(tree)
        if right.kind is not Kind.NUMBER or not right.head.isdigit():
            raise self.error("a count is compared with a number", tree, expected="count(l) >= 2")
        location = self._name(left.operands[0], "a location")
        symbol = {"=": "==", "!=": "=="}.get(tree.head, tree.head)
        comparison = Comparison(symbol).flipped() if flipped else Comparison(symbol)
        atom = Proposition(Count(location, comparison, int(right.head)))
        return Not(atom) if tree.head == "!=" else atom

    def _expression(self, tree: Surface) -> Boolean:
        """An expression as an atom.

        About what is always there, ``!=`` is the negation of an equality, so that both share the atom. About what is
        absent both are false, so that neither negates the other.
        """
        self._check_operands(tree)
        if tree.kind is Kind.APPLY and tree.head == "!=" and is_always_there(tree):
            equality = Surface(Kind.APPLY, "==", tree.operands, tree.start, tree.end, head_start=tree.head_start)
            return Not(Proposition(Holds(expression_text(equality), equality)))
        return Proposition(Holds(expression_text(tree), tree))

    def _check_operands(self, tree: Surface) -> None:
        pending = list(reversed(tree.operands))
        while pending:
            node = pending.pop()
            inside = node.kind in (Kind.BRACKET, Kind.PATH, Kind.BIND) or (
                node.kind is Kind.CALL and node.head in AtomReader.WORDS
            )
            if node.kind is Kind.APPLY:
                inside = node.head in CONNECTIVES or node.head not in (*EXPRESSION_OPERATORS, "~")
            if node.kind is Kind.NAME and node.head in self._definitions:
                raise self.error(
                    f"{node.head!r} is a proposition, not a value", node, expected="an expression",
                    hint="between propositions, equality is written <->, and implication -> with spaces around it",
                )  # fmt: skip
            if inside:
                raise self.error(
                    f"a formula stands where {tree.head!r} needs a value", node, expected="an expression",
                    hint="'!' and prefix operators bind more tightly than comparisons: use parentheses, "
                    "as in !(x == 1); between propositions, equality is written <->",
                )  # fmt: skip
            pending.extend(reversed(node.operands))


def _is_count(tree: Surface) -> bool:
    return tree.kind is Kind.CALL and tree.head == "count" and len(tree.operands) == 1
