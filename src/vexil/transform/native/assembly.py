"""Functions in LLVM's assembly language, written instruction by instruction."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
Walk = Generator[Any, Any, T]
"""A walk over a tree that yields the walks of the parts whose results it needs, so that depth costs no stack."""


def walked(walk: Walk[T]) -> T:
    """Run a walk and all the walks it yields."""
    pending: list[Walk[Any]] = [walk]
    result: Any = None
    while pending:
        try:
            inner = pending[-1].send(result)
        except StopIteration as ended:
            pending.pop()
            result = ended.value
        else:
            pending.append(inner)
            result = None
    value: T = result
    return value


class Assembly:
    """One function: its blocks in order, the names of its values, and the block that is being written."""

    def __init__(self, head: str) -> None:
        self._head = head
        self._cells: list[str] = []
        self._lines: list[str] = []
        self._count = 0
        self.block = "entry"
        """The label of the block that is being written."""

    def name(self, prefix: str) -> str:
        """A new name."""
        self._count += 1
        return f"{prefix}{self._count}"

    def cell(self, kind: str, value: str) -> str:
        """A place in the frame with a first value; it becomes a register when the code is optimised."""
        cell = "%" + self.name("cell")
        self._cells += [f"  {cell} = alloca {kind}", f"  store {kind} {value}, ptr {cell}"]
        return cell

    def early(self, instruction: str) -> str:
        """Write an instruction at the entry of the function and name its result, which is known everywhere."""
        result = "%" + self.name("e")
        self._cells.append(f"  {result} = {instruction}")
        return result

    def early_do(self, instruction: str) -> None:
        """Write an instruction without a result at the entry of the function."""
        self._cells.append(f"  {instruction}")

    def do(self, instruction: str) -> None:
        """Write an instruction without a result."""
        self._lines.append(f"  {instruction}")

    def value(self, instruction: str) -> str:
        """Write an instruction and name its result."""
        result = "%" + self.name("v")
        self._lines.append(f"  {result} = {instruction}")
        return result

    def start(self, label: str) -> None:
        """Begin a block."""
        self._lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """End the block."""
        self.do(f"br label %{label}")

    def branch(self, condition: str, then: str, otherwise: str, *, hint: str = "") -> None:
        """End the block by a condition."""
        self.do(f"br i1 {condition}, label %{then}, label %{otherwise}{hint}")

    def choose(self, kind: str, *options: tuple[str, str]) -> str:
        """The value of the block that control came from."""
        listed = ", ".join(f"[ {value}, %{label} ]" for value, label in options)
        return self.value(f"phi {kind} {listed}")

    @contextmanager
    def loop(self, count: int) -> Iterator[tuple[str, str]]:
        """Write a loop: inside are the number of the turn and the label, to be started there, that ends the turn."""
        again, inside, skip, after = (self.name(prefix) for prefix in ("again", "thread", "skip", "after"))
        turn, following = "%" + self.name("t"), "%" + self.name("following")
        before = self.block
        self.jump(again)
        self.start(again)
        self.do(f"{turn} = phi i32 [ 0, %{before} ], [ {following}, %{skip} ]")
        self.branch(self.value(f"icmp ult i32 {turn}, {count}"), inside, after)
        self.start(inside)
        yield turn, skip
        self.do(f"{following} = add i32 {turn}, 1")
        self.jump(again)
        self.start(after)

    def mark(self) -> tuple[int, str]:
        """What has been written so far."""
        return len(self._lines), self.block

    def back_to(self, mark: tuple[int, str]) -> None:
        """Forget what was written since; places in the frame stay."""
        count, self.block = mark
        del self._lines[count:]

    @property
    def size(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def text(self, attributes: str = "") -> str:
        """The function, with more attributes perhaps."""
        return "\n".join([f"define {self._head} {attributes} {{", "entry:", *self._cells, *self._lines, "}"])
