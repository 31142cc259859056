"""Structures: by value, nested, in arrays, as compound literals, their sizes and offsets."""

from __future__ import annotations

from strategies.c.checksums.shapes import (
    Array,
    Real,
    Scalar,
    Struct,
    initialiser,
    integers,
    leaves,
    mixer,
    random_struct,
)
from strategies.c.checksums.writer import Body, Writer


def change(body: Body, place: str, struct: Struct) -> None:
    """Assign to some scalar of a structure."""
    text, leaf = body.choices.pick(list(leaves(place, struct)))
    body.say(
        f"{text} = {body.any(2)};"
        if isinstance(leaf, Scalar)
        else f"{text} = {body.choices.pick(('0.75', '-2', '1e-3'))};"
    )


def by_value(writer: Writer) -> None:
    """Structures that are passed, changed in the callee, returned, assigned and chosen between."""
    struct = random_struct(writer, 2)
    mix_all = mixer(writer, struct)
    function, shared = writer.name("changes"), writer.name("shared")
    writer.top(f"static struct {struct.tag} {shared} = {initialiser(writer, struct)};")
    with writer.function(f"struct {struct.tag} {function}(int which, struct {struct.tag} value, char last)") as body:
        body.places += integers("value", struct)
        change(body, "value", struct)
        with body.block("if (which > last)"):
            change(body, "value", struct)
        body.say(f"return which < 0 ? {shared} : value;")
    with writer.part("by_value") as body:
        one, two = writer.name("s"), writer.name("s")
        body.say(f"struct {struct.tag} {one} = {initialiser(writer, struct)}, {two} = {one};")
        body.places += integers(one, struct)
        change(body, two, struct)
        body.say(f"{mix_all}({function}({body.choices.between(-1, 2)}, {one}, {body.choices.between(0, 1)}));")
        body.say(f"{one} = {two} = {function}(1, {function}({body.choices.between(-1, 1)}, {two}, 1), 0);")
        body.say(f"{mix_all}({one});")
        body.say(f"{mix_all}({body.expressions.condition(1)} ? {one} : {shared});")
        text, leaf = body.choices.pick(list(leaves(f"{function}(0, {two}, 2)", struct)))
        body.say(f"mix_double({text});" if isinstance(leaf, Real) else f"mix({text});")
        text, leaf = body.choices.pick(list(leaves(f"({one} = {shared})", struct)))
        body.say(f"mix_double({text});" if isinstance(leaf, Real) else f"mix({text});")
        body.say(f"{mix_all}(({{ {one}; }}));")


def compound_literals(writer: Writer) -> None:
    """Objects without a name: as arguments, through pointers, as arrays, and assigned as a whole."""
    struct = random_struct(writer, 1)
    mix_all = mixer(writer, struct)
    kind = writer.kind()
    with writer.part("compound") as body:
        body.local()
        name = writer.name("p")
        body.say(f"{mix_all}((struct {struct.tag}){initialiser(writer, struct)});")
        body.say(f"struct {struct.tag} *{name} = &(struct {struct.tag}){initialiser(writer, struct)};")
        change(body, f"(*{name})", struct)
        body.say(f"{mix_all}(*{name});")
        body.say(f"*{name} = (struct {struct.tag}){initialiser(writer, struct)};")
        body.places += integers(f"(*{name})", struct)
        body.mix(body.any(2))
        parts = [body.any(1) for _ in range(body.choices.between(1, 4))]
        values = ", ".join(parts)
        items = writer.name("a")
        body.say(f"{kind.name} *{items} = ({kind.name}[5]){{ {values} }};")
        body.say(f"for (int i = 0; i < 5; i++) mix({items}[i]++);")
        body.mix(f"(({kind.name}[]){{ {values} }})[{body.expressions.small(0, len(parts) - 1, 1).text}]")
        body.mix(f"({kind.name}){{ {body.any(1)} }}")
        with body.block("for (int i = 0; i < 2; i++)"):
            body.say("int *fresh = &(int){ 3 };")
            body.say("*fresh += i;")
            body.mix("*fresh")


def layouts(writer: Writer) -> None:
    """Sizes, alignments and offsets of nested structures."""
    struct = random_struct(writer, 2)
    with writer.part("layouts") as body:
        body.mix(f"sizeof(struct {struct.tag}) * 1000 + _Alignof(struct {struct.tag})")
        for name, shape in struct.members:
            body.mix(f"offsetof(struct {struct.tag}, {name})")
            body.mix(f"sizeof(((struct {struct.tag} *)0)->{name})")
            if isinstance(shape, Struct):
                body.mix(f"offsetof(struct {struct.tag}, {name}.{shape.members[-1][0]})")
            if isinstance(shape, Array):
                body.mix(f"offsetof(struct {struct.tag}, {name}[{shape.count - 1}])")
        kind = writer.kind()
        body.mix(f"_Alignof({kind.name}) + sizeof({kind.name}[7]) + _Alignof(double) + sizeof(struct {struct.tag} *)")


def nested(writer: Writer) -> None:
    """Arrays of structures with arrays, reached by index, by pointer and through anonymous members."""
    struct = random_struct(writer, 1)
    mix_all = mixer(writer, struct)
    outer, shared = writer.name("Outer"), writer.name("table")
    count = writer.choices.between(2, 3)
    kind = writer.kind()
    shape = Array(struct, count)
    writer.top(
        f"struct {outer} {{ {kind.name} first; struct {struct.tag} items[{count}]; "
        f"union {{ int number; unsigned char bytes[4]; }}; struct {struct.tag} *at; }};"
    )
    writer.top(
        f"static struct {outer} {shared} = {{ .items = {initialiser(writer, shape)}, .number = 0x01020304, "
        f".at = &{shared}.items[{count - 1}], .first = {writer.literal(kind)} }};"
    )
    with writer.part("nested") as body:
        name = writer.name("o")
        body.say(f"struct {outer} {name} = {shared}, *{name}_at = &{shared};")
        body.places += integers(f"{name}.items[{body.choices.below(count)}]", struct)
        body.places += integers(f"(*{name}_at->at)", struct)
        index = body.expressions.small(0, count - 1, 1).text
        change(body, f"{name}.items[{index}]", struct)
        change(body, f"{name}_at->at[-{body.choices.between(0, count - 1)}]", struct)
        body.say(f"*{name}_at->at = {name}.items[{body.expressions.small(0, count - 1, 1).text}];")
        body.say(f"{name}.bytes[{body.choices.below(4)}]++;")
        body.say(f"for (int i = 0; i < {count}; i++) {{ {mix_all}({name}.items[i]); {mix_all}({shared}.items[i]); }}")
        body.mix(f"{name}.number")
        body.mix(f"{name}.at - {shared}.items")
        body.mix(f"{name}.first")


PARTS = {"by_value": by_value, "compound_literals": compound_literals, "layouts": layouts, "nested": nested}
