"""Arrays of fixed and variable length, strings, the heap, and the functions of <string.h>."""

from __future__ import annotations

from strategies.c.checksums.literals import interesting
from strategies.c.checksums.shapes import Array, Scalar, Shape, declare, initialiser, leaves
from strategies.c.checksums.values import variable
from strategies.c.checksums.writer import Writer


def arrays(writer: Writer) -> None:
    """Arrays of several dimensions, initialised in every way, indexed by expressions and through pointers to rows."""
    kind = writer.kind()
    sizes = [writer.choices.between(2, 4) for _ in range(writer.choices.between(1, 3))]
    shape: Shape = Scalar(kind)
    for size in reversed(sizes):
        shape = Array(shape, size)
    shared = writer.name("grid")
    writer.top(f"static {declare(shape, shared)} = {initialiser(writer, shape)};")
    with writer.part("arrays") as body:
        name = writer.name("a")
        body.say(f"{declare(shape, name)} = {initialiser(writer, shape)};")
        body.mix(f"sizeof {name} + sizeof {name}[0] + sizeof({shared}) / sizeof *{shared}")
        index = [writer.name("i") for _ in sizes]
        suffix = "".join(f"[{i}]" for i in index)
        header = " ".join(f"for (int {i} = 0; {i} < {size}; {i}++)" for i, size in zip(index, sizes, strict=True))
        with body.block(header):
            body.places += [variable(f"{name}{suffix}", kind), variable(f"{shared}{suffix}", kind)]
            body.say(f"{shared}{suffix} = {body.any(2)};")
            body.mix(f"{shared}{suffix}")
        if len(sizes) > 1:
            rest = "".join(f"[{size}]" for size in sizes[1:])
            row = writer.name("row")
            body.say(f"{kind.name} (*{row}){rest} = {name} + {sizes[0] - 1};")
            body.mix(f"(*{row}){''.join(f'[{size - 1}]' for size in sizes[1:])}")
            body.mix(f"{row}[-1]{'[0]' * (len(sizes) - 1)}")
            body.mix(f"&{name}[1] == {row}")
            body.mix(f"{row} - {name} + sizeof *{row}")
        body.mix(f"{body.choices.below(sizes[0])}[{name}]" + "[0]" * (len(sizes) - 1))
        body.say(f"memcpy({name}, {shared}, sizeof {name});")
        for text, _ in list(leaves(name, shape))[:: body.choices.between(1, 3)]:
            body.mix(text)


STRINGS = (
    '"abc"', '""', r'"a\0b"', r'"\x41\x7f\xff"', r'"\101\18\n"', '"tab\\tquote\\"\\\\"', '"one" "two"', r'"\x1" "2"',
    '"?\\?="', r'"\u00e9"',
)  # fmt: skip


def strings(writer: Writer) -> None:
    """String literals with escapes, as arrays and through pointers, walked over, measured and compared."""
    shared = writer.name("words")
    picked = [writer.choices.pick(STRINGS) for _ in range(3)]
    writer.top(f"static const char *const {shared}[] = {{ {', '.join(picked)}, NULL }};")
    with writer.part("strings") as body:
        own = body.choices.pick(STRINGS)
        name = writer.name("s")
        body.say(f'char {name}[] = {own}, {name}_big[20] = {own}, {name}_exact[3] = "xyz";')
        body.say(f"unsigned char {name}_codes[] = {{ {body.choices.pick(STRINGS)} }};")
        body.mix(f"sizeof {name} + sizeof {body.choices.pick(STRINGS)} + sizeof {name}_big")
        with body.block(f"for (const char *const *w = {shared}; *w; w++)"):
            body.say("for (const char *c = *w; *c; c++) mix(*c);")
            body.mix("strlen(*w)")
        body.say(f"for (unsigned i = 0; i < sizeof {name}_big; i++) mix({name}_big[i]);")
        body.say(f"for (unsigned i = 0; i < sizeof {name}_codes; i++) mix({name}_codes[i]);")
        body.mix(f"{name}_exact[{body.choices.below(3)}]")
        for left, right in ((f"{shared}[0]", f"{shared}[1]"), (name, f"{name}_big"), (f"{shared}[2]", name)):
            body.mix(f"(strcmp({left}, {right}) > 0) - (strcmp({left}, {right}) < 0)")
        body.say(f"{name}_big[{body.choices.below(19)}] = {body.choices.pick(('0', '65', repr('q')))};")
        body.mix(f"strlen({name}_big)")
        body.mix(f"*{body.choices.pick(STRINGS)} + {body.choices.pick(STRINGS)}[0]")
        body.mix(f"strcmp({name}, {own}) == 0")


