"""Pattern properties as text: sentences with propositions in braces, and a functional notation.

``{S} responds to {P} after {Q} until {R}`` and ``response(P, S) after_until(Q, R)`` say the same. In the
functional notation propositions are given in the order in which they happen, or by role: ``response(response:
S, stimulus: P)``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vexil.core.lexer import Lexer
from vexil.core.source import SourceFile
from vexil.core.surface import ExpressionParser
from vexil.spec.formulas import Boolean
from vexil.spec.grammar import pattern_grammar
from vexil.spec.patterns import DEFAULT_BOUND, Pattern, PatternProperty, Scope
from vexil.spec.reading import BooleanLanguage, as_source, read, read_definitions

SENTENCES: Final[Mapping[Pattern, str]] = {
    Pattern.ABSENCE: "{event} is absent",
    Pattern.UNIVERSALITY: "{event} is universal",
    Pattern.EXISTENCE: "{event} exists",
    Pattern.BOUNDED_EXISTENCE: "{event} occurs at most # times",
    Pattern.PRECEDENCE: "{cause} precedes {effect}",
    Pattern.RESPONSE: "{response} responds to {stimulus}",
    Pattern.PRECEDENCE_CHAIN_2_1: "{first} , {second} precede {effect}",
    Pattern.PRECEDENCE_CHAIN_1_2: "{cause} precedes {first} , {second}",
    Pattern.RESPONSE_CHAIN_2_1: "{response} responds to {first} , {second}",
    Pattern.RESPONSE_CHAIN_1_2: "{first} , {second} respond to {stimulus}",
}
SCOPES: Final[Mapping[Scope, str]] = {
    Scope.GLOBALLY: "globally",
    Scope.BEFORE: "before {end}",
    Scope.AFTER: "after {start}",
    Scope.BETWEEN: "between {start} and {end}",
    Scope.AFTER_UNTIL: "after {start} until {end}",
}
_ROLE = re.compile(r"\s*:(?!:)")


def sentence(pattern: PatternProperty) -> str:
    """The sentence of a pattern property."""
    text = f"{SENTENCES[pattern.pattern]} {SCOPES[pattern.scope]}".replace(" ,", ",").replace("#", str(pattern.bound))
    arguments = pattern.by_role
    return re.sub(r"\{(\w+)\}", lambda slot: f"{{{arguments[slot[1]]}}}", text)


def parse_pattern(text: str | SourceFile) -> PatternProperty:
    """Parse definitions (``let name = …;``) and one pattern property; raises `SourceError`."""
    return _SentenceParser(as_source(text)).parse()


@dataclass(frozen=True, slots=True)
class _Item:
    """A word, number or comma of a sentence, or a proposition in braces, with its place."""

    word: str
    proposition: Boolean | None
    start: int
    end: int

    def fits(self, expected: str) -> bool:
        """Say whether the item is what a template has at this point."""
        if expected.startswith("{"):
            return self.proposition is not None
        if expected == "#":
            return self.word.isdigit()
        return self.word == expected or (expected == "times" and self.word == "time")


class _SentenceParser:
    """Parses one pattern property."""

    def __init__(self, file: SourceFile) -> None:
        self._grammar = pattern_grammar()
        self._lexer = Lexer(file, self._grammar)
        self._definitions = read_definitions(self._lexer, self._grammar)

    def parse(self) -> PatternProperty:
        """Parse the sentence or the functional notation."""
        lexer = self._lexer
        if lexer.kind == "name":
            pattern, arguments, bound = self._functional_pattern()
            scope, delimiters = self._scope()
        else:
            items = []
            while lexer.kind != "end" and not (lexer.kind == "name" and lexer.text in _SCOPE_WORDS):
                items.append(self._item())
            pattern, arguments, bound = self._match_pattern(items)
            scope, delimiters = self._scope()
        if lexer.kind != "end":
            raise lexer.error("the property goes on after its scope", expected="the end")
        propositions = {**arguments, **delimiters}
        roles = pattern.roles + scope.roles
        return PatternProperty(pattern, scope, tuple(propositions[role] for role in roles), bound)

    def _item(self) -> _Item:
        lexer = self._lexer
        start = lexer.start
        if lexer.at("{"):
            return _Item("", self._braces(), start, lexer.previous_end)
        if lexer.kind not in ("name", "number") and not lexer.at(","):
            raise lexer.error("a sentence consists of words and of propositions in braces", expected=_sentences())
        word = lexer.text
        lexer.advance()
        return _Item(word, None, start, lexer.previous_end)

    def _braces(self) -> Boolean:
        lexer = self._lexer
        lexer.expect("{", "before a proposition")
        proposition = self._proposition()
        lexer.expect("}", "after the proposition")
        return proposition

    def _proposition(self) -> Boolean:
        tree = ExpressionParser(self._lexer, self._grammar).parse()
        return read(tree, BooleanLanguage(self._lexer.file, self._definitions))

    def _match_pattern(self, items: list[_Item]) -> tuple[Pattern, dict[str, Boolean], int]:
        furthest = 0
        for pattern, template in SENTENCES.items():
            expected = template.split()
            matched = 0
            for item, part in zip(items, expected, strict=False):
                if not item.fits(part):
                    break
                matched += 1
            if matched == len(expected) == len(items):
                arguments: dict[str, Boolean] = {}
                bound = DEFAULT_BOUND
                for item, part in zip(items, expected, strict=True):
                    if item.proposition is not None:
                        arguments[part[1:-1]] = item.proposition
                    elif part == "#":
                        bound = int(item.word)
                return pattern, arguments, bound
            furthest = max(furthest, matched)
        lexer = self._lexer
        if furthest < len(items):
            wrong = items[furthest]
            raise lexer.error_at("this is no pattern", wrong.start, wrong.end, expected=_sentences())
        raise lexer.error("the sentence of the pattern is not complete", expected=_sentences())

    def _functional_pattern(self) -> tuple[Pattern, dict[str, Boolean], int]:
        lexer = self._lexer
        names = {pattern.value: pattern for pattern in Pattern}
        pattern = names.get(lexer.text)
        if pattern is None:
            raise lexer.error(
                f"there is no pattern {lexer.text!r}", expected=f"one of {', '.join(names)}, or a sentence",
                hint=f"sentences: {_sentences()}",
            )  # fmt: skip
        lexer.advance()
        has_bound = pattern is Pattern.BOUNDED_EXISTENCE
        arguments, bound = self._arguments(pattern.value, pattern.roles, has_bound=has_bound)
        return pattern, arguments, bound

    def _scope(self) -> tuple[Scope, dict[str, Boolean]]:
        lexer = self._lexer
        word = lexer.text if lexer.kind == "name" else ""
        if word not in _SCOPE_WORDS:
            raise lexer.error("a pattern needs a scope", expected=" or ".join(SCOPES.values()))
        lexer.advance()
        if word == Scope.GLOBALLY.value:
            return Scope.GLOBALLY, {}
        if lexer.at("("):
            scope = Scope(word)
            return scope, self._arguments(word, scope.roles, has_bound=False)[0]
        if word == Scope.BEFORE.value:
            return Scope.BEFORE, {"end": self._braces()}
        delimiters = {"start": self._braces()}
        connecting = "and" if word == Scope.BETWEEN.value else "until"
        if lexer.kind == "name" and lexer.text == connecting:
            lexer.advance()
            delimiters["end"] = self._braces()
            return (Scope.BETWEEN if connecting == "and" else Scope.AFTER_UNTIL), delimiters
        if word == Scope.AFTER.value:
            return Scope.AFTER, delimiters
        raise lexer.error(f"expected {connecting!r}", expected=SCOPES[Scope(word)])

    def _arguments(self, name: str, roles: tuple[str, ...], *, has_bound: bool) -> tuple[dict[str, Boolean], int]:
        """Read propositions in parentheses, in order or by role, and the number of bounded existence."""
        lexer = self._lexer
        start = lexer.start
        lexer.expect("(", f"after {name!r}")
        arguments: dict[str, Boolean] = {}
        bound = DEFAULT_BOUND
        count = 0
        while True:
            role = roles[count] if count < len(roles) else ""
            if lexer.kind == "name" and _ROLE.match(lexer.source, lexer.end):
                role = lexer.text
                if role not in roles or role in arguments:
                    raise lexer.error(f"{name} has no place for {role!r}", expected=f"one of {', '.join(roles)}")
                lexer.advance()
                lexer.expect(":", "after a role")
            if has_bound and count == len(roles) and lexer.kind == "number" and lexer.text.isdigit():
                bound = int(lexer.text)
                lexer.advance()
            else:
                arguments[role] = self._proposition()
                count += 1
            if not lexer.accept(","):
                break
        lexer.expect(")", f"after the propositions of {name!r}")
        if arguments.keys() != set(roles):
            raise lexer.error_at(
                f"{name} takes {len(roles)} proposition{'s' * (len(roles) > 1)}, not {count}",
                start, lexer.previous_end, expected=f"{name}({', '.join(roles)})",
            )  # fmt: skip
        return arguments, bound


_SCOPE_WORDS = frozenset(scope.value for scope in Scope)


def _sentences() -> str:
    return "; ".join(text.replace(" ,", ",").replace("#", "2") for text in SENTENCES.values())
