"""Integers: expressions, assignments with conversions, increments, short-circuits, constants, enumerations."""

from __future__ import annotations

from strategies.c.checksums.literals import constant, interesting, of_kind
from strategies.c.checksums.values import Value, dividable, overflows, shiftable, variable
from strategies.c.checksums.writer import Body, Writer


def compound(body: Body, target: Value) -> str:
    """A compound assignment that is defined for all values of the target and the operand."""
    choices, model = body.choices, body.model
    others = [place for place in body.places if place.text != target.text]
    body.expressions.places = others
    operand = body.expressions.any(2) if choices.chance(50) else body.expressions.small(1, 7, 1)
    body.expressions.places = body.places
    operator = choices.pick(("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"))
    allowed = {
        "+": lambda: not overflows(model, operator, target, operand),
        "-": lambda: not overflows(model, operator, target, operand),
        "*": lambda: not overflows(model, operator, target, operand),
        "/": lambda: dividable(model, target, operand),
        "%": lambda: dividable(model, target, operand),
        "<<": lambda: shiftable(model, operator, target, operand),
        ">>": lambda: shiftable(model, operator, target, operand),
    }
    if operator in allowed and not allowed[operator]():
        operator = "^"
    return f"{target.text} {operator}= {operand.text}"


def step(body: Body, target: Value) -> str:
    """An increment or decrement, before or after; the wide signed ones must be kept away from their limits first."""
    operator = body.choices.pick(("++", "--"))
    if target.kind.signed and target.kind.rank >= body.model.int.rank:
        body.say(f"{target.text} %= 1000;")
    return f"{target.text}{operator}" if body.choices.chance(50) else f"{operator}{target.text}"


def statement(body: Body, targets: list[Value]) -> None:
    """Change one of the targets, or look at something."""
    target = body.choices.pick(targets)
    match body.choices.below(7):
        case 0:
            body.mix(body.any())
        case 1:
            body.say(f"{target.text} = {body.any()};")
        case 2:
            body.say(f"{compound(body, target)};")
        case 3:
            body.say(f"{step(body, target)};")
        case 4:
            body.mix(step(body, target))
        case 5:
            body.mix(compound(body, target))
        case _:
            with body.block(f"if ({body.expressions.condition()})"):
                body.say(f"{target.text} = {body.any(2)};")


def expressions(writer: Writer) -> None:
    """Locals of all types in random expressions and assignments."""
    with writer.part("expressions") as body:
        targets = [body.local() for _ in range(body.choices.between(2, 5))]
        for _ in range(body.choices.between(2, 9)):
            statement(body, targets)
        for target in targets:
            body.mix(target.text)


def constants(writer: Writer) -> None:
    """Constants with all suffixes and bases, their sizes, and what they become in each type."""
    with writer.part("constants") as body:
        for _ in range(body.choices.between(2, 6)):
            value = constant(body.model, body.choices)
            body.mix(f"{value.text} + sizeof({value.text})")
            kind = writer.kind()
            body.say(f"{kind.name} {(name := writer.name('c'))} = {value.text};")
            body.mix(name)


def effect(body: Body, name: str) -> str:
    """An expression that changes a variable which is unsigned or narrow."""
    shapes = (f"++{name}", f"{name}--", f"({name} ^= {body.any(1)})", f"({name} = {body.any(1)}, {body.any(1)})")
    return body.choices.pick(shapes)


def short_circuits(writer: Writer) -> None:
    """Side effects behind &&, ||, ?: and commas; every changed variable occurs once."""
    with writer.part("short_circuits") as body:
        body.local()
        body.local()
        for _ in range(body.choices.between(1, 4)):
            names = [writer.name("n") for _ in range(3)]
            for name in names:
                kind = body.choices.pick([kind for kind in body.model.kinds if not kind.signed or kind.rank < 3])
                body.say(f"{kind.name} {name} = {writer.literal(kind)};")
            one, two, three = (effect(body, name) for name in names)
            first, second = (body.choices.pick(("&&", "||")) for _ in range(2))
            condition = body.expressions.condition(1)
            match body.choices.below(3):
                case 0:
                    body.mix(f"({condition} {first} {one}) {second} ({two} && {three})")
                case 1:
                    body.mix(f"{condition} {first} ({one} ? {two} : {three})")
                case _:
                    with body.block(f"if (!({one} {first} {condition} {second} {two}))"):
                        body.mix(f"({three}, {body.any(1)})")
            for name in names:
                body.mix(name)


def enumerations(writer: Writer) -> None:
    """Enumerations with given and counted values, as variables, constants, sizes of arrays and selectors."""
    tag = writer.name("E")
    members: list[tuple[str, int]] = []
    declared: list[str] = []
    value = -1
    for _ in range(writer.choices.between(2, 5)):
        name = writer.name("K")
        value += 1
        if writer.choices.chance(40):
            value = interesting(writer.choices, writer.model.by_name["short"])
            declared.append(f"{name} = {of_kind(writer.model, writer.model.int, value)}")
        else:
            declared.append(name)
        members.append((name, value))
    writer.top(f"enum {tag} {{ {', '.join(declared)} }};")
    kind = writer.model.by_name["int" if any(v < 0 for _, v in members) else "unsigned"]
    with writer.part("enumerations") as body:
        body.places += [Value(name, body.model.int, v, v) for name, v in members]
        name = writer.name("e")
        body.say(f"enum {tag} {name} = {body.choices.pick(members)[0]};")
        body.mix(f"{name} - 1 < 0")
        low, high = min(v for _, v in members), max(v for _, v in members)
        body.places.append(Value(name, kind, low, high))
        for _ in range(body.choices.between(1, 4)):
            body.mix(body.any())
        with body.block(f"switch ({name})"):
            seen: set[int] = set()
            for member, v in members:
                if v not in seen:
                    body.say(f"case {member}: mix({v & 0xFF} + sizeof(enum {tag})); break;")
                seen.add(v)
            body.say("default: mix(1);")
        body.say(f"{name} = {body.choices.pick(members)[0]};")
        body.mix(f"(unsigned char){name}")


def conversions(writer: Writer) -> None:
    """A value through a chain of types, by casts, assignments and returns."""
    with writer.part("conversions") as body:
        for _ in range(body.choices.between(2, 5)):
            kinds = [writer.kind() for _ in range(3)]
            function = writer.name("convert")
            writer.top(f"static {kinds[2].name} {function}({kinds[1].name} value) {{ return value; }}")
            first = writer.name("x")
            body.say(f"{kinds[0].name} {first} = {writer.literal(kinds[0])};")
            body.mix(f"{function}({first})")
            body.mix(f"({kinds[2].name})({kinds[1].name}){first}")
            body.places.append(variable(first, kinds[0]))
            body.places.append(variable(f"{function}({first})", kinds[2]))
            body.mix(body.any(2))


PARTS = {
    "expressions": expressions,
    "constants": constants,
    "short_circuits": short_circuits,
    "enumerations": enumerations,
    "conversions": conversions,
}
