"""Floating-point: arithmetic, comparisons, and conversions from and to every integer type."""

from __future__ import annotations

from strategies.c.checksums.kinds import Kind
from strategies.c.checksums.writer import Body, Writer

CONSTANTS = (
    "0.5", "1.0", "(-2.25)", "3.0f", "0.1", "0.1f", "1e10", "1e-5f", "0x1.8p3", "16777217.0f", "9007199254740993.0",
    "1.e2", ".125f",
    "(-0.0)", "123456789.0", "3.4e38f", "5e-324", "0x1p-149f", "1e308",
)  # fmt: skip


class Reals:
    """Makes expressions of type float or double; each is a text and whether it is a double."""

    def __init__(self, body: Body, places: list[tuple[str, bool]]) -> None:
        self.body = body
        self.places = places

    def any(self, depth: int = 2) -> tuple[str, bool]:
        """An expression with at most so many levels of operators."""
        choices = self.body.choices
        if depth == 0:
            text = choices.pick(CONSTANTS)
            return choices.pick((*self.places, (text, not text.endswith("f"))))
        left, double = self.any(depth - 1)
        match choices.below(8):
            case 0 | 1 | 2 | 3:
                right, other = self.any(depth - 1)
                return f"({left} {choices.pick('+-*/')} {right})", double or other
            case 4:
                return f"({choices.pick('-+')}{left})", double
            case 5:
                target = choices.chance(50)
                return f"(({'double' if target else 'float'}){left})", target
            case 6:
                right, other = self.any(depth - 1)
                return f"({self.body.expressions.condition(1)} ? {left} : {right})", double or other
            case _:
                return f"({left} {choices.pick('+-*')} {self.body.any(1)})", double


def guarded(text: str, kind: Kind) -> str:
    """A conversion to an integer, done only where it is defined."""
    if kind.name == "_Bool":
        return f"(_Bool){text}"
    low = "-1.0" if not kind.signed else f"-{2 ** (kind.bits - 1)}.0"
    return f"({text} > {low} && {text} < {2 ** (kind.bits - int(kind.signed))}.0 ? ({kind.name}){text} : 77)"


def floats(writer: Writer) -> None:
    """Sums, products and quotients that round, and mixtures with integers."""
    with writer.part("floats") as body:
        body.local()
        body.local()
        places: list[tuple[str, bool]] = []
        reals = Reals(body, places)
        for _ in range(body.choices.between(1, 3)):
            double = body.choices.chance(50)
            name = writer.name("r")
            body.say(f"{'double' if double else 'float'} {name} = {reals.any(1)[0]};")
            places.append((name, double))
        for _ in range(body.choices.between(2, 6)):
            text, double = reals.any()
            target = body.choices.pick(places)[0]
            match body.choices.below(7):
                case 0:
                    body.say(f"mix_double({text});")
                case 1:
                    body.mix(f"sizeof({text}) == {8 if double else 4}")
                case 2:
                    body.say(f"{target} {body.choices.pick(('=', '+=', '-=', '*=', '/='))} {text};")
                case 3:
                    comparison = body.choices.pick(("<", "<=", ">", ">=", "==", "!="))
                    body.mix(f"({text} {comparison} {reals.any(1)[0]}) + 2 * !{target} + 4 * ({target} && {text})")
                case 4:
                    body.mix(guarded(f"({text})", writer.kind()))
                case 5:
                    body.say(f"mix_double({target}{body.choices.pick(('++', '--'))});")
                case _:
                    body.say(f"if ({target} != {target}) {target} = 1; else if ({target}) mix(3);")
        for name, _ in places:
            body.say(f"mix_double({name});")


def conversions(writer: Writer) -> None:
    """Integers to floats and back, through assignments, parameters, results and compound assignments."""
    with writer.part("rounding") as body:
        for _ in range(body.choices.between(1, 4)):
            kind = writer.kind()
            real = body.choices.pick(("float", "double"))
            function = writer.name("to_real")
            writer.top(f"static {real} {function}({body.choices.pick(('float', 'double'))} value) {{ return value; }}")
            value = body.local(kind)
            name = writer.name("r")
            body.say(f"{real} {name} = {value.text};")
            body.say(f"mix_double({name}); mix_double({function}({value.text}));")
            body.mix(guarded(name, kind))
            body.mix(guarded(f"{function}({value.text})", writer.kind()))
            small = writer.name("small")
            body.say(f"{kind.name} {small} = {body.choices.between(0, 100)};")
            body.say(f"{small} {body.choices.pick(('+=', '*='))} {body.choices.pick(('0.75', '1.25f', '0.5'))};")
            body.mix(small)
            body.say(f"{name} {body.choices.pick(('+=', '-=', '*='))} {value.text};")
            body.say(f"mix_double({name});")


PARTS = {"floats": floats, "float_conversions": conversions}
