"""The tables of ``docs/properties.md``, computed; run this file to write them into the page."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from published_patterns import CTL, LETTERS, LTL

from linear_time import linear_form
from vexil.spec.buchi_product import find_word
from vexil.spec.buchi_translate import to_buchi
from vexil.spec.ctl import parse_ctl
from vexil.spec.formulas import TRUE, And, Boolean, Ltl, Not
from vexil.spec.lasso import Lasso, Letter
from vexil.spec.ltl import parse_ltl
from vexil.spec.pattern_sentences import SCOPES, SENTENCES
from vexil.spec.patterns import Pattern, PatternProperty, Scope
from vexil.spec.reading import BooleanLanguage, as_source

TEN_FORMULAS = {
    "p U q": (2, 3),
    "[]<>p": (2, 4),
    "[]<>p => []<>q": (5, 11),
    "[](p => <>q)": (3, 8),
    "![](p => <>(q && X r))": (3, 7),
    "[]<>p && []<>q && []<>r": (4, 32),
    "!([]<>p && []<>q => [](r => <>s))": (4, 20),
    "[](p => q U r)": (3, 8),
    "<>[](p && <>q)": (3, 7),
    "!([](p => <>q) && [](q => <>r) && [](r => <>s))": (7, 15),
}
"""Formulas that a plain construction was measured on, with its numbers of states and edges."""

DOCUMENT = Path(__file__).parents[3] / "docs" / "properties.md"


def instance(pattern: Pattern, scope: Scope) -> PatternProperty:
    """The pattern property with the published letters as propositions."""
    delimiters = {"start": "q", "end": "r"}
    names = [*LETTERS[pattern], *(delimiters[role] for role in scope.roles)]
    return PatternProperty(pattern, scope, tuple(map(proposition, names)))


def proposition(name: str) -> Boolean:
    """An atom as a Boolean formula."""
    from vexil.core.surface import Kind, Surface

    return BooleanLanguage(as_source(name), {}).leaf(Surface(Kind.NAME, name, (), 0, len(name)))


def difference(asked: PatternProperty, published: Ltl) -> tuple[Lasso | None, Lasso | None]:
    """A word that only the definition accepts, and one that only the published formula does.

    The published chains ask for a strictly later second event; for a fair comparison both events of a chain
    never hold together.
    """
    chained = {"first", "second"} <= set(asked.pattern.roles)
    apart = parse_ltl("[]!(s && t)") if chained else TRUE
    stricter = find_word([asked.automaton(), to_buchi(And((Not(published), apart)))])
    weaker = find_word([asked.violations(), to_buchi(And((published, apart)))])
    return stricter, weaker


def differing_rows() -> dict[tuple[Pattern, Scope, str], tuple[Lasso | None, Lasso | None]]:
    """The published rows that are not equivalent to the definition."""
    rows = {}
    for pattern in Pattern:
        for scope, linear, branching in zip(Scope, LTL[pattern], CTL[pattern], strict=True):
            asked = instance(pattern, scope)
            for logic, published in (("LTL", parse_ltl(linear)), ("CTL", linear_form(parse_ctl(branching)))):
                found = difference(asked, published)
                if found != (None, None):
                    rows[pattern, scope, logic] = found
    return rows


def pattern_table() -> str:
    """Every pattern in every scope with its LTL and CTL forms."""
    lines = ["| pattern | scope | LTL | CTL |", "|---|---|---|---|"]
    for pattern in Pattern:
        for scope in Scope:
            asked = instance(pattern, scope)
            forms = [str(form).replace("|", "\\|") for form in (asked.formula(), asked.branching_formula())]
            lines.append(f"| {_named(pattern)} | {_scope(scope)} | `{forms[0]}` | `{forms[1]}` |")
    return "\n".join(lines)


def errata_table() -> str:
    """The published rows that differ from the definition, with words that show it."""
    rows = differing_rows()
    wrong = {name: sum(logic == name for _, _, logic in rows) for name in ("LTL", "CTL")}
    lines = [
        f"{wrong['LTL']} of the 50 LTL formulas and {wrong['CTL']} of the 50 CTL formulas differ.",
        "",
        "| pattern | scope | logic | refused though right | accepted though wrong |",
        "|---|---|---|---|---|",
    ]
    for (pattern, scope, logic), (stricter, weaker) in rows.items():
        lines.append(f"| {_named(pattern)} | {_scope(scope)} | {logic} | {_word(stricter)} | {_word(weaker)} |")
    return "\n".join(lines)


def size_table() -> str:
    """States and edges of ten automata."""
    lines = ["| formula | states | edges | plain construction |", "|---|---|---|---|"]
    for text, (states, edges) in TEN_FORMULAS.items():
        size = to_buchi(parse_ltl(text)).size
        lines.append(f"| `{text}` | {size[0]} | {size[1]} | {states}, {edges} |")
    return "\n".join(lines)


def _named(pattern: Pattern) -> str:
    letters = dict(zip(pattern.roles, LETTERS[pattern], strict=True))
    text = SENTENCES[pattern].replace(" ,", ",").replace("#", "2")
    return re.sub(r"\{(\w+)\}", lambda slot: f"{{{letters[slot[1]]}}}", text)


def _scope(scope: Scope) -> str:
    return SCOPES[scope].replace("{start}", "{q}").replace("{end}", "{r}")


def _word(word: Lasso | None) -> str:
    if word is None:
        return ""
    return "`" + " ".join([*map(_letter, word.stem), "(" + " ".join(map(_letter, word.loop)) + ")*"]) + "`"


def _letter(letter: Letter) -> str:
    return "".join(sorted(map(str, letter))) or "-"


TABLES = {"patterns": pattern_table, "errata": errata_table, "sizes": size_table}


def with_tables(document: str) -> str:
    """The page with its tables computed anew."""
    for name, table in TABLES.items():
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = document.partition(start)
        _, _, after = rest.partition(end)
        document = f"{before}{start}{table()}\n{end}{after}"
    return document


if __name__ == "__main__":
    sys.exit(0 if DOCUMENT.write_text(with_tables(DOCUMENT.read_text())) else 1)
