"""What native search says of the abstraction of a program with threads that was printed and read again."""

from __future__ import annotations

from order_verdicts import PROVED, REFUTED, asked
from thread_claims import ASSERT
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.core.source import SourceFile
from vexil.frontends.bp import translate
from vexil.ir.program import Program
from vexil.logic.space import Untranslatable
from vexil.model.boolean_program import PredicateProgram, validator
from vexil.model.boolean_program.text import parse_program, print_program
from vexil.model.outcome import Fails, Holds
from vexil.pipeline.predicates.threads import ThreadPredicates
from vexil.pipeline.registry import EngineOptions, machine
from vexil.transform.threads import NotThreads


def abstraction(program: Program, seconds: float = 20) -> PredicateProgram | None:
    """The Boolean program that the threads of a program become; nothing where they are not followed."""
    try:
        made = ThreadPredicates(asked(program), ASSERT, "predicates", Context(Limits(seconds))).program()
    except (NotThreads, Untranslatable, LimitReached):
        return None
    assert validator.validate(made) == []
    text = print_program(made)
    again = parse_program(SourceFile("threads.bp", text.encode()))
    assert print_program(again) == text
    return again


def searched(made: PredicateProgram, seconds: float = 20) -> str:
    """What a search of all of its states says; nothing when it does not come to its end."""
    answer = machine(EngineOptions()).check(asked(translate(made)), Context(Limits(seconds)))
    match answer.outcome:
        case Fails():
            return REFUTED
        case Holds():
            return "vacuous" if answer.vacuous else PROVED
        case _:
            return ""
