"""A model of a chain as a run of the reference interpreter."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.engines.bounded.concretise import CHECK_EVERY, frame_at_entry, moved
from vexil.engines.bounded.directed.chains import Unrolled
from vexil.engines.bounded.directed.regions import Regions
from vexil.engines.bounded.induction import FORGOTTEN
from vexil.engines.bounded.state import Frame
from vexil.ir.interpreter import CompiledProgram, Move, Violated
from vexil.ir.interpreter import Machine as Interpreter
from vexil.logic import Term
from vexil.logic.evaluate import Evaluation
from vexil.model.evidence import Run


def run_of_chain(
    regions: Regions, compiled: CompiledProgram, unrolled: Unrolled, evaluation: Evaluation, limit: int
) -> Run | None:
    """The run that a model describes, up to the first check that fails; nothing when it does not come to one.

    Inputs are those of the stage of the chain that the run has come to.
    """
    executor = regions.executor
    interpreter = Interpreter(compiled, checks=regions.checks)
    stages = [_stage(evaluation, versions) for versions in unrolled.stages]
    stage = 0
    initial = tuple(item.decision(stages[0]) for item in executor.inputs.initial)
    interpreter.reset(initial)
    thread = interpreter.threads[1]
    names = executor.machine.function_numbers
    entry = names[executor.machine.program.entry]
    frames = [frame_at_entry(executor, entry, (entry,))]
    stage += _cut(regions, frames[-1])
    moves: list[Move] = []
    while interpreter.ending is None and interpreter.enabled() and len(moves) < limit and stage < len(stages):
        frame = frames[-1]
        offered = interpreter.choices(1)
        choice: int | None = None
        if offered is not None:
            function = thread.frames[-1].code.function
            item = executor.inputs.at(frame.key(), function.outgoing[frame.location][0])
            choice = 0 if item is None else item.decision(stages[stage])
            if offered.values is not None and choice not in offered.values:
                return None
        interpreter.step(1, choice)
        moves.append(Move(1, choice))
        if len(moves) % CHECK_EVERY == 0:
            executor.context.check_limits("following a run")
        depth = len(thread.frames)
        if depth > len(frames):
            number = names[thread.frames[-1].code.function.name]
            frames.append(frame_at_entry(executor, number, (*frame.key(), number)))
        else:
            if depth < len(frames):
                frames.pop()
            moved(frames[-1], thread.frames[-1].location)
        stage += _cut(regions, frames[-1])
    return Run(initial, tuple(moves)) if isinstance(interpreter.ending, Violated) else None


def _cut(regions: Regions, frame: Frame) -> bool:
    """Whether control has arrived at a cut; from there on iterations are not counted."""
    if (
        not frame.loops
        or frame.loops[-1].head != frame.location
        or (frame.function, frame.location) not in regions.loops
    ):
        return False
    frame.loops = (*frame.loops[:-1], frame.loops[-1]._replace(times=FORGOTTEN))
    return True


def _stage(evaluation: Evaluation, versions: Mapping[Term, Term]) -> Evaluation:
    """The values of symbols as they are in one stage."""
    values = dict(evaluation.assignment)
    values.update((symbol, evaluation.value(version)) for symbol, version in versions.items())
    return Evaluation(values)
