"""Copies of C programs have other names and another layout, compile, and do the same."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from benchmarks.runner.c_tokens import Directive, Kind, Token, items
from benchmarks.runner.variants import main, variant
from hypothesis import given, settings
from hypothesis import strategies as st

from tools import require_tool

MANY_THINGS = r"""
/* A comment with counter and "quotes" */
#include <stdio.h>
#include <string.h>
#include "own.h"
#define LIMIT 3 /* how many */
#define TWICE(x) ((x) + (x))
#define APPLY(function, argument) \
    function(argument)
#define SPACED (LIMIT)
#ifdef LIMIT
# if LIMIT > 2 && defined(TWICE)
static int selected = 1;
# endif
#else
static int selected = 0;
#endif
typedef struct point { int x, y; struct point *next; } point_type;
enum colour { RED, GREEN = 5, BLUE };
union overlay { unsigned word; unsigned char bytes[4]; };
static int counter; // counts "calls"
static int bump(int amount) { counter += amount; return counter; }
int old_style(first, second) int first; char second; { return first * 2 + second; }
static int apply(int (*operation)(int), int value) { return operation(value); }
static void bail(const char *text) __attribute__((unused, noinline));
static void bail(const char *text) { puts(text); }
static const char *name = "counter \" /* no comment */ // point" " and more";
int main(void) {
    point_type origin = { .y = 2, .x = 1 }, other = { 3, 4, &origin };
    int table[] = { [2] = 7, [0] = 5 };
    union overlay both = { .word = 0x01020304u };
    char quote = '\'', letter = 'x', wide = L'\x41';
    double tiny = 1.5e-3, hex = 0x1p+3;
    int x = 0, shifted = 1;
again:
    x++;
    if (x < LIMIT) goto again;
    shifted <<= x; shifted = shifted>>1; shifted = shifted - -x+ +x;
    printf("%d %d %d %d\n", origin.x, other.next->y, table[0] + table[2], both.bytes[0]);
    printf("%c%c%c %g %g %s %d\n", quote, letter, wide, tiny, hex, name, (int)strlen(name));
    printf("%d %d %d %d\n", TWICE(x), APPLY(bump, 4), apply(&bump, SPACED), old_style(1, 'c'));
    printf("%d %d %d %d %d\n", selected, BLUE, RED ? 1 : 2, shifted, from_header(x));
    switch (x) { case 3: { int x = 9; bail(x == 9 ? "inner" : "outer"); } break; default: bail("no"); }
    return counter % 7;
}
"""
OWN_HEADER = "static int from_header(int value) { return value + 100; }\n"


def run_program(folder: Path, name: str, text: str) -> tuple[int, str]:
    """Compile a program with gcc, without any complaint, and run it."""
    (folder / name).write_text(text, encoding="utf-8")
    binary = folder / f"{name}.out"
    compiler = [require_tool("gcc"), "-std=gnu11", "-Wno-old-style-definition", "-I", str(folder), "-o", str(binary)]
    compiled = subprocess.run([*compiler, str(folder / name)], capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr + text
    ran = subprocess.run([str(binary)], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout


def words(text: str) -> set[str]:
    """The words of a program, without those in texts."""
    return {item.text for item in items(text) if isinstance(item, Token) and item.kind is Kind.WORD}


def test_a_variant_compiles_and_behaves_the_same(tmp_path: Path) -> None:
    """Texts, characters, macros, labels, members, initialisers, K&R functions and own headers survive."""
    (tmp_path / "own.h").write_text(OWN_HEADER, encoding="utf-8")
    changed = variant(MANY_THINGS, tmp_path)
    assert run_program(tmp_path, "changed.c", changed) == run_program(tmp_path, "original.c", MANY_THINGS)


def test_own_names_change_and_library_names_stay(tmp_path: Path) -> None:
    """No name of the program is left; what comes from the language, a library or a header stays as it is."""
    (tmp_path / "own.h").write_text(OWN_HEADER, encoding="utf-8")
    changed = words(variant(MANY_THINGS, tmp_path))
    own = {"counter", "bump", "point", "point_type", "origin", "next", "again", "BLUE", "TWICE", "LIMIT", "old_style"}
    assert not own & changed
    assert {"printf", "strlen", "main", "from_header", "noinline", "unused"} <= changed


def test_layout_and_comments_change(tmp_path: Path) -> None:
    """Comments are gone, lines break elsewhere, and each directive has a line of its own."""
    (tmp_path / "own.h").write_text(OWN_HEADER, encoding="utf-8")
    changed = variant(MANY_THINGS, tmp_path)
    assert "A comment" not in changed
    assert "how many" not in changed
    assert '"counter \\" /* no comment */ // point"' in changed
    directives = [item for item in items(changed) if isinstance(item, Directive)]
    assert len(directives) == len([item for item in items(MANY_THINGS) if isinstance(item, Directive)])
    assert not {line.strip() for line in MANY_THINGS.splitlines() if ";" in line} & set(changed.splitlines())


def test_what_verifiers_know_keeps_its_name(tmp_path: Path) -> None:
    """Functions without a body, those of verifiers and threads, and names that are asked to be kept stay."""
    text = """
    typedef unsigned long pthread_t;
    extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
    extern int unknown_function(int); extern void __VERIFIER_error(void); extern int __VERIFIER_nondet_int(void);
    void reach_error(void) { ERROR: __VERIFIER_error(); }
    void *worker(void *argument) { return argument; }
    int foo(void) { pthread_t id; pthread_create(&id, 0, worker, 0); return unknown_function(__VERIFIER_nondet_int()); }
    int main(void) { if (foo()) reach_error(); return 0; }
    """
    changed = words(variant(text, tmp_path, {"foo"}))
    kept = {"pthread_t", "pthread_create", "unknown_function", "__VERIFIER_error", "reach_error", "foo", "main"}
    assert kept <= changed
    assert not {"worker", "argument", "id", "ERROR"} & changed


def test_names_that_macros_compose_stay(tmp_path: Path) -> None:
    """A program that makes words or texts out of arguments is reformatted only, and does the same."""
    text = """#include <stdio.h>
    #define VARIABLE(name) int variable_ ## name = 4
    #define SHOW(what) printf(#what " %d\\n", what)
    VARIABLE(one);
    int main(void) { SHOW(variable_one); return 0; }
    """
    changed = variant(text, tmp_path)
    assert (
        run_program(tmp_path, "changed.c", changed)
        == run_program(tmp_path, "original.c", text)
        == (0, "variable_one 4\n")
    )


def test_assembler_and_aliases_stay(tmp_path: Path) -> None:
    """A name that a text refers to is not changed."""
    text = """int original(void) { return 5; }
    int other(void) __attribute__((alias("original")));
    int unrelated(void) { return 0; }
    int main(void) { int value = 1; __asm__ volatile ("" : [spot] "+r" (value)); return other() + value; }
    """
    changed = variant(text, tmp_path)
    assert {"original", "value"} <= words(changed)
    assert "unrelated" not in words(changed)
    assert run_program(tmp_path, "changed.c", changed) == (6, "")


def test_new_names_are_new(tmp_path: Path) -> None:
    """A name that the program has already is not given to something else."""
    changed = variant("int name_1, a; int name_3; int main(void) { return a + name_1 + name_3; }", tmp_path)
    declared = re.findall(r"name_\d+", changed)
    assert len(set(declared)) == 3
    assert not {"name_1", "name_3"} & set(declared)


def test_continued_lines_and_odd_endings(tmp_path: Path) -> None:
    """Lines that go on, line ends of other systems and a missing last one change nothing."""
    text = "int val\\\nue = 1;\r\n#define SUM(a, b) \\\r\n  a + b\r\nint main(void) { return SUM(value, 2) - 3; }"
    assert run_program(tmp_path, "changed.c", variant(text, tmp_path)) == (0, "")


WORDS = r"""a bc 1.5e+3 0x1p-2 .5 "s\"t" '\'' L"w" -> - -- > >>= + && & / * ... . int { } ( ) ; #x"""


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(WORDS.split())))
def test_tokens_stay_the_same(texts: list[str]) -> None:
    """Reading what was written gives the same tokens, up to a one-to-one change of names."""
    text = "; " + " ".join(texts)
    before, after = list(items(text)), list(items(variant(text, Path())))
    assert [
        (item.kind, None if item.kind is Kind.WORD else item.text) for item in before if isinstance(item, Token)
    ] == [(item.kind, None if item.kind is Kind.WORD else item.text) for item in after if isinstance(item, Token)]
    pairs = {
        (old.text, new.text)
        for old, new in zip(before, after, strict=True)
        if isinstance(old, Token) and isinstance(new, Token)
    }
    assert len({old for old, _ in pairs}) == len({new for _, new in pairs}) == len(pairs)


def test_the_command_writes_copies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Copies go to the folder that is named, the originals stay, and a missing file is one sentence."""
    source = tmp_path / "program.c"
    source.write_text("int value; int main(void) { return value; }\n", encoding="utf-8")
    assert main([str(source), "--output", str(tmp_path / "copies"), "--keep", "main"]) == 0
    assert words((tmp_path / "copies" / "program.c").read_text(encoding="utf-8")) == {
        "int",
        "void",
        "main",
        "return",
        "name_1",
    }
    assert source.read_text(encoding="utf-8").startswith("int value")
    assert main([str(tmp_path / "nothing.c"), "--output", str(tmp_path / "copies")]) == 2
    assert "nothing.c: No such file" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([str(source), "--output", str(tmp_path)])
