"""One question asked by several methods, each as a check of its own with a limit of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

from vexil.analysis import Analyses
from vexil.core.context import Context, Event
from vexil.core.errors import InternalError, LimitReached, VexilError
from vexil.ir.operations import Start
from vexil.ir.program import Program
from vexil.model.comparison import ComparedAnswer, Said
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.compare_methods import NO, Method
from vexil.pipeline.compare_options import CompareOptions
from vexil.pipeline.data.options import parse_bindings
from vexil.pipeline.options import CheckOptions
from vexil.pipeline.resolve import resolve
from vexil.pipeline.run import check, load_asked
from vexil.spec.property import Property

_SAID = {Status.PROVED: Said.PROVED, Status.REFUTED: Said.REFUTED, Status.UNKNOWN: Said.UNKNOWN}
Limiting = Callable[[Context], AbstractContextManager[None]]
"""Keeps a process within the limits of a context."""


@dataclass
class _Progress:
    """What methods tell while they work: so there are numbers also when a limit ends them."""

    sink: Callable[[Event], None]
    iterations: int | None = None
    tracked: int | None = None
    tried: list[str] = field(default_factory=list)

    def __call__(self, event: Event) -> None:
        data = dict(event.data)
        if event.kind == "refine":
            self.iterations, self.tracked = int(data["iteration"]), int(data["predicates"])
        elif event.kind == "abstraction" and "tried" in data:
            self.tried.append(str(data["tried"]))
            self.iterations = len(self.tried)
            self.tracked = str(data["tried"]).count("=")
        self.sink(event)


def compare(
    options: CheckOptions, asked: CompareOptions, limiting: Limiting, sink: Callable[[Event], None]
) -> Iterator[ComparedAnswer]:
    """Every property by every method, in this order; raises `VexilError` for what no method could read."""
    methods = asked.chosen()
    context = Context(asked.limits, sink=sink)
    with limiting(context):  # a mistake in the program is told once, and not by every method
        loaded, properties = load_asked(resolve(options), context)
    starts = starts_threads(loaded.program)
    for prop in properties:
        for method in methods:
            refused = method.refuses(prop)
            if starts and method.facts.threads == NO:
                refused = "it does not follow threads, and the program starts some"
            if method.needs_threads and not starts:
                refused = refused or "it is for threads, and the program starts none"
            if context.interrupted:
                yield ComparedAnswer(method.facts.name, prop.id, Said.UNKNOWN, "not asked: interrupted before")
                continue
            progress = _Progress(sink)
            context = Context(asked.limits, sink=progress)
            yield _answer(options, prop, method, refused, context, limiting, progress)


def count_lines(inputs: Iterable[str]) -> int:
    """How many lines of the files are not blank; what is in folders is not counted."""
    files = [path for path in map(Path, inputs) if path.is_file()]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    return sum(bool(line.strip()) for text in texts for line in text.splitlines())


def starts_threads(program: Program) -> bool:
    """Say whether a function that may run starts a thread."""
    running = Analyses(program).call_graph.running
    return any(isinstance(edge.operation, Start) for name in running for edge in program.functions[name].edges)


def _answer(
    options: CheckOptions,
    prop: Property,
    method: Method,
    refused: str,
    context: Context,
    limiting: Limiting,
    progress: _Progress,
) -> ComparedAnswer:
    """What one method says about one property, whatever happens to it."""
    if method.tracks == "tokens" and options.data.bindings:
        progress.iterations, progress.tracked = 1, len(parse_bindings(options.data.bindings))
    said, reason, cpu = Said.NOT_APPLICABLE, refused, 0.0
    verdict: Verdict | None = None
    if not refused:
        try:
            with limiting(context):
                report = check(replace(method.options(options), properties=(prop.id,)), context)
            (verdict,) = report.verdicts
            said, reason = _said(verdict, method, progress)
            cpu = sum(seconds for name, seconds in report.seconds.items() if name != "reading")
        except InternalError as mistake:
            said, reason = Said.BROKEN, str(mistake)
        except VexilError as refusal:
            reason = str(refusal)
        except LimitReached as limit:
            said, reason, cpu = Said.UNKNOWN, limit.reason, context.used_cpu_seconds()
        except MemoryError:
            said, reason, cpu = Said.UNKNOWN, "limit of memory reached", context.used_cpu_seconds()
    return _numbers(
        ComparedAnswer(method.facts.name, prop.id, said, reason, cpu_seconds=cpu), method, verdict, progress
    )


def _said(verdict: Verdict, method: Method, progress: _Progress) -> tuple[Said, str]:
    if method.tracks == "tokens" and progress.tried and f"abstracted with {progress.tried[-1]}" not in verdict.reason:
        # the program itself was asked in the end, which is no answer of this method
        return Said.UNKNOWN, f"no abstraction that was tried is definite ({'; '.join(progress.tried)})"
    return _SAID[verdict.status], verdict.reason


def _numbers(answer: ComparedAnswer, method: Method, verdict: Verdict | None, progress: _Progress) -> ComparedAnswer:
    """The answer with the numbers that its method has."""
    if answer.said is Said.NOT_APPLICABLE:
        return answer
    statistics = {} if verdict is None else verdict.statistics
    by_itself = method.tracks == "tokens" and answer.said is Said.UNKNOWN and bool(progress.tried)
    states = None if by_itself else _first(statistics, "states", "valuations", "views")
    questions = None if method.tracks == "tokens" else _first(statistics, "questions", "queries")
    return replace(
        answer,
        tracked=statistics.get("predicates", progress.tracked) if method.tracks else None,
        what=method.tracks,
        iterations=statistics.get("iterations", progress.iterations),
        questions=questions,
        states=states,
    )


def _first(statistics: Mapping[str, int], *names: str) -> int | None:
    """The first of some numbers that there is."""
    return next((statistics[name] for name in names if name in statistics), None)
