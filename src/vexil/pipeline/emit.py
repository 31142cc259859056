"""Programs for other tools: the flat form of a program with one property, as a text that says how to use it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace

from vexil.abstraction.data.properties import abstracted_property
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.engines.printed import Refused, print_c, print_promela, print_smv
from vexil.engines.printed.engine import forgets_many
from vexil.engines.printed.questions import Branching, Deadlock, Invariant, Linear, branching_question, question_of
from vexil.engines.printed.questions import Question as PrintedQuestion
from vexil.engines.printed.spin.engine import EXACT, SpinOptions, compiler_flags, search_flags
from vexil.ir.interpreter import Bounds, CompiledProgram
from vexil.ir.program import Program
from vexil.model.goal import NoGoal
from vexil.model.guarded.expressions import TRUE
from vexil.model.guarded.system import GuardedSystem
from vexil.model.outcome import Question
from vexil.pipeline.certainty import certain_question, unwritten_atoms
from vexil.pipeline.data.abstracting import abstract, library_of
from vexil.pipeline.data.checking import check_steps
from vexil.pipeline.options import CheckOptions, NextSteps, TargetLanguage
from vexil.pipeline.resolve import resolve
from vexil.pipeline.run import load_asked
from vexil.spec.property import Kind, Property
from vexil.transform.flattening import Defaults, Flattened, NotFlat
from vexil.transform.flattening.errors import no_flat_form
from vexil.transform.flattening.goals import flat_goal

MOST_BOUNDS = 12
"""Bounds of the flat form that the beginning of a text names."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """A text for another tool."""

    text: str
    property: Property


def emit(options: CheckOptions, language: TargetLanguage, file: str, context: Context) -> Emitted:
    """Print the program that was named, with the property that was asked; the text says how to run it as *file*.

    Raises `UsageError` when there are several properties, or something cannot be said exactly.
    """
    options.validate()
    resolved = resolve(options)
    loaded, properties = load_asked(resolved, context)
    program = loaded.program
    options = replace(options, bounds=options.bounds.named(program))
    options.bounds.check(program)
    if len(properties) != 1:
        texts = ", ".join(item.text for item in properties)
        raise UsageError(
            f"--emit prints one property, and {len(properties)} are asked: {texts}", hint="choose one by -p"
        )
    prop = properties[0]
    if options.data.is_used:
        library = library_of(options.data, context, resolved.load.integers, resolved.load.division)
        abstracted = abstract(program, options.data, context, library=library, written=loaded.written)
        check_steps(prop, abstracted)
        program = abstracted.program
        prop = abstracted_property(prop, abstracted.concrete, abstracted.typing, abstracted.library, context).property
    else:
        prop = _for_certain(program, prop)
    may_count_steps = options.next_steps == NextSteps.EDGE or program.source.counts_edges
    flattened, question = _question(program, prop, options.bounds, may_count_steps)
    body, usage = _printed(flattened.system, question, language, shlex.quote(file))
    facts = [
        f"{', '.join(resolved.load.inputs)}: {prop.text}",
        f"bounds: {_bounds(options.bounds, flattened.system)}",
        *usage,
    ]
    return Emitted(_commented(facts, language) + body, prop)


def _question(
    program: Program, prop: Property, bounds: Bounds, may_count_steps: bool
) -> tuple[Flattened, PrintedQuestion]:
    """The flat form and what is asked about it."""
    try:
        question: PrintedQuestion
        if prop.kind is Kind.CTL:
            flattened, question = branching_question(program, prop, bounds, may_count_steps=may_count_steps)
        else:
            compiled = CompiledProgram(program, bounds)
            goal = flat_goal(prop, compiled, bounds=bounds)
            if not isinstance(goal, NoGoal) and forgets_many(goal.flattened.encoding):
                goal = flat_goal(prop, compiled, bounds=bounds, defaults=Defaults(forgetting=False))
            if isinstance(goal, NoGoal):
                raise UsageError(f"{prop.text} cannot be printed: {goal.reason}", hint=goal.hint)
            flattened, question = goal.flattened, question_of(goal, prop, may_count_steps=may_count_steps)
    except NotFlat as refused:
        raise UsageError(no_flat_form(program, refused), hint=refused.hint) from None
    if any(item.defined is not None for item in flattened.observed):
        raise UsageError(
            f"{prop.text} speaks about something that need not have a value in every state",
            hint="ask about globals, or a function that is active in one thread",
        )
    return flattened, question


def _printed(
    system: GuardedSystem, question: PrintedQuestion, language: TargetLanguage, file: str
) -> tuple[str, list[str]]:
    """The text, and how to use it."""
    match language:
        case TargetLanguage.PROMELA:
            model = print_promela(system, question)
            compiling = " ".join(compiler_flags(question, model, SpinOptions()))
            return model.text, [
                f"spin {' '.join(EXACT)} -a {file} && gcc {compiling} -o pan pan.c",
                f"./pan {' '.join(search_flags(question, SpinOptions()))}",
                f"after an error: spin -t -p {file}",
            ]
        case TargetLanguage.SMV:
            return print_smv(system, [question]), [f"NuSMV {file}"]
        case TargetLanguage.C:
            if isinstance(question, Linear | Branching):
                raise Refused("a printed C program decides no formulas", hint="print Promela or SMV")
            condition = question.wanted if isinstance(question, Deadlock | Invariant) else TRUE
            return print_c(system, condition), [f"gcc -O2 -o search {file} && ./search --runs"]


def _bounds(bounds: Bounds, system: GuardedSystem) -> str:
    """The bounds of the user, and those of the flat form."""
    phrases = list(dict.fromkeys([*bounds.describe(), *(ending.text for ending in system.endings if ending.by_bound)]))
    more = f" and {len(phrases) - MOST_BOUNDS} more" if len(phrases) > MOST_BOUNDS else ""
    return ", ".join(phrases[:MOST_BOUNDS]) + more if phrases else "none"


def _commented(lines: Iterable[str], language: TargetLanguage) -> str:
    """Comment lines; what is in them cannot end the comment."""
    texts = [" ".join(line.replace("*/", "* /").replace("/*", "/ *").split()) for line in lines]
    if language is TargetLanguage.SMV:
        return "".join(f"-- {text}\n" for text in texts)
    return "/* " + "\n   ".join(texts) + " */\n"


def _for_certain(program: Program, prop: Property) -> Property:
    """The property for a tool that knows no unwritten memory: what it proves, holds."""
    if prop.kind is Kind.CTL and (atoms := unwritten_atoms(prop, program)):
        raise UsageError(
            f"{atoms[0]} may read uninitialised memory, which a model for another tool cannot express",
            hint="ask an LTL property, or one about variables that have a value",
        )
    return certain_question(Question(program, prop)).property
