"""A guarded system as a C program that explores itself breadth-first: to step through with a debugger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.engines.printed.blocks import require_shallow
from vexil.engines.printed.c.expressions import CExpressions
from vexil.engines.printed.c.runtime import AFTER, BEFORE
from vexil.engines.printed.names import VariableNames
from vexil.engines.printed.reserved import C_WORDS
from vexil.engines.printed.rewriting import require_whole
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import TRUE, Expr, is_const
from vexil.model.guarded.system import (
    Assign,
    Block,
    Command,
    Ending,
    EndKind,
    For,
    Goto,
    GuardedSystem,
    If,
    Leave,
    Let,
    Template,
)


def print_c(system: GuardedSystem, wanted: Expr = TRUE) -> str:
    """Print a program of its own, which needs nothing but a C compiler; it counts states that are not as wanted."""
    require_whole(system)
    return _Printer(system, wanted).text()


@dataclass
class _Printer:
    system: GuardedSystem
    wanted: Expr
    lines: list[str] = field(default_factory=list)
    label: int = 0

    def __post_init__(self) -> None:
        self.evaluator = Evaluator(self.system)
        self.names = VariableNames(self.system, C_WORDS)

    def text(self) -> str:
        system = self.system
        texts = "".join(f"{json.dumps(_ending(item))}, " for item in system.endings)
        self.lines = [
            f"/* {_comment(system.name)}: gcc -O2 this.c && ./a.out [--runs] */",
            f"#define SIZE {self.evaluator.size}",
            f"#define ENDINGS {len(system.endings)}",
            f"#define HAS_WANTED {int(not is_const(self.wanted, 1))}",
            BEFORE,
            f"static const char *endings[ENDINGS + 1] = {{{texts}0}};",
        ]
        self._tables()
        self._initial()
        self._command("first", system.first, None, "begins")
        calls = [self._template(template) for template in system.templates]
        self.lines.append("static void successors(const State *s) {")
        for template, cases in zip(system.templates, calls, strict=True):
            self._dispatch(template, cases)
        self.lines.append("}")
        for name, condition in (("alive", system.alive), ("wanted", self.wanted)):
            text = CExpressions(self.evaluator, self.names, "s", "0").show(condition, {})
            self.lines.append(f"static int {name}(const State *s) {{ (void)s; return {text} != 0; }}")
        return "\n".join([*self.lines, AFTER])

    def _tables(self) -> None:
        for variable in self.system.variables:
            if variable.constant:
                values = [*variable.initial, *[0] * (variable.length - len(variable.initial))]
                texts = ", ".join(_number(value) for value in values)
                self.lines.append(f"static const int64_t {self.names.of(variable)}[{len(values)}] = {{{texts}}};")

    def _initial(self) -> None:
        values = [0] * self.evaluator.size
        for variable in self.system.variables:
            if not variable.constant:
                start = self.evaluator.place(variable, 0, 0)
                values[start : start + len(variable.initial)] = variable.initial
        for template in self.system.templates:
            for variable in template.variables:
                for thread in range(template.count):
                    start = self.evaluator.place(variable, 0, thread)
                    values[start : start + len(variable.initial)] = variable.initial
        self.lines.append(f"static const State initial = {{{{{', '.join(map(_number, values))}}}}};")

    def _template(self, template: Template) -> list[tuple[int, list[str]]]:
        """Print the commands of a template; the names of their functions by location."""
        cases = []
        for place, location in enumerate(template.locations):
            functions = []
            for number, command in enumerate(location.commands):
                name = f"{self.names.templates[template.name]}_{place}_{number}"
                self._command(name, command, template, f"{template.name} at {location.name}")
                functions.append(name)
            if functions:
                cases.append((place, functions))
        return cases

    def _dispatch(self, template: Template, cases: list[tuple[int, list[str]]]) -> None:
        expressions = CExpressions(self.evaluator, self.names, "s", "me")
        self.lines.append(f"  for (int64_t me = 0; me < {template.count}; me++) {{")
        condition = self.system.atomic.get(template.name)
        self.lines.append(
            f"    mover_is_atomic = {'0' if condition is None else expressions.show(condition, {})} != 0;"
        )
        self.lines.append(f"    switch ({expressions.whole(template.counter)}) {{")
        for place, functions in cases:
            self.lines.append(f"    case {place}: {' '.join(f'{name}(s, me);' for name in functions)} break;")
        self.lines += ["    }", "  }"]

    # --- commands ----------------------------------------------------------------------------------------

    def _command(self, name: str, command: Command, template: Template | None, text: str) -> None:
        thread = "const State *s, int64_t me" if template is not None else "const State *s"
        now = CExpressions(self.evaluator, self.names, "s", "me")
        self.lines.append(f"static void {name}({thread}) {{")
        if template is not None:
            self.lines.append("  (void)me;")
        self.lines.append(f"  if (!{now.show(command.guard, {})}) return;")
        names: dict[str, str] = {}
        for choice in command.choices:
            counter = f"c{len(names)}"
            bound = now.show(choice.count, names)
            names[choice.name] = counter
            self.lines.append(f"  for (int64_t {counter} = 0; {counter} < {bound}; {counter}++) {{")
            self.lines.append(f"  if (!{now.show(choice.condition, names)}) continue;")
        self.lines.append("  State after = *s, *n = &after;")
        self.label = 0
        require_shallow(command.body)
        self._block(command.body, names, template, "  ")
        self.lines.append(f"  emit(n, {json.dumps(text)}, {'me' if template is not None else '0'});")
        self.lines.append("  goto next; next: (void)0;")
        self.lines += ["  }"] * len(command.choices)
        self.lines.append("}")

    def _block(self, block: Block, names: Mapping[str, str], template: Template | None, indent: str) -> None:
        names = dict(names)
        values = CExpressions(self.evaluator, self.names, "n", "me")
        for statement in block:
            match statement:
                case Assign(_, _, value, _):
                    self.lines.append(f"{indent}{values.place(statement, names)} = {values.show(value, names)};")
                case Let(name, value):
                    computed = values.show(value, names)
                    names[name] = self._fresh()
                    self.lines.append(f"{indent}int64_t {names[name]} = {computed}; (void){names[name]};")
                case If(condition, then, otherwise):
                    self.lines.append(f"{indent}if ({values.show(condition, names)}) {{")
                    self._block(then, names, template, indent + "  ")
                    if otherwise:
                        self.lines.append(f"{indent}}} else {{")
                        self._block(otherwise, names, template, indent + "  ")
                    self.lines.append(f"{indent}}}")
                case For(counter, count, body):
                    turn = self._fresh()
                    self.lines.append(f"{indent}for (int64_t {turn} = 0; {turn} < {count}; {turn}++) {{")
                    self._block(body, {**names, counter: turn}, template, indent + "  ")
                    self.lines.append(f"{indent}}}")
                case Goto(location):
                    assert template is not None, "the first command should move no thread of its own"
                    self.lines.append(f"{indent}{values.whole(template.counter)} = {location};")
                case Leave(ending):
                    is_cut = self.system.endings[ending].kind is EndKind.CUT
                    left = f"cut({ending}); goto next;" if is_cut else f"n->v[0] = {ending + 1};"
                    self.lines.append(f"{indent}{left}")

    def _fresh(self) -> str:
        self.label += 1
        return f"t{self.label}"


def _number(value: int) -> str:
    bits = value - (1 << 64) if value >= 1 << 63 else value
    return "INT64_MIN" if bits == -(1 << 63) else f"INT64_C({bits})" if abs(bits) > 1 << 30 else str(bits)


def _ending(ending: Ending) -> str:
    return " ".join(f"{ending.property} {ending.text}".split())


def _comment(text: str) -> str:
    return " ".join(text.replace("*/", "* /").split())
