"""Random object types: scalars, arrays, structures; how they are declared, initialised and walked over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from strategies.c.checksums.kinds import Kind
from strategies.c.checksums.values import Value
from strategies.c.checksums.writer import Writer


@dataclass(frozen=True)
class Scalar:
    """An integer."""

    kind: Kind


@dataclass(frozen=True)
class Real:
    """A float or double."""

    name: str


@dataclass(frozen=True)
class Array:
    """Some elements side by side."""

    element: Shape
    count: int


@dataclass(frozen=True)
class Struct:
    """A structure with a tag."""

    tag: str
    members: tuple[tuple[str, Shape], ...]


Shape = Scalar | Real | Array | Struct
REALS = ("0.5", "-1.25", "3", "1e3", "0.1f", "-0.0")


def declare(shape: Shape, name: str) -> str:
    """A declaration of a name with this type, without its semicolon."""
    suffix = ""
    while isinstance(shape, Array):
        suffix += f"[{shape.count}]"
        shape = shape.element
    match shape:
        case Scalar(kind):
            return f"{kind.name} {name}{suffix}"
        case Real(word):
            return f"{word} {name}{suffix}"
        case Struct(tag):
            return f"struct {tag} {name}{suffix}"


def random_shape(writer: Writer, depth: int) -> Shape:
    """Any type, nested at most so deep; structures are declared."""
    match writer.choices.below(6) if depth else writer.choices.below(4):
        case 3:
            return Real(writer.choices.pick(("double", "float")))
        case 4:
            return Array(random_shape(writer, depth - 1), writer.choices.between(1, 3))
        case 5:
            return random_struct(writer, depth - 1)
        case _:
            return Scalar(writer.kind())


def random_struct(writer: Writer, depth: int = 1) -> Struct:
    """Declare a structure, sometimes packed or aligned."""
    members = []
    for _ in range(writer.choices.between(1, 4)):
        shape = random_shape(writer, depth)
        members.append((writer.name("m"), shape))
    struct = Struct(writer.name("S"), tuple(members))
    text = " ".join(f"{declare(shape, name)};" for name, shape in members)
    attribute = writer.choices.pick(("", "", "", " __attribute__((packed))", " __attribute__((aligned(16)))"))
    writer.top(f"struct {struct.tag} {{ {text} }}{attribute};")
    return struct


def initialiser(writer: Writer, shape: Shape) -> str:
    """Constants for an object: in braces, partial, designated, in any order."""
    choices = writer.choices
    match shape:
        case Scalar(kind):
            return writer.literal(kind)
        case Real():
            return choices.pick(REALS)
        case Array(element, count):
            items = [initialiser(writer, element) for _ in range(choices.between(1, count))]
            if choices.chance(30):
                items.append(f"[{choices.below(count)}] = {initialiser(writer, element)}")
            elif choices.chance(20):
                items = [f"[{choices.below(count)} ... {count - 1}] = {initialiser(writer, element)}"]
            return "{ " + ", ".join(items) + choices.pick((" }", ", }"))
        case Struct(_, members):
            if choices.chance(40):
                some = choices.sample(members, choices.between(1, len(members)))
                return "{ " + ", ".join(f".{name} = {initialiser(writer, part)}" for name, part in some) + " }"
            some = list(members[: choices.between(1, len(members))])
            return "{ " + ", ".join(initialiser(writer, part) for _, part in some) + " }"


def leaves(place: str, shape: Shape) -> Iterator[tuple[str, Scalar | Real]]:
    """Every scalar of an object and how it is written."""
    match shape:
        case Scalar() | Real():
            yield place, shape
        case Array(element, count):
            for index in range(count):
                yield from leaves(f"{place}[{index}]", element)
        case Struct(_, members):
            for name, part in members:
                yield from leaves(f"{place}.{name}", part)


def integers(place: str, shape: Shape) -> list[Value]:
    """The integers of an object as readable places."""
    return [
        Value(text, leaf.kind, leaf.kind.low, leaf.kind.high)
        for text, leaf in leaves(place, shape)
        if isinstance(leaf, Scalar)
    ]


def mixer(writer: Writer, struct: Struct) -> str:
    """Write a function that mixes every scalar of a structure that it is passed, and return its name."""
    name = writer.name("mix_all")
    with writer.function(f"void {name}(struct {struct.tag} value)") as body:
        for text, leaf in leaves("value", struct):
            body.say(f"mix_double({text});" if isinstance(leaf, Real) else f"mix({text});")
    return name
