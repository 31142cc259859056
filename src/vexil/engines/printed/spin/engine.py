"""Print a guarded system, have Spin check it if it is installed, and bring back what it found.

Spin translates the model to C, a C compiler makes a checker of it, and the checker is run; everything happens in a
folder that is removed whatever happens. Nothing of Spin is changed: the model says all there is to say.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.core.processes import Finished, find_program, run_program
from vexil.engines.printed.promela.layout import Storage
from vexil.engines.printed.promela.model import PromelaModel, print_promela
from vexil.engines.printed.questions import Count, Linear, Question
from vexil.engines.printed.spin.answers import Answer, Fine, NotRun, Statistics, Stopped, Wrong, answers, read_trail
from vexil.model.guarded.system import GuardedSystem

COMPILERS = ("gcc", "cc", "clang")
EXACT = ("-o1", "-o2", "-o3")
"""Spin neither removes dead variables nor merges statements, so that its states are those of the system."""
FIRST_DEPTH, LAST_DEPTH = 100_000, 100_000_000
FILE = "model.pml"


@dataclass(frozen=True, slots=True)
class SpinOptions:
    """How Spin searches."""

    reduce: bool = False
    """Use partial-order reduction, and the optimisations that change the number of states."""
    shortest: bool = False
    """Search breadth-first, which finds a shortest run; not for formulas."""
    fair: bool = False
    """Only look at runs where a thread that can always move does move; for formulas."""
    optimise: str = "-O2"
    """How much the C compiler optimises the checker."""
    path: str | None = None
    """Where programs are looked for, instead of in ``PATH``."""
    keep: Path | None = None
    """A folder where the model is left."""


def check_with_spin(
    system: GuardedSystem, question: Question, context: Context, options: SpinOptions | None = None
) -> Answer:
    """Ask Spin; raises `Refused` before anything is written when the model or the question cannot be printed."""
    options = options or SpinOptions()
    breadth_first = options.shortest and not isinstance(question, Linear)
    model = print_promela(system, question, Storage.INSIDE if breadth_first else Storage.HIDDEN)
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
        (options.keep / FILE).write_text(model.text, encoding="utf-8")
    spin, compiler = find_program(("spin",), options.path), find_program(COMPILERS, options.path)
    if spin is None or compiler is None:
        return NotRun(("spin",) if spin is None else COMPILERS)
    try:
        with tempfile.TemporaryDirectory(prefix="vexil-spin-") as folder:
            return _Run(system, question, model, context, options, Path(folder), spin, compiler).answer()
    except LimitReached as limit:
        return Stopped(limit.reason)
    except OSError as error:
        return Stopped(f"Spin could not be run: {error.strerror or error}")


@dataclass(frozen=True, slots=True)
class _Run:
    system: GuardedSystem
    question: Question
    model: PromelaModel
    context: Context
    options: SpinOptions
    folder: Path
    spin: str
    compiler: str

    def answer(self) -> Answer:
        (self.folder / FILE).write_text(self.model.text, encoding="utf-8")
        exact = () if self.options.reduce else EXACT
        preprocessor = f"-P{self.compiler} -E -x c"
        translation = self._program([self.spin, preprocessor, *exact, "-a", FILE], "Spin translated the model")
        if not (self.folder / "pan.c").is_file():
            return Stopped(f"Spin could not read the model: {_first_error(translation.output)}")
        flags = compiler_flags(self.question, self.model, self.options, self.context.limits.memory_mb)
        built = self._program([self.compiler, *flags, "-o", "pan", "pan.c"], "the checker of Spin was compiled")
        if built.status:
            return Stopped(f"the checker of Spin could not be compiled: {_first_error(built.output)}")
        depth = FIRST_DEPTH
        while True:
            flags = search_flags(self.question, self.options, depth)
            searched = self._program([str(self.folder / "pan"), *flags], "Spin searched")
            if "max search depth too small" not in searched.output or depth >= LAST_DEPTH:
                return self._result(searched)
            depth *= 10

    def _program(self, command: list[str], doing: str) -> Finished:
        return run_program(command, self.folder, self.context, doing, event="spin")

    def _result(self, searched: Finished) -> Answer:
        statistics = self._statistics(searched.output)
        if statistics is None:
            return Stopped(f"the checker of Spin failed: {_first_error(searched.output)}")
        trail = self.folder / f"{FILE}.trail"
        if not statistics.errors or not trail.is_file():
            if statistics.complete and not statistics.errors:
                return Fine(statistics)
            return Stopped(_reason(searched.output), statistics)
        replayed = self._program([self.spin, f"-P{self.compiler} -E -x c", "-t", "-p", FILE], "a trail was replayed")
        run = read_trail(self.system, self.model, replayed.output)
        if not answers(self.system, self.question, run):
            return Stopped("the run that Spin found is not a run of the system: a bound cuts it", statistics)
        return Wrong(run, statistics)

    def _statistics(self, output: str) -> Statistics | None:
        patterns = {
            "states": r"(\d+) states, stored",
            "transitions": r"(\d+) transitions \(=",
            "errors": r"errors: (\d+)",
            "depth": r"depth reached (\d+)",
            "vector": r"State-vector (\d+) byte",
        }
        numbers = {name: int(match[1]) for name, text in patterns.items() if (match := re.search(text, output))}
        if len(numbers) < len(patterns):
            return None
        complete = not any(word in output for word in ("not completed", "too small", "MEMLIM", "out of memory"))
        # Spin counts its one initial state as a step, and has one state more when it chooses among several.
        begun = len(self.model.beginnings)
        return Statistics(
            numbers["states"] - bool(begun),
            numbers["transitions"] - 1 - begun,
            numbers["errors"],
            numbers["depth"],
            numbers["vector"],
            complete,
        )


def compiler_flags(
    question: Question, model: PromelaModel, options: SpinOptions, memory_mb: int | None = None
) -> list[str]:
    """How the checker that Spin has made of a model is compiled."""
    flags = [options.optimise, "-w", "-fwrapv", f"-DVECTORSZ={max(1024, model.vector)}"]
    if not isinstance(question, Linear):
        flags.append("-DSAFETY")
        flags += ["-DBFS"] if options.shortest else []
    elif options.fair:
        flags.append("-DNFAIR=8")
    if not options.reduce:
        flags.append("-DNOREDUCE")
    return [*flags, f"-DMEMLIM={memory_mb}"] if memory_mb is not None else flags


def search_flags(question: Question, options: SpinOptions, depth: int = FIRST_DEPTH) -> list[str]:
    """How the compiled checker is run."""
    flags = [f"-m{depth}", "-w22"]
    match question:
        case Linear():
            return [*flags, "-a", *(["-f"] if options.fair else [])]
        case Count():
            return [*flags, "-A", "-E"]
        case _:
            return [*flags, "-E"]


def _first_error(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return next((line for line in lines if "rror" in line), lines[0] if lines else "it said nothing")


def _reason(output: str) -> str:
    if "MEMLIM" in output or "out of memory" in output:
        return "limit of memory reached while Spin searched"
    if "too small" in output:
        return f"limit of depth {LAST_DEPTH} reached while Spin searched"
    return "Spin did not complete its search"
