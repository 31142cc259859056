"""Where the variables of a system are in a Promela model, and how they are written."""

from __future__ import annotations

from enum import Enum

from vexil.engines.printed.names import VariableNames
from vexil.engines.printed.promela.control import Control, asked_place
from vexil.engines.printed.promela.expressions import PromelaExpressions, constant, require_narrow
from vexil.engines.printed.rewriting import Refused
from vexil.ir.types import IntegerType
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import TRUE, Expr, Read, Variable, equal, number
from vexil.model.guarded.system import EndKind, GuardedSystem, Template

MOST_PROCESSES = 250
"""Threads that Spin can run, beside processes of our own."""


class Storage(Enum):
    """Where values are kept that are no part of a state: out of it, or (as breadth-first search needs it) inside."""

    HIDDEN = "hidden "
    INSIDE = ""


class Layout:
    """The variables and processes of one model."""

    def __init__(
        self,
        system: GuardedSystem,
        names: VariableNames,
        control: Control | None,
        initial: list[State],
        storage: Storage,
        asserted: frozenset[int],
    ) -> None:
        self.system = system
        self.names = names
        self.control = control
        self.initial = initial
        self.storage = storage
        self.evaluator = Evaluator(system)
        self.first_process: dict[str, int] = {}
        processes = 0
        for template in system.templates:
            self.first_process[template.name] = processes
            processes += template.count
        if processes > MOST_PROCESSES:
            raise Refused(f"{system.name} has {processes} threads, and Spin runs at most {MOST_PROCESSES} processes")
        self.chooses_beginning = chooses_beginning(system, initial)
        """Whether a process of its own makes the first state, as declarations cannot."""
        self.asserted = asserted
        """The endings at which Spin stops, so that nobody has to look whether they were reached."""
        self.has_end = any(state[0] for state in initial) or any(
            ending.kind is not EndKind.CUT and number not in asserted for number, ending in enumerate(system.endings)
        )

    def running(self) -> Expr:
        """The condition under which anybody may move."""
        if not self.has_end:
            return TRUE
        return equal(Read(self.system.ending, (number(0),)), number(0, self.system.ending.type))

    # --- declarations ------------------------------------------------------------------------------------

    def declarations(self) -> list[str]:
        """The variables of all processes, with the values they begin with."""
        state = self.initial[0]
        tables = [variable for variable in self.system.variables if variable.constant]
        lines = [self.storage.value + self.declared(variable, list(variable.values)) for variable in tables]
        if self.has_end:
            lines.append(self.declared(self.system.ending, [state[0]]))
        global_variables = [variable for variable in self.system.variables if not variable.constant]
        lines += [self.declared(variable, self.values(state, None, variable)) for variable in global_variables]
        for template in self.system.templates:
            counters = () if self.control is not None else (template.counter,)
            shared = [variable for variable in (*counters, *template.variables) if not self.is_local(variable)]
            lines += [self.declared(variable, self.values(state, template, variable)) for variable in shared]
        return lines

    def locals(self, template: Template) -> list[str]:
        """The variables that a process has for itself."""
        variables = [variable for variable in template.variables if self.is_local(variable)]
        state = self.initial[0]
        return [self.declared(item, self.values(state, template, item)[: item.length]) for item in variables]

    def values(self, state: State, template: Template | None, variable: Variable) -> list[int]:
        """The values of a variable in a state, thread by thread."""
        return [
            self.evaluator.value(state, variable, place, thread)
            for thread in range(1 if template is None else template.count)
            for place in range(variable.length)
        ]

    def declared(self, variable: Variable, values: list[int]) -> str:
        """The declaration of a variable with its first values."""
        require_narrow(variable.type, variable.text or variable.name)
        size = f"[{len(values)}]" if len(values) > 1 else ""
        texts = [constant(value, variable.type) for value in values]
        if not any(values) or (self.chooses_beginning and needs_statements(values)):
            start = ""
        elif len(set(values)) == 1:
            start = f" = {texts[0]}"
        else:
            start = f" = {{{', '.join(texts)}}}"
        return f"{_type(variable.type)} {self.names.of(variable)}{size}{start};"

    def written(self, state: State) -> list[str]:
        """The statements that make the state another one, but for what is local to processes."""
        lines = [f"{self.names.of(self.system.ending)} = {state[0]};"] if self.has_end else []
        for variable in self.system.variables:
            if not variable.constant:
                lines += self._assigned(variable, self.values(state, None, variable))
            elif needs_statements(list(variable.initial)):
                lines += self._assigned(variable, list(variable.values))
        for template in self.system.templates:
            for variable in (template.counter, *template.variables):
                lines += self._assigned(variable, self.values(state, template, variable))
        return lines

    def _assigned(self, variable: Variable, values: list[int]) -> list[str]:
        name = self.names.of(variable)
        targets = [f"{name}[{place}]" for place in range(len(values))] if len(values) > 1 else [name]
        return [f"{target} = {constant(value, variable.type)};" for target, value in zip(targets, values, strict=True)]

    # --- expressions -------------------------------------------------------------------------------------

    def is_local(self, variable: Variable) -> bool:
        """Say whether each process has such a variable for itself."""
        return self.control is not None and (variable.template, variable.name) in self.control.local

    def expressions(self, me: str = "0") -> PromelaExpressions:
        """How expressions are written where ``me`` is the number of the moving thread."""

        def access(variable: Variable, index: str, thread: str | None) -> str:
            name = self.names.of(variable)
            if variable == self.system.ending and not self.has_end:
                return "0"
            if variable.template is None or self.is_local(variable):
                return name if variable.length == 1 else f"{name}[{index}]"
            owner = me if thread is None else thread
            count = self.system.template[variable.template].count
            if variable.length == 1:
                return name if count == 1 else f"{name}[{owner}]"
            return f"{name}[{index}]" if count == 1 else f"{name}[{owner} * {variable.length} + {index}]"

        return PromelaExpressions(access, me, self._place)

    def _place(self, condition: Expr) -> str | None:
        """The condition that a process is at a place, where control is Promela's own."""
        test = asked_place(condition) if self.control is not None else None
        if test is None:
            return None
        variable, thread, place = test
        assert variable.template is not None, "control should be that of a thread"
        process = self.first_process[variable.template] + thread
        return f"({self.names.templates[variable.template]}[{process}]@S{place})"

    def me(self, template: Template) -> str:
        """The number of the moving thread among those of its template."""
        if template.count == 1:
            return "0"
        first = self.first_process[template.name]
        return "_pid" if first == 0 else f"(_pid - {first})"


