"""Mistakes in declarations: where they are found and how they are worded, with javac 17 as the oracle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.frontends.java.java_compiling import compile_each
from tests.unit.frontends.java.java_symbols import enter


def _cases() -> list[tuple[str, str, list[str]]]:
    text = Path(__file__).with_name("symbols_messages.txt").read_text(encoding="utf-8")
    found = []
    for case in re.split(r"^--- ", text, flags=re.MULTILINE)[1:]:
        name, _, rest = case.partition("\n")
        source, _, expected = rest.partition("===\n")
        found.append((name, source, expected.splitlines()))
    return found


CASES = _cases()


@pytest.mark.parametrize(("source", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_mistakes_are_reported_where_and_as_javac_does(source: str, expected: list[str]) -> None:
    """Each program gets exactly the messages that are written below it."""
    assert enter(source)[1] == expected


def test_the_expected_messages_are_those_of_javac(tmp_path: Path) -> None:
    """javac itself reports the messages in the file; it compiles each program by itself."""
    files = [f"case{number}/Main.java" for number in range(len(CASES))]
    for file, (_, source, _) in zip(files, CASES, strict=True):
        (tmp_path / file).parent.mkdir()
        (tmp_path / file).write_text(source, encoding="utf-8")
    reported = _parse(compile_each(files, tmp_path))
    for number, (name, _, expected) in enumerate(CASES):
        assert reported.get(number, []) == expected, name


def _parse(output: str) -> dict[int, list[str]]:
    """The messages by case as ``line:column message | …``, sorted by place, without explanations of variables."""
    found: dict[int, list[tuple[int, int, str]]] = {}
    lines = output.splitlines()
    for index, line in enumerate(lines):
        match = re.match(r"case(\d+)/Main\.java:(\d+): error: (.*)", line)
        if match is None:
            continue
        caret = next(i for i in range(index, len(lines)) if lines[i].strip() == "^")
        parts = [match[3], *(text.strip() for text in lines[index + 1 : caret - 1])]
        for text in lines[caret + 1 :]:
            if not text.startswith("  ") or text.startswith("  where "):
                break
            parts.append(text.strip())
        found.setdefault(int(match[1]), []).append((int(match[2]), len(lines[caret]), " | ".join(parts)))
    return {
        number: [f"{line}:{column} {text}" for line, column, text in sorted(messages)]
        for number, messages in found.items()
    }


def test_classes_of_the_jdk_without_a_model_are_named() -> None:
    """A class that the JDK has and the library has not is called unmodelled, a misspelt one is not found."""
    _, found = enter("import javax.swing.JFrame;\nimport java.util.*;\nclass Main { Formatter f; Formater g; }\n")
    assert [line.partition(" | ")[0] for line in found] == [
        "1:19 class javax.swing.JFrame is not modelled",
        "3:14 class java.util.Formatter is not modelled",
        "3:27 cannot find symbol",
    ]


def test_imports_across_packages() -> None:
    """Imports respect accessibility, ambiguity is reported, static imports find inherited members."""
    _, found = enter(
        "package p; public class A { public static int x; protected static void m() {} public static class N {} }",
        "package p; class Hidden {} ",
        "package q; public class N {}",
        "package r;\nimport p.Hidden;\nimport static p.A.*;\nimport static p.A.nothing;\nimport q.*;\n"
        "class Main { N n; p.A a; p.Hidden h; }",
        names=("A.java", "Hidden.java", "N.java", "Main.java"),
    )
    assert found == [
        "2:9 Hidden is not public in p; cannot be accessed from outside package",
        "4:1 cannot find symbol | symbol:   static nothing | location: class A",
        "6:14 reference to N is ambiguous | both class q.N in q and class p.A.N in A match",
        "6:27 Hidden is not public in p; cannot be accessed from outside package",
    ]
