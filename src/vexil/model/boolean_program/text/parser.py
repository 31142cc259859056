"""Reads the text of Boolean programs: declarations, procedures, and the structure of their bodies.

Two dialects are one language here and may be mixed: that of the tools for C (``decl``, ``:=``, ``begin … end``,
``if … then … fi``, ``schoose[a, b]``) and one in the manner of C (``bool``, ``=``, braces, ``choose(a, b)``).
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.errors import SourceError
from vexil.core.lexer import unescape
from vexil.core.source import SourceFile
from vexil.model.boolean_program.text import syntax
from vexil.model.boolean_program.text.parser_statements import StatementParser
from vexil.model.boolean_program.text.syntax import Body, Name, Source

MOST_RESULTS = 10_000
_STATEMENT_ENDS = frozenset({"}", "end", "fi", "od", "else", "elsif"})


def parse_source(file: SourceFile) -> Source:
    """Read a program; raises `SourceError` with the place of the first mistake."""
    return _Parser(file).program()


@dataclass(slots=True)
class _Block:
    """An open statement: what closes it, and whether it is a conditional."""

    closing: str  # "" for a single statement
    start: int
    is_if: bool | None = None  # neither for a plain block
    nested: bool = False  # an elsif, which ends together with the conditional around it
    has_else: bool = False


class _Parser(StatementParser):
    def program(self) -> Source:
        """Read declarations and procedures up to the end of the file."""
        source, lexer = Source(self.file), self.lexer
        while lexer.kind != "end":
            if lexer.accept("decl"):
                self._declared(source.globals)
            elif lexer.accept("enforce"):
                source.enforced.append(self.expression())
                lexer.expect(";", "after what is enforced")
            elif self.at_word("dfs"):
                lexer.advance()  # the order of a search, which makes no difference to what is found
            elif lexer.at("void", "bool") or (lexer.kind == "name" and lexer.text != "*"):
                self._procedure_or_globals(source)
            elif not lexer.accept(";"):
                raise lexer.error("expected a declaration or a procedure", expected="'decl', 'bool', 'void' or the end")
        return source

    def _procedure_or_globals(self, source: Source) -> None:
        lexer = self.lexer
        results = 0
        if lexer.accept("bool"):
            results = self._result_count() if lexer.accept("<") else 1
        elif not lexer.accept("void"):
            results = 0
        name = self.name("the name of a procedure or variable")
        if results == 1 and not lexer.at("("):
            self._declared(source.globals, name)
            return
        body = Body(name, results)
        lexer.expect("(", f"after the name of procedure {name.text}")
        while not lexer.accept(")"):
            lexer.accept("bool")
            body.formals.append(syntax.Declaration(self.name("the name of a formal"), self._meaning()))
            if not lexer.at(")"):
                lexer.expect(",", "between formals")
        closing = "}" if lexer.at("{") else "end"
        if not lexer.at("{", "begin"):
            raise lexer.error(f"expected the body of {name.text}", expected="'begin' or '{'")
        lexer.advance()
        self._body(body, closing)
        source.procedures.append(body)

    def _result_count(self) -> int:
        lexer = self.lexer
        digits = lexer.text
        if lexer.kind != "number" or not digits.isdecimal() or len(digits) > 5 or int(digits) > MOST_RESULTS:
            raise lexer.error("expected the number of results", expected=f"a number up to {MOST_RESULTS}")
        lexer.advance()
        lexer.expect(">", "after the number of results")
        return int(digits)

    def _declared(self, to: list[syntax.Declaration], first: Name | None = None) -> None:
        lexer = self.lexer
        name = first or self.name("the name of a variable")
        to.append(syntax.Declaration(name, self._meaning()))
        while lexer.accept(","):
            to.append(syntax.Declaration(self.name("the name of a variable"), self._meaning()))
        lexer.expect(";", "after a declaration")

    def _meaning(self) -> str:
        lexer = self.lexer
        if lexer.kind != "string":
            return ""
        text = unescape(lexer.text)
        lexer.advance()
        return text

    # --- bodies ------------------------------------------------------------------------------------------

    def _body(self, body: Body, closing: str) -> None:
        """Read statements up to the end of a procedure, with the open ones on a stack."""
        lexer = self.lexer
        blocks = [_Block(closing, lexer.previous_end)]
        labels: list[Name] = []
        while blocks:
            block = blocks[-1]
            while self.at_label():
                labels.append(self.label())
            if lexer.at(*_STATEMENT_ENDS) and block.closing:
                start, end = lexer.start, lexer.end
                if labels:
                    self._skip(body, labels, (labels[0].range[0], lexer.previous_end))
                self._close(body, blocks, block)
                body.end = (start, end)
            elif lexer.accept("{") or lexer.accept("begin"):
                self._open_block(blocks, "}" if self._last() == "{" else "end")
            elif lexer.at("if", "while"):
                self._open(body, blocks, labels)
                labels = []
            elif not self._declaration(body):
                labels = self._simple(body, labels)
                self._finished(body, blocks)
        if lexer.at(";"):
            lexer.advance()

    def _last(self) -> str:
        return self.lexer.source[self.lexer.previous_end - 1 : self.lexer.previous_end]

    def _open_block(self, blocks: list[_Block], closing: str) -> None:
        """Begin a block: the body of the statement just opened, or one by itself."""
        block = blocks[-1]
        if block.closing:
            blocks.append(_Block(closing, self.lexer.previous_end))
        else:
            block.closing = closing

    def _declaration(self, body: Body) -> bool:
        lexer = self.lexer
        if lexer.accept("decl") or lexer.accept("bool"):
            self._declared(body.locals)
        elif lexer.accept("enforce"):
            body.enforced.append(self.expression())
            self.statement_end("after what is enforced")
        elif self.at_word("exit"):
            lexer.advance()
            names = [self.name("the name of the exit")]
            while lexer.accept(":"):
                names.append(self.name("another name of the exit"))
            body.exit = tuple(names)
            lexer.expect(";", "after the names of the exit")
        else:
            return False
        return True

    def _simple(self, body: Body, labels: list[Name]) -> list[Name]:
        """Read a statement without statements in it; the result is the labels that wait for the next one."""
        start = labels[0].range[0] if labels else self.lexer.start
        first = self.lexer.start
        if self.lexer.accept(";"):
            if labels:
                self._skip(body, labels, (start, self.lexer.previous_end))
            return []
        statement = self.statement(labels)
        end = self.lexer.previous_end
        if isinstance(statement, syntax.Select | syntax.Alternatives):
            self.lexer.accept(";")
        else:
            self.statement_end("at the end of the statement")
        body.items.append(syntax.Item(statement, tuple(labels), (first, end)))
        return []

    def _skip(self, body: Body, labels: list[Name], place: tuple[int, int]) -> None:
        body.items.append(syntax.Item(self.skip, tuple(labels), place))
        labels.clear()

    def _open(self, body: Body, blocks: list[_Block], labels: list[Name]) -> None:
        lexer = self.lexer
        start, is_if = lexer.start, lexer.at("if")
        lexer.advance()
        condition = self.expression()
        place = (start, lexer.previous_end)
        body.items.append(syntax.Item(syntax.If(condition) if is_if else syntax.While(condition), tuple(labels), place))
        closing = ""
        if lexer.accept("then" if is_if else "do"):
            closing = "fi" if is_if else "od"
        blocks.append(_Block(closing, start, is_if=is_if))

    def _close(self, body: Body, blocks: list[_Block], block: _Block) -> None:
        """Read what ends the innermost statement, or begins its second part."""
        lexer = self.lexer
        start = lexer.start
        if block.closing == "fi" and not block.has_else and lexer.at("else", "elsif"):
            body.items.append(syntax.Item(syntax.Mark.ELSE, (), (start, lexer.end)))
            if lexer.accept("else"):
                block.has_else = True
                return
            lexer.advance()
            condition = self.expression()
            body.items.append(syntax.Item(syntax.If(condition), (), (start, lexer.previous_end)))
            lexer.expect("then", "after the condition of 'elsif'")
            blocks.append(_Block("fi", start, is_if=True, nested=True))
            return
        if not lexer.at(block.closing):
            raise self._unclosed(block)
        lexer.advance()
        if not self._end(body, blocks):
            return
        while block.nested:
            block = blocks[-1]
            self._end(body, blocks)
        if blocks:
            lexer.accept(";")
            self._finished(body, blocks)

    def _end(self, body: Body, blocks: list[_Block]) -> bool:
        """End the innermost statement, unless its second part follows."""
        block = blocks[-1]
        lexer = self.lexer
        if block.is_if and block.closing != "fi" and not block.has_else and lexer.at("else"):
            body.items.append(syntax.Item(syntax.Mark.ELSE, (), (lexer.start, lexer.end)))
            lexer.advance()
            block.has_else, block.closing = True, ""
            return False
        blocks.pop()
        if block.is_if is not None:
            mark = syntax.Mark.END_IF if block.is_if else syntax.Mark.END_WHILE
            body.items.append(syntax.Item(mark, (), (lexer.previous_end, lexer.previous_end)))
        return True

    def _finished(self, body: Body, blocks: list[_Block]) -> None:
        """End the statements whose only statement has ended."""
        while blocks and not blocks[-1].closing and self._end(body, blocks):
            pass

    def _unclosed(self, block: _Block) -> SourceError:
        lexer = self.lexer
        line = self.file.position(self.file.byte_offset(block.start))[1]
        return lexer.error(
            f"{lexer.text!r} does not end what begins in line {line}", expected=f"a statement or {block.closing!r}"
        )
