"""Calls: parameters and results of all types, recursion, static locals, variable arguments, function pointers."""

from __future__ import annotations

from dataclasses import dataclass

from strategies.c.checksums.kinds import Kind
from strategies.c.checksums.parts_arithmetic import statement
from strategies.c.checksums.values import Value, variable
from strategies.c.checksums.writer import Body, Writer


@dataclass(frozen=True)
class Signature:
    """A function that only depends on its arguments."""

    name: str
    result: Kind
    parameters: tuple[Kind, ...]

    def call(self, body: Body, depth: int = 1) -> str:
        """A call with random arguments."""
        return f"{self.name}({', '.join(body.any(depth) for _ in self.parameters)})"


def pure(writer: Writer, result: Kind | None = None, parameters: tuple[Kind, ...] = ()) -> Signature:
    """Write a function that computes something from its parameters."""
    result = result or writer.kind()
    parameters = parameters or tuple(writer.kind() for _ in range(writer.choices.between(1, 4)))
    names = [writer.name("p") for _ in parameters]
    signature = Signature(writer.name("pure"), result, parameters)
    header = ", ".join(f"{kind.name} {name}" for kind, name in zip(parameters, names, strict=True))
    with writer.function(f"{result.name} {signature.name}({header})") as body:
        body.places += [variable(name, kind) for name, kind in zip(names, parameters, strict=True)]
        targets = list(body.places)
        for _ in range(body.choices.below(3)):
            target = body.choices.pick(targets)
            body.say(f"{target.text} = {body.any(2)};")
        if body.choices.chance(30):
            body.say(f"if ({body.expressions.condition(1)}) return {body.any(1)};")
        body.say(f"return {body.any(2)};")
    return signature


def functions(writer: Writer) -> None:
    """Functions with parameters and results of all types, called in each other's arguments."""
    signatures = [pure(writer) for _ in range(writer.choices.between(1, 3))]
    with writer.part("functions") as body:
        body.local()
        body.local()
        for signature in signatures:
            body.mix(signature.call(body))
            body.places.append(variable(signature.call(body, 0), signature.result))
        for signature in signatures:
            body.mix(signature.call(body))
        body.mix(body.any())


def recursion(writer: Writer) -> None:
    """Two functions that call themselves and each other, with a depth that shrinks."""
    first, second = writer.name("ping"), writer.name("pong")
    kinds = [writer.kind() for _ in range(3)]
    writer.top(f"static {kinds[0].name} {first}(int depth, {kinds[2].name} value);")
    for name, other, kind in ((second, first, kinds[1]), (first, second, kinds[0])):
        with writer.function(f"{kind.name} {name}(int depth, {kinds[2].name} value)") as body:
            local = writer.name("mine")
            body.places += [variable("value", kinds[2]), Value("depth", body.model.int, -1, 9)]
            body.say(f"{kinds[2].name} {local} = {body.any(2)};")
            body.places.append(variable(local, kinds[2]))
            body.say(f"if (depth <= 0) return {body.any(1)};")
            callee = other if name == first or body.choices.chance(40) else None
            calls = [f"{callee or first}(depth - 1, {body.any(1)})"]
            result = writer.name("got")
            body.say(f"{kind.name} {result} = {calls[0]};")
            body.places.append(variable(result, kind))
            if body.choices.chance(50):
                body.say(f"{result} ^= {other}(depth - 2, {local});")
            body.say(f"return {body.any(2)};")
    with writer.part("recursion") as body:
        body.local()
        body.mix(f"{first}({body.choices.between(1, 6)}, {body.any(1)})")


def statics(writer: Writer) -> None:
    """Static locals that keep their value between calls, and file-scope variables that start as zero."""
    function, shared = writer.name("keeps"), writer.name("shared")
    kind, result = writer.kind(), writer.kind()
    writer.top(f"static {kind.name} {shared};")
    with writer.function(f"{result.name} {function}(int reset)") as body:
        one, two, three = (writer.name("kept") for _ in range(3))
        body.say(f"static {kind.name} {one};")
        body.say(f"static unsigned {two} = {writer.literal(writer.model.by_name['unsigned'])};")
        body.say(f"static unsigned char {three}[4] = {{ 1, [3] = 9 }};")
        body.places += [variable(one, kind), variable(two, writer.model.by_name["unsigned"]), variable(shared, kind)]
        body.places.append(variable(f"{three}[reset & 3]", writer.model.by_name["unsigned char"]))
        body.say(f"if (reset) {{ static int times = 1; {two} += times++; }}")
        body.say(f"{three}[reset & 3] += 5;")
        statement(body, [body.places[0], body.places[2]])
        body.say(f"{one} = {body.any(2)};")
        body.say(f"return {body.any(2)};")
    with writer.part("statics") as body:
        for count in range(body.choices.between(1, 4)):
            body.mix(f"{function}({count})")
        body.mix(shared)


