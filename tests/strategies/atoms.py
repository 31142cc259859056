"""Random atoms about what a program has: elements, members, what pointers point to, fields, locals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from vexil.core.lexer import quote
from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.types import (
    I32,
    ArrayReferenceType,
    BlockType,
    BoolType,
    PointerType,
    ReferenceType,
    StructType,
    TokenType,
    Type,
    is_integer,
)
from vexil.spec.atoms import Holds
from vexil.spec.formulas import Not, Proposition
from vexil.spec.grammar import RESERVED
from vexil.spec.ltl import parse_ltl

DEEPEST = 3


def places(program: Program) -> Iterator[tuple[str, Type]]:
    """Texts of places of a program, and their types, to a small depth."""
    shown = [item for item in program.globals if not item.hidden and not item.per_thread]
    pending: list[tuple[str, Type, int]] = [(quote(item.name, RESERVED), item.type, 0) for item in shown]
    for function in program.functions.values():
        own = [item for item in function.variables.values() if not item.hidden and not item.labels]
        pending.extend((f"{function.name}::{item.name}", item.type, 0) for item in own)
    while pending:
        text, kind, depth = pending.pop()
        yield text, kind
        if depth == DEEPEST:
            continue
        found: list[tuple[str, Type]] = []
        match kind:
            case BlockType(element, length):
                found = [(f"{text}[{index}]", element) for index in (0, 1, length or 1)]
            case StructType(name):
                found = [(f"({text}).{item.name}", item.type) for item in program.structs[name].members]
            case PointerType(target) if target is not None:
                found = [(f"(*{text})", target), (f"{text}[1]", target)]
            case ReferenceType(name) if name in program.classes:
                found = [(f"({text}).{item.name}", item.type) for item in program.classes[name].fields]
            case ArrayReferenceType(element):
                found = [(f"{text}[0]", element), (f"{text}[9]", element), (f"({text}).length", I32)]
            case _:
                pass
        pending.extend((inner, one, depth + 1) for inner, one in found)


def random_atoms(program: Program, random: Random, count: int) -> tuple[SourceFile, tuple[Holds, ...]]:
    """Different atoms about a program, and the text that they come from."""
    known = list(places(program))
    texts: dict[str, None] = {}
    for _ in range(20 * count):
        if len(texts) < count and (text := _atom(known, random)):
            texts[text] = None
    file = SourceFile("property", " && ".join(f"({text})" for text in texts or {"0 == 0": None}).encode())
    formula = parse_ltl(file)
    found = []
    for operand in formula.operands if hasattr(formula, "operands") else (formula,):
        inner = operand.operand if isinstance(operand, Not) else operand
        assert isinstance(inner, Proposition)
        assert isinstance(inner.atom, Holds)
        found.append(inner.atom)
    return file, tuple(dict.fromkeys(found))


def _atom(known: list[tuple[str, Type]], random: Random) -> str:
    mine = [item for item in known if not _owner(item[0])] if random.random() < 0.7 else known
    text, kind = random.choice(mine or known)
    comparison = random.choice(["==", "!=", "<", ">="])
    match kind:
        case BoolType():
            return text
        case TokenType() | BlockType() | StructType():
            return ""
        case PointerType() | ReferenceType() | ArrayReferenceType():
            same = [other for other, its in known if its == kind and _owner(other) in ("", _owner(text))]
            return f"{text} {random.choice(['==', '!='])} {random.choice([*same, '0'])}"
        case _ if is_integer(kind):
            same = [other for other, its in known if its == kind and _owner(other) in ("", _owner(text))]
            return f"{text} {comparison} {random.choice([*same, '0', '1', '3'])}"
        case _:
            return ""


def _owner(text: str) -> str:
    return text.lstrip("(*").partition("::")[0] if "::" in text else ""
