"""Lost memory: the bounded and the reference engine agree on random programs that move pointers about."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.core.context import Context
from vexil.model.verdict import Status
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check

HEAD = """
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
struct node { struct node *left; struct node *right; long tag; };
struct node *first, *second, table[2];
static struct node *made(struct node *left) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->left = left;
  fresh->right = 0;
  return fresh;
}
"""
POINTERS = ("first", "second", "table[1].left", "a", "b")
MEMBERS = ("left", "right")

pointers = st.sampled_from(POINTERS)
members = st.sampled_from(MEMBERS)
simple = st.one_of(
    st.builds("{} = made({});".format, pointers, pointers),
    st.builds("{} = made(0);".format, pointers),
    st.builds("{} = {};".format, pointers, pointers),
    st.builds("{} = 0;".format, pointers),
    st.builds("if ({0}) {0}->{1} = {2};".format, pointers, members, pointers),
    st.builds("if ({0}) {1} = {0}->{2};".format, pointers, pointers, members),
    st.builds("if ({0}) {{ struct node *dead = {0}; {0} = dead->{1}; free(dead); }}".format, st.just("first"), members),
)
statements = st.one_of(
    simple,
    simple,
    st.builds("if (__VERIFIER_nondet_bool()) {{ {} }}".format, simple),
    st.builds("for (int i = 0; i < 2; i++) {{ {} }}".format, simple),
    st.builds("{{ struct node *inner = {}; if (inner) inner->tag = 1; }}".format, pointers),
    st.just("if (__VERIFIER_nondet_bool()) exit(0);"),
)


def verdict(path: Path, engine: str) -> Status:
    options = CheckOptions(LoadOptions((str(path),)), ("memtrack",), engine)
    return check(options, Context()).verdicts[0].status


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.lists(statements, min_size=2, max_size=7))
def test_engines_agree_on_lost_memory(body: list[str]) -> None:
    """Whoever decides gives the same verdict: reachability by conditions is reachability by states."""
    lines = "\n  ".join(body)
    text = f"{HEAD}int main(void) {{\n  struct node *a = 0, *b = 0;\n  {lines}\n  return 0;\n}}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text, encoding="utf-8")
        found = {engine: verdict(path, engine) for engine in ("bounded", "reference")}
    decided = {status for status in found.values() if status is not Status.UNKNOWN}
    assert len(decided) <= 1, f"{found}\n{text}"
