"""What parsing a text gives: the program, and where its parts are written."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text.parser_functions import FunctionPlaces, Range
from vexil.ir.validator import Problem


@dataclass(frozen=True, slots=True)
class ParsedProgram:
    """A program and where its parts are written, as character ranges of the file."""

    program: Program
    file: SourceFile
    declarations: dict[str, Range]
    """By what the validator calls them: ``global x``, ``class C``, ``function f`` …"""
    functions: dict[str, FunctionPlaces]

    def place_of(self, problem: Problem) -> Range:
        """The range that a problem is about; the first line when it is about the whole program."""
        declaration = self.declarations.get(problem.where)
        if declaration is not None:
            return declaration
        for name, places in self.functions.items():
            rest = problem.where.removeprefix(name)
            if rest == problem.where:
                continue
            if rest.startswith(":") and rest[1:] in places.locations:
                function = self.program.functions[name]
                leaving = function.outgoing[function.location_numbers[rest[1:]]]
                return places.edges[leaving[0]] if leaving else places.locations[rest[1:]]
            if rest.startswith("#") and rest[1:].isdecimal() and int(rest[1:]) < len(places.edges):
                return places.edges[int(rest[1:])]
        return self.declarations["program"]

    def error(self, problem: Problem) -> SourceError:
        """The problem as an error at its place in the text."""
        offset = self.file.byte_offset
        start, end = self.place_of(problem)
        return self.file.error(problem.message, offset(start), offset(end))
