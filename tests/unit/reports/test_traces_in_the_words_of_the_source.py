"""Traces say which way conditions went, what came from outside, and show values as the source writes them."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import jsonschema
import pytest

from command_line import vexil
from vexil.model.trace.outcomes import is_negated_at_its_end
from vexil.reports.json_report import schema

CONDITIONS = (
    "a", "!a", "!!a", "a && b", "a || b", "!(a && b)", "!a || b", "a && !b", "!(a || !b)", "(a) && (!(b))", "!a == b",
    "a && (b || !a)", "!(!a && !b) || (a && b)", "b ? 0 : 1",
)  # fmt: skip
WORDS = """
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
static int half(int v) {
    if (!(v > 3))
        return 0;
    return v / 2;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    char c = __VERIFIER_nondet_char();
    const char *word = "speed";
    int speed = 1;
    int *q = &speed;
    if (n < 50 || n > 53) return 0;
    int h = half(n);
    assert(!(h == 26 && c == 'S' && __VERIFIER_nondet_int() == 7) || *word != 's');
    return *q;
}
"""
FREED = """
#include <stdlib.h>
int main(void) {
    char *first = malloc(2);
    char *second = first;
    free(first);
    second[0] = 'T';
    return 0;
}
"""
TANK = """
public class Tank {
    static Object pump = new Object();
    static synchronized void fill() { synchronized (pump) { } }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> fill());
        other.start();
        synchronized (pump) { synchronized (Tank.class) { } }
    }
}
"""


def truth(condition: str, a: int, b: int) -> bool:
    text = re.sub(r"!(?!=)", " not ", condition).replace("&&", " and ").replace("||", " or ")
    return bool(eval(text, {"a": a, "b": b}))


def test_conditions_say_which_way_they_went(tmp_path: Path) -> None:
    """The outcome of every shape of condition is the one that C gives it."""
    path = tmp_path / "conditions.c"
    tests = "\n".join(f"    if ({condition}) seen = {number};" for number, condition in enumerate(CONDITIONS))
    path.write_text(
        f"int __VERIFIER_nondet_int(void);\nint seen;\nint main(void) {{\n    int a = __VERIFIER_nondet_int();\n"
        f"    int b = __VERIFIER_nondet_int();\n{tests}\n    return 0;\n}}\n",
        encoding="utf-8",
    )
    for a, b in itertools.product((0, 1), repeat=2):
        printed = vexil("run", str(path), "--input", str(a), "--input", str(b), "--trace").stdout
        for line, condition in enumerate(CONDITIONS, start=6):
            found = re.search(rf"^ +\d+  \S+:{line}  {re.escape(condition)}  → (true|false)$", printed, re.MULTILINE)
            if condition == "!a == b":
                expected = (not a) == bool(b)
            elif "?" in condition:
                continue
            else:
                expected = truth(condition, a, b)
            assert found is not None, (condition, printed)
            assert found[1] == str(expected).lower(), (condition, a, b)


def test_conditions_of_java_say_it_too(tmp_path: Path) -> None:
    """The same with an argument and a variable that is false."""
    path = tmp_path / "Conditions.java"
    chosen = [condition for condition in CONDITIONS if "?" not in condition]
    tests = "\n".join(f"        if ({condition}) seen = {number};" for number, condition in enumerate(chosen))
    path.write_text(
        "public class Conditions {\n    static int seen;\n    public static void main(String[] args) {\n"
        f"        boolean a = args.length > 0;\n        boolean b = args.length > 1;\n{tests}\n    }}\n}}\n",
        encoding="utf-8",
    )
    printed = vexil("run", str(path), "--trace", "--", "x").stdout
    for line, condition in enumerate(chosen, start=6):
        expected = str(condition == "!a == b" or truth(condition, 1, 0)).lower()
        assert f":{line}  {condition}  → {expected}\n" in printed, printed


@pytest.mark.parametrize(
    ("text", "negated"),
    [("x", False), ("! x", True), ("x != y", False), ("!f(a && b)", True), ("!p->q[1]", True), ("'!' == c", False)],
)
def test_negations_are_those_of_the_last_part(text: str, negated: bool) -> None:
    """Comparisons, calls, members and literals are parts as a whole."""
    assert is_negated_at_its_end(text) is negated


def test_inputs_values_and_calls_are_told(tmp_path: Path) -> None:
    """A summary of the inputs stands at the top; characters, strings and addresses are written as in C."""
    path = tmp_path / "words.c"
    path.write_text(WORDS, encoding="utf-8")
    printed = vexil("check", str(path), "-p", "assert").stdout
    given = re.search(r"^  inputs: (.*)$", printed, re.MULTILINE)
    assert given is not None, printed
    assert re.search(
        r"__VERIFIER_nondet_int\(\) gives 5[23] \(step 1\), __VERIFIER_nondet_char\(\) gives 'S'", given[1]
    )
    assert "__VERIFIER_nondet_int() gives 7 (step " in given[1]
    assert "→ c = 'S'" in printed
    assert '→ word = "speed"' in printed
    assert "→ q = &speed" in printed
    assert re.search(r":17  n < 50 \|\| n > 53  → false$", printed, re.MULTILINE)
    assert re.search(r":7    !\(v > 3\)  → false$", printed, re.MULTILINE), "steps in a call are indented"
    assert "__VERIFIER_nondet_int() gives 7" in printed.partition("  inputs:")[2].partition("\n")[2]
    result = json.loads(vexil("check", str(path), "-p", "assert", "--format", "json").stdout)
    jsonschema.validate(result, schema())
    steps = result["properties"][0]["trace"]["steps"]
    assert {step["outcome"] for step in steps} == {None, False}
    assert max(step["depth"] for step in steps) == 1
    assert steps[1]["inputs"] == [{"name": "__VERIFIER_nondet_char()", "value": "'S'"}]


def test_memory_that_was_freed_is_called_so(tmp_path: Path) -> None:
    """A pointer to memory that is gone says since which step."""
    path = tmp_path / "freed.c"
    path.write_text(FREED, encoding="utf-8")
    printed = vexil("check", str(path), "-p", "memsafety").stdout
    assert "reads second = &memory#1 (freed at step 3)" in printed


def test_locks_of_classes_are_named_as_in_the_source(tmp_path: Path) -> None:
    """The monitor of a static synchronized method is the class, and captured variables are no fields of the user's."""
    path = tmp_path / "Tank.java"
    path.write_text(TANK, encoding="utf-8")
    printed = vexil("check", str(path), "-p", "deadlock").stdout
    assert "waits for the lock `Tank.class`" in printed
    assert "Class#" not in printed
    assert "val#" not in printed


