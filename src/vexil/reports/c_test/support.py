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
_INPUT_TYPES = {
    "bool": "_Bool", "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
    "int": "int", "uint": "unsigned", "unsigned": "unsigned", "unsigned_int": "unsigned", "long": "long",
    "ulong": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long", "float": "float",
    "double": "double", "pointer": "void *", "charp": "char *", "size_t": "size_t", "u8": "unsigned char",
    "u16": "unsigned short", "u32": "unsigned", "u64": "unsigned long long", "S8": "signed char",
    "U8": "unsigned char", "unsigned_char": "unsigned char", "int128": "__int128", "uint128": "unsigned __int128",
}  # fmt: skip


def words_of(files: Iterable[SourceFile]) -> frozenset[str]:
    """The identifiers in the sources."""
    return frozenset(word for file in files for word in re.findall(r"[A-Za-z_]\w*", file.text))


def convention_lines(words: frozenset[str]) -> list[str]:
    """Definitions of the conventions that the sources mention; what the program defines itself has precedence."""
    return [text if text.startswith("#") else f"WEAK {text}" for name, text in _CONVENTIONS.items() if name in words]


def unasked_inputs(words: frozenset[str], answered: Iterable[str]) -> list[str]:
    """Definitions of input functions that the sources mention and the run did not call, so that the program links."""
    prefix = "__VERIFIER_nondet_"
    names = sorted(word for word in words - frozenset(answered) if word.startswith(prefix))
    lines = []
    for name in names:
        kind = _INPUT_TYPES.get(name.removeprefix(prefix), "long long")
        lines.append(f'WEAK {kind} {name}(void) {{ vexil_used_up("{name}"); return 0; }}')
    return lines
