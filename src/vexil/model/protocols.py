"""The parts that Vexil is composed of, as protocols: whoever writes one finds its contract here.

A front end makes a program of files; a pass makes another form of it, with the way back; engines answer questions; an
abstraction makes a model at some precision, which is checked and refined in turns (`vexil.pipeline.cegar`);
certifiers check the evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from vexil.core.context import Context
from vexil.ir.program import Program
from vexil.model.certificate import Certificate
from vexil.model.evidence import Evidence, Run
from vexil.model.outcome import Answer, Question

Options_contra = TypeVar("Options_contra", contravariant=True)
Loaded_co = TypeVar("Loaded_co", covariant=True)
Subject_contra = TypeVar("Subject_contra", contravariant=True)
Transformed_co = TypeVar("Transformed_co", bound="Transformed", covariant=True)
Evidence_contra = TypeVar("Evidence_contra", contravariant=True)
Model_co = TypeVar("Model_co", covariant=True)
Model_contra = TypeVar("Model_contra", contravariant=True)
Counterexample_co = TypeVar("Counterexample_co", covariant=True)
Counterexample_contra = TypeVar("Counterexample_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)
PrecisionT = TypeVar("PrecisionT", bound="Precision")
Precision_contra = TypeVar("Precision_contra", bound="Precision", contravariant=True)


class FrontEnd(Protocol[Options_contra, Loaded_co]):
    """Reads programs of one language."""

    @property
    def language(self) -> str:
        """What the language is called in messages."""

    @property
    def endings(self) -> tuple[str, ...]:
        """How the names of its files end."""

    def load(self, options: Options_contra, context: Context) -> Loaded_co:
        """The program in the intermediate form; raises `SourceError` or `UsageError` with a place and a reason."""


class NotApplicable(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """A program has no form that a pass could make, with the reason."""


class Transformed(Protocol):
    """What a pass makes of a program: another program, and the way back."""

    @property
    def program(self) -> Program:
        """What the program became."""

    def original_run(self, run: Run) -> Run:
        """The run of the original program that makes the same choices."""

    def original_proof(self, proof: Evidence) -> Evidence:
        """A proof about the form, as evidence about the original program."""


class Pass(Protocol[Subject_contra, Transformed_co]):
    """Makes another form of a program, or of that of a question, for parts that do not know everything in it."""

    without: str
    """What the form does not have."""

    def apply(self, subject: Subject_contra, /) -> Transformed_co:
        """The form; raises `NotApplicable`."""


class Engine(Protocol):
    """Answers questions about programs."""

    name: str

    def check(self, question: Question, context: Context) -> Answer:
        """Look for an answer within the limits of the context."""


class TurningEngine(Protocol):
    """Answers questions in turns, so that engines can share the time by the work they do."""

    name: str

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """The work done so far behind each turn, and at last the answer; others may follow if nobody is content."""


class Precision(Protocol):
    """What a model of a program tracks: an immutable value, partially ordered by how much it tracks."""

    def is_finer_than(self, other: Self) -> bool:
        """Whether all that *other* tracks is tracked here, and something more."""


class Abstraction(Protocol[Precision_contra, Model_co]):
    """Makes models of a program."""

    def abstract(self, precision: Precision_contra) -> Model_co:
        """The model that tracks what the precision says."""


@dataclass(frozen=True, slots=True)
class Unclear(Generic[Counterexample_co]):
    """A model does not answer the question; the counterexample may be due to its precision."""

    counterexample: Counterexample_co


class ModelChecker(Protocol[Model_contra, Counterexample_co, Result_co]):
    """Answers the question in a model."""

    def check(self, model: Model_contra) -> Result_co | Unclear[Counterexample_co]:
        """The result if it is one for the program, too."""


@dataclass(frozen=True, slots=True)
class Refined(Generic[PrecisionT, Result_co]):
    """The precision to go on with, and the result in case that it is no finer than the one before."""

    precision: PrecisionT
    otherwise: Callable[[], Result_co]


class Refiner(Protocol[PrecisionT, Model_contra, Counterexample_contra, Result_co]):
    """Makes the precision finer, by a counterexample in a model."""

    def refine(
        self, precision: PrecisionT, model: Model_contra, counterexample: Counterexample_contra
    ) -> Result_co | Refined[PrecisionT, Result_co]:
        """The next precision; the result if the counterexample is real, or if nobody can tell."""


class Certifier(Protocol[Evidence_contra]):
    """Checks evidence of one kind, with code that did not produce it."""

    def __call__(self, question: Question, evidence: Evidence_contra, context: Context, /) -> Certificate:
        """What the check says; nothing but the program and the property are trusted."""