def blocks(writer: Writer) -> None:
    """memcpy, memset, memmove (overlapping) and memcmp on arrays of all types."""
    kind = writer.kind()
    count = writer.choices.between(3, 8)
    with writer.part("blocks") as body:
        one, two = writer.name("x"), writer.name("y")
        body.say(
            f"{kind.name} {one}[{count}] = {{ {', '.join(writer.literal(kind) for _ in range(3))} }}, {two}[{count}];"
        )
        fill = 0 if kind.name == "_Bool" else body.choices.pick((0, 1, 255, -1, 0x1234))
        body.say(f"memset({two}, {fill}, sizeof {two});")
        for _ in range(body.choices.between(1, 4)):
            start, to = body.choices.below(count), body.choices.below(count)
            length = body.choices.between(0, count - max(start, to))
            source, target = body.choices.pick(((one, one), (one, two), (two, one), (two, two)))
            call = "memcpy" if source != target and body.choices.chance(50) else "memmove"
            body.say(f"{call}({target} + {to}, &{source}[{start}], {length} * sizeof({kind.name}));")
        body.mix(f"(memcmp({one}, {two}, sizeof {one}) > 0) - (memcmp({one}, {two}, sizeof {one}) < 0)")
        body.mix(f"memcmp({one} + 1, {one} + 1, 2 * sizeof *{one})")
        body.say(f"for (int i = 0; i < {count}; i++) {{ mix({one}[i]); mix({two}[i]); }}")
        if body.choices.chance(50):
            other = body.choices.pick(("unsigned", "unsigned long long", "short", "unsigned char"))
            size = body.model.by_name[other].size
            if size <= count * kind.size:
                body.say(f"{other} {one}_bits;")
                offset = body.choices.below(count * kind.size - size + 1)
                body.say(f"memcpy(&{one}_bits, (char *){one} + {offset}, sizeof {one}_bits);")
                body.mix(f"{one}_bits")


def variable_length(writer: Writer) -> None:
    """Arrays whose length is computed, their sizes, and parameters that are such arrays."""
    kind = writer.kind()
    function = writer.name("total")
    unsigned = "unsigned long long"
    with writer.function(f"{unsigned} {function}(int rows, int columns, {kind.name} cells[rows][columns])") as body:
        body.say(f"{unsigned} sum = sizeof cells[0];")
        body.say("for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) sum = sum * 31 + cells[i][j];")
        body.say("return sum;")
    with writer.part("variable") as body:
        body.local()
        rows, columns = writer.name("n"), writer.name("n")
        body.say(f"int {rows} = {body.expressions.small(1, 4, 1).text}, {columns} = {body.choices.between(1, 4)};")
        with body.block(f"for (int round = 0; round < {body.choices.between(1, 3)}; round++)"):
            name = writer.name("v")
            body.say(f"{kind.name} {name}[{rows}][{columns} + round];")
            body.say(f"{kind.name} *{name}_end = &{name}[{rows} - 1][{columns} + round - 1];")
            body.mix(f"sizeof {name} + sizeof {name}[0] + sizeof({kind.name}[{rows}])")
            with body.block(f"for (int i = 0; i < {rows}; i++)"):
                body.say(f"for (int j = 0; j < {columns} + round; j++) {name}[i][j] = i * 3 - j;")
            body.say(f"*{name}_end = {body.any(2)};")
            body.mix(f"{function}({rows}, {columns} + round, {name})")
            if body.choices.chance(40):
                body.say(f"if ({rows} > 2) continue;")
            body.mix(f"{name}[{rows} - 1][0]")
        side = writer.name("k")
        body.say(f"int {side} = 2;")
        body.mix(f"sizeof(char[{side}++]) + {body.choices.pick(('1', '2'))}")
        body.mix(side)


def heap(writer: Writer) -> None:
    """Allocated lists, arrays and structures with a flexible array at the end."""
    tag, push = writer.name("Node"), writer.name("push")
    kind, extra = writer.kind(), writer.kind()
    writer.top(f"struct {tag} {{ struct {tag} *next; {kind.name} key; unsigned count; {extra.name} rest[]; }};")
    with writer.function(f"struct {tag} *{push}(struct {tag} *list, {kind.name} key, unsigned count)") as body:
        body.say(f"struct {tag} *node = malloc(sizeof *node + count * sizeof(node->rest[0]));")
        body.say("if (!node) return list;")
        body.say("node->next = list; node->key = key; node->count = count;")
        body.say("while (count-- > 0) node->rest[count] = count * 7ull + key;")
        body.say("return node;")
    with writer.part("heap") as body:
        body.local()
        name = writer.name("list")
        body.mix(f"sizeof(struct {tag}) + offsetof(struct {tag}, rest)")
        body.say(f"struct {tag} *{name} = NULL;")
        for _ in range(body.choices.between(1, 4)):
            body.say(f"{name} = {push}({name}, {body.any(1)}, {body.choices.between(0, 4)});")
        body.say(f"struct {tag} **link = &{name};")
        with body.block("while (*link)"):
            body.say(f"struct {tag} *node = *link;")
            body.mix("node->key")
            body.say("for (unsigned i = 0; i < node->count; i++) mix(node->rest[i]);")
            body.say("if (node->count & 1) { *link = node->next; free(node); } else link = &node->next;")
        body.say(
            f"while ({name}) {{ struct {tag} *next = {name}->next; mix({name}->count); free({name}); {name} = next; }}"
        )
        items = writer.name("items")
        count = body.choices.between(1, 6)
        body.say(f"{kind.name} *{items} = calloc({count}, sizeof *{items});")
        body.say(f"if ({items}) {{ {items}[{body.choices.below(count)}] = {interesting(body.choices, kind) & 0x7F};")
        body.say(f"  for (int i = 0; i < {count}; i++) mix({items}[i]); }}")
        body.say(f"free({items});")


PARTS = {"arrays": arrays, "strings": strings, "blocks": blocks, "variable_length": variable_length, "heap": heap}
