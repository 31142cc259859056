"""How long C takes to load: generated programs of 8,000 and 40,000 lines, one JSON object a line."""

from __future__ import annotations

import json
import resource
import tempfile
import time
from pathlib import Path

from vexil.core.context import Context
from vexil.frontends.c import COptions, load

FUNCTION = """static int f{number}(int a, int b, struct record *p) {{
  int i, s = a;
  if (p == 0) return b;
  for (i = 0; i < 8; i++) {{
    s = s + p->table[i] * {factor};
    if (s > 1000 && b < 3) {{
      s = s - g{slot};
      p->table[i] = s & 255;
    }} else {{
      g{slot} = g{slot} + 1;
    }}
  }}
  switch (s % 4) {{
  case 0: s += {call}; break;
  case 1: s ^= b; break;
  default: p->a = s; break;
  }}
  return s;
}}

"""


def program(lines: int) -> str:
    text = ["struct record { int a; struct record *next; int table[8]; };\nint g0, g1, g2;\nstruct record pool[16];\n"]
    count = lines // FUNCTION.count("\n")
    for number in range(count):
        call = f"f{number - 1}(s, b, p->next)" if number else "s"
        text.append(FUNCTION.format(number=number, factor=number % 5 + 1, slot=number % 3, call=call))
    text.append(f"int main(void) {{ return f{count - 1}(1, 2, &pool[0]) & 127; }}\n")
    return "".join(text)


def cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for lines in (8_000, 40_000):
            path = Path(folder) / f"lines{lines}.c"
            path.write_text(program(lines), encoding="utf-8")
            before = cpu_seconds()
            loaded = load([str(path)], COptions(), Context())
            edges = sum(len(function.edges) for function in loaded.functions.values())
            result = {"lines": lines, "cpu_seconds": round(cpu_seconds() - before, 2), "edges": edges}
            print(json.dumps(result))


if __name__ == "__main__":
    main()
