"""Bit-fields of all widths and types, and unions that look at the same bytes in different ways."""

from __future__ import annotations

from dataclasses import dataclass

from strategies.c.checksums.kinds import Kind
from strategies.c.checksums.values import Value
from strategies.c.checksums.writer import Body, Writer


@dataclass(frozen=True)
class BitField:
    """A bit-field; one that is wider than int is only used in ways on which compilers agree."""

    name: str
    kind: Kind
    width: int

    @property
    def wide(self) -> bool:
        """Whether compilers disagree about the type it is promoted to."""
        return self.width > 32 or (self.kind.bits > 32 and self.width == 32)

    def read(self, body: Body, base: str) -> Value:
        """The field as a value; a cast or sign in front, since it has no size."""
        high = (1 << (self.width - int(self.kind.signed))) - 1
        low = -high - 1 if self.kind.signed else 0
        if self.kind.bits > 32:
            return Value(f"(({self.kind.name}){base}.{self.name})", self.kind, low, high)
        kind = body.model.by_name["unsigned"] if high >= 1 << 31 else body.model.int
        return Value(f"(+{base}.{self.name})", kind, low, high)

    def change(self, body: Body, base: str) -> str:
        """An expression that changes the field and has its new or old value."""
        place = f"{base}.{self.name}"
        plain = f"{place} = {body.any(2)}"
        if self.wide and self.kind.signed:
            return plain
        steps = [f"{place}++", f"--{place}", f"{place} ^= {body.any(1)}", f"{place} |= {body.any(1)}"]
        if self.wide or (self.width >= 31 and (self.width, self.kind.signed) != (32, False)):
            steps = steps[2:]
        else:
            small = body.expressions.small(1, 7, 1).text
            steps += [f"{place} /= {small}", f"{place} %= {small}", f"{place} >>= {small}"] if self.width < 32 else []
            steps += [f"{place} += {small}", f"{place} *= {small}"] if self.width < 28 else []
        return body.choices.pick([plain, *steps])


def bit_fields(writer: Writer) -> None:
    """A structure of bit-fields next to each other, plain members between them, and zero widths."""
    tag = writer.name("Bits")
    members: list[str] = []
    fields: list[BitField] = []
    plain: list[Value] = []
    for _ in range(writer.choices.between(1, 7)):
        kind = writer.kind()
        name = writer.name("b")
        match writer.choices.below(8):
            case 0:
                members.append(f"{kind.name} {name};")
                plain.append(Value(name, kind, kind.low, kind.high))
            case 1 if fields:
                members.append(f"{kind.name} : {0 if kind.bits == 1 or writer.choices.chance(60) else 3};")
            case _:
                width = writer.choices.between(1, kind.bits)
                members.append(f"{kind.name} {name} : {width};")
                fields.append(BitField(name, kind, width))
    if not fields:
        members.append("signed int last : 5;")
        fields.append(BitField("last", writer.model.int, 5))
    attribute = writer.choices.pick(("", "", "", " __attribute__((packed))"))
    writer.top(f"struct {tag} {{ {' '.join(members)} }}{attribute};")
    shared = writer.name("bits")
    initial = ", ".join(f".{f.name} = {writer.literal(f.kind)}" for f in fields if writer.choices.chance(50))
    writer.top(f"static struct {tag} {shared} = {{ {initial or '0'} }};")
    with writer.part("bitfields") as body:
        body.local()
        local = writer.name("s")
        body.say(f"struct {tag} {local} = {shared}, *{local}_at = &{local};")
        for base in (local, shared):
            body.places += [field.read(body, base) for field in fields]
            body.places += [Value(f"{base}.{v.text}", v.kind, v.low, v.high) for v in plain]
        body.mix(f"sizeof(struct {tag}) * 100 + _Alignof(struct {tag})")
        for _ in range(body.choices.between(2, 8)):
            field = body.choices.pick(fields)
            base = body.choices.pick((local, shared, f"(*{local}_at)"))
            change = field.change(body, base)
            body.say(f"{change};") if body.choices.chance(50) else body.mix(f"(unsigned long long)({change})")
            body.mix(body.any(2))
        body.say(f"{shared} = *{local}_at;")
        for field in fields:
            body.mix(field.read(body, shared).text)


