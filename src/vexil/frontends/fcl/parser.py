"""Reads FCL programs (Hatcliff et al. 2002, Fig. 5).

A statement may be followed by its node identifier in brackets, as in ``goto test; [init.2]``; a wrong
identifier is an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile, Span
from vexil.frontends.fcl import syntax
from vexil.frontends.fcl.expressions import ExpressionReader
from vexil.frontends.fcl.signature import Signature


def parse_program(file: SourceFile, signature: Signature) -> syntax.Program:
    """Parse a program over the signature; raises `SourceError` with the place of the first mistake."""
    program = _ProgramParser(file, signature).program()
    _check_labels(program)
    return program


def parse_expression(text: str, signature: Signature) -> syntax.Expression:
    """Parse a single expression over the signature."""
    reader = ExpressionReader(SourceFile("<expression>", text.encode()), signature)
    expression = reader.expression()
    if reader.lexer.kind != "end":
        raise reader.lexer.error("expected an operator or the end", expected="an operator or the end")
    return expression


class _ProgramParser:
    def __init__(self, file: SourceFile, signature: Signature) -> None:
        self._file = file
        self._reader = ExpressionReader(file, signature)
        self._lexer = self._reader.lexer

    def program(self) -> syntax.Program:
        """Read ``(x*) (l) b+``."""
        lexer = self._lexer
        if lexer.kind == "end":
            raise lexer.error("the file has no program", expected="a parameter list such as '(m n)'")
        parameters = self._parameters()
        lexer.expect("(", "before the label of the initial block")
        initial, initial_span = self._reader.name("a label")
        lexer.expect(")", "after the label of the initial block")
        blocks: list[syntax.Block] = []
        while lexer.kind != "end" or not blocks:
            blocks.append(self._block(blocks))
        return syntax.Program(parameters, initial, tuple(blocks), initial_span, self._file)

    def _parameters(self) -> tuple[syntax.Parameter, ...]:
        lexer = self._lexer
        lexer.expect("(", "before the parameters")
        parameters: dict[str, syntax.Parameter] = {}
        separated = True
        while not lexer.at(")") or (parameters and separated):
            start, end = lexer.start, lexer.end
            name, span = self._reader.name("a parameter")
            if name in parameters:
                raise lexer.error_at(f"parameter {name!r} is declared twice", start, end, expected="another name")
            parameters[name] = syntax.Parameter(name, span)
            separated = lexer.accept(",")
        lexer.advance()
        return tuple(parameters.values())

    def _block(self, earlier: list[syntax.Block]) -> syntax.Block:
        label, label_span, mark = self._label_or_variable("a block label")
        if mark != ":":
            previous = f"the jump of block {earlier[-1].label!r}" if earlier else "the initial label"
            raise self._file.error(
                f"a statement follows {previous}", label_span.start, label_span.end,
                expected="a label and ':', or the end of the file" if earlier else "a label and ':'",
            )  # fmt: skip
        assignments: list[syntax.Assignment] = []
        while True:
            start = self._lexer.start
            statement = self._statement(label, start)
            self._annotation(f"{label}.{len(assignments) + 1}")
            if not isinstance(statement, syntax.Assign | syntax.Skip):
                return syntax.Block(label, tuple(assignments), statement, label_span)
            assignments.append(statement)

    def _label_or_variable(self, what: str) -> tuple[str, Span, str]:
        """Read the name and the mark that start a block (``:``) or an assignment (``:=``)."""
        lexer = self._lexer
        start, end = lexer.start, lexer.end
        if lexer.at("goto", "return", "if", "skip"):
            return lexer.text, self._reader.span(start, end), lexer.text
        name, span = self._reader.name(what)
        mark = lexer.text
        if not lexer.at(":", ":="):
            raise lexer.error(f"expected ':' or ':=' after {name!r}", expected="':' or ':='")
        if mark == ":":
            lexer.advance()
        return name, span, mark

    def _statement(self, label: str, start: int) -> syntax.Assignment | syntax.Jump:
        lexer, reader = self._lexer, self._reader
        if lexer.kind == "end":
            raise self._missing_jump(label, lexer.start, lexer.end)
        if lexer.accept("skip"):
            return syntax.Skip(self._end(start))
        if lexer.accept("return"):
            return syntax.Return(self._end(start))
        if lexer.accept("goto"):
            target, target_span = reader.name("a label")
            return syntax.Goto(target, self._end(start), target_span)
        if lexer.accept("if"):
            return self._if(start)
        name_end = lexer.end
        variable, variable_span, mark = self._label_or_variable("a statement")
        if mark == ":":
            raise self._missing_jump(label, start, name_end)
        lexer.advance()
        return syntax.Assign(variable, reader.expression(), self._end(start), variable_span)

    def _if(self, start: int) -> syntax.If:
        lexer, reader = self._lexer, self._reader
        if lexer.at("then", "else", ";"):
            raise lexer.error("the condition of 'if' is missing", expected="a Boolean expression")
        condition = reader.expression()
        lexer.expect("then", "after the condition of 'if'")
        then_label, then_span = reader.name("a label")
        lexer.expect("else", "after the first label of 'if'")
        else_label, else_span = reader.name("a label")
        return syntax.If(condition, then_label, else_label, self._end(start), then_span, else_span)

    def _end(self, start: int) -> Span:
        self._lexer.expect(";", "at the end of the statement")
        return self._reader.span(start, self._lexer.previous_end)

    def _annotation(self, node: str) -> None:
        lexer = self._lexer
        if not lexer.accept("["):
            return
        if lexer.text != node:
            raise lexer.error(f"this statement is node [{node}]", expected=f"[{node}] or no annotation")
        lexer.advance()
        lexer.expect("]", "after the node identifier")

    def _missing_jump(self, label: str, start: int, end: int) -> SourceError:
        return self._lexer.error_at(
            f"block {label!r} ends without a jump", start, end, expected="'goto', 'return' or 'if'"
        )


def _check_labels(program: syntax.Program) -> None:
    blocks: dict[str, syntax.Block] = {}
    for block in program.blocks:
        if block.label in blocks:
            line = program.file.position(blocks[block.label].label_span.start)[1]
            raise program.file.error(
                f"label {block.label!r} is declared twice, first in line {line}",
                block.label_span.start, block.label_span.end, expected="another label",
            )  # fmt: skip
        blocks[block.label] = block
    if program.initial not in blocks:
        raise _unknown_label(program, program.initial, program.initial_span, "the initial block")
    for block in program.blocks:
        match block.jump:
            case syntax.Goto(label, _, span):
                targets: Iterable[tuple[str, Span]] = [(label, span)]
            case syntax.If(_, then_label, else_label, _, then_span, else_span):
                targets = [(then_label, then_span), (else_label, else_span)]
            case syntax.Return():
                targets = []
        for label, span in targets:
            if label not in blocks:
                raise _unknown_label(program, label, span, "a block")


def _unknown_label(program: syntax.Program, label: str, span: Span, what: str) -> SourceError:
    labels = [block.label for block in program.blocks]
    candidates = get_close_matches(label, labels, 3, 0.5) or labels[:10]
    return program.file.error(
        f"there is no block {label!r}", span.start, span.end,
        expected=f"the label of {what}, such as {', '.join(candidates)}",
    )  # fmt: skip
