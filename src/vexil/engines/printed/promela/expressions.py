"""Expressions and bodies of commands in Promela, whose numbers are the 32-bit integers of C.

Narrower numbers are wrapped by hand; a 32-bit unsigned value is kept as the integer with the same bits. Nothing wider
is printed. A body is the inside of a deterministic step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.core.errors import InternalError
from vexil.engines.printed.rewriting import Refused, require_shallow
from vexil.engines.printed.syntax import SYMBOLS, ExpressionPrinter
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import COMPARISONS, Apply, Const, Expr, Local, Variable
from vexil.model.guarded.system import Assign, Block, EndKind, For, Goto, GuardedSystem, If, Leave, Let

WIDEST = 32
ORDERS = COMPARISONS - {Operator.EQUAL, Operator.DIFFERENT}
HALF = 1 << 30

Access = Callable[[Variable, str, str | None], str]
"""How an element is written: its variable, index, and thread if it is not the moving one."""
Lines = list[str]


class PromelaExpressions(ExpressionPrinter):
    """Prints expressions; ``access`` says how an element is written, ``special`` has a text for some conditions."""

    def __init__(self, access: Access, me: str, special: Callable[[Expr], str | None] = lambda _: None) -> None:
        super().__init__(me)
        self._element = access
        self._special = special

    def _node(self, node: Expr, operands: tuple[str, ...], names: Mapping[str, str]) -> str:
        special = self._special(node)
        if special is not None:
            return special
        if isinstance(node, Local):
            require_narrow(node.type, node.name)
        return super()._node(node, operands, names)

    def _access(self, variable: Variable, index: str, thread: str | None) -> str:
        return self._element(variable, index, thread)

    def _constant(self, value: int, kind: IntegerType) -> str:
        return constant(value, kind)

    def _applied(self, node: Apply, operands: tuple[str, ...]) -> str:
        operator, kind = node.operator, node.type
        require_narrow(kind, f"a result of {operator.value}")
        source = node.operands[0].type
        is_full = source.width == WIDEST and not source.signed
        match operator:
            case Operator.NOT:
                return f"!({operands[0]})"
            case Operator.IF:
                return f"({operands[0]} -> {operands[1]} : {operands[2]})"
            case Operator.CAST:
                fits = kind.low <= source.low and source.high <= kind.high
                return operands[0] if fits else wrapped(operands[0], kind)
            case Operator.NEGATE:
                return wrapped(f"(0 - {operands[0]})", kind)
            case Operator.COMPLEMENT:
                return wrapped(f"(~{operands[0]})", kind)
            case Operator.DIVIDE | Operator.REMAINDER:
                return _divided(node, operands)
            case Operator.SHIFT_RIGHT if is_full:
                left, right = operands
                return f"({right} == 0 -> {left} : (({left} >> 1) & 2147483647) >> ({right} - 1))"
            case Operator.ADD | Operator.SUBTRACT | Operator.MULTIPLY | Operator.SHIFT_LEFT:
                return wrapped(f"({operands[0]} {SYMBOLS[operator]} {operands[1]})", kind)
            case _ if operator in ORDERS and is_full:
                left, right = (f"({operand} ^ (1 << 31))" for operand in operands)
                return f"({left} {SYMBOLS[operator]} {right})"
            case _ if operator in SYMBOLS:
                return f"({operands[0]} {SYMBOLS[operator]} {operands[1]})"
            case _:
                raise InternalError(f"{operator.value} should not be in a guarded system")


def require_narrow(kind: IntegerType, what: str) -> None:
    """Refuse what does not fit into an integer of Promela."""
    if kind.width > WIDEST:
        raise Refused(
            f"{what} has {kind.width} bits, and integers of Promela have {WIDEST}",
            hint="print C or SMV, or give the variable a bound that narrows it",
        )


def constant(value: int, kind: IntegerType) -> str:
    """A literal."""
    require_narrow(kind, str(value))
    bits = wrap(value, WIDEST, True)
    if bits == -(1 << 31):
        return "(1 << 31)"
    return str(bits) if bits >= 0 else f"({bits})"


def wrapped(text: str, kind: IntegerType) -> str:
    """A computed number, reduced to its type."""
    if kind.width == WIDEST:
        return text
    if not kind.signed:
        return f"({text} & {(1 << kind.width) - 1})"
    return f"(({text} << {WIDEST - kind.width}) >> {WIDEST - kind.width})"


def _divided(node: Apply, operands: tuple[str, ...]) -> str:
    """Division and remainder, without the quotient that traps in C and without unsigned integers."""
    kind, (left, right), divisor = node.type, operands, node.operands[1]
    symbol = SYMBOLS[node.operator]
    plain = f"({left} {symbol} {right})"
    if kind.width < WIDEST:
        return wrapped(plain, kind)
    if kind.signed:
        if isinstance(divisor, Const) and divisor.value != -1:
            return plain
        special = f"(0 - {left})" if node.operator is Operator.DIVIDE else "0"
        return f"({right} == -1 -> {special} : {plain})"
    if not isinstance(divisor, Const) or not 0 < divisor.value <= HALF:
        raise Refused(
            f"{node.operator.value} of 32-bit unsigned values has no form in Promela but for small constant divisors"
        )
    upper = f"(({left} >> 1) & 2147483647)"
    rest = f"(({upper} % {right}) * 2 + ({left} & 1))"
    return (
        f"({rest} % {right})"
        if node.operator is Operator.REMAINDER
        else f"(({upper} / {right}) * 2 + {rest} / {right})"
    )


class PromelaBodies:
    """Prints the statements of commands; names of computed values share a few hidden variables."""

    def __init__(
        self,
        system: GuardedSystem,
        expressions: PromelaExpressions,
        asserted: frozenset[int],
        goto: Callable[[int], str | None],
    ) -> None:
        self._system = system
        self._expressions = expressions
        self._asserted = asserted
        self._goto = goto
        self.scratch = 0
        """How many hidden variables are needed."""
        self._used = 0

    def show(self, body: Block, names: Mapping[str, str]) -> Lines:
        """The statements of a body, ``names`` being those of what is chosen."""
        require_shallow(body)
        self._used = 0
        return self._block(body, dict(names), 0, "")

    def reset(self) -> Lines:
        """The statements that forget what the last body has computed."""
        return [f"{scratch_name(place)} = 0;" for place in range(self._used)]

    def _block(self, block: Block, names: dict[str, str], depth: int, indent: str) -> Lines:
        lines: Lines = []
        for statement in block:
            match statement:
                case Assign(_, _, value, _):
                    place = self._expressions.place(statement, names)
                    lines.append(f"{indent}{place} = {self._expressions.show(value, names)};")
                case Let(name, value):
                    computed = self._expressions.show(value, names)
                    names[name] = self._fresh(depth)
                    depth += 1
                    lines.append(f"{indent}{names[name]} = {computed};")
                case If(condition, then, otherwise):
                    lines.append(f"{indent}if")
                    lines.append(f"{indent}:: {self._expressions.show(condition, names)} ->")
                    lines += self._block(then, dict(names), depth, indent + "   ")
                    lines.append(f"{indent}:: else ->")
                    lines += self._block(otherwise, dict(names), depth, indent + "   ")
                    lines.append(f"{indent}fi;")
                case For(counter, count, body):
                    turn = self._fresh(depth)
                    lines.append(f"{indent}{turn} = 0;")
                    lines.append(f"{indent}do")
                    lines.append(f"{indent}:: ({turn} < {count}) ->")
                    lines += self._block(body, {**names, counter: turn}, depth + 1, indent + "   ")
                    lines.append(f"{indent}   {turn} = {turn} + 1")
                    lines.append(f"{indent}:: else -> break")
                    lines.append(f"{indent}od;")
                case Goto(location):
                    moved = self._goto(location)
                    lines += [] if moved is None else [f"{indent}{moved};"]
                case Leave(ending):
                    lines += self._leave(ending, indent)
        return lines or [f"{indent}skip;"]

    def _leave(self, ending: int, indent: str) -> Lines:
        if ending in self._asserted:
            return [f"{indent}assert(false);"]
        if self._system.endings[ending].kind is EndKind.CUT:
            return [f"{indent}skip;"]
        return [f"{indent}{self._expressions.whole(self._system.ending)} = {ending + 1};"]

    def _fresh(self, depth: int) -> str:
        self._used = max(self._used, depth + 1)
        self.scratch = max(self.scratch, depth + 1)
        return scratch_name(depth)


def scratch_name(number: int) -> str:
    """The name of a hidden variable."""
    return f"t_{number}"
