"""``vexil slice``: what of a program matters, as marked or smaller sources."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vexil.cli.console import has_colours, paint, say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.cli.options import SliceForm, SliceOptions
from vexil.cli.requests import SliceRequest
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.pipeline.options import LoadOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vexil.analysis.dependence import Dependence
    from vexil.pipeline.slice import CriterionSlice
    from vexil.slicing.emission.emission import Emission

SOURCES = (SliceForm.C, SliceForm.JAVA, SliceForm.FCL)
MARKS = {None: "  ", True: "+ ", False: "- "}
STYLES = {True: "bold", False: "dim"}


def run_slice(request: SliceRequest) -> ExitCode:
    """Print a slice as it was asked for."""

    def command() -> ExitCode:
        from vexil.pipeline.slice import criterion_slice

        options = request.make(SliceOptions)
        made = criterion_slice(request.make(LoadOptions), options.criteria, options.properties, Context())
        if options.why is not None:
            _write(options, why_lines(made, options.why))
        elif options.emit in SOURCES:
            _write_sources(options, made)
        else:
            _write(options, _lines(made, options.emit, colours=options.output is None and has_colours()))
        return ExitCode.PROVED

    return guarded(command)


def _lines(made: CriterionSlice, form: SliceForm, *, colours: bool) -> Iterator[str]:
    match form:
        case SliceForm.JSON:
            yield json.dumps(as_json(made), indent=2, ensure_ascii=False)
        case SliceForm.DOT:
            from vexil.cli.graph import dot_lines

            yield from dot_lines(made.graph, made.nodes, frozenset(made.criterion.nodes), _dependences(made))
        case SliceForm.VIR:
            from vexil.ir.text import print_program

            yield print_program(made.smaller_program()).rstrip("\n")
        case _:
            yield from text_lines(made, colours=colours)


def _write(options: SliceOptions, lines: Iterator[str]) -> None:
    if options.output is None:
        say(lines)
        return
    Path(options.output).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _write_sources(options: SliceOptions, made: CriterionSlice) -> None:
    language = made.program.language
    if language != options.emit:
        raise UsageError(
            f"the program is {language}, and a slice of it cannot be written as {options.emit}",
            hint=f"use --emit {language}" if language in list(SOURCES) else "use --emit text",
        )
    emission = made.emission
    texts = {emission.file(number).name: emission.text(number) for number in emission.shown if emission.stays(number)}
    if len(texts) > 1 or (options.output is not None and Path(options.output).is_dir()):
        from vexil.cli.writing import write_folder

        if options.output is None:
            raise UsageError(f"the slice is {len(texts)} files", hint="name the folder with --output FOLDER")
        say(write_folder(options.output, texts))
        return
    text = "".join(texts.values())
    _write(options, iter(text.removesuffix("\n").split("\n")))


# --- marked sources --------------------------------------------------------------------------------------


def text_lines(made: CriterionSlice, *, colours: bool) -> Iterator[str]:
    """The sources with what is kept, and how much that is."""
    emission = made.emission
    for number in emission.shown:
        if len(emission.shown) > 1:
            yield f"{emission.file(number).name}:"
        yield from _marked(emission, number, colours=colours)
    sizes = ", ".join(f"{item.after} of {item.before} {item.what}" for item in emission.measures())
    yield f"kept: {sizes}"
    if emission.keeps_everything:
        from vexil.slicing.emission.reasons import main_reasons

        counts = main_reasons(made.graph, made.criterion.nodes, made.criterion.kinds)
        reasons = ", ".join(f"{count} by {kind}" for kind, count in counts)
        because = f", most by these dependences: {reasons}" if counts else ": it is the criterion itself"
        yield f"everything is kept{because}"


def _marked(emission: Emission, number: int, *, colours: bool) -> Iterator[str]:
    lines = emission.file(number).text.split("\n")
    marks = emission.marks(number)
    if lines[-1] == "":
        lines.pop()
    for line, mark in zip(lines, marks, strict=False):
        if colours:
            yield paint(line, STYLES[mark]) if mark is not None else line
        else:
            yield f"{MARKS[mark]}{line}".rstrip()


# --- why -------------------------------------------------------------------------------------------------


def why_lines(made: CriterionSlice, text: str) -> Iterator[str]:
    """A shortest chain of dependences from the criterion to a place, in lines of the sources."""
    from vexil.cli.graph import told

    path, nodes = made.why(text), made.graph.nodes
    if path is None:
        stays = made.stays(text)
        yield f"{text} stays with what it is a part of" if stays else f"{text} is not kept"
        yield "the criterion does not depend on it"
        return
    if not path.dependences:
        yield f"{text} is part of the criterion"
        return
    shown: tuple[str, int, str] | None = None
    is_told = False
    for item in path.dependences:
        place, on = nodes.place(item.dependent), nodes.place(item.on)
        here = (place.file, place.line, place.text)
        if here != shown and (place.file or shown is None):
            yield told(made.graph, item.dependent)
            shown, is_told = here, False
        if (on.file, on.line, on.text) != shown and not is_told:
            about = f" ({item.variable})" if item.variable else ""
            yield f"  {item.kind}{about}: {item.reason}"
            is_told = True  # what lies between two lines of the user's is not told
    yield told(made.graph, path.target)


# --- the graph -------------------------------------------------------------------------------------------


def _dependences(made: CriterionSlice) -> list[Dependence]:
    """The dependences among the nodes that are kept."""
    return [
        item
        for node in sorted(made.nodes)
        for item in made.graph.of(node, made.criterion.kinds)
        if item.on in made.nodes
    ]


def as_json(made: CriterionSlice) -> dict[str, Any]:
    """The slice for programs."""
    from vexil.cli.graph import place_as_json, reason_as_json

    graph = made.graph
    return {
        "criterion": [place_as_json(graph, node) for node in made.criterion.nodes],
        "kept": [place_as_json(graph, node) for node in sorted(made.nodes) if graph.nodes.edges(node)],
        "sizes": {item.what: {"before": item.before, "after": item.after} for item in made.emission.measures()},
        "dependences": [
            {
                "dependent": graph.nodes.name(item.dependent),
                "on": graph.nodes.name(item.on),
                **reason_as_json(item),
            }
            for item in _dependences(made)
        ],
    }
