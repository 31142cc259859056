"""Runs ``vexil`` in a process of its own that is a copy of this one: it need not start Python and import Vexil again.

Standard output, exit status, limits and signals are those of a real process. Programs that begin from nothing are run
by the commands of the README, by tests of limits of memory and of signals, and by ``begun_from_nothing``.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from typer.testing import CliRunner

import vexil.certify
import vexil.cli.check
import vexil.frontends.c.load
import vexil.frontends.java.load
import vexil.pipeline.run
from vexil.cli.main import app, main

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 600.0
CliRunner().invoke(app, ["--version"])
"""So that Typer, too, has imported what it needs."""


def vexil_bytes(
    *words: str, folder: Path = ROOT, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The end of a command, and what it printed."""
    pipes = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        _command(words, folder, environment or {}, pipes[0][1], pipes[1][1])
    for _, writer in pipes:
        os.close(writer)
    printed: dict[int, bytes] = {reader: b"" for reader, _ in pipes}
    status = None
    try:
        _read_all(printed, time.monotonic() + SECONDS)
        _, status = os.waitpid(child, 0)
    finally:
        for reader in printed:
            os.close(reader)
        if status is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return subprocess.CompletedProcess(["vexil", *words], os.waitstatus_to_exitcode(status), *printed.values())


def _read_all(printed: dict[int, bytes], end: float) -> None:
    """Read pipes until nobody writes to them any more."""
    opened = set(printed)
    while opened:
        ready, _, _ = select.select(sorted(opened), [], [], max(0.0, end - time.monotonic()))
        if not ready:
            raise subprocess.TimeoutExpired("vexil", SECONDS)
        for reader in ready:
            piece = os.read(reader, 1 << 16)
            printed[reader] += piece
            if not piece:
                opened.remove(reader)


def vexil(
    *words: str, folder: Path = ROOT, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The same, with what was printed as text."""
    done = vexil_bytes(*words, folder=folder, environment=environment)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def begun_from_nothing(
    *words: str, folder: Path = ROOT, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The same by a new Python: what a user does."""
    return subprocess.run(
        [sys.executable, "-m", "vexil", *words],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env={**os.environ, **(environment or {})},
        cwd=folder,
    )


def _command(words: Sequence[str], folder: Path, environment: Mapping[str, str], output: int, errors: int) -> NoReturn:
    """Be the command, and end."""
    code = 1
    try:
        for number, target in enumerate((os.open(os.devnull, os.O_RDONLY), output, errors)):
            os.dup2(target, number)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in enumerate("rww"))
        os.chdir(folder)
        os.environ.update(environment)
        sys.argv = ["vexil", *words]
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
