"""One batch of programs on both sides, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import csmith_programs as csmith
from gcc_oracle import Expected, compile_and_run
from vexil_side import Crashed, Finished, Outcome, Refused, TooLong, run_vexil

from strategies.c.checksums import Model, generate
from strategies.source import Seeded


@dataclass(frozen=True)
class Case:
    """A program, where it comes from, and what both sides made of it; without gcc's answer it did too much."""

    origin: str
    text: str
    expected: Expected | None
    outcome: Outcome

    @property
    def verdict(self) -> str:
        """One of agreeing, disagreeing, refused, crashed, skipped."""
        match self.outcome:
            case _ if self.expected is None:
                return "skipped"
            case TooLong():
                return "skipped"
            case Refused():
                return "refused"
            case Crashed():
                return "crashed"
            case Finished(status, observed, _) if (status, observed) == (self.expected.status, self.expected.checksum):
                return "agreeing"
            case _:
                return "disagreeing"

    def explain(self) -> str:
        """The program and both results."""
        return f"{self.verdict}: {self.origin}\n{self.text}\ngcc:   {self.expected}\nVexil: {self.outcome}\n"


def compare_own(seeds: Sequence[int], model: Model, folder: Path) -> list[Case]:
    """Compare programs of our own generator."""
    texts = [generate(Seeded(seed), model) for seed in seeds]
    return compare_texts([f"own seed {seed} {model.name}" for seed in seeds], texts, model, folder)


def compare_texts(origins: Sequence[str], texts: Sequence[str], model: Model, folder: Path) -> list[Case]:
    """Compare programs whose result is the variable ``vexil_checksum``."""
    answers = compile_and_run(texts, folder, model)
    cases = []
    for number, (origin, text, expected) in enumerate(zip(origins, texts, answers, strict=True)):
        outcome = _run(folder / f"p{number}.c", model, expected, "vexil_checksum", ())
        cases.append(Case(origin, text, expected, outcome))
    return cases


def compare_csmith(seeds: Sequence[int], model: Model, folder: Path, include: str) -> list[Case]:
    """Compare programs of Csmith; the checksum is the one that they print."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = [csmith.write_program(seed, folder) for seed in seeds]
    answers = compile_and_run(texts, folder, model, include=(include,), checksum="")
    cases = []
    for number, (seed, text, answer) in enumerate(zip(seeds, texts, answers, strict=True)):
        expected = answer and Expected(answer.status, csmith.printed_checksum(answer.printed), "", answer.blocks)
        outcome = _run(folder / f"p{number}.c", model, expected, csmith.OBSERVED, (include,))
        if isinstance(outcome, Finished):
            outcome = Finished(outcome.status, csmith.checksum_of(outcome.observed), outcome.edges)
        cases.append(Case(f"csmith {' '.join(csmith.OPTIONS)} --seed {seed} {model.name}", text, expected, outcome))
    return cases


def _run(path: Path, model: Model, expected: Expected | None, observed: str, include: Sequence[str]) -> Outcome:
    if expected is None:
        return TooLong("gcc's program entered too many basic blocks")
    return run_vexil(path, model, observed, include)
