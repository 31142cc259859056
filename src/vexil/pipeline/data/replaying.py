"""A stored run of an abstraction, followed in the program (off-line simulation: Hatcliff et al. 2002, 2.4)."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.abstraction.data.properties import abstracted_property
from vexil.certify import Checked, certify
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.feasibility import CannotTell, Feasible
from vexil.ir.program import Program
from vexil.model.evidence import AbstractRun, Run
from vexil.model.outcome import Question
from vexil.pipeline.data.automatic import Abstraction
from vexil.pipeline.data.checking import follow_in_words


@dataclass(frozen=True)
class Followed:
    """What became of an abstract run: a sentence, and the run to show, which is the program's if it takes the same way.

    ``violated_at`` is where that run breaks the property, and nothing if it does not.
    """

    finding: str
    program: Program
    run: Run
    violated_at: int | None
    is_own: bool = False

    @property
    def refutes(self) -> bool:
        """Whether the program breaks the property."""
        return self.is_own and self.violated_at is not None


def follow_stored(question: Question, stored: AbstractRun, abstraction: Abstraction, context: Context) -> Followed:
    """Replay a run on the abstraction that the options give, and follow it; raises `UsageError` if it is not one."""
    abstracted = abstraction.selected
    if abstracted.program.digest != stored.program:
        raise UsageError(
            "the abstraction is another one than that of the stored run",
            hint="an abstraction or Vexil itself has changed; run vexil check again",
        )
    about = abstracted_property(question.property, question.program, abstracted.typing, abstracted.library, context)
    replayed = certify(Question(abstracted.program, about.property, question.bounds), stored.run, context)
    if not isinstance(replayed, Checked):
        raise UsageError(f"the run of the abstraction does not replay: {replayed.reason}")
    feasibility, _ = follow_in_words(question, abstracted, stored.run, context)
    match feasibility:
        case Feasible(run):
            checked = certify(question, run, context)
            if isinstance(checked, Checked):
                finding, place = "feasible: the program takes the same way", checked.violated_at
            else:
                finding, place = f"feasible, and breaks nothing in the program: {checked.reason}", None
            return Followed(finding, question.program, run, place, is_own=True)
        case CannotTell(reason):
            finding = f"following it with numbers gave no answer: {reason}"
        case spurious:
            finding = str(spurious)
    return Followed(finding, abstracted.program, stored.run, replayed.violated_at)
