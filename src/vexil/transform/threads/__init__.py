"""Threads over registers: a program whose threads have no calls, no memory and no table of the library for threads.

Each function that threads begin with becomes a *template*: its calls are replaced by copies of what they call, what is
known about pointers is put in, and memory that is always accessed alike becomes variables. Everything else is
approximated from above: the program that comes out has, at the places of the original, every run of it up to the first
check that fails. It has more where memory, results of the library or lives of threads are not followed. Locks have
numbers, a wait is an unlock that is followed by a lock, in an atomic section also the end of one and the beginning of
another, and who joins waits for a flag of the thread, which is only kept of threads that are started at one place once.

Whoever needs this form makes it from the program: an engine that proves something about it, and the checker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from vexil.core import graphs
from vexil.core.source import Span
from vexil.ir import operations as ops
from vexil.ir.expressions import AddressOf, Const, Expr, Variable, preorder
from vexil.ir.operation_parts import Origin, StaticCallee, TypeDomain
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BOOL, is_aggregate
from vexil.ir.typing import negation
from vexil.transform.inlining import Body as Inlined
from vexil.transform.inlining import body_without_calls
from vexil.transform.threads.facts import Facts, NotThreads
from vexil.transform.threads.ghosts import MEMORY, READING, reads, somebody_reads
from vexil.transform.threads.library import library_of
from vexil.transform.threads.places import Cell, Object, initial_value, is_constant, is_identity, target_of
from vexil.transform.threads.reading import cell_name
from vexil.transform.threads.rewriting import NOTIFIED, Body, Started, Step
from vexil.transform.threads.section_rules import refuse_sections
from vexil.transform.threads.tidying import tidied

__all__ = ["MEMORY", "NotThreads", "ThreadForm", "thread_form"]

MOST_ROUNDS = 200
MOST_TEMPLATES = 40


@dataclass(frozen=True, eq=False)
class ThreadForm:
    """Threads over registers, and where they come from.

    The functions of ``program`` are the templates; the entry is the first thread. ``origins`` has for each template and
    edge the identity of the edge of the original. ``single`` are templates of which there is at most one thread.
    """

    program: Program
    original: Program
    library: frozenset[str]
    """Functions of the original whose bodies are left out."""
    origins: Mapping[str, tuple[str, ...]]
    single: frozenset[str]
    holders: tuple[tuple[Variable, Variable], ...] = ()
    """Registers and shared variables: of the runs of the form those count in which the variable is true as long as the
    register of a thread is. Every run of the original is among them."""

    @property
    def left_out(self) -> frozenset[str]:
        """Functions of the original of which nothing is left: those of the library, and what only they call."""
        kept = {origin.rpartition("#")[0] for origins in self.origins.values() for origin in origins}
        return self.library | (self.original.functions.keys() - kept)


@dataclass(slots=True)
class _Template:
    name: str
    body: Body
    steps: list[Step]
    sites: dict[int, str] = field(default_factory=dict)
    """The templates that edges start."""


def thread_form(program: Program, checks: frozenset[str]) -> ThreadForm:
    """The threads of a program over registers; raises `NotThreads`, and `LimitReached` for bodies that are too large.

    Other checks than those of the kinds in *checks* are left out.
    """
    return _Former(program, checks).form()


class _Former:
    def __init__(self, program: Program, checks: frozenset[str]) -> None:
        self._program = program
        self._checks = checks
        self._facts = Facts(program)
        self._kept, self._library = library_of(program)
        self._inlined: dict[str, Inlined] = {}

    def form(self) -> ThreadForm:
        """Rewrite until nothing new is found out, then put the program together."""
        facts = self._facts
        facts.first = self._copied(self._program.entry).function
        for _ in range(MOST_ROUNDS):
            before = facts.size
            templates, single = self._templates()
            if facts.size == before:
                return self._assembled(templates, single)
        raise NotThreads("memory that is accessed in too many ways")

    def _copied(self, name: str) -> Inlined:
        if name not in self._inlined:
            self._inlined[name] = body_without_calls(self._program, name, self._kept)
        return self._inlined[name]

    # --- templates ---------------------------------------------------------------------------------------

    def _templates(self) -> tuple[dict[object, _Template], frozenset[str]]:
        """All templates as far as they are known, and those of which there is at most one thread."""
        entry = self._program.entry
        templates: dict[object, _Template] = {}
        pending: list[tuple[object, str, tuple[Expr | None, ...], str]] = [(entry, entry, (), entry)]
        taken: set[str] = set()
        single = {entry}
        while pending:
            key, function, arguments, name = pending.pop(0)
            if key in templates:
                continue
            if len(templates) >= MOST_TEMPLATES:
                raise NotThreads("too many kinds of threads")
            template = templates[key] = self._template(function, arguments, name, is_first=key == entry)
            taken.add(name)
            often = _repeated(template.body.function, template.steps)
            for edge, started in sorted(template.body.started.items()):
                once = key == entry and edge not in often
                child, given = self._child(template, started, once=once)
                named = templates[child].name if child in templates else _free(started.function, taken)
                waiting = next((one[3] for one in pending if one[0] == child), None)
                if child not in templates and waiting is None:
                    taken.add(named)
                    pending.append((child, started.function, given, named))
                template.sites[edge] = waiting or named
                if once:
                    single.add(waiting or named)
        return templates, frozenset(single)

    def _template(self, function: str, arguments: tuple[Expr | None, ...], name: str, *, is_first: bool) -> _Template:
        copied = self._copied(function)
        body = Body(
            self._facts, copied.function, copied.origins, arguments, self._checks, self._library, is_first=is_first
        )
        body.propagate()
        steps = body.steps()
        refuse_sections(body, steps)
        return _Template(name, body, steps)

    def _child(self, template: _Template, started: Started, *, once: bool) -> tuple[object, tuple[Expr | None, ...]]:
        """What a template is known by, and the arguments that are the same for all of its threads."""
        given: list[Expr | None] = []
        keys: list[object] = []
        for argument in started.arguments:
            handed = self._handed(template, argument)
            if handed is None or not is_constant(handed) or not is_identity(handed.type):
                given.append(None)
                keys.append(None)
                continue
            given.append(handed)
            target = target_of(handed)
            keys.append(
                handed.value if isinstance(handed, Const) else (target.object, target.offset) if target else str(handed)
            )
        site = started.edge if once else None
        return (started.function, tuple(keys), site), tuple(given)

    def _handed(self, template: _Template, argument: Expr) -> Expr | None:
        """An argument as the new thread sees it: a variable of the first thread is a shared one."""
        if not is_constant(argument):
            return None
        first = template.body.is_first

        def moved(node: Expr) -> Expr:
            if isinstance(node, AddressOf) and not node.variable.is_global and first:
                self._facts.hand_over(node.variable.name)
                name = f"{template.body.function.name}::{node.variable.name}"
                return AddressOf(Variable(name, node.variable.type, True), node.type)
            return node

        target = target_of(argument)
        if target is not None and not target.object.is_shared and not first:
            return None
        return rewrite(argument, moved)

    # --- the program -------------------------------------------------------------------------------------

    def _assembled(self, templates: dict[object, _Template], single: frozenset[str]) -> ThreadForm:
        listed = list(templates.values())
        flags = self._flags(listed, single)
        functions: dict[str, Function] = {}
        origins: dict[str, tuple[str, ...]] = {}
        parameters = {template.name: self._parameters(template) for template in listed}
        for template in listed:
            builder = _FunctionBuilder(self._facts, template, parameters, flags)
            functions[template.name], origins[template.name] = tidied(*builder.build())
        program = Program(
            self._program.name,
            self._program.language,
            functions,
            listed[0].name,
            self._globals(functions, flags),
            self._program.layout,
            token_sets=self._program.token_sets,
            files=self._program.files,
        )
        numbers = sorted(self._facts.read_locks.values())
        holders = tuple((reads(number), somebody_reads(number)) for number in numbers)
        return ThreadForm(program, self._program, self._kept, origins, single, holders)

    def _parameters(self, template: _Template) -> tuple[int, ...]:
        """The positions of arguments that are passed."""
        kept = []
        for position, declared in enumerate(template.body.function.parameters):
            if declared.addressable or is_aggregate(declared.type):
                raise NotThreads(f"the parameter {declared.name} of a thread in memory")
            if not is_identity(declared.type):
                kept.append(position)
        return tuple(kept)

    def _flags(self, templates: Sequence[_Template], single: frozenset[str]) -> _Flags:
        """The threads that somebody waits for, by the edges that wait: all in the first thread."""
        first = templates[0]
        flags = _Flags()
        for edge, key in first.body.joined.items():
            if key is None:
                continue
            sites = [key] if isinstance(key, int) else _only_site(templates, key)
            if len(sites) != 1:
                continue
            name = first.sites[sites[0]]
            if name in single:
                flags.joins[edge] = name
        flags.joined = frozenset(flags.joins.values())
        return flags

    def _globals(self, functions: Mapping[str, Function], flags: _Flags) -> tuple[VariableDeclaration, ...]:
        named: dict[str, Variable] = {}
        for function in functions.values():
            for edge in function.edges:
                for expression in ops.expressions_of(edge.operation):
                    for part in _variables(expression):
                        if part.is_global:
                            named[part.name] = part
        flag_names = {flag_name(name) for name in flags.joined}
        declared: list[VariableDeclaration] = []
        cells = {
            cell_name(Cell(item, offset, kind)): Cell(item, offset, kind)
            for item, found in self._facts.accessed.items()
            for offset, kind in found
            if item.is_shared
        }
        for name in sorted(named):
            kind = named[name].type
            if name in flag_names or name.startswith((NOTIFIED, READING)):
                declared.append(VariableDeclaration(name, BOOL, False, None, True))
                continue
            cell = cells.get(name)
            item = cell.object.name if cell is not None else name
            variable = self._program.global_variables.get(item)
            if variable is None:
                declared.append(VariableDeclaration(name, kind, False, TypeDomain(kind), True))
                continue
            value = initial_value(variable, -1 if cell is None else cell.offset, kind, self._program)
            initial = TypeDomain(kind) if value is None else value
            declared.append(replace(variable, name=name, type=kind, addressable=False, initial=initial, constant=False))
        return tuple(declared)


@dataclass(slots=True)
class _Flags:
    joins: dict[int, str] = field(default_factory=dict)
    joined: frozenset[str] = frozenset()


def flag_name(template: str) -> str:
    """The name of the flag that a thread has been started and has not ended."""
    return f"\\running {template}"


def _only_site(templates: Sequence[_Template], key: str | Cell) -> list[int]:
    """The edge of the first thread that starts the thread whose identity is in a variable which nothing else writes."""
    first = templates[0].body
    sites = [site for site, started in first.started.items() if started.handle == key]
    others = any(key in template.body.writers for template in templates[1:])
    return sites if not others and first.writers.get(key) == set(sites) else []


def _free(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    number = 2
    while f"{name}${number}" in taken:
        number += 1
    return f"{name}${number}"


def _variables(expression: Expr) -> list[Variable]:
    return [part for part in preorder(expression) if isinstance(part, Variable)]


def _repeated(function: Function, steps: Sequence[Step]) -> frozenset[int]:
    """The edges that may be taken more than once."""
    successors: dict[int, list[int]] = {}
    for step in steps:
        successors.setdefault(step.source, []).append(step.target)
    groups = graphs.components(len(function.locations), lambda location: successors.get(location, ()))
    numbers = graphs.component_numbers(len(function.locations), groups)
    return frozenset(step.edge for step in steps if numbers[step.source] == numbers[step.target])


class _FunctionBuilder:
    """Puts the function of a template together."""

    def __init__(
        self, facts: Facts, template: _Template, parameters: Mapping[str, tuple[int, ...]], flags: _Flags
    ) -> None:
        self._facts = facts
        self._template = template
        self._parameters = parameters
        self._flags = flags
        self._body = template.body
        function = self._body.function
        self._names = [location.name for location in function.locations]
        self._labels = [location.labels for location in function.locations]
        self._taken = set(self._names) | set(function.variables) | set(facts.program.global_variables)
        self._edges: list[Edge] = []
        self._origins: list[str] = []

    def build(self) -> tuple[Function, tuple[str, ...]]:
        """The function, and where its edges come from."""
        body, function = self._body, self._body.function
        for step in self._template.steps:
            self._step(step)
        entry = self._entry()
        kinds = self._kinds()
        locations = tuple(
            Location(name, kinds[number], self._labels[number]) for number, name in enumerate(self._names)
        )
        keep = self._parameters[self._template.name]
        parameters = tuple(function.parameters[position] for position in keep)
        exits = (function.exit, function.exceptional_exit, function.stop)
        made = Function(
            self._template.name, parameters, self._locals(), None, locations, tuple(self._edges), entry, *exits
        )
        assert len(self._origins) == len(self._edges)
        assert body is not None
        return made, tuple(self._origins)

    def _step(self, step: Step) -> None:
        span = self._body.function.edges[step.edge].span
        origin = self._body.origins[step.edge]
        target = step.target
        operations: list[ops.Operation] = []
        if step.edge in self._flags.joins and self._body.is_first:
            flag = Variable(flag_name(self._flags.joins[step.edge]), BOOL, True)
            operations.append(ops.Restrict(negation(flag)))
        for operation in step.operations:
            match operation:
                case ops.Start(StaticCallee(), arguments, _, _, _):
                    name = self._template.sites[step.edge]
                    if name in self._flags.joined:
                        operations.append(ops.Assign(Variable(flag_name(name), BOOL, True), Const(True, BOOL)))
                    passed = tuple(
                        arguments[position] for position in self._parameters[name] if position < len(arguments)
                    )
                    many = name not in self._flags.joined
                    operations.append(ops.Start(StaticCallee(name), passed, None, None, many))
                case ops.Return():
                    if self._template.name in self._flags.joined:
                        flag = Variable(flag_name(self._template.name), BOOL, True)
                        operations.append(ops.Assign(flag, Const(False, BOOL)))
                    operations.append(operation)
                    target = self._body.function.exit
                    break
                case _:
                    operations.append(operation)
        self._chain(step.source, target, operations or [ops.Skip()], span, origin)

    def _chain(
        self, source: int, target: int, operations: Sequence[ops.Operation], span: Span | None, origin: str
    ) -> None:
        for operation in operations[:-1]:
            following = self._fresh(self._names[source])
            self._edges.append(Edge(source, following, operation, span))
            self._origins.append(origin)
            source = following
        self._edges.append(Edge(source, target, operations[-1], span))
        self._origins.append(origin)

    def _fresh(self, stem: str) -> int:
        number = 1
        while f"{stem}.{number}" in self._taken:
            number += 1
        self._taken.add(f"{stem}.{number}")
        self._names.append(f"{stem}.{number}")
        self._labels.append(())
        return len(self._names) - 1

    def _entry(self) -> int:
        """The entry, before which cells get what they begin with."""
        function, program = self._body.function, self._facts.program
        operations: list[ops.Operation] = []
        for cell in self._own_cells():
            place = Variable(cell_name(cell), cell.type, False)
            if cell.object.name.startswith("\\"):
                value = initial_value(program.global_variables[cell.object.name[1:]], cell.offset, cell.type, program)
                if isinstance(value, Expr):
                    operations.append(ops.Assign(place, value))
                    continue
            operations.append(ops.Choose(place, TypeDomain(cell.type), Origin.APPROXIMATION))
        operations += [
            ops.Assign(Variable("\\" + variable.name, variable.type, False), variable.initial)
            for variable in program.globals
            if variable.per_thread and not variable.addressable and isinstance(variable.initial, Const)
        ]
        if not operations:
            return function.entry
        start = self._fresh("start")
        self._chain(start, function.entry, operations, None, "")
        return start

    def _own_cells(self) -> list[Cell]:
        found = [
            Cell(item, offset, kind)
            for item, cells in self._facts.accessed.items()
            for offset, kind in cells
            if not item.is_shared
            and not is_identity(kind)
            and item not in self._facts.opaque
            and (item.name.startswith("\\") or self._owns(item))
        ]
        return sorted(found, key=lambda cell: (cell.object.name, cell.offset, str(cell.type)))

    def _owns(self, item: Object) -> bool:
        declared = self._body.function.variables.get(item.name)
        return declared is not None and declared.addressable

    def _locals(self) -> tuple[VariableDeclaration, ...]:
        named: dict[str, VariableDeclaration] = {}
        for edge in self._edges:
            for expression in ops.expressions_of(edge.operation):
                for part in _variables(expression):
                    if not part.is_global and part.name not in named:
                        declared = self._body.function.variables.get(part.name)
                        made = VariableDeclaration(part.name, part.type, False, None, declared is None)
                        named[part.name] = (
                            made if declared is None else replace(declared, type=part.type, addressable=False)
                        )
        passed = {self._body.function.parameters[position].name for position in self._parameters[self._template.name]}
        return tuple(item for name, item in sorted(named.items()) if name not in passed)

    def _kinds(self) -> list[LocationKind]:
        outgoing: list[list[ops.Operation]] = [[] for _ in self._names]
        for edge in self._edges:
            outgoing[edge.source].append(edge.operation)
        return [_kind(operations) for operations in outgoing]


def _kind(operations: Sequence[ops.Operation]) -> LocationKind:
    if not operations:
        return LocationKind.TERMINAL
    if any(isinstance(operation, ops.Assume | ops.Case) for operation in operations):
        return LocationKind.BRANCH
    return LocationKind.STEP if len(operations) == 1 else LocationKind.CHOICE
