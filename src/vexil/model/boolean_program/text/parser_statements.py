"""Reads the simple statements of Boolean programs, and the names and expressions in them."""

from __future__ import annotations

import re
from typing import Final

from vexil.core.errors import SourceError
from vexil.core.lexer import Lexer, unescape
from vexil.core.source import SourceFile
from vexil.core.surface import ExpressionParser, Surface
from vexil.core.wording import counted
from vexil.model.boolean_program.text import syntax
from vexil.model.boolean_program.text.grammar import FORMS, GRAMMAR, read_name
from vexil.model.boolean_program.text.syntax import Name

_UNSUPPORTED: Final = {
    "abortif": "what ends a search, and not a run, has no meaning here",
    "sync": "what a thread waits for with it is not part of the language",
}
"""Statements of related dialects that are refused, and why."""
_THREADS: Final[dict[str, syntax.Statement]] = {
    "atomic_begin": syntax.Atomic(True),
    "atomic_end": syntax.Atomic(False),
    "end_thread": syntax.EndThread(),
}
_ASYNC = re.compile(r"ASYNC_\w+")


class StatementParser:
    """Reads one statement at a time."""

    skip = syntax.Assign()

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.lexer = Lexer(file, GRAMMAR)
        self._expressions = ExpressionParser(self.lexer, GRAMMAR)

    # --- names and expressions ---------------------------------------------------------------------------

    def name(self, what: str) -> Name:
        """Read a name."""
        lexer = self.lexer
        if lexer.kind != "name" or lexer.text == "*":
            hint = f"{lexer.text!r} is a word of the language; write {{{lexer.text}}}" if lexer.text.isalpha() else ""
            raise lexer.error(f"expected {what}", expected=what, hint=hint)
        result = Name(read_name(lexer.text), (lexer.start, lexer.end))
        lexer.advance()
        return result

    def names(self, what: str) -> tuple[Name, ...]:
        """Read names separated by commas."""
        result = [self.name(what)]
        while self.lexer.accept(","):
            result.append(self.name(what))
        return tuple(result)

    def expression(self) -> Surface:
        """Read an expression."""
        return self._expressions.parse()

    def expressions(self) -> tuple[Surface, ...]:
        """Read expressions separated by commas."""
        result = [self.expression()]
        while self.lexer.accept(","):
            result.append(self.expression())
        return tuple(result)

    def _following(self) -> str:
        """The character after the current token and the blanks and comments behind it."""
        lexer = self.lexer
        space = GRAMMAR.space.match(lexer.source, lexer.end)
        at = space.end() if space else lexer.end
        return lexer.source[at : at + 2]

    def at_word(self, word: str) -> bool:
        """Say whether the current token is a word that only here is one: another name or a brace follows it."""
        lexer = self.lexer
        return lexer.kind == "name" and lexer.text == word and re.match(r"[\w{$]", self._following()) is not None

    def at_label(self) -> bool:
        """Say whether a label is next."""
        lexer = self.lexer
        following = self._following() if lexer.kind in ("name", "number") else ""
        return following[:1] == ":" and following != ":="

    def label(self) -> Name:
        """Read a label."""
        result = self._label()
        self.lexer.expect(":", "after a label")
        return result

    def _label(self) -> Name:
        """The name of a label, which may be a number."""
        lexer = self.lexer
        if lexer.kind != "number":
            return self.name("a label")
        result = Name(lexer.text, (lexer.start, lexer.end))
        lexer.advance()
        return result

    def _targets(self) -> tuple[Name, ...]:
        """Read labels separated by commas."""
        result = [self._label()]
        while self.lexer.accept(","):
            result.append(self._label())
        return tuple(result)

    def statement_end(self, where: str) -> None:
        """Read the semicolon after a statement; the last one before an end needs none."""
        lexer = self.lexer
        if not lexer.at("end", "fi", "od", "else", "elsif", "}"):
            lexer.expect(";", where)

    # --- statements --------------------------------------------------------------------------------------

    def statement(self, labels: list[Name]) -> syntax.Statement:
        """Read a statement that has no statements in it."""
        lexer = self.lexer
        if lexer.accept("goto"):
            return syntax.Goto(self._targets())
        if lexer.accept("start_thread"):
            if lexer.accept("goto"):
                return syntax.Fork(self._label())
            return self._invoke(None, in_thread=True)
        if lexer.kind == "name" and re.match(r"[;\w{!(*]", self._following()) and lexer.text in _UNSUPPORTED:
            reason = _UNSUPPORTED[lexer.text]
            raise lexer.error(f"{lexer.text!r} is not read: {reason}", expected="another statement")
        if lexer.kind == "name" and lexer.text in _THREADS and self._following()[:1] in (";", "}", "e"):
            statement = _THREADS[lexer.text]
            lexer.advance()
            return statement
        if self.at_word("select"):
            return self._select()
        if self.at_word("choice"):
            return self._alternatives()
        if lexer.kind == "name" and lexer.text not in FORMS and self._following()[:1] == "(":
            return self._invoke(None, in_thread=any(_ASYNC.fullmatch(label.text) for label in labels))
        return self._simple_or_call()

    def _simple_or_call(self) -> syntax.Simple | syntax.Invoke:
        lexer = self.lexer
        if lexer.accept("skip"):
            return syntax.Assign(constraint=self._constraint())
        if lexer.accept("assume"):
            return syntax.Assume(self.expression())
        if lexer.accept("assert"):
            return syntax.Assert(self.expression())
        if lexer.accept("return"):
            return syntax.Return(() if lexer.at(";", "end", "}", "fi", "else", "od") else self.expressions())
        if self.at_word("check"):
            return self._check()
        if self.at_word("dead"):
            lexer.advance()
            return syntax.Assign(chosen=syntax.AnyValues(self.names("a variable"), None, None))
        if lexer.kind == "name" and lexer.text == "any":
            chosen = self._any()
            return syntax.Assign((), (), chosen, self._constraint())
        if lexer.kind != "name":
            raise lexer.error("expected a statement", expected="a statement")
        return self._assignment()

    def simple(self) -> syntax.Simple:
        """Read a statement of one step, no call."""
        start = self.lexer.start
        statement = self._simple_or_call()
        if isinstance(statement, syntax.Invoke):
            raise self.lexer.error_at(
                "a call is no alternative of a choice", start, self.lexer.previous_end, expected="another statement"
            )
        return statement

    def _assignment(self) -> syntax.Assign | syntax.Invoke:
        lexer = self.lexer
        start = lexer.start
        targets = self.names("a variable")
        if not (lexer.accept(":=") or lexer.accept("=")):
            raise self._no_assignment(start, targets)
        if lexer.kind == "name" and lexer.text not in FORMS and self._following()[:1] == "(":
            return self._invoke(targets, in_thread=False)
        values = self.expressions()
        if len(values) != len(targets):
            raise lexer.error_at(
                f"{counted(len(values), 'value')} for {counted(len(targets), 'variable')}", start, lexer.previous_end,
                expected=f"{counted(len(targets), 'expression')} after ':='",
            )  # fmt: skip
        chosen = None
        if lexer.kind == "name" and lexer.text == "with":
            lexer.advance()
            chosen = self._any()
        return syntax.Assign(targets, values, chosen, self._constraint())

    def _no_assignment(self, start: int, targets: tuple[Name, ...]) -> SourceError:
        hint = ""
        first = self.lexer.source[start : targets[0].range[1]]
        if first.startswith("{"):
            hint = f"{first} is read as a name; put a ';' before the '}}' of a block"
        return self.lexer.error(
            f"expected ':=', ':' or '(' after {targets[0].text!r}", expected="':=', ':' or '('", hint=hint
        )

    def _constraint(self) -> Surface | None:
        return self.expression() if self.lexer.accept("constrain") else None

    def _any(self) -> syntax.AnyValues:
        lexer = self.lexer
        if lexer.kind != "name" or lexer.text != "any":
            raise lexer.error("expected 'any' after 'with'", expected="any(names where condition)")
        lexer.advance()
        lexer.expect("(", "after 'any'")
        names = self.names("a variable")
        possible = definite = None
        if lexer.kind == "name" and lexer.text == "where":
            lexer.advance()
            possible = definite = self.expression()
        if lexer.kind == "name" and lexer.text == "must":
            lexer.advance()
            definite = self.expression()
        lexer.expect(")", "after what the environment sets")
        return syntax.AnyValues(names, possible, definite)

    def _check(self) -> syntax.Assert:
        lexer = self.lexer
        lexer.advance()
        kind = self.name("the kind of the check")
        lexer.expect("(", "before the condition of a check")
        condition = self.expression()
        lexer.expect(")", "after the condition of a check")
        message = ""
        if lexer.kind == "string":
            message = unescape(lexer.text)
            lexer.advance()
        return syntax.Assert(condition, kind.text, message)

    def _invoke(self, results: tuple[Name, ...] | None, *, in_thread: bool) -> syntax.Invoke:
        lexer = self.lexer
        procedure = self.name("the name of a procedure")
        lexer.expect("(", f"after {procedure.text!r}")
        arguments = () if lexer.at(")") else self.expressions()
        lexer.expect(")", "after the arguments")
        return syntax.Invoke(procedure, arguments, results, in_thread)

    def _select(self) -> syntax.Select:
        lexer = self.lexer
        lexer.advance()
        lexer.expect("{", "after 'select'")
        arms: list[tuple[Surface, Name]] = []
        while not arms or not lexer.at("}"):
            condition = self.expression()
            lexer.expect("goto", "after the condition of an arm")
            arms.append((condition, self.name("a label")))
            lexer.expect(";", "after an arm")
        lexer.advance()
        return syntax.Select(tuple(arms))

    def _alternatives(self) -> syntax.Alternatives:
        lexer = self.lexer
        lexer.advance()
        lexer.expect("{", "after 'choice'")
        arms: list[tuple[syntax.Simple, Name | None, syntax.Range]] = []
        while not arms or not lexer.at("}"):
            start = lexer.start
            statement = self.simple()
            place = (start, lexer.previous_end)
            lexer.expect(";", "after the statement of an alternative")
            label = None
            if not isinstance(statement, syntax.Return):
                lexer.expect("goto", "after the statement of an alternative")
                label = self.name("a label")
                lexer.expect(";", "after an alternative")
            arms.append((statement, label, place))
        lexer.advance()
        return syntax.Alternatives(tuple(arms))
