"""From surface trees to formulas, without recursion; shared by all property languages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from vexil.core.errors import SourceError
from vexil.core.lexer import Grammar, Lexer
from vexil.core.source import SourceFile
from vexil.core.surface import ExpressionParser, Kind, Surface
from vexil.spec.atom_reading import AtomReader
from vexil.spec.formulas import And, Boolean, Connective, Equivalent, Implies, Not, Or
from vexil.spec.grammar import CONNECTIVES
from vexil.spec.nodes import Node

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


def joined(tree: Surface, operands: tuple[F, ...]) -> Connective[F]:
    """The formula of a connective."""
    match tree.head:
        case "!":
            return Not(operands[0])
        case "&&":
            return And(operands)
        case "||":
            return Or(operands)
        case "<->":
            return Equivalent(operands[0], operands[1])
        case _:
            return Implies(operands[0], operands[1])


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
