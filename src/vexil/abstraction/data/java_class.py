"""Abstractions as classes of Java (Hatcliff et al. 2002, section 2.2).

Tokens are bits, ``1 << k``, everywhere: constants, arguments, results and masks of several tokens have one encoding.
Every operator has three methods: ``add`` chooses one of the possible results, ``addMask`` gives all of them, and
``addSets`` does so for sets of tokens; the mask of truth values has bit 0 for false and bit 1 for true.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from vexil.abstraction.data.java_conditions import condition_text, java_type
from vexil.abstraction.data.values import SHIFTS
from vexil.core.errors import UsageError
from vexil.ir.expressions import Operator
from vexil.languages.java.tokens import RESERVED
from vexil.model.tokens.abstract_type import NUMBER, OPERATIONS, TESTS, UNARY, AbstractType, Table, Tokens

MOST_TOKENS = 31
RUN_TIME = "Choose"
_ARGUMENTS = ("arg1", "arg2")
_FAILURE = 'throw new ArithmeticException("/ by zero");'


def class_name(kind: AbstractType) -> str:
    """A name for the class of an abstraction: ``Signs``, ``Range_0_1``, ``Set_3_5``, ``Modulo_3``."""
    words = re.sub(r"[^A-Za-z0-9_$]+", "_", kind.name.replace("(-", "(m").replace(",-", ",m").replace("{-", "{m"))
    text = words.strip("_").replace("__", "_")
    return text[:1].upper() + text[1:]


def java_class(kind: AbstractType, name: str = "", run_time: str = RUN_TIME, package: str = "") -> str:
    """The class of an abstraction; *run_time* is the class whose ``among`` and ``any`` choose."""
    if len(kind.tokens) > MOST_TOKENS:
        raise UsageError(f"{kind.name} has {len(kind.tokens)} tokens: a compiled class has at most {MOST_TOKENS}")
    for token in kind.tokens:
        if token in RESERVED:
            raise UsageError(f"token {token} of {kind.name} is a reserved word of Java", hint="give it another name")
    name = name or class_name(kind)
    lines = [
        *([f"package {package};", ""] if package else []),
        f"/** The tokens of {kind.name} for {kind.concrete}, one bit each, and what operators do to them. */",
        f"public final class {name} {{",
        *(f"    public static final int {token} = 1 << {number};" for number, token in enumerate(kind.tokens)),
        "",
        f"    private {name}() {{",
        "    }",
        *_abstraction(kind, run_time),
        *_questions(kind),
    ]
    for operator, table in (*kind.operations.items(), *kind.tests.items()):
        lines.extend(_methods(kind, operator, table, run_time))
    return "\n".join((*lines, "}", ""))


def _abstraction(kind: AbstractType, run_time: str) -> Iterator[str]:
    written = java_type(kind.concrete)
    conditions = [condition_text(member) for member in kind.members]
    yield ""
    yield "    /** The token of a number. */"
    yield f"    public static int abs({written} {NUMBER}) {{"
    if kind.family:
        for token, condition in zip(kind.tokens, conditions, strict=True):
            yield f"        if ({condition}) return {token};"
        yield "        throw new RuntimeException();"
    else:
        yield f"        return {run_time}.among(absMask({NUMBER}));"
    yield "    }"
    yield ""
    yield "    /** All tokens of a number. */"
    yield f"    public static int absMask({written} {NUMBER}) {{"
    yield "        int found = 0;"
    for token, condition in zip(kind.tokens, conditions, strict=True):
        yield f"        if ({condition}) found |= {token};"
    yield "        return found;"
    yield "    }"


def _questions(kind: AbstractType) -> Iterator[str]:
    single = " | ".join(kind.tokens[token] for token in sorted(kind.single)) or "0"
    yield ""
    yield "    /** Whether a token stands for exactly one number. */"
    yield "    public static boolean isSingle(int token) {"
    yield f"        return (token & ({single})) != 0;"
    yield "    }"
    yield ""
    yield "    /** The name of a token, or the names of several in braces. */"
    yield "    public static String name(int mask) {"
    for token in kind.tokens:
        yield f'        if (mask == {token}) return "{token}";'
    yield '        StringBuilder names = new StringBuilder("{");'
    for token in kind.tokens:
        yield f'        if ((mask & {token}) != 0) names.append(names.length() > 1 ? ", " : "").append("{token}");'
    yield '        return names.append("}").toString();'
    yield "    }"


def _methods(kind: AbstractType, operator: Operator, table: Table, run_time: str) -> Iterator[str]:
    name = OPERATIONS.get(operator) or TESTS[operator]
    arguments = _ARGUMENTS[: 1 if operator in UNARY else 2]
    declared = ", ".join(f"int {argument}" for argument in arguments)
    symbol = "-" if operator is Operator.NEGATE else operator.value
    is_test = operator in TESTS
    yield ""
    yield f"    /** A result of {symbol}. */"
    yield f"    public static {'boolean' if is_test else 'int'} {name}({declared}) {{"
    if operator not in SHIFTS:
        yield from _failures(kind, table, run_time)
    yield from _branches(kind, table, lambda results: _chosen(kind, results, run_time, is_test=is_test))
    yield "    }"
    yield ""
    yield f"    /** All results of {symbol}. */"
    yield f"    public static int {name}Mask({declared}) {{"
    yield from _branches(kind, table, lambda results: f"return {_mask(kind, results, is_test=is_test)};")
    yield "    }"
    yield ""
    yield f"    /** All results of {symbol} on sets of tokens. */"
    yield f"    public static int {name}Sets({declared}) {{"
    yield from _lifted(name, arguments)
    yield "    }"


def _failures(kind: AbstractType, table: Table, run_time: str) -> Iterator[str]:
    """Division by zero where some numbers have a result and some have none."""
    for token in sorted({row[-1] for row in table.partial if table.rows[row]}):
        asked = f"{_ARGUMENTS[1]} == {kind.tokens[token]}"
        yield f"        if ({asked} && {run_time}.any()) {_FAILURE}"


def _branches(kind: AbstractType, table: Table, ending: Callable[[Tokens], str]) -> Iterator[str]:
    """One test for every row, but for those with the result that most rows have, which comes last."""
    rows = dict(table.rows)
    usual = Counter(rows.values()).most_common(1)[0][0]
    for row, results in sorted(rows.items()):
        if results != usual:
            tests = [f"{argument} == {kind.tokens[token]}" for argument, token in zip(_ARGUMENTS, row, strict=False)]
            yield f"        if ({' && '.join(tests)}) {ending(results)}"
    yield f"        {ending(usual)}"


def _chosen(kind: AbstractType, results: Tokens, run_time: str, *, is_test: bool) -> str:
    if not results:
        return _FAILURE
    if is_test:
        return f"return {run_time}.any();" if len(results) == 2 else f"return {'true' if results[0] else 'false'};"
    mask = _mask(kind, results, is_test=False)
    return f"return {mask};" if len(results) == 1 else f"return {run_time}.among({mask});"


def _mask(kind: AbstractType, results: Tokens, *, is_test: bool) -> str:
    if is_test:
        return str(sum(1 << result for result in results))
    return " | ".join(kind.tokens[result] for result in results) or "0"


def _lifted(name: str, arguments: tuple[str, ...]) -> Iterator[str]:
    """Loops over the members of both sets."""
    indent = " " * 8
    yield f"{indent}int found = 0;"
    for place, argument in enumerate(arguments):
        rest = f"rest{place + 1}"
        yield f"{indent}for (int {rest} = {argument}; {rest} != 0; {rest} &= {rest} - 1) {{"
        indent += " " * 4
    members = ", ".join(f"Integer.lowestOneBit(rest{place + 1})" for place in range(len(arguments)))
    yield f"{indent}found |= {name}Mask({members});"
    for _ in arguments:
        indent = indent[4:]
        yield f"{indent}}}"
    yield f"{indent}return found;"
