"""The process that talks to libclang: a request in, everything that was read out.

libclang can be brought down by what a file contains, and deep nesting needs a deep stack; so it runs in a process of
its own, on a thread with a gigabyte of stack.
"""

from __future__ import annotations

import marshal
import os
import sys
import threading
from typing import Any

from vexil.frontends.c.reader import Reader

STACK = 1 << 30
RECURSION = 200_000


def limit_cpu(seconds: float | None) -> None:
    """Let the system end this process when its CPU time is used up."""
    if seconds is not None:
        import resource

        whole = max(1, int(seconds) + 1)
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))


def main() -> None:
    """Answer one request on standard input."""
    request = marshal.loads(sys.stdin.buffer.read())
    limit_cpu(request["cpu_seconds"])
    answer: dict[str, Any] = {}

    def work() -> None:
        sys.setrecursionlimit(RECURSION)
        try:
            reader = Reader(request)
            reader.read()
            answer.update(reader.response())
        except MemoryError:
            answer["limit"] = "memory"
        except Exception as error:
            import traceback

            if "failed to map" in str(error):
                answer["limit"] = "memory"
                return
            answer["error"] = f"{error}\n{traceback.format_exc()}"

    for size in (STACK, STACK >> 3, STACK >> 6):
        try:
            threading.stack_size(size)
            thread = threading.Thread(target=work)
            thread.start()
        except (RuntimeError, ValueError):
            continue
        thread.join()
        break
    sys.stdout.buffer.write(marshal.dumps(answer))
    sys.stdout.buffer.flush()
    os._exit(0)  # taking the trees apart would take longer than reading a program