def overlays(writer: Writer) -> None:
    """A union of bit-fields that cover their unit, the unit, and its bytes."""
    tag = writer.name("Overlay")
    unit = writer.model.by_name[writer.choices.pick(("unsigned", "unsigned long long", "unsigned short"))]
    fields, left = [], unit.bits
    while left:
        width = min(left, writer.choices.between(1, min(left, 31)))
        signed = writer.choices.chance(40)
        kind = writer.model.by_name[unit.name.removeprefix("unsigned").strip() or "int"] if signed else unit
        fields.append(BitField(writer.name("f"), kind, width))
        left -= width
    members = " ".join(f"{field.kind.name} {field.name} : {field.width};" for field in fields)
    writer.top(f"union {tag} {{ struct {{ {members} }} f; {unit.name} whole; unsigned char bytes[{unit.size}]; }};")
    with writer.part("overlays") as body:
        body.local()
        name = writer.name("u")
        body.say(f"union {tag} {name};")
        body.say(f"{name}.whole = {writer.literal(unit)};")
        body.places += [field.read(body, f"{name}.f") for field in fields]
        body.places.append(Value(f"{name}.bytes[{unit.size - 1}]", body.model.by_name["unsigned char"], 0, 255))
        for _ in range(body.choices.between(2, 6)):
            match body.choices.below(3):
                case 0:
                    body.say(f"{body.choices.pick(fields).change(body, f'{name}.f')};")
                case 1:
                    body.say(f"{name}.bytes[{body.choices.below(unit.size)}] += {body.any(1)};")
                case _:
                    body.say(f"{name}.whole ^= {body.any(2)};")
            body.mix(f"{name}.whole")
        for field in fields:
            body.mix(field.read(body, f"{name}.f").text)


READABLE = (
    ("sq", "long long"), ("u[1]", "unsigned"), ("i[0]", "int"), ("h[3]", "short"), ("b[5]", "unsigned char"),
    ("c[7]", "signed char"), ("parts.mid", "short"), ("parts.high", "int"), ("parts.low", "unsigned short"),
)  # fmt: skip


def unions(writer: Writer) -> None:
    """A union of integers, floats, arrays and structures, written as one and read as another."""
    tag = writer.name("Pun")
    writer.top(
        f"union {tag} {{ unsigned long long q; long long sq; double d; float f[2]; unsigned u[2]; int i[2]; "
        "short h[4]; unsigned char b[8]; signed char c[8]; "
        "struct { unsigned short low; short mid; int high; } parts; };"
    )
    with writer.part("unions") as body:
        body.local()
        name, copy = writer.name("u"), writer.name("u")
        body.say(f"union {tag} {name} = {{ {writer.literal(writer.model.by_name['unsigned long long'])} }}, {copy};")
        for text, kind_name in READABLE:
            kind = body.model.by_name[kind_name]
            body.places.append(Value(f"{name}.{text}", kind, kind.low, kind.high))
        for _ in range(body.choices.between(2, 6)):
            body.say(body.choices.pick((
                f"{name}.q ^= {body.any(2)};", f"{name}.i[{body.choices.below(2)}] = {body.any(2)};",
                f"{name}.h[{body.choices.below(4)}]++;", f"{name}.b[{body.choices.below(8)}]--;",
                f"{name}.d = {body.choices.pick(('1.5', '-0.1', '1e300', '-0.0'))};",
                f"{name}.f[{body.choices.below(2)}] = {body.choices.pick(('1.5f', '-0.1f', '16777217.0f'))};",
                f"{name}.parts.mid = {body.any(1)};", f"{name}.c[{body.choices.below(8)}] = {body.any(1)};",
            )))  # fmt: skip
            body.say(f"{copy} = {name};")
            body.mix(f"{copy}.q")
            body.mix(body.any(2))
        body.say(f"mix_double({copy}.d); mix_double({copy}.f[{body.choices.below(2)}]);")


PARTS = {"bit_fields": bit_fields, "overlays": overlays, "unions": unions}
