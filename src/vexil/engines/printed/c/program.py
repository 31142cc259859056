"""A guarded system as a C program that explores itself breadth-first: to step through with a debugger.

Every value is an ``int64_t``, wrapped to its type where a result may not fit. What is the same for every system is in
``runtime.c``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources

from vexil.core.errors import InternalError
from vexil.engines.printed.names import C_WORDS, VariableNames
from vexil.engines.printed.rewriting import require_shallow, require_whole
from vexil.engines.printed.syntax import SYMBOLS, ExpressionPrinter
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import Assign, Block, For, Goto, If, Leave, Let
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import TRUE, Apply, Expr, Variable, is_const
from vexil.model.guarded.system import Command, Ending, EndKind, GuardedSystem, Template

PLACE = "/* The system is printed here: tables, initial, first, successors, alive and wanted. */\n"
"""Where a system stands in the runtime."""
FUNCTIONS = {Operator.ADD: "add", Operator.SUBTRACT: "sub", Operator.MULTIPLY: "mul", Operator.SHIFT_LEFT: "shl"}
SIGNED = {Operator.DIVIDE: "div_s", Operator.REMAINDER: "rem_s", Operator.SHIFT_RIGHT: "shr_s"}
UNSIGNED = {Operator.DIVIDE: "div_u", Operator.REMAINDER: "rem_u", Operator.SHIFT_RIGHT: "shr_u"}


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
        runtime = resources.files("vexil.engines.printed.c").joinpath("runtime.c").read_text(encoding="utf-8")
        before, after = runtime.split(PLACE)
        texts = "".join(f"{json.dumps(_ending(item))}, " for item in system.endings)
        self.lines = [
            f"/* {_comment(system.name)}: gcc -O2 this.c && ./a.out [--runs] */",
            f"#define SIZE {self.evaluator.size}",
            f"#define ENDINGS {len(system.endings)}",
            f"#define HAS_WANTED {int(not is_const(self.wanted, 1))}",
            before,
            f"static const char *endings[ENDINGS + 1] = {{{texts}0}};",
        ]
        self._tables()
        blank = ", ".join(map(literal, self.evaluator.blank))
        self.lines.append(f"static const State initial = {{{{{blank}}}}};")
        self._command("first", system.first, None, "begins")
        calls = [self._template(template) for template in system.templates]
        self.lines.append("static void successors(const State *s) {")
        for template, cases in zip(system.templates, calls, strict=True):
            self._dispatch(template, cases)
        self.lines.append("}")
        for name, condition in (("alive", system.alive), ("wanted", self.wanted)):
            text = CExpressions(self.evaluator, self.names, "s", "0").show(condition, {})
            self.lines.append(f"static int {name}(const State *s) {{ (void)s; return {text} != 0; }}")
        return "\n".join([*self.lines, after])

    def _tables(self) -> None:
        for variable in self.system.variables:
            if variable.constant:
                texts = ", ".join(map(literal, variable.values))
                self.lines.append(f"static const int64_t {self.names.of(variable)}[{variable.length}] = {{{texts}}};")

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


def _ending(ending: Ending) -> str:
    return " ".join(f"{ending.property} {ending.text}".split())


def _comment(text: str) -> str:
    return " ".join(text.replace("*/", "* /").split())


# --- expressions -----------------------------------------------------------------------------------------


class CExpressions(ExpressionPrinter):
    """Prints expressions over a state that a pointer points to."""

    def __init__(self, evaluator: Evaluator, names: VariableNames, state: str, me: str) -> None:
        super().__init__(me)
        self._evaluator = evaluator
        self._names = names
        self._state = state

    def _access(self, variable: Variable, index: str, thread: str | None) -> str:
        if variable.constant:
            return f"{self._names.of(variable)}[{index}]"
        start, stride = self._evaluator.offsets[variable.template, variable.name]
        parts = [f"/* {self._names.of(variable)} */ {start}"]
        if variable.template is not None:
            parts.append(f"{stride} * {self._me if thread is None else thread}")
        if variable.length > 1:
            parts.append(index)
        return f"{self._state}->v[{' + '.join(parts)}]"

    def _constant(self, value: int, _: IntegerType) -> str:
        text = literal(value)
        return f"({text})" if text.startswith("-") else text

    def _applied(self, node: Apply, operands: tuple[str, ...]) -> str:
        operator, kind = node.operator, node.type
        source = node.operands[0].type
        is_full = source.width == 64 and not source.signed
        match operator:
            case Operator.NOT:
                return f"!({operands[0]})"
            case Operator.IF:
                return f"({operands[0]} ? {operands[1]} : {operands[2]})"
            case Operator.CAST:
                fits = kind.low <= source.low and source.high <= kind.high
                return operands[0] if fits else _wrapped(operands[0], kind)
            case Operator.NEGATE:
                return _wrapped(f"sub(0, {operands[0]})", kind)
            case Operator.COMPLEMENT:
                return _wrapped(f"~{operands[0]}", kind)
            case Operator.LESS if is_full:
                return f"less_u({operands[0]}, {operands[1]})"
            case Operator.GREATER if is_full:
                return f"less_u({operands[1]}, {operands[0]})"
            case Operator.LESS_EQUAL if is_full:
                return f"!less_u({operands[1]}, {operands[0]})"
            case Operator.GREATER_EQUAL if is_full:
                return f"!less_u({operands[0]}, {operands[1]})"
            case _ if operator in FUNCTIONS:
                return _wrapped(f"{FUNCTIONS[operator]}({operands[0]}, {operands[1]})", kind)
            case _ if operator in SIGNED:
                function = UNSIGNED[operator] if is_full else SIGNED[operator]
                return _wrapped(f"{function}({operands[0]}, {operands[1]})", kind)
            case _ if operator in SYMBOLS:
                return f"({operands[0]} {SYMBOLS[operator]} {operands[1]})"
            case _:
                raise InternalError(f"{operator.value} should not be in a guarded system")


def literal(value: int) -> str:
    """A number of 64 bits."""
    bits = wrap(value, 64, True)
    return "INT64_MIN" if bits == -(1 << 63) else f"INT64_C({bits})" if abs(bits) > 1 << 30 else str(bits)


def _wrapped(text: str, kind: IntegerType) -> str:
    return f"wrap_{'s' if kind.signed else 'u'}({kind.width}, {text})"
