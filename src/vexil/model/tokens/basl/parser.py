"""Reading BASL files, in the published form and in that of the tool that was released later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from vexil.core.errors import SourceError
from vexil.core.lexer import Lexer
from vexil.core.source import SourceFile
from vexil.ir.expressions import Operator
from vexil.ir.rounding import Rounding
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, UNARY
from vexil.model.tokens.basl.expressions import GRAMMAR, ExpressionReader
from vexil.model.tokens.basl.tree import (
    Abstraction,
    AbstractionRule,
    ArrayAbstraction,
    Binding,
    ClassAbstraction,
    Name,
    OperatorBlock,
    OperatorRule,
    Place,
    Unit,
)

ANY = "_"
ALL = "T"
"""Every token, or both truth values, unless a token is called so."""
_Item = TypeVar("_Item")
_BINARY = {each.value: each for each in (*OPERATIONS, *TESTS) if each not in UNARY}
_UNARY = {"-": Operator.NEGATE, "~": Operator.COMPLEMENT}


def parse(file: SourceFile) -> tuple[Unit, ...]:
    """The abstractions of a file; raises `SourceError` at the first place that is wrong."""
    return _Parser(Lexer(file, GRAMMAR)).units()


class _Parser:
    def __init__(self, lexer: Lexer) -> None:
        self._lexer = lexer
        self._tokens: frozenset[str] = frozenset()

    def units(self) -> tuple[Unit, ...]:
        result: list[Unit] = []
        while self._lexer.kind != "end":
            result.append(self._unit())
        return tuple(result)

    # --- words -------------------------------------------------------------------------------------------

    def _since(self, start: int) -> Place:
        file = self._lexer.file
        return file.byte_offset(start), file.byte_offset(self._lexer.previous_end)

    def _name(self, what: str) -> Name:
        start = self._lexer.start
        text = self._lexer.expect_name(what)
        return Name(text, self._since(start))

    def _at_word(self, *words: str) -> bool:
        return self._lexer.kind == "name" and self._lexer.text in words

    def _accept_word(self, *words: str) -> bool:
        is_there = self._at_word(*words)
        if is_there:
            self._lexer.advance()
        return is_there

    def _expect_word(self, word: str, where: str) -> None:
        if not self._accept_word(word):
            raise self._lexer.error(f"expected {word!r} {where}", expected=repr(word))

    def _names(self, what: str) -> tuple[Name, ...]:
        """``{A, B}``, which may be empty: who wants members says so where the place is known."""
        self._lexer.expect("{", f"before the {what}s")
        names: list[Name] = []
        if not self._lexer.at("}"):
            names.append(self._name(f"a {what}"))
            while self._lexer.accept(","):
                names.append(self._name(f"a {what}"))
        self._lexer.expect("}", f"after the {what}s")
        return tuple(names)

    def _block(self, where: str, item: Callable[[], _Item]) -> tuple[_Item, ...]:
        """``begin`` items ``end``; the semicolon after the last item may be missing."""
        self._expect_word("begin", where)
        items: list[_Item] = []
        while not self._at_word("end"):
            items.append(item())
            if not self._lexer.accept(";") and not self._at_word("end"):
                raise self._lexer.error("expected ';' after a rule", expected="';' or 'end'")
        self._lexer.advance()
        return tuple(items)

    # --- units -------------------------------------------------------------------------------------------

    def _unit(self) -> Unit:
        start = self._lexer.start
        self._expect_word("abstraction", "at the start of a specification")
        name = self._name("the name of the abstraction").text
        if self._accept_word("extends"):
            kind = self._name("'integral' or 'real'")
            if kind.text not in ("integral", "real"):
                raise self._error(f"{kind.text} is no group of types", kind.place, expected="'integral' or 'real'")
            return self._numbers(start, name, kind)
        self._expect_word("abstracts", "after the name")
        if self._accept_word("class"):
            return self._class(start, name)
        kind = self._name("a type")
        if self._lexer.accept("["):
            self._lexer.expect("]", "in the type of an array")
            return self._array(start, name, kind)
        return self._numbers(start, name, kind)

    def _class(self, start: int, name: str) -> ClassAbstraction:
        class_name = self._name("a class")
        bindings = self._block("after the class", self._binding)
        return ClassAbstraction(name, class_name, bindings, self._since(start))

    def _array(self, start: int, name: str, element: Name) -> ArrayAbstraction:
        bindings = self._block("after the type", self._binding)
        slots: dict[str, Name] = {}
        for binding in bindings:
            slot = binding.slot
            if slot.text not in ("index", "component"):
                raise self._error(f"an array has no part {slot.text!r}", slot.place, expected="'index' or 'component'")
            if slot.text in slots:
                raise self._error(f"the {slot.text} is given twice", slot.place)
            slots[slot.text] = binding.abstraction
        return ArrayAbstraction(name, element, slots.get("index"), slots.get("component"), self._since(start))

    def _binding(self) -> Binding:
        slot = self._name("a field")
        self._lexer.expect(":", "after the field")
        return Binding(slot, self._abstraction_name())

    def _abstraction_name(self) -> Name:
        """A name or an instance of a family, such as ``range(4,4)``: the text up to the semicolon."""
        lexer = self._lexer
        start = lexer.start
        self._name("the name of an abstraction")
        while lexer.kind != "end" and not lexer.at(";") and not self._at_word("end"):
            lexer.advance()
        text = lexer.source[start : lexer.previous_end]
        return Name("".join(text.split()), self._since(start))

    # --- abstractions of numbers -------------------------------------------------------------------------

    def _numbers(self, start: int, name: str, kind: Name) -> Abstraction:
        lexer = self._lexer
        self._expect_word("begin", "after the type")
        self._expect_word("TOKENS", "first in an abstraction")
        lexer.expect("=", "after 'TOKENS'")
        opening = lexer.start
        tokens = self._names("token")
        if not tokens:
            raise self._error("an abstraction has at least one token", self._since(opening), expected="{NAME, …}")
        lexer.expect(";", "after the tokens")
        self._tokens = frozenset(token.text for token in tokens)
        default: Name | None = None
        one_to_one: tuple[Name, ...] | None = None
        division: Rounding | None = None
        while self._at_word("DEFAULT", "ONE2ONE", "DIVISION"):
            word = lexer.text
            lexer.advance()
            lexer.expect("=", f"after {word!r}")
            if word == "DEFAULT":
                default = self._name("a token")
            elif word == "ONE2ONE":
                one_to_one = self._names("token")
            else:
                division = self._division()
            lexer.expect(";", "after a declaration")
        self._expect_word("abstract", "before the abstraction function")
        lexer.expect("(", "after 'abstract'")
        parameter = self._name("a parameter").text
        lexer.expect(")", "after the parameter")
        reader = ExpressionReader(lexer, parameter)
        rules = self._block("before the rules", lambda: self._abstraction_rule(reader))
        blocks: list[OperatorBlock] = []
        while self._at_word("operator", "test"):
            blocks.append(self._operator())
        self._expect_word("end", "at the end of an abstraction")
        place = self._since(start)
        return Abstraction(name, kind, tokens, parameter, rules, tuple(blocks), default, one_to_one, division, place)

    def _division(self) -> Rounding:
        name = self._name("a kind of division")
        if name.text not in tuple(Rounding):
            raise self._error(f"there is no division {name.text!r}", name.place, expected=", ".join(Rounding))
        return Rounding(name.text)

    def _abstraction_rule(self, reader: ExpressionReader) -> AbstractionRule:
        start = self._lexer.start
        if self._at_word(ANY):
            self._lexer.advance()
            condition = None
        else:
            condition = reader.read()
        self._lexer.expect("->", "after a condition")
        tokens = self._names("token") if self._lexer.at("{") else (self._name("a token"),)
        if not tokens:
            raise self._error("a rule gives at least one token", self._since(start))
        return AbstractionRule(condition, tokens, self._since(start))

    def _operator(self) -> OperatorBlock:
        lexer = self._lexer
        start, is_test = lexer.start, lexer.text == "test"
        lexer.advance()
        symbol, symbol_start = lexer.text, lexer.start
        known = {each.value for each in TESTS} if is_test else {*_BINARY, *_UNARY}
        if symbol not in known:
            shown = "a test" if is_test else "an operator with a table"
            raise lexer.error(f"{symbol or 'the end of the file'} is not {shown}", expected=" ".join(sorted(known)))
        lexer.advance()
        place = self._since(symbol_start)
        name = self._name("the name of the operator")
        rules = self._block("before the rules", self._operator_rule)
        return OperatorBlock(self._meant(symbol, name.text, rules, place), name.text, rules, self._since(start))

    def _meant(self, symbol: str, name: str, rules: tuple[OperatorRule, ...], place: Place) -> Operator:
        """The operator of a symbol; the patterns tell the two minus signs apart, or else the name."""
        sizes = {len(rule.patterns) for rule in rules if rule.patterns is not None}
        is_unary = 1 in sizes or (not sizes and name == OPERATIONS[Operator.NEGATE])
        if symbol in _UNARY and (is_unary or symbol not in _BINARY):
            return _UNARY[symbol]
        if symbol not in _BINARY:
            raise self._error(f"there is no operator {symbol} with one operand", place)
        return _BINARY[symbol]

    def _operator_rule(self) -> OperatorRule:
        lexer = self._lexer
        start = lexer.start
        patterns: tuple[Name | None, ...] | None = None
        if not self._accept_word(ANY):
            lexer.expect("(", "before the patterns of a rule")
            operands = [self._pattern()]
            while lexer.accept(","):
                operands.append(self._pattern())
            lexer.expect(")", "after the patterns of a rule")
            patterns = tuple(operands)
        lexer.expect("->", "after the patterns")
        results: tuple[Name, ...] | None = self._names("result") if lexer.at("{") else (self._name("a result"),)
        if results == (Name(ALL),) and ALL not in self._tokens:
            results = None
        return OperatorRule(patterns, results, self._since(start))

    def _pattern(self) -> Name | None:
        name = self._name("a token or '_'")
        return None if name.text == ANY else name

    def _error(self, message: str, place: Place, *, expected: str = "") -> SourceError:
        return self._lexer.file.error(message, *place, expected=expected)
