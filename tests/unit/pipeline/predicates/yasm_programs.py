"""The programs of the figures of Gurfinkel and Chechik (2006), rebuilt from the text, and programs of such shapes."""

from __future__ import annotations


def figure_1(kind: str = "int") -> str:
    """``x = 2; y = 2; while (y <= 2) y = y - 1; if (x == 2) P1: ; END: ;``."""
    n = "" if kind == "int" else kind
    return f"""
function main()
  local x: {kind}
  local y: {kind}
  l1 -> l1b: x := 2{n}
  l1b -> l2: y := 2{n}
  l2 -> l3: assume y <= 2{n}
  l2 -> l4: assume !(y <= 2{n})
  l3 -> l2: y := y - 1{n}
  l4 -> P1: assume x == 2{n}
  l4 -> END: assume !(x == 2{n})
  P1 -> END: skip
  END -> exit: return
"""


FIGURE_2A = """
global x: int in type(int)
function main()
  local y: int
  l1 -> l2: skip
  l2 -> l3: assume x > 0
  l2 -> l4: assume !(x > 0)
  l3 -> P1: y := 1
  l4 -> P1: y := 2
  P1 -> P1: skip
"""

FIGURE_2C = """
global x: int in type(int)
function main()
  local y: int
  l1 -> l2: skip
  l1 -> END: skip
  l2 -> l3: assume x > 0
  l2 -> l4: assume !(x > 0)
  l3 -> P1: y := 1
  l4 -> P1: y := 2
  P1 -> P1: skip
  END -> END: skip
"""


def figure_5c(initial: int) -> str:
    """``INIT: x = initial; P1: while (x > 0) x = x - 1; END: ;``."""
    return f"""
function main()
  local x: int
  INIT -> P1: x := {initial}
  P1 -> B: assume x > 0
  P1 -> END: assume !(x > 0)
  B -> P1: x := x - 1
  END -> exit: return
"""


FIGURE_5D = """
global x: int in type(int)
global y: int in type(int)
global z: int in type(int)
function main()
  INIT -> l2: assume x > 0
  INIT -> END: assume !(x > 0)
  l2 -> l3: assume x * x * x + y * y * y == z * z * z
  l2 -> END: assume !(x * x * x + y * y * y == z * z * z)
  l3 -> END: z := z + 1
  END -> exit: return
"""


def locks(rounds: int, *, forgotten: bool) -> str:
    """A driver that takes and gives back a lock in a row of loops: each goes on while requests come in.

    It is an error to take the lock when it is held. With *forgotten* the last loop does not give it back.
    """
    lines = ["global held: bool", "function main()", "  local requests: i32", "  local served: i32"]
    for number in range(rounds):
        here, after = f"a{number}", f"a{number + 1}" if number + 1 < rounds else "done"
        release = "false" if number + 1 < rounds or not forgotten else "held"
        lines += [
            f"  {here} -> ERROR: assume held",
            f"  {here} -> {here}.take: assume !held",
            f"  {here}.take -> {here}.read: held := true",
            f"  {here}.read -> {here}.request: served := requests",
            f"  {here}.request -> {here}.serve: skip",
            f"  {here}.request -> {here}.test: skip",
            f"  {here}.serve -> {here}.count: held := {release}",
            f"  {here}.count -> {here}.test: requests := requests + 1i32",
            f"  {here}.test -> {here}: assume requests != served",
            f"  {here}.test -> {here}.leave: assume !(requests != served)",
            f"  {here}.leave -> {after}: held := false",
        ]
    return "\n".join([*lines, "  done -> exit: return", "  ERROR -> ERROR: skip"]).replace(".", "_")


def state_machine(states: int, *, wrong: bool) -> str:
    """A protocol that goes through its states in order, and sometimes starts again; the last one needs a channel.

    With *wrong* there is a way that skips where the channel begins.
    """
    lines = ["function main()", "  local state: i32", "  local channel: bool", "  begin_ -> loop: state := 0i32"]
    values = ", ".join(map(str, range(states)))
    for number in range(states):
        here, following = f"s{number}", (number + 1) % states
        lines.append(f"  loop -> {here}: case state in {{{number}}}")
        if number == 1:
            lines += [f"  {here} -> {here}b: channel := true", f"  {here}b -> loop: state := {following}i32"]
        elif number == states - 1:
            lines += [f"  {here} -> {here}b: assume channel", f"  {here} -> ERROR: assume !channel"]
            lines += [f"  {here}b -> {here}c: channel := false", f"  {here}c -> loop: state := 0i32"]
        else:
            other = 0 if number % 3 else number
            if wrong and number == 0:
                other = 2
            lines += [f"  {here} -> loop: state := {following}i32", f"  {here} -> loop: state := {other}i32"]
    lines += [f"  loop -> ERROR: case state not in {{{values}}}", "  ERROR -> ERROR: skip"]
    return "\n".join(lines)
