"""The functions of the verification conventions, as a test defines them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vexil.core.source import SourceFile

REACHED, IMPOSSIBLE, USED_UP = 17, 18, 19
"""The statuses a test ends with: the error is reached, an assumption fails, a function is called once too often."""

HEAD = f"""\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef main
#define WEAK __attribute__((weak))

static inline void vexil_reached(const char *what) {{
  fprintf(stderr, "vexil: the error is reached: %s\\n", what);
  fflush(0);
  _Exit({REACHED});
}}

static inline void vexil_impossible(void) {{
  fprintf(stderr, "vexil: an assumption of the program does not hold\\n");
  fflush(0);
  _Exit({IMPOSSIBLE});
}}

static inline void vexil_used_up(const char *what) {{
  fprintf(stderr, "vexil: the run has been left: there is no further answer of %s\\n", what);
  fflush(0);
  _Exit({USED_UP});
}}

static inline char *vexil_at(void *start, long offset) {{ return (char *)start + offset; }}

static inline char *vexil_follow(void *start, long offset) {{
  char *found;
  memcpy(&found, (char *)start + offset, sizeof found);
  return found;
}}

static inline void vexil_bits(void *at, unsigned size, unsigned first, unsigned width, unsigned long long value) {{
  unsigned long long unit = 0, mask = (width < 64 ? 1ULL << width : 0) - 1;
  memcpy(&unit, at, size);
  unit = (unit & ~(mask << first)) | (value & mask) << first;
  memcpy(at, &unit, size);
}}
"""

_CONVENTIONS = {
    "reach_error": 'void reach_error(void) { vexil_reached("reach_error()"); }',
    "__VERIFIER_error": 'void __VERIFIER_error(void) { vexil_reached("__VERIFIER_error()"); }',
    "__VERIFIER_assume": "void __VERIFIER_assume(int holds) { if (!holds) vexil_impossible(); }",
    "__CPROVER_assume": "void __CPROVER_assume(_Bool holds) { if (!holds) vexil_impossible(); }",
    "__VERIFIER_assert": 'void __VERIFIER_assert(int holds) { if (!holds) vexil_reached("__VERIFIER_assert"); }',
    "__CPROVER_assert": 'void __CPROVER_assert(_Bool holds) { if (!holds) vexil_reached("__CPROVER_assert"); }',
    "__VERIFIER_atomic_begin": "void __VERIFIER_atomic_begin(void) {}",
    "__VERIFIER_atomic_end": "void __VERIFIER_atomic_end(void) {}",
    "__CPROVER_atomic_begin": "void __CPROVER_atomic_begin(void) {}",
    "__CPROVER_atomic_end": "void __CPROVER_atomic_end(void) {}",
    "assert": '#undef assert\nWEAK void assert(int holds) { if (!holds) vexil_reached("assert"); }',
    "_assert": "void _assert(const char *text) { vexil_reached(text); }",
    "__assert_func": 'void __assert_func(void) { vexil_reached("an assertion"); }',
    "__assert_rtn": 'void __assert_rtn(void) { vexil_reached("an assertion"); }',
}


def words_of(files: Iterable[SourceFile]) -> frozenset[str]:
    """The identifiers in the sources."""
    return frozenset(word for file in files for word in re.findall(r"[A-Za-z_]\w*", file.text))


def convention_lines(words: frozenset[str]) -> list[str]:
    """Definitions of the conventions that the sources mention; what the program defines itself has precedence."""
    return [text if text.startswith("#") else f"WEAK {text}" for name, text in _CONVENTIONS.items() if name in words]


def unasked_inputs(words: frozenset[str], answered: Iterable[str]) -> list[str]:
    """Definitions of input functions that the sources mention and the run did not call, so that the program links."""
    names = sorted(word for word in words - frozenset(answered) if word.startswith("__VERIFIER_nondet_"))
    return [unasked(name) for name in names]


def unasked(name: str) -> str:
    """The definition of a function that is not called in the run: its type does not matter, as it never returns."""
    return f'WEAK void {name}(void) {{ vexil_used_up("{name}"); }}'