VARIADIC = (
    ("int", "i"), ("unsigned", "u"), ("long", "l"), ("unsigned long long", "q"), ("double", "d"), ("const char *", "s"),
    ("long long", "L"),
)  # fmt: skip


def variadic(writer: Writer) -> None:
    """A function that reads arguments as a string tells it, directly and through a copy, and passes the list on."""
    function, helper = writer.name("variadic"), writer.name("reads")
    with (
        writer.function(f"void {helper}(const char *shape, va_list list)") as body,
        body.block("for (; *shape; shape++)"),
        body.block("switch (*shape)"),
    ):
        for name, letter in VARIADIC:
            read = {"d": "mix_double(va_arg(list, double))", "s": f"mix(va_arg(list, {name})[1])"}
            body.say(f"case '{letter}': {read.get(letter, f'mix(va_arg(list, {name}))')}; break;")
    with writer.function(f"int {function}(const char *shape, ...)") as body:
        body.say("va_list list, copy;")
        body.say("va_start(list, shape);")
        body.say("va_copy(copy, list);")
        body.say(f"{helper}(shape, list);")
        body.say("va_end(list);")
        if body.choices.chance(50):
            body.say("if (shape[0] == 'i') mix(va_arg(copy, int));")
        body.say("va_end(copy);")
        if body.choices.chance(50):
            body.say(f"va_start(list, shape); {helper}(shape, list); va_end(list);")
        body.say("return (int)strlen(shape);")
    with writer.part("arguments") as body:
        narrow = body.local(body.choices.pick([kind for kind in body.model.kinds if kind.rank < 3]))
        for _ in range(body.choices.between(1, 3)):
            picked = [body.choices.pick(VARIADIC) for _ in range(body.choices.between(0, 9))]
            values = []
            for name, letter in picked:
                if letter == "d":
                    values.append(body.choices.pick(("1.5", "-0.0", "2.5f", "1e10", "(float)7")))
                elif letter == "s":
                    values.append(body.choices.pick(('"ab"', '"x\\377"', '"\\1\\2"')))
                elif letter == "i":
                    values.append(body.choices.pick((narrow.text, "'c'", f"(int){body.any(1)}")))
                else:
                    values.append(f"({name}){body.any(1)}")
            shape = '"' + "".join(letter for _, letter in picked) + '"'
            body.mix(f"{function}({', '.join([shape, *values])})")


def function_pointers(writer: Writer) -> None:
    """Functions in tables, structures and parameters, called through pointers."""
    result, parameters = writer.kind(), tuple(writer.kind() for _ in range(writer.choices.between(1, 3)))
    targets = [pure(writer, result, parameters) for _ in range(writer.choices.between(1, 3))]
    types = ", ".join(kind.name for kind in parameters)
    alias, table, apply, choose, holder = (writer.name(word) for word in ("fn", "table", "apply", "choose", "Holder"))
    writer.top(f"typedef {result.name} (*{alias})({types});")
    names = [target.name for target in targets]
    writer.top(f"static {result.name} (*const {table}[{len(names)}])({types}) = {{ {', '.join(names)} }};")
    writer.top(f"struct {holder} {{ char c; {alias} call; struct {holder} *next; }};")
    with writer.function(f"{result.name} {apply}({result.name} function({types}), int twice)") as body:
        body.local()
        arguments = ", ".join(body.any(1) for _ in parameters)
        body.say(f"return twice ? function({arguments}) : (*function)({arguments});")
    writer.top(f"static {alias} {choose}(unsigned which) {{ return which & 1 ? {names[-1]} : &{names[0]}; }}")
    with writer.part("pointed") as body:
        body.local()
        body.say(
            f"struct {holder} last = {{ 'l', {names[0]}, NULL }}, first = {{ .next = &last, .call = {names[-1]} }};"
        )

        def some() -> str:
            return ", ".join(body.any(1) for _ in parameters)

        body.say(f"for (int i = 0; i < {len(names)}; i++) mix({table}[i]({some()}));")
        body.mix(f"{apply}({body.choices.pick(names)}, {body.choices.below(2)})")
        body.mix(f"{choose}({body.any(1)})({some()})")
        body.mix(f"first.next->call({some()}) == (*first.call)({some()})")
        body.mix(f"first.call == last.call || {table}[0] != {names[0]} || !last.call")


PARTS = {
    "functions": functions,
    "recursion": recursion,
    "statics": statics,
    "variadic": variadic,
    "function_pointers": function_pointers,
}