BUFFERS = """
#include <assert.h>
#include <stdio.h>
#include <string.h>
struct message { int kind; char text[8]; } last;
char buffer[80], full[4];
int main(void) {
    strcpy(buffer, "Speed");
    strcat(buffer, " limit");
    strcpy(last.text, "abc");
    memset(full, 'x', sizeof full);
    snprintf(buffer, sizeof buffer, "v=%d", 42);
    memset(buffer, '-', 79);
    assert(buffer[0] != '-');
    return 0;
}
"""


def test_contents_of_character_arrays_are_told_after_calls_of_the_library(tmp_path: Path) -> None:
    """What a function wrote is a text, without a name for its own variables, and a long one is shortened."""
    path = tmp_path / "buffers.c"
    path.write_text(BUFFERS, encoding="utf-8")
    text = vexil("check", str(path), "-p", "assert").stdout
    for told in ('buffer = "Speed"', 'buffer = "Speed limit"', 'last.text = "abc"', 'full = "xxxx"', 'buffer = "v=42"'):
        assert f"  → {told}\n" in text, text
    assert f'  → buffer = "{"-" * 59}…"\n' in text
    assert "42 = 42" not in text


WAITS = """
#include <assert.h>
#include <pthread.h>
struct account { pthread_mutex_t guard; int ready; } accounts[2];
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) {
    pthread_mutex_init(&accounts[1].guard, 0);
    pthread_mutex_lock(&accounts[1].guard);
    if (!accounts[1].ready) pthread_cond_wait(&changed, &accounts[1].guard);
    assert(accounts[1].ready);
    return 0;
}
"""


def test_a_wake_up_without_a_reason_is_told_and_locks_in_structures_have_names(tmp_path: Path) -> None:
    """Nobody signals, and the wait ends all the same; the lock is a member of an element."""
    path = tmp_path / "waits.c"
    path.write_text(WAITS, encoding="utf-8")
    text = vexil("check", str(path), "-p", "assert").stdout
    assert re.search(r"pthread_cond_wait\(&changed, &accounts\[1\]\.guard\)  → .*woken without a reason\n", text), text
    assert "main holds accounts[1].guard" in text
    result = json.loads(vexil("check", str(path), "-p", "assert", "--format", "json").stdout)
    jsonschema.validate(result, schema())
    assert [step["unprompted"] for step in result["properties"][0]["trace"]["steps"]].count(True) == 1
