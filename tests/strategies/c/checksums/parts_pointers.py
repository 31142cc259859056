"""Pointers: arithmetic inside one array, comparisons, pointers to pointers and to members, qualifiers."""

from __future__ import annotations

from strategies.c.checksums.shapes import Scalar, initialiser, integers, leaves, mixer, random_struct
from strategies.c.checksums.values import Value, variable
from strategies.c.checksums.writer import Writer


def arithmetic(writer: Writer) -> None:
    """A pointer that walks over an array; where it stands is known, so it never leaves."""
    kind = writer.kind()
    count = writer.choices.between(4, 8)
    with writer.part("walk") as body:
        array, at, start = writer.name("a"), writer.name("p"), writer.name("q")
        body.say(f"{kind.name} {array}[{count}] = {{ {', '.join(writer.literal(kind) for _ in range(4))} }};")
        position = body.choices.below(count)
        body.say(f"{kind.name} *{at} = &{array}[{position}], **{at}_at = &{at};")
        body.say(f"{kind.name} *{start} = {array} + {body.choices.below(count)};")
        body.places.append(variable(f"(*{start})", kind))
        for _ in range(body.choices.between(3, 9)):
            to = body.choices.below(count)
            match body.choices.below(8):
                case 0 if position + 1 < count:
                    body.mix(f"*{at}++")
                    position += 1
                case 1 if position > 0:
                    body.mix(f"*--{at}")
                    position -= 1
                case 2:
                    distance = to - position
                    body.say(f"{at} += {distance};" if body.choices.chance(50) else f"{at} -= {-distance};")
                    position = to
                case 3:
                    body.say(f"{at} = {to} + {array};")
                    position = to
                case 4:
                    body.mix(f"{at}[{to - position}]")
                    body.mix(f"{at} - {start}")
                case 5:
                    body.say(f"*{at} = {body.any(2)};")
                case 6 if position + 1 < count:
                    body.say(f"*(*{at}_at)++ = {body.any(1)};")
                    position += 1
                case _:
                    comparison = body.choices.pick(("<", "<=", ">", ">=", "==", "!="))
                    body.mix(f"({at} {comparison} {start}) * 2 + ({at} {comparison} &{array}[{count}])")
        body.mix(f"**{at}_at")
        body.mix(f"{at} && {start} ? {at} - {array} : -1")
        narrow = not (kind.signed and kind.rank >= 3)
        if narrow:
            body.say(f"(*{at})++; mix(--*{at}); mix((*{start})--);")
        body.say(f"for ({kind.name} *end = {array} + {count}, *p = {array}; p != end; ++p) mix(*p);")


def swaps(writer: Writer) -> None:
    """Values and pointers exchanged through pointers, also void ones, and pointers to pointers."""
    kind = writer.kind()
    swap, swap_pointers = writer.name("swap"), writer.name("swap")
    writer.top(f"static void {swap}({kind.name} *a, {kind.name} *b) {{ {kind.name} t = *a; *a = *b; *b = t; }}")
    writer.top(f"static void {swap_pointers}(void **a, void **b) {{ void *t = *a; *a = *b; *b = t; }}")
    with writer.part("swaps") as body:
        one, two = body.local(kind), body.local(kind)
        first, second = writer.name("p"), writer.name("p")
        body.say(f"void *{first} = &{one.text}, *{second} = &{two.text};")
        body.say(f"{kind.name} *{first}_typed = {first}, **{first}_far = &{first}_typed;")
        for _ in range(body.choices.between(1, 4)):
            body.say(body.choices.pick((
                f"{swap}(&{one.text}, {second});", f"{swap_pointers}(&{first}, &{second});",
                f"{first}_typed = {body.expressions.condition(1)} ? &{one.text} : &{two.text};",
                f"**{first}_far = {body.any(1)};", f"*({kind.name} *){second} = {body.any(1)};",
                f"{swap}(*{first}_far, {second});",
            )))  # fmt: skip
            body.mix(f"*{first}_typed")
            body.mix(f"*({kind.name} *){first}")
        body.mix(f"({first} == {second}) + 2 * ({first}_typed == {second}) + 4 * (*{first}_far == &{one.text})")
        body.mix(f"({first} != NULL) + (!{second} ? 8 : 16)")


def members(writer: Writer) -> None:
    """Pointers to members of structures and to structures, and back from a member to what contains it."""
    struct = random_struct(writer, 1)
    mix_all = mixer(writer, struct)
    outer = writer.name("Holder")
    writer.top(f"struct {outer} {{ short before; struct {struct.tag} inner; int after; }};")
    with writer.part("members") as body:
        name = writer.name("h")
        body.say(f"struct {outer} {name} = {{ 1, {initialiser(writer, struct)}, 2 }};")
        body.say(f"struct {struct.tag} *{name}_inner = &{name}.inner;")
        body.say(f"int *{name}_after = &{name}.after;")
        body.places += integers(f"(*{name}_inner)", struct)
        scalars = [(text, leaf) for text, leaf in leaves(f"{name}_inner[0]", struct) if isinstance(leaf, Scalar)]
        for text, leaf in body.choices.sample(scalars, 2):
            copied = writer.name("bytes")
            body.say(f"unsigned char {copied}[{leaf.kind.size}];")
            body.say(f"memcpy({copied}, &{text}, sizeof {copied});")
            body.say(f"for (unsigned i = 0; i < sizeof {copied}; i++) mix({copied}[i]);")
            body.say(f"{text} = {body.any(2)};")
        body.say(
            f"struct {outer} *{name}_back = (struct {outer} *)((char *){name}_inner - offsetof(struct {outer}, inner));"
        )
        body.say(f"{name}_back->after += *{name}_after + {body.choices.below(9)};")
        body.mix(f"{name}.after + (&{name}_back->before == &{name}.before)")
        body.mix(f"(char *){name}_after - (char *)&{name} == offsetof(struct {outer}, after)")
        body.say(f"{mix_all}({name}_back->inner);")


def qualifiers(writer: Writer) -> None:
    """const and volatile variables, volatile through pointers, register, restrict and nested scopes that hide names."""
    shared = writer.name("device")
    kind = writer.kind()
    writer.top(f"static volatile {kind.name} {shared} = {writer.literal(kind)};")
    with writer.part("qualifiers") as body:
        constant = body.local(qualifier="const ")
        spinning = body.local(qualifier="volatile ")
        body.local(qualifier="register ")
        at = writer.name("p")
        body.say(f"volatile {kind.name} *const restrict {at} = &{shared};")
        body.say(f"const {constant.kind.name} *{at}_const = &{constant.text};")
        body.mix(f"*{at}_const")
        for _ in range(body.choices.between(1, 4)):
            body.say(f"{spinning.text} = {body.any(2)};")
            body.say(f"*{at} = {body.any(1)};")
            body.mix(f"{shared}")
            body.mix(spinning.text)
        hidden = body.local(body.model.int)
        with body.block(""):
            body.say(f"long {hidden.text} = 5;")
            body.say(f"{{ unsigned char {hidden.text} = 255; {hidden.text}++; mix({hidden.text}); }}")
            body.say(f"for (short {hidden.text} = 3; {hidden.text}-- > 0;) mix({hidden.text});")
            body.mix(f"{hidden.text}")
        body.mix(hidden.text)
        body.mix(Value(hidden.text, hidden.kind, hidden.low, hidden.high).text)


PARTS = {"pointer_arithmetic": arithmetic, "swaps": swaps, "members": members, "qualifiers": qualifiers}
