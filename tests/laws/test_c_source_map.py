"""The source map of C programs: every range is re-extracted from the file and compared with what it stands for.

Both directions count: a span has the text of its occurrence, and every literal, operator, declaration and use of the
source has an occurrence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from c_programs import DESCRIPTIONS, check_generated, defined_names, described_program, name_of, written_program
from c_spans import INCLUDE, TOKENS, literal_value, mistakes, occurrences, text_of, without_casts
from c_tokens import Demand, Reader, Token, partners, tokens_of

from vexil.core.source import Span
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator
from vexil.ir.operations import Allocate, Assign, Assume, Call, Choose, Copy, Fill, Operation
from vexil.ir.program import Function, Program

SEEDS = range(12)


# --- a span has the text of its occurrence ---------------------------------------------------------------


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=name_of)
def test_spans_have_the_text_of_their_occurrences(description: Path) -> None:
    """Every span of a program of the tests, and of the models it uses, has the text it should have."""
    found = mistakes(described_program(description), defined_names(description))
    assert [mistake for mistake in found if not mistake.gap] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_spans_of_generated_programs_have_the_text_of_their_occurrences(seed: int) -> None:
    """Every span of a generated program has the text it should have."""

    def check(program: Program) -> None:
        assert [mistake for mistake in mistakes(program) if not mistake.gap] == []

    check_generated(seed, check)


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=name_of)
def test_declarations_have_the_declared_name(description: Path) -> None:
    """The span of a variable, function or parameter is exactly its name, and what the user wrote has one."""
    program = described_program(description)
    spans = program.source_map.declarations
    for name, span in spans.items():
        assert text_of(program, span) == re.sub(r"\$\d+$", "", name.split("::")[-1])
    for function in program.functions.values():
        if function.name in spans:
            visible = [variable.name for variable in function.variables.values() if not variable.hidden]
            written = [
                name for name in visible if name != "..." and not name.startswith("_")
            ]  # by the user, not a macro
            assert [name for name in written if f"{function.name}::{name}" not in spans] == []
    assert [variable.name for variable in program.globals if not variable.hidden and variable.name not in spans] == []


# --- everything in the source has an occurrence ----------------------------------------------------------

WRITES = (Assign, Choose, Call, Allocate, Copy, Fill)


@dataclass(frozen=True)
class Covered:
    """The occurrences, declarations and edges of one function in the file it is defined in."""

    parts: tuple[tuple[Span, Expr], ...]
    texts: tuple[str, ...]
    declared: frozenset[tuple[int, int]]
    edges: tuple[tuple[Span, Operation], ...]

    def meets(self, demand: Demand) -> bool:
        """Whether something stands for a token of the source."""
        token = demand.token
        exact = (token.start, token.end)
        match demand.role:
            case "literal":
                return any(
                    isinstance(part, Const) and _around(span, token) and literal_value(text) is not None
                    for (span, part), text in zip(self.parts, self.texts, strict=True)
                )
            case "string":
                return any(_around(span, token) for span, _ in self.parts)
            case "name":
                return exact in self.declared or any(
                    (span.start, span.end) == exact
                    or (isinstance(part, AddressOf) and without_casts(text) == f"&{token.text}")
                    for (span, part), text in zip(self.parts, self.texts, strict=True)
                    if _around(span, token)
                )
            case "address" | "dereference":
                return any(
                    (span.start == token.start and span.end > token.end)
                    or (isinstance(part, AddressOf) and span.end - len(without_casts(text)) == token.start)
                    for (span, part), text in zip(self.parts, self.texts, strict=True)
                )
            case "sign":
                return any(
                    isinstance(part, Const) or (isinstance(part, Apply) and part.operator is Operator.NEGATE)
                    for span, part in self.parts
                    if _around(span, token)
                )
            case "subscript" | "member":
                return any(span.end == demand.end and span.start < token.start for span, _ in self.parts)
            case _:
                return self._has_operator(token)

    def _has_operator(self, token: Token) -> bool:
        """Operators with control flow are branches and assignments are operations; all others are expressions."""
        if token.text == "=":
            return any(isinstance(operation, WRITES) and _around(span, token) for span, operation in self.edges)
        if token.text in ("&&", "||", "?", "!") and any(
            isinstance(operation, Assume) and _around(span, token) for span, operation in self.edges
        ):
            return True
        wanted = token.text.rstrip("=") if token.text not in ("==", "!=", "<=", ">=") else token.text
        return any(
            (isinstance(part, Apply) and wanted in TOKENS.get(part.operator, (part.operator.value,)))
            or isinstance(part, Const)
            for span, part in self.parts
            if _around(span, token)
        )


def _around(span: Span, token: Token) -> bool:
    return span.start <= token.start and token.end <= span.end


@dataclass(frozen=True)
class Missing:
    """A token that nothing stands for; ``gap`` names what is known to be missing."""

    function: str
    line: int
    what: str
    gap: str


def missing(program: Program) -> Iterator[Missing]:
    """Every literal, operator, declaration and use of the functions of a program that nothing stands for."""
    for name, function in program.functions.items():
        span = program.source_map.declarations.get(name)
        if span is None or function.external or program.files[span.file].name.startswith(str(INCLUDE.parent)):
            continue
        file = program.files[span.file]
        tokens = tokens_of(file.content)
        start = next(number for number, token in enumerate(tokens) if token.start == span.start)
        closing = partners(tokens)
        first = next(number for number in range(start, len(tokens)) if tokens[number].text == "{")
        covered = _covered(program, function, span.file)
        reader = Reader(tokens, _types(tokens), set(program.functions), set(covered.declared))
        for demand in reader.demands(first, closing[first]):
            if not covered.meets(demand):
                if demand.token.text.startswith("__ATOMIC_"):
                    continue  # memory orders are not evaluated: every access is sequentially consistent
                line = file.position(demand.token.start)[1]
                gap = demand.gap
                yield Missing(name, line, f"{demand.role} {demand.token.text}", gap)


def _types(tokens: list[Token]) -> set[str]:
    """The names of types: what is defined with ``typedef``, and those of the headers."""
    found = {"FILE", "va_list"} | {token.text for token in tokens if token.text.endswith("_t")}
    for number, token in enumerate(tokens):
        if token.text == "typedef":
            end = next(at for at in range(number, len(tokens)) if tokens[at].text == ";")
            found.add(next(tokens[at].text for at in range(end, number, -1) if tokens[at].kind == "word"))
    return found


def _covered(program: Program, function: Function, file: int) -> Covered:
    edges = tuple((edge.span, edge.operation) for edge in function.edges if edge.span is not None)
    parts = []
    for (edge, position), span in program.source_map.occurrences.get(function.name, {}).items():
        if span.file == file:
            parts.append((span, occurrences(function.edges[edge].operation)[position]))
    declared = frozenset(
        (span.start, span.end) for span in program.source_map.declarations.values() if span.file == file
    )
    texts = tuple(text_of(program, span) for span, _ in parts)
    return Covered(tuple(parts), texts, declared, edges)


KNOWN = {
    "aggregates/packed_bits": {18: "the literals of a packed bit-field's initialiser are missing"},
    "gnu/builtins": {8: "what __builtin_expect expects is not evaluated"},
    "control/goto_into_block": {8: "nothing executes the initialiser: everybody jumps over it"},
    "threads/cancelled": {6: "nothing executes it: it is behind a loop without an end"},
    "fairness/flag": dict.fromkeys(
        (5, 6), "the macros of flags use a member of their argument, inside of other macros"
    ),
}
"""Lines with something that nothing stands for, by program."""
PLAIN = [
    path
    for path in DESCRIPTIONS
    if path.with_suffix(".c").exists()  # else it describes the program of another one, with other options
    and not re.search("#(define|if)", path.with_suffix(".c").read_text())
    and "define:" not in path.read_text()
]


@pytest.mark.parametrize("description", PLAIN, ids=name_of)
def test_everything_in_the_source_has_an_occurrence(description: Path) -> None:
    """Without directives in a program, every literal, operator, declaration and use of every function is found.

    Exempt is what is not evaluated (sizeof, types, attributes, assembler, va_start), what is part of an operation
    rather than an expression (callees, labels, values of cases, =, control flow), and initial values of statics.
    """
    known = KNOWN.get(name_of(description), {})
    found = missing(described_program(description))
    assert [token for token in found if not token.gap and token.line not in known] == []


# --- what is known to be missing -------------------------------------------------------------------------

GAPS = {
    "array in a union": "union { int i; char c[4]; } u; int main(void) { return u.c[0]; }",
    "bit-field initialiser": (
        "int main(void) { struct __attribute__((packed)) { long long w : 40; } t = {-1}; return t.w == 0; }"
    ),
    "declaration": "int main(void) { int x = 3; return x; }",
    "constant offset": "int a[3]; int main(void) { a[1] = 5; return a[2]; }",
    "constant offset of a sum": "int a[3]; int main(void) { int *p; p = a + 1; return *p; }",
    "base of a member": "struct s { int x, y; } s; int main(void) { s.y = 1; return s.x; }",
    "inner selection": "struct s { int x, y; } s[2]; int i; int main(void) { return s[i].y; }",
    "inner selection of a pointer": "struct s { int x, y; } s; int main(void) { struct s *p; p = &s; return (*p).y; }",
    "no operation of a function": "int f(void) { return 1; } int (*p)(void) = f; int main(void) { return (*p)(); }",
    "no operation of an address": "struct s { int x, y; } s, *p = &s; int *q; int main(void) { q = &p->x; return *q; }",
    "whole aggregate": "struct s { int x, y; } s, t; int main(void) { s = t; return 0; }",
    "constant condition": "int main(void) { while (1) { } return 0; }",
    "string of an array": 'int main(void) { char s[] = "ab"; return s[0]; }',
    "folded argument": "#include <stdlib.h>\nint main(void) { free(calloc(2, 1)); return 0; }",
    "overflow builtin": "int main(void) { int s; return __builtin_add_overflow(1, 2, &s); }",
    "statement expression": "int f(int a, int b) { return a; } int main(void) { return f(7, ({ int t; t = 1; t; })); }",
    "increment of a truth value": "int main(void) { _Bool b; b = 0; b++; return b; }",
    "macro in a macro": "#include <assert.h>\n#include <limits.h>\nint main(void) { assert(1 < INT_MAX); return 0; }",
}


OPEN = (
    "bit-field initialiser",
    "inner selection of a pointer", "no operation of a function",
    "no operation of an address", "overflow builtin",
)  # fmt: skip


@pytest.mark.parametrize(
    "gap", [pytest.param(gap, marks=[pytest.mark.xfail(strict=True, reason=gap)] * (gap in OPEN)) for gap in GAPS]
)
def test_gaps_are_closed(gap: str, tmp_path: Path) -> None:
    """Every literal, operator, declaration and use has its own text, also where that is easily lost.

    The laws above excuse the gaps that are still open.
    """
    program = written_program(GAPS[gap], tmp_path)
    assert list(mistakes(program)) == []
    assert list(missing(program)) == []


def test_gap_programs_fail_for_one_reason(tmp_path: Path) -> None:
    """Without a gap nothing is missing, so that a gap's program cannot fail because of something else."""
    text = (
        "int a[3], i; int f(int n) { return -n; } int main(void) { int k; k = f(i) + 2; a[k] = k; return a[i] * 'x'; }"
    )
    program = written_program(text, tmp_path)
    assert list(mistakes(program)) == []
    assert list(missing(program)) == []
