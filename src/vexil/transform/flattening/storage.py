"""The variables of the state vector: where registers, fields, elements, and what is known of threads and locks are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.analysis.interval_expressions import ELEMENTS
from vexil.ir.expressions import Operator
from vexil.ir.program import Program
from vexil.ir.types import IntegerType, LockType, PointerType, ReferenceType, ThreadType, Type, is_integer, is_reference
from vexil.model.guarded.expressions import BIT, WORD, Expr, Variable, apply, cast, number, read
from vexil.transform.flattening.cells import BYTE, Cell, Held
from vexil.transform.flattening.memory_plan import POINTER, MemoryPlan
from vexil.transform.flattening.objects import Objects
from vexil.transform.flattening.plan import Plan, TemplatePlan
from vexil.transform.flattening.slot_sharing import shared_places
from vexil.transform.flattening.synchronisation import SynchronisationPlan
from vexil.transform.flattening.values import WIDE, Values, holding_count

SIZE = IntegerType(16, False)
OCTETS = "b1"


class Storage:
    """All variables."""

    def __init__(
        self,
        program: Program,
        plan: Plan,
        values: Values,
        objects: Objects,
        memory: MemoryPlan,
        synchronisation: SynchronisationPlan,
    ) -> None:
        self.program = program
        self.plan = plan
        self.values = values
        self.objects = objects
        self.memory = memory
        self.synchronisation = synchronisation
        self._taken: dict[str | None, set[str]] = {None: {"ending"}}
        self.globals: dict[str, Held] = {}
        self.locals: dict[tuple[str, str, str], Held] = {}
        """By template, function and name."""
        self.own: dict[tuple[str, str], Held] = {}
        """By template and name of the global that every thread has for itself."""
        self.callers: dict[tuple[str, str], Variable] = {}
        """By template and function where it is kept which call it returns to."""
        self.first_sites: dict[tuple[str, str], int] = {}
        """What is added to the number of the call, so that functions which share a place are told apart."""
        self.depths: dict[tuple[str, str], Variable] = {}
        self.fields: dict[tuple[str, str], Held] = {}
        self.elements: dict[str, Held] = {}
        self.marks: dict[tuple[str, str], Variable] = {}
        """What is known of the threads of a template, by template and word."""
        self.shared: dict[str, Variable] = {}
        self.tables: list[Variable] = []
        self._declare()

    # --- declarations ------------------------------------------------------------------------------------

    def _variable(self, name: str, kind: IntegerType, *, length: int = 1, template: str | None = None) -> Variable:
        taken = self._taken.setdefault(template, {"pc"})
        unique = name
        while unique in taken:
            unique += "_"
        taken.add(unique)
        return Variable(unique, kind, length, template=template, text=name)

    def _declare(self) -> None:
        values, objects, memory, synchronisation = self.values, self.objects, self.memory, self.synchronisation
        for variable in self.program.globals:
            used = variable.name in synchronisation.used.globals
            if used and not variable.per_thread and not variable.addressable:
                held = self._variable(variable.name, values.stored(variable, None))
                self.globals[variable.name] = Held(held, variable.type)
        for name, declaration in self.program.classes.items():
            first, end = objects.instances(name)
            for item in declaration.fields if end > first else ():
                if (name, item.name) not in synchronisation.used.fields:
                    continue
                kind = values.kept((name, item.name), self._plain(item.type, f"{name}::{item.name}"))
                if kind is not None:
                    variable_of = self._variable(f"{name}.{item.name}", kind, length=end - first)
                    self.fields[name, item.name] = Held(variable_of, item.type)
        for pool in objects.pools:
            element = getattr(pool.kind, "element", None)
            if element is None:
                continue
            family = "reference" if is_reference(element) else str(element)
            first, end = objects.arrays(element)
            length = (end - first) * objects.stride(element)
            if family not in self.elements and length:
                kind = values.kept((ELEMENTS, family), self._plain(element, f"the elements of array[{element}]"))
                if kind is not None:
                    self.elements[family] = Held(self._variable(f"elements of {family}", kind, length=length), element)
        first, end = objects.all_arrays
        if end > first:
            most = max(pool.length for pool in objects.pools)
            self._share("array lengths", holding_count(most), length=end - first)
        if objects.count:
            self._share("allocated", BIT, length=objects.count + 1)
            self._share("marked", BIT, length=objects.count + 1, scratch=True)
            self._share("grown", BIT, scratch=True)
        for storage, count in memory.counts.items():
            kind = self._stored_as(storage)
            self._share(f"memory {storage}", kind, length=count)
            dynamic = count - memory.static_cells.get(storage, 0)
            if dynamic:
                self._share(f"written {storage}", BYTE if storage == OCTETS else BIT, length=dynamic)
        if memory.last >= memory.first_computed:
            self._share("sizes", SIZE, length=memory.last - memory.first_computed + 1)
        if memory.last > memory.statics:
            self._share("live", BIT, length=memory.last - memory.statics)
        if synchronisation.keys:
            self._share("owner", values.thread, length=synchronisation.keys)
            if synchronisation.reentrant:
                self._share("held", BYTE, length=synchronisation.keys)
        if synchronisation.status:
            self._share("status", WIDE)
        for template in self.plan.templates:
            self._declare_template(template)

    def _plain(self, kind: Type, name: str) -> IntegerType:
        from vexil.transform.flattening.errors import NotFlat
        from vexil.transform.flattening.values import holding

        if is_integer(kind) and not isinstance(kind, IntegerType):
            bound = self.synchronisation.bounds.range_of(name)
            narrow = None if bound is None else holding(min(bound[0], 0), max(bound[1], 0))
            if narrow is None:
                raise NotFlat(name, "its values have no bound", option=f"--bound {name}=LOW..HIGH")
            return narrow
        return self.values.of(kind, where=name)

    def _stored_as(self, storage: str) -> IntegerType:
        """The machine integer for the cells of one kind of storage."""
        match storage[0]:
            case "p":
                return POINTER
            case "t":
                return self.values.thread
            case "l":
                return self.values.lock
            case "r":
                return self.values.reference
            case _:
                return IntegerType(8 * int(storage[1:]), False)

    def _share(self, name: str, kind: IntegerType, *, length: int = 1, scratch: bool = False) -> None:
        self.shared[name] = replace(self._variable(name, kind, length=length), scratch=scratch)

    def _declare_template(self, template: TemplatePlan) -> None:
        root, synchronisation = template.root, self.synchronisation
        pools: dict[tuple[int, IntegerType, str], list[Variable]] = {}
        sites: dict[int, int] = {}
        for name in template.functions:
            level = template.levels.get(name)
            if level is None:
                self._declare_frame(template, name)
            else:
                self._share_frame(template, name, level, pools)
                self.first_sites[root, name] = sites.get(level, 0)
                sites[level] = sites.get(level, 0) + len(template.callers[name])
        for level, count in sites.items():
            caller = self._variable(f"caller {level}", holding_count(count), template=root)
            for name in template.functions:
                if template.levels.get(name) == level:
                    self.callers[root, name] = caller
        for variable in self.program.globals:
            if variable.name in synchronisation.used.globals and variable.per_thread and not variable.addressable:
                kind = self.values.of(variable.type, where=variable.name)
                self.own[root, variable.name] = Held(self._variable(variable.name, kind, template=root), variable.type)
        if template.waits:
            key = holding_count(synchronisation.keys)
            self._mark(root, "waits on", key)
            self._mark(root, "releases", key)
            self._mark(root, "reason", BYTE)
            if synchronisation.reentrant:
                self._mark(root, "released", BYTE)
        if synchronisation.interrupts:
            self._mark(root, "interrupted", BIT)
        if synchronisation.atomic:
            self._mark(root, "atomic", BYTE)
            if root in synchronisation.suspended:
                self._mark(root, "suspended", BYTE)
        if root in synchronisation.daemons:
            self._mark(root, "daemon", BIT)
        if template.exceptional is not None:
            self._mark(root, "exception", self.values.reference)
        if synchronisation.returns:
            self._mark(root, "returned", holding_count(len(self.program.functions)))

    def _declare_frame(self, template: TemplatePlan, name: str) -> None:
        """Variables for the registers of a function of its own."""
        root, function = template.root, self.program.functions[name]
        length = template.depths.get(name, 1)
        for variable in function.variables.values():
            if not variable.addressable:
                kind = self.values.stored(variable, function)
                held = self._variable(f"{name}.{variable.name}", kind, length=length, template=root)
                self.locals[root, name, variable.name] = Held(held, variable.type)
        self.first_sites[root, name] = 0
        if template.callers[name]:
            kind = holding_count(len(template.callers[name]))
            self.callers[root, name] = self._variable(f"caller of {name}", kind, length=length, template=root)
        if name in template.depths:
            kind = holding_count(template.depths[name])
            self.depths[root, name] = self._variable(f"depth of {name}", kind, template=root)

    def _share_frame(
        self, template: TemplatePlan, name: str, level: int, pools: dict[tuple[int, IntegerType, str], list[Variable]]
    ) -> None:
        """Variables for the registers of a function that others of its level use as well; between calls they are 0."""
        function = self.program.functions[name]
        keys = {
            variable.name: (level, self.values.stored(variable, function), _family(variable.type))
            for variable in function.variables.values()
            if not variable.addressable
        }
        alone = {
            variable.name
            for variable in function.variables.values()
            if not self.synchronisation.used.may_be_forgotten(variable.type)
            or (name, variable.name) in self.synchronisation.used.locals
        }
        places = shared_places(self.values.analyses, function, keys.get, alone)
        for variable_name, key in keys.items():
            pool, place = pools.setdefault(key, []), places[variable_name]
            while place >= len(pool):
                word = f"{key[2]} {level}.{key[1]}.{len(pool)}"
                pool.append(self._variable(word, key[1], template=template.root))
            self.locals[template.root, name, variable_name] = Held(pool[place], function.variables[variable_name].type)

    def _mark(self, root: str, word: str, kind: IntegerType) -> None:
        self.marks[root, word] = self._variable(word, kind, template=root)

    # --- cells -------------------------------------------------------------------------------------------

    def local(
        self, template: TemplatePlan, function: str, name: str, thread: Expr | None = None, *, below: int = 1
    ) -> Cell:
        """A register of the activation that is ``below`` steps under the next one of its function: 1 is the latest."""
        held = self.locals[template.root, function, name]
        return Cell(
            held.variable, self.values.of(held.type), self.depth_index(template, function, thread, below), thread
        )

    def depth_index(self, template: TemplatePlan, function: str, thread: Expr | None = None, below: int = 1) -> Expr:
        """The index of an activation of a function."""
        depth = self.depths.get((template.root, function))
        if depth is None:
            return number(0)
        level = cast(read(depth, thread=thread), WORD)
        return apply(Operator.SUBTRACT, level, number(below)) if below else level

    def caller(
        self, template: TemplatePlan, function: str, thread: Expr | None = None, *, below: int = 1
    ) -> Cell | None:
        """Which call the latest activation of a function returns to: 0 for the first function of a thread."""
        variable = self.callers.get((template.root, function))
        if variable is None:
            return None
        return Cell(variable, variable.type, self.depth_index(template, function, thread, below), thread)

    def mark(self, template: TemplatePlan, word: str, thread: Expr | None = None) -> Cell | None:
        """Something that is known of a thread, if the program needs it."""
        variable = self.marks.get((template.root, word))
        return None if variable is None else Cell(variable, variable.type, number(0), thread)

    def at(self, name: str, index: Expr) -> Cell:
        """An element of what all threads share."""
        variable = self.shared[name]
        return Cell(variable, variable.type, cast(index, WORD))

    def holders(self, wanted: type[ThreadType] | type[LockType]) -> Iterator[Held]:
        """Every variable that holds values of a type, once."""
        visited: set[Variable] = set()
        for held in self._all_holders(wanted):
            if held.variable not in visited:
                visited.add(held.variable)
                yield held

    def _all_holders(self, wanted: type[ThreadType] | type[LockType]) -> Iterator[Held]:
        groups = (self.globals, self.locals, self.own, self.fields, self.elements)
        for group in groups:
            for held in group.values():
                if isinstance(held.type, wanted):
                    yield held
        for name, variable in self.shared.items():
            if name.startswith("memory t") and wanted is ThreadType:
                yield Held(variable, ThreadType())

    def reference_holders(self) -> Iterator[Held]:
        """Every variable outside of objects that holds references, once."""
        visited: set[Variable] = set()
        for group in (self.globals, self.locals, self.own):
            for held in group.values():
                if is_reference(held.type) and held.variable not in visited:
                    visited.add(held.variable)
                    yield held
        for name, variable in self.shared.items():
            if name.startswith("memory r"):
                yield Held(variable, ReferenceType("Object"))

    def of_template(self, root: str) -> tuple[Variable, ...]:
        """The variables of each thread of a template."""
        variables = (
            *(held.variable for (owner, _, _), held in self.locals.items() if owner == root),
            *(variable for (owner, _), variable in self.callers.items() if owner == root),
            *(variable for (owner, _), variable in self.depths.items() if owner == root),
            *(held.variable for (owner, _), held in self.own.items() if owner == root),
            *(variable for (owner, _), variable in self.marks.items() if owner == root),
        )
        return tuple(dict.fromkeys(variables))

    @property
    def of_all(self) -> tuple[Variable, ...]:
        """The variables that threads share."""
        return (
            *(held.variable for held in self.globals.values()),
            *(held.variable for held in self.fields.values()),
            *(held.variable for held in self.elements.values()),
            *self.shared.values(),
            *self.tables,
        )


def _family(kind: Type) -> str:
    """What a variable is looked through for: references, threads and pointers are kept apart from numbers."""
    match kind:
        case ThreadType():
            return "thread"
        case PointerType():
            return "pointer"
        case _:
            return "reference" if is_reference(kind) else "number"
