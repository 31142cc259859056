"""``vexil abstract`` and ``vexil advise``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vexil.cli.console import Progress, complain, say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.cli.options import Abstract, AbstractOptions, AskedProperties
from vexil.cli.requests import AbstractRequest, AdviseRequest
from vexil.cli.writing import write_folder
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.model.tokens.typing import CONCRETE, is_hidden
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.options import CheckOptions, LoadOptions, TargetLanguage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vexil.pipeline.data.abstracting import Abstracted


def run_abstract(request: AbstractRequest) -> ExitCode:
    """Abstract a program and write what was asked for."""
    context = Context(sink=Progress())

    def command() -> ExitCode:
        target = request.make(AbstractOptions)
        if target.emit == Abstract.PROMELA:
            return _promela(request, target, context)
        from vexil.pipeline.data.abstracting import abstract, library_of
        from vexil.pipeline.data.statements import wrap_warnings
        from vexil.pipeline.load import load
        from vexil.pipeline.resolve import asked_properties

        options = request.make(DataOptions)
        if not options.is_used:
            raise UsageError("nothing is abstracted", hint="add --bind NAME=ABSTRACTION or --default-abstraction Point")
        properties = asked_properties(request.make(AskedProperties).properties)[0]
        reading = request.load()
        loaded = load(reading, context)
        program = loaded.program
        library = library_of(options, context, reading.integers, reading.division)
        made = abstract(program, options, context, library=library, written=loaded.written)
        for loss in made.inference.losses():
            complain(f"note: {loss.sentence}")
        for text in wrap_warnings(made):
            complain(f"warning: {text}")
        if properties:
            from vexil.abstraction.data.properties import abstracted_property

            for prop in properties:
                abstracted = abstracted_property(prop, program, made.typing, made.library, context)
                say([abstracted.property.text])
                for atom in abstracted.atoms:
                    say([f"  {atom.atom}: holds where {atom.holds}; fails where {atom.fails}"])
                for warning in abstracted.warnings:
                    complain(f"warning: {warning.message}")
        if not properties or target.emit != Abstract.TYPES:
            _write(target, made)
        return ExitCode.PROVED

    return guarded(command)


def _promela(request: AbstractRequest, target: AbstractOptions, context: Context) -> ExitCode:
    from vexil.pipeline.emit import emit

    properties = request.make(AskedProperties).properties
    options = CheckOptions(request.make(LoadOptions), properties, data=request.make(DataOptions))
    _text(target, emit(options, TargetLanguage.PROMELA, target.output or "model.pml", context).text)
    return ExitCode.PROVED


def run_advise(request: AdviseRequest) -> ExitCode:
    """Propose abstractions for each property."""
    context = Context(sink=Progress())

    def command() -> ExitCode:
        from vexil.pipeline.data.abstracting import library_of, selected
        from vexil.pipeline.data.advising import advice
        from vexil.pipeline.defaults import default_properties
        from vexil.pipeline.load import load
        from vexil.pipeline.resolve import asked_properties

        reading, options = request.load(), request.make(DataOptions)
        loaded = load(reading, context)
        program = loaded.written or loaded.program
        library = library_of(options, context, reading.integers, reading.division)
        picked = selected(program, library, options.bindings)
        properties = request.make(AskedProperties).properties
        for prop in asked_properties(properties)[0] or default_properties(program):
            advised = advice(program, prop, library, context, picked, tell_conditionals=True)
            say([f"{prop.text}:"])
            for pick in advised.picks:
                say([f"  {pick.name}={pick.abstraction} is {pick.judgement}"])
            if not advised.proposals:
                say(["  it speaks about no numbers that could be abstracted"])
            for item in advised.proposals:
                judgement = advised.judgements.get(item.slot)
                suits = f" ({judgement})" if judgement is not None else ""
                say([f"  --bind '{advised.names[item.slot]}={item.abstraction}'{suits}", f"      {item.reason}"])
            if advised.conditionals:
                say(["  conditionals that control it, innermost first:"])
                say(f"      {line}" for line in advised.conditionals)
            for warning in advised.warnings:
                complain(f"warning: {warning}")
        return ExitCode.PROVED

    return guarded(command)


def _write(target: AbstractOptions, abstracted: Abstracted) -> None:
    match target.emit:
        case Abstract.TYPES:
            _text(target, "\n".join(_types(abstracted)) + "\n")
        case Abstract.VIR:
            from vexil.ir.text import print_program

            _text(target, print_program(abstracted.program))
        case Abstract.JAVA:
            _java(target, abstracted)
        case _:
            from vexil.abstraction.data.programs.flowcharts import flowchart

            sources = {name: each.file.name for name, each in abstracted.library.loaded.items()}
            _text(target, flowchart(abstracted.source, abstracted.typing, abstracted.library).with_types(sources))


def _types(abstracted: Abstracted) -> Iterator[str]:
    """The abstraction of every slot that the user wrote, and of the indices of its arrays."""
    from vexil.abstraction.data.inference.declarations import Declarations
    from vexil.abstraction.data.inference.names import name_of

    declarations = Declarations(abstracted.concrete)
    slots = [
        (name_of(declarations, slot), name, slot in abstracted.selections)
        for slot, name in abstracted.typing.slots.items()
        if not is_hidden(abstracted.concrete, str(slot))
    ]
    indices = [
        (f"@{name_of(declarations, array)}", name, array in abstracted.indices)
        for array, name in abstracted.typing.indices.items()
        if name != CONCRETE and not is_hidden(abstracted.concrete, f"@{array}")
    ]
    rows = sorted((*slots, *indices))
    width = max((len(slot) for slot, _, _ in rows), default=0)
    for slot, name, is_selected in rows:
        chosen = " (selected)" if is_selected else ""
        yield f"{slot:<{width}}  {name}{chosen}"


def _text(target: AbstractOptions, text: str) -> None:
    if target.output is None:
        say([text.rstrip("\n")])
        return
    Path(target.output).write_text(text, encoding="utf-8")


def _java(target: AbstractOptions, abstracted: Abstracted) -> None:
    from vexil.abstraction.data.sources import emit_java

    if target.output is None:
        raise UsageError("abstract Java is several files", hint="name the folder with --output FOLDER")
    say(write_folder(target.output, emit_java(abstracted.concrete, abstracted.typing, abstracted.library).all))
