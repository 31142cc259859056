"""From surface trees to atoms and formulas, without recursion; shared by all property languages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final, Generic, TypeVar

from vexil.core.errors import SourceError
from vexil.core.lexer import Grammar, Lexer, unquote
from vexil.core.source import SourceFile
from vexil.core.surface import ExpressionParser, Kind, Surface
from vexil.spec import formulas
from vexil.spec.atoms import At, Call, Comparison, Count, Holds, Return, Style
from vexil.spec.formulas import FALSE, TRUE, Boolean, Not, Proposition
from vexil.spec.grammar import COMPARISONS, CONNECTIVES, EXPRESSION_OPERATORS
from vexil.spec.nodes import Node
from vexil.spec.printing import expression_text, is_always_there

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


F = TypeVar("F", bound=Node)
PROPERTY = "property"
"""The file name under which errors in a property's text are reported."""


class Language(ABC, Generic[F]):
    """What a property language makes of a surface tree: which nodes join formulas, and which are leaves."""

    def __init__(self, file: SourceFile, definitions: Mapping[str, Boolean]) -> None:
        self.file = file
        self.atoms = AtomReader(file, definitions)

    @abstractmethod
    def parts(self, tree: Surface) -> tuple[Surface, ...] | None:
        """The operands of a node that joins formulas, or nothing for a leaf; called on the way down."""

    @abstractmethod
    def join(self, tree: Surface, operands: tuple[F, ...]) -> F:
        """The formula of a node whose operands have been read; called on the way up."""

    @abstractmethod
    def leaf(self, tree: Surface) -> F:
        """The formula of a leaf."""

    def error(self, message: str, tree: Surface, *, expected: str = "", hint: str = "") -> SourceError:
        """An error about a node."""
        return self.atoms.error(message, tree, expected=expected, hint=hint)


class BooleanLanguage(Language[Boolean]):
    """Combinations of atoms without temporal operators."""

    def parts(self, tree: Surface) -> tuple[Surface, ...] | None:
        """The operands of a connective."""
        return connective_parts(tree)

    def join(self, tree: Surface, operands: tuple[Boolean, ...]) -> Boolean:
        """The formula of a connective."""
        return joined(tree, operands)

    def leaf(self, tree: Surface) -> Boolean:
        """The formula of an atom."""
        return self.atoms.read(tree)


def read(tree: Surface, language: Language[F]) -> F:
    """The formula that *language* gives to a surface tree."""
    values: list[F] = []
    pending: list[tuple[Surface, int]] = [(tree, -1)]
    while pending:
        node, count = pending.pop()
        if count >= 0:
            operands = tuple(values[len(values) - count :])
            del values[len(values) - count :]
            values.append(language.join(node, operands))
            continue
        parts = language.parts(node)
        if parts is None:
            values.append(language.leaf(node))
        else:
            pending.append((node, len(parts)))
            pending.extend((part, -1) for part in reversed(parts))
    return values[0]


def connective_parts(tree: Surface) -> tuple[Surface, ...] | None:
    """The operands of a connective, with chains of ``&&`` and of ``||`` taken as one."""
    if tree.kind is not Kind.APPLY:
        return None
    if tree.head == "!":
        return tree.operands
    if tree.head not in CONNECTIVES:
        return None
    if tree.head not in ("&&", "||"):
        return tree.operands
    parts: list[Surface] = []
    pending = [tree]
    while pending:
        node = pending.pop()
        if node.kind is Kind.APPLY and node.head == tree.head:
            pending.extend(reversed(node.operands))
        else:
            parts.append(node)
    return tuple(parts)


def joined(tree: Surface, operands: tuple[F, ...]) -> formulas.Connective[F]:
    """The formula of a connective."""
    match tree.head:
        case "!":
            return Not(operands[0])
        case "&&":
            return formulas.And(operands)
        case "||":
            return formulas.Or(operands)
        case "<->":
            return formulas.Equivalent(operands[0], operands[1])
        case _:
            return formulas.Implies(operands[0], operands[1])


def temporal(operator: str, operands: tuple[F, ...]) -> formulas.Path[F]:
    """The formula of a temporal operator, by its letter or symbol."""
    match operator:
        case "X":
            return formulas.Next(operands[0])
        case "G" | "[]":
            return formulas.Globally(operands[0])
        case "F" | "<>":
            return formulas.Finally(operands[0])
        case "U":
            return formulas.Until(operands[0], operands[1])
        case "W":
            return formulas.WeakUntil(operands[0], operands[1])
        case _:
            return formulas.Release(operands[0], operands[1])


def as_source(text: str | SourceFile) -> SourceFile:
    """The text of a property as a file that errors can point into."""
    return text if isinstance(text, SourceFile) else SourceFile(PROPERTY, text.encode())


def read_definitions(lexer: Lexer, grammar: Grammar) -> dict[str, Boolean]:
    """Read any number of ``let name = …;`` in front of a formula; each may use the ones before it."""
    definitions: dict[str, Boolean] = {}
    while lexer.kind == "name" and lexer.text == "let":
        lexer.advance()
        start, end = lexer.start, lexer.end
        name = lexer.expect_name("the name of a proposition after 'let'")
        if name in definitions or name in AtomReader.WORDS:
            reason = "is already defined" if name in definitions else "has a fixed meaning"
            raise lexer.error_at(f"{name!r} {reason}", start, end, expected="a new name")
        lexer.expect("=", f"after 'let {name}'")
        tree = ExpressionParser(lexer, grammar).parse()
        lexer.expect(";", "after the definition")
        definitions[name] = read(tree, BooleanLanguage(lexer.file, definitions))
    return definitions


def parse_with(grammar: Grammar, language: type[Language[F]], text: str | SourceFile) -> F:
    """Parse definitions and one formula that takes up the rest of the text."""
    file = as_source(text)
    lexer = Lexer(file, grammar)
    definitions = read_definitions(lexer, grammar)
    tree = ExpressionParser(lexer, grammar).parse()
    if lexer.kind != "end":
        raise lexer.error("expected an operator or the end", expected="an operator or the end")
    return read(tree, language(file, definitions))
