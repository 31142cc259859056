"""Property files of the verification competitions (``.prp``): what their formulas ask, in our words.

A file has one statement a line, ``CHECK( init(main()), LTL(G ! call(reach_error())) )``; ``init`` names the function
that the program starts with. The formulas are a fixed list (Beyer 2024), not a language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from vexil.core.errors import SourceError, UsageError
from vexil.core.lexer import quote
from vexil.core.source import SourceFile, read_source
from vexil.spec.property import Property, parse_property

PROPERTY_FILE_ENDING = ".prp"

_CHECK = re.compile(
    r"CHECK\s*\(\s*init\s*\(\s*(?P<entry>[\w.$]+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((?P<formula>.*)\)\s*\)", re.DOTALL
)
_COVER = re.compile(r"COVER\s*\(.*\)", re.DOTALL)
_CALL = re.compile(r"G!call\(([\w$]+)\(\)\)")
_ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")
_WORDS = {
    "G!overflow": "overflow",
    "G!data-race": "race",
    "G!deadlock": "deadlock",
    "Gassert": "assert",
    "Fend": "termination",
}
_MEMORY = {"Gvalid-free": "valid-free", "Gvalid-deref": "valid-deref", "Gvalid-memtrack": "valid-memtrack"}
_UNCAUGHT = re.compile(r"G!uncaught\(([\w.$]+)\)")
_UNANSWERED = re.compile(r"G(valid-memcleanup|def-behavior)")
EXPECTED = (
    "CHECK( init(FUNCTION()), LTL(FORMULA) ) with G ! call(f()), G valid-deref, G valid-free, G valid-memtrack,"
    " G ! overflow, G ! data-race, G ! deadlock, G ! uncaught(CLASS), G assert or F end"
)


@dataclass(frozen=True, slots=True)
class PropertyFile:
    """What a file asks: the function the program starts with, the properties, and why others cannot be answered.

    ``is_coverage`` says that the file is a goal for test generators and asks for no verdict.
    """

    name: str
    entry: str | None
    properties: tuple[Property, ...]
    unanswered: tuple[str, ...] = ()
    is_coverage: bool = False


def read_property_file(path: str) -> PropertyFile:
    """Read a property file; raises `SourceError` at what cannot be understood."""
    return parse_property_file(read_source(path))


def parse_property_file(file: SourceFile) -> PropertyFile:
    """Understand the statements of a property file."""
    entries: list[str] = []
    words: list[str] = []
    parts: set[str] = set()
    unanswered: list[str] = []
    coverage = False
    offset = 0
    for line in file.text.splitlines(keepends=True):
        start, offset = offset, offset + len(line)
        statement = line.strip()
        if not statement:
            continue
        if _COVER.fullmatch(statement):
            coverage = True
            continue
        matched = _CHECK.fullmatch(statement)
        if matched is None:
            raise _error(file, "this is no statement of a property file", start, line)
        entries.append(matched["entry"])
        formula = re.sub(r"\s+", "", matched["formula"])
        if formula in _MEMORY:
            parts.add(_MEMORY[formula])
            continue
        later = _UNANSWERED.fullmatch(formula)
        if later is not None:
            unanswered.append(f"{later[1]} cannot be checked yet")
            continue
        word = _word(formula)
        if word is None:
            raise _error(file, "no property has this formula", start, line)
        words.append(word)
    if not entries and not coverage:
        raise _error(file, "the file asks for nothing", 0, "")
    if len(set(entries)) > 1:
        raise UsageError(
            f"{file.name}: the program cannot start with {' and with '.join(dict.fromkeys(entries))}",
            hint="ask them one by one",
        )
    if "valid-memtrack" in parts:
        words.insert(0, "memtrack")
        parts.discard("valid-memtrack")
    if len(parts) == 2:
        words.insert(0, "memsafety")
    elif parts:
        unanswered.append(f"{', '.join(sorted(parts))} cannot be checked apart from the rest of memsafety yet")
    properties = tuple(parse_property(text) for text in dict.fromkeys(words))
    return PropertyFile(file.name, entries[0] if entries else None, properties, tuple(unanswered), coverage)


def _word(formula: str) -> str | None:
    """The property, as the command line takes it, that a formula without blanks asks."""
    call, uncaught = _CALL.fullmatch(formula), _UNCAUGHT.fullmatch(formula)
    if uncaught is not None:
        return f"exception: {uncaught[1]}"
    if call is None:
        return _WORDS.get(formula)
    return "unreach" if call[1] in _ERROR_FUNCTIONS else f"ltl: G !call({quote(call[1])})"


def _error(file: SourceFile, message: str, start: int, line: str) -> SourceError:
    first = start + len(line) - len(line.lstrip())
    last = start + len(line.rstrip())
    return file.error(message, file.byte_offset(first), file.byte_offset(last), expected=EXPECTED)
