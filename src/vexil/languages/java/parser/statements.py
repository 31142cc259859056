"""Statements and blocks (JLS 14)."""

from __future__ import annotations

from abc import abstractmethod
from typing import NoReturn

from vexil.languages.java import tree
from vexil.languages.java.parser.control import EFFECTS, SIMPLE, ControlParser
from vexil.languages.java.parser.types import NO_MODIFIERS
from vexil.languages.java.tokens import END, IDENTIFIER, LITERALS, PRIMITIVE_TYPES

_YIELDS = LITERALS | PRIMITIVE_TYPES | {"+", "-", IDENTIFIER, "_", "new", "switch", "this", "super", ";"}


class StatementParser(ControlParser):
    """The parser of statements; ``constructor_start`` is the token that begins the innermost constructor's body."""

    constructor_start = -1

    @abstractmethod
    def type_declaration(self, modifiers: tree.Modifiers, doc: str = "") -> tree.ClassDeclaration:
        """A class, interface, enum or record."""

    @abstractmethod
    def at_type_declaration(self) -> bool:
        """Whether a type declaration without its modifiers begins here."""

    def block(self) -> tree.Block:
        """``{ … }``."""
        start = self.here()
        self.accept("{")
        statements = self.statements()
        if self.kind in {"case", "default"}:
            self.fail(f"orphaned {self.kind}")
        end = self.span(self.at)
        self.accept("}")
        return tree.Block(statements, self.since(start), end)

    def statements(self) -> tuple[tree.Statement, ...]:
        """The statements of a block or of a case."""
        nodes: list[tree.Statement] = []
        while self.kind not in {"}", "case", "default", END}:
            nodes.append(self._block_statement())
        return tuple(nodes)

    def _block_statement(self) -> tree.Statement:
        """A statement or declaration."""
        kind = self.kind
        if kind in SIMPLE:
            return self._keyword_statement()
        if kind in {"final", "@", "abstract", "strictfp", "static"} or self.at_type_declaration() or self._sealed():
            return self._declaration()
        if kind == IDENTIFIER and self.word() == "yield" and self._is_yield():
            return self._yield()
        if kind in PRIMITIVE_TYPES or kind == IDENTIFIER:
            end = self.skip_type(self.at)
            if end > 0 and self.kinds[end] in {IDENTIFIER, "_"}:
                return self.local_variables(NO_MODIFIERS)
            if kind in PRIMITIVE_TYPES and (end < 0 or self.kinds[end] not in {".", "::"}):
                start = self.at
                self.type()
                if self.kind in {"assert", "enum"}:
                    self.identifier()
                self.fail("not a statement", start)
            if kind == IDENTIFIER and self.peek() == ":":
                label = self.identifier()
                self.next()
                body = self.body()
                return tree.Labelled(label.name, label.span, body, self.since(label.span.start))
            if kind == IDENTIFIER and self._is_generic():
                self.type()
                self.fail("not a statement", self.at - 1)
        return self._expression_statement()

    def _sealed(self) -> bool:
        if self.word() in {"sealed", "non"} and self.sealing():
            self.fail("sealed or non-sealed local classes are not allowed")
        return False

    def _is_generic(self) -> bool:
        index = self.at + 1
        while self.kinds[index] == "." and self.kinds[index + 1] == IDENTIFIER:
            index += 2
        return self.kinds[index] == "<"

    def _declaration(self) -> tree.Statement:
        modifiers = self.modifiers()
        if not self.at_type_declaration() and modifiers.words <= {"final"}:
            return self.local_variables(modifiers)
        if not self.at_type_declaration() and "static" in modifiers.words:
            self.fail("illegal start of expression", self.at - 1)
        declared = self.type_declaration(modifiers)
        return tree.LocalClass(declared, declared.span)

    def _yield(self) -> tree.Yield:
        start = self.here()
        self.next()
        if self.kind == ";":
            self.fail("illegal start of expression")
        value = self.expression()
        self.accept(";")
        return tree.Yield(value, self.since(start))

    def _is_yield(self) -> bool:
        after = self.peek()
        if after in _YIELDS:
            return True
        if after in {"!", "~"}:
            return self.peek(2) != ";"
        if after in {"++", "--"}:
            return self.peek(2) != ";"
        if after == "(":
            depth, distance, comma = 1, 2, False
            while depth and self.peek(distance):
                kind = self.peek(distance)
                depth += (kind == "(") - (kind == ")")
                comma = comma or (kind == "," and depth == 1)
                distance += 1
            return not comma or self.peek(distance) == "->"
        return False

    def _expression_statement(self) -> tree.Statement:
        start, first = self.here(), self.at == self.constructor_start
        if self.kind == "<" and first:
            self.type_arguments()
        self.statement_start = self.here() if first else -1
        expression = self.expression()
        if isinstance(expression, tree.ConstructorCall):
            self.accept(";")
            whole = self.since(start)
            call = tree.ConstructorCall(expression.outer, expression.to_super, expression.arguments, whole)
            return tree.ExpressionStatement(call, whole)
        if not isinstance(expression, EFFECTS):
            self.fail("not a statement", self.focus)
        self.accept(";")
        return tree.ExpressionStatement(expression, self.since(start))

    def body(self) -> tree.Statement:
        """A statement below another one, where declarations are not allowed (JLS 14.5)."""
        start = self.at
        if self.kind in {"}", "case", "default", END}:
            self.fail("illegal start of statement")
        statement = self._block_statement()
        if isinstance(statement, tree.LocalClass):
            self.fail("class, interface or enum declaration not allowed here", start)
        if isinstance(statement, tree.LocalVariables):
            name = statement.declarators[0].name_span
            raise self.file.error("variable declaration not allowed here", name.start, name.end)
        return statement

    def _keyword_statement(self) -> tree.Statement:
        """A statement that begins with its keyword."""
        kind, keyword, start = self.kind, self.at, self.here()
        if kind == "{":
            return self.block()
        self.next()
        if kind in {"else", "catch", "finally"}:
            self._refuse_rest(kind, keyword)
        match kind:
            case "if":
                condition, then = self.condition(), self.body()
                otherwise = None
                if self.kind == "else":
                    self.next()
                    otherwise = self.body()
                return tree.If(condition, then, otherwise, self.since(start))
            case "while":
                condition, body = self.condition(), self.body()
                return tree.While(condition, body, self.since(start))
            case "do":
                body = self.body()
                self.accept("while")
                condition = self.condition()
                self.accept(";")
                return tree.DoWhile(body, condition, self.since(start))
            case "for":
                return self.for_rest(start)
            case "switch":
                return self.switch_body(start, value=False)
            case "synchronized":
                lock, block = self.condition(), self.block()
                return tree.Synchronized(lock, block, self.since(start))
            case "try":
                return self.try_rest(keyword)
            case ";":
                return tree.Empty(self.since(start))
            case _:
                return self._simple_statement(kind, start)

    def _refuse_rest(self, kind: str, keyword: int) -> NoReturn:
        """Refuse the rest of a statement without its beginning, unless there is a mistake in it, too."""
        if kind == "else":
            self.body()
        elif kind == "catch":
            self.catch_rest()
        else:
            self.block()
        self.fail(f"'{kind}' without '{'if' if kind == 'else' else 'try'}'", keyword)

    def _simple_statement(self, kind: str, start: int) -> tree.Statement:
        """The rest of a statement without statements in it, behind its keyword."""
        match kind:
            case "return":
                value = None if self.kind == ";" else self.expression()
                self.accept(";")
                return tree.Return(value, self.since(start))
            case "throw":
                thrown = self.expression()
                self.accept(";")
                return tree.Throw(thrown, self.since(start))
            case "assert":
                condition, message = self.expression(), None
                if self.kind == ":":
                    self.next()
                    message = self.expression()
                self.accept(";")
                return tree.Assert(condition, message, self.since(start))
            case _:
                label = self.identifier().name if self.kind == IDENTIFIER else None
                self.accept(";")
                jump = tree.Break if kind == "break" else tree.Continue
                return jump(label, self.since(start))
