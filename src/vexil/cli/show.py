"""``vexil show``: programs and properties in other forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.cli.console import complain, say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.cli.options import Shown, ShowOptions
from vexil.cli.requests import ShowRequest
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.pipeline.options import LoadOptions
from vexil.pipeline.predicates.options import PredicateOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vexil.ir.program import Program
    from vexil.spec.property import Property


def run_show(request: ShowRequest) -> ExitCode:
    """Print what was asked for."""

    def command() -> ExitCode:
        from vexil.pipeline.resolve import asked_properties

        options, predicates = request.make(ShowOptions), request.make(PredicateOptions)
        if predicates.given and options.form not in (Shown.BP, Shown.VALUATIONS):
            hint = "show the predicate program with --as bp"
            raise UsageError("--predicate is for --as bp and --as valuations", hint=hint)
        for prop in asked_properties(options.properties)[0]:
            say(property_lines(prop))
        if not options.inputs and not options.properties:
            raise UsageError("nothing to show", hint="name a program file, or a property with -p")
        if options.inputs:
            _show_program(request, options.form)
        return ExitCode.PROVED

    return guarded(command)


def _show_program(request: ShowRequest, form: Shown | None) -> None:
    if form == Shown.FCL:
        _show_fcl(request.make(LoadOptions))
    elif form in (Shown.BP, Shown.VALUATIONS):
        _show_predicate_program(request, form)
    else:
        from vexil.pipeline.load import load_program

        program = load_program(request.load(), Context())
        if form == Shown.DOT:
            say(dot_lines(program))
        else:
            from vexil.ir.text import print_program

            say([print_program(program).rstrip("\n")])


def _show_fcl(options: LoadOptions) -> None:
    from vexil.core.source import read_source
    from vexil.frontends.fcl.algebra import MachineIntegers, basis
    from vexil.frontends.fcl.parser import parse_program
    from vexil.frontends.fcl.printer import print_annotated

    if len(options.inputs) != 1 or not options.inputs[0].endswith(".fcl"):
        raise UsageError("only an .fcl file can be shown as FCL", hint="use --as vir or --as dot")
    signature = basis(MachineIntegers(options.width)).signature
    say([print_annotated(parse_program(read_source(options.inputs[0]), signature)).rstrip("\n")])


def _show_predicate_program(request: ShowRequest, form: Shown) -> None:
    from vexil.model.boolean_program.text import print_program
    from vexil.pipeline.load import load
    from vexil.pipeline.predicates.show import abstracted, abstracted_threads
    from vexil.pipeline.predicates.threads import starts_threads

    options = request.make(PredicateOptions)
    loaded = load(request.load(), Context())
    shown = loaded.predicate_program
    if shown is None and form == Shown.BP and starts_threads(loaded.program):
        shown = abstracted_threads(loaded.program, options, Context())
    elif shown is None:
        shown, warnings = abstracted(loaded.program, options)
        for warning in warnings:
            complain(f"warning: {warning}")
    elif options.given:
        raise UsageError("a Boolean program has its predicates already", hint="leave --predicate out")
    if form == Shown.BP:
        say([print_program(shown).rstrip("\n")])
        return
    from vexil.pipeline.predicates.valuations import valuation_lines

    say(valuation_lines(shown, loaded.program, Context()))


def dot_lines(program: Program) -> Iterator[str]:
    """The control-flow automata as a graph for Graphviz."""
    from vexil.ir.text import print_operation

    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    yield "digraph program {"
    for function in program.functions.values():
        yield f"  subgraph {quoted('cluster_' + function.name)} {{"
        yield f"    label={quoted(function.name)};"
        for location in function.locations:
            yield f"    {quoted(f'{function.name}:{location.name}')} [label={quoted(location.name)}];"
        for edge in function.edges:
            ends = [quoted(f"{function.name}:{function.locations[end].name}") for end in (edge.source, edge.target)]
            label = quoted(print_operation(edge.operation, program.token_sets))
            yield f"    {ends[0]} -> {ends[1]} [label={label}];"
        yield "  }"
    yield "}"


def property_lines(prop: Property) -> Iterator[str]:
    """What a property says, its normal form, and the automaton of its violations."""
    from vexil.spec.buchi_translate import to_buchi
    from vexil.spec.formulas import Not
    from vexil.spec.ltl import negation_normal_form
    from vexil.spec.property import Kind
    from vexil.spec.property_warnings import warnings_of

    yield f"{prop.text}: {prop.description}"
    for warning in warnings_of(prop):
        yield f"  warning: {warning.message}"
    if prop.kind in (Kind.LTL, Kind.PATTERN):
        formula = prop.linear_formula()
        yield f"  formula: {formula}"
        if prop.kind is Kind.PATTERN:
            yield f"  CTL: {prop.branching_formula()}"
        yield f"  negation normal form: {negation_normal_form(formula)}"
        automaton = to_buchi(Not(formula))
        states, edges = automaton.size
        yield f"  Büchi automaton of the violations: {states} states, {edges} edges"
        for line in str(automaton).splitlines():
            yield f"    {line}"
    elif prop.kind in (Kind.CTL, Kind.MU):
        yield f"  mu-calculus: {prop.mu_formula()}"
