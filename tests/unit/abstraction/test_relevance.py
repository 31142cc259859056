"""Predicates per location: one is kept where a check may still depend on it, and forgotten elsewhere."""

from __future__ import annotations

from itertools import repeat
from pathlib import Path

from abstracted import abstracted, from_c, from_vir

from vexil.core.context import Context
from vexil.engines.bebop.reach import reach
from vexil.model.boolean_program import Update
from vexil.model.boolean_program.expressions import Unknown

PARITY = """
#include <assert.h>
extern int any(void);
int half(int x) { int t = x; t = t / 2; return t; }
int main(void) {
    int found = any(), seen = 0;
    while (any()) {
        int next = any();
        if (next == 3) { found = 1; seen = 1; }
        next = 0;
        assert(seen == 0 || found == 1);
    }
    return half(found);
}
"""


STRAIGHT = """
function main() entry n0 exit exit
  local a: i32
  local b: i32
  n0 -> n1: a := 1i32
  n1 -> n2: b := a
  n2 -> n3: skip
  n3 -> n4: a := 2i32
  n4 -> n5: check assert b == 1i32 "one"
  n5 -> n6: skip
  n6 -> exit: return
"""


def test_a_predicate_is_forgotten_where_nothing_asks_for_it() -> None:
    """Right behind its last use a predicate is forgotten, once; what it becomes afterwards is not asked."""
    with abstracted(from_vir(STRAIGHT), ["main: a == 1", "main: b == 1"]) as kept:
        assert [kept.operations("main", edge) for edge in (1, 3)] == [["{b == 1} = {a == 1}"], ["{a == 1} = false"]]
    with abstracted(from_vir(STRAIGHT), ["main: a == 1", "main: b == 1"], forgets=True) as found:
        assert found.operations("main", 0)[-1].startswith("{a == 1}")
        assert found.operations("main", 1) == ["{b == 1}, {a == 1} = {a == 1}, *"]
        assert [found.operations("main", edge) for edge in (2, 3, 5)] == [[], [], []]
        assert found.operations("main", 4)[-1] == "{b == 1} = *"
        assert not reach(found.program, Context()).failing


def test_a_proof_does_not_need_what_is_forgotten(tmp_path: Path) -> None:
    """A loop is as safe with predicates per location as with predicates per function."""
    texts = ["main: next == 3", "main: seen == 0", "main: found == 1"]
    for forgets in (False, True):
        with abstracted(from_c(PARITY, tmp_path), texts, forgets=forgets) as found:
            assert not reach(found.program, Context()).failing
            lost = [
                edge.operation
                for edge in found.program.procedures["main"].edges
                if isinstance(edge.operation, Update)
                and any(map(isinstance, edge.operation.values, repeat(Unknown)))
                and "seen == 0" in edge.operation.targets
            ]
            assert bool(lost) is forgets


def test_results_and_shared_predicates_matter_at_the_end(tmp_path: Path) -> None:
    """What a caller learns from a function is asked for at its end, through the value that is returned."""
    text = """
#include <assert.h>
int g;
int two(void) { int t = 2; g = 1; return t; }
int main(void) { int x = two(); assert(x == 2 && g == 1); return 0; }
"""
    with abstracted(
        from_c(text, tmp_path), ["two: t == 2", "two: return == 2", "main: x == 2", "g == 1"], forgets=True
    ) as found:
        assert not reach(found.program, Context()).failing