def needs_statements(values: list[int]) -> bool:
    """Say whether no declaration can give these values: lists of Promela have no negative numbers."""
    return len(set(values)) > 1 and not all(0 <= value < 1 << 31 for value in values)


def chooses_beginning(system: GuardedSystem, initial: list[State]) -> bool:
    """Say whether a model has to begin with a step: several first states, one that is an end, or odd values."""
    evaluator = Evaluator(system)
    lists = [list(variable.values) for variable in system.variables if variable.constant]
    for template in (None, *system.templates):
        own = system.variables if template is None else (template.counter, *template.variables)
        threads = range(1 if template is None else template.count)
        for variable in own:
            if not variable.constant:
                places = [(index, thread) for thread in threads for index in range(variable.length)]
                lists.append([evaluator.value(initial[0], variable, index, thread) for index, thread in places])
    return len(initial) > 1 or initial[0][0] != 0 or any(map(needs_statements, lists))


def _type(kind: IntegerType) -> str:
    if kind.width <= 8 and not kind.signed:
        return "byte" if kind.width > 1 else "bit"
    return "short" if kind.width + (not kind.signed) <= 16 else "int"


def comment(text: str) -> str:
    """A text that can stand in a comment."""
    return " ".join(text.replace("*/", "* /").replace("/*", "/ *").split())
