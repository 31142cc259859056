"""Control flow: switches, loops with break and continue, jumps, Duff's device."""

from __future__ import annotations

from strategies.c.checksums.parts_arithmetic import statement
from strategies.c.checksums.values import Value
from strategies.c.checksums.writer import Body, Writer


def switch(body: Body, selector: str, low: int, high: int, targets: list[Value], leave: tuple[str, ...]) -> None:
    """A switch with fall-through, ranges, and a default at any place or none; arms end with one of the given jumps."""
    choices = body.choices
    arms: list[str] = []
    value = low
    while value <= high and len(arms) < 6:
        value += choices.below(3)
        last = value + choices.below(3) if choices.chance(25) else value
        arms.append(f"case {value}:" if last == value else f"case {value} ... {last}:")
        value = last + 1
    if choices.chance(75):
        arms.insert(choices.below(len(arms) + 1), "default:")
    with body.block(f"switch ({selector})"):
        for arm in arms:
            body.say(arm)
            if choices.chance(15):
                continue
            with body.block(""):
                if leave and choices.chance(20):
                    switch(body, body.expressions.small(0, 5, 1).text, 0, 4, targets, ())
                else:
                    statement(body, targets)
            if choices.chance(60):
                body.say(f"{choices.pick(leave or ('break',))};")
        body.say(";")


def switches(writer: Writer) -> None:
    """Switches over selectors of all types, inside a loop."""
    with writer.part("switches") as body:
        targets = [body.local() for _ in range(2)]
        counter = writer.name("i")
        low = body.choices.between(-4, 0)
        kind = body.choices.pick([kind for kind in body.model.kinds[:-1] if kind.signed or low >= 0])
        with body.block(f"for ({kind.name} {counter} = {low}; {counter} < {low + 9}; {counter}++)"):
            switch(body, counter, low, low + 8, targets, ("break", "continue"))
        body.mix(targets[0].text)
        switch(body, body.expressions.small(0, 8).text, 0, 7, targets, ("break",))
        body.mix(targets[1].text)


def loop(body: Body, targets: list[Value], depth: int) -> None:
    """A loop of a few rounds in any of its three forms."""
    choices, writer = body.choices, body.writer
    counter = writer.name("i")
    count = choices.between(1, 5)
    form = choices.below(3)
    if form:
        body.say(f"int {counter} = 0;")
    header = (f"for (int {counter} = 0; {counter} < {count}; ++{counter})", f"while ({counter}++ < {count})", "do")[
        form
    ]
    with body.block(header, "}" if form < 2 else f"}} while (++{counter} < {count});"):
        body.places.append(Value(counter, body.model.int, 0, count))
        for _ in range(choices.between(1, 3)):
            if depth and choices.chance(30):
                with body.block(""):
                    loop(body, targets, depth - 1)
            elif choices.chance(30):
                body.say(f"if ({body.expressions.condition(1)}) {choices.pick(('break', 'continue'))};")
            else:
                statement(body, targets)


def loops(writer: Writer) -> None:
    """Nested loops."""
    with writer.part("loops") as body:
        targets = [body.local() for _ in range(3)]
        loop(body, targets, 2)
        for target in targets:
            body.mix(target.text)


def jumps(writer: Writer) -> None:
    """Labels that jump to each other forwards, backwards and into blocks, as long as there is fuel."""
    with writer.part("jumps") as body:
        targets = [body.local() for _ in range(2)]
        fuel = writer.name("fuel")
        body.say(f"int {fuel} = {body.choices.between(3, 12)};")
        labels = [writer.name("L") for _ in range(body.choices.between(2, 4))]
        end = writer.name("end")
        for label in labels:
            deep = body.choices.chance(25)
            if deep:
                body.say(f"if ({body.expressions.condition(1)}) {{")
            body.say(f"{label}:")
            body.say(f"if (--{fuel} < 0) goto {end};")
            statement(body, targets)
            body.say(f"if ({body.expressions.condition(1)}) goto {body.choices.pick(labels)};")
            if deep:
                body.say("}")
        body.say(f"{end}:")
        for target in targets:
            body.mix(target.text)


def duff(writer: Writer) -> None:
    """A copy loop entered in its middle."""
    function = writer.name("duff")
    kind = writer.kind()
    ways = writer.choices.between(2, 8)
    with writer.function(f"void {function}({kind.name} *to, const {kind.name} *from, int count)") as body:
        body.say(f"int rounds = (count + {ways - 1}) / {ways};")
        with body.block(f"switch (count % {ways})"):
            body.say("case 0: do { *to++ = *from++;")
            for way in range(ways - 1, 0, -1):
                body.say(f"case {way}: *to++ = *from++;")
            body.say("} while (--rounds > 0);")
    with writer.part("device") as body:
        size = body.choices.between(1, 17)
        values = ", ".join(writer.literal(kind) for _ in range(min(size, 6)))
        body.say(f"{kind.name} from[{size}] = {{ {values} }}, to[{size}] = {{ 0 }};")
        body.say(f"{function}(to, from, {size});")
        body.say(f"for (int i = 0; i < {size}; i++) mix(to[i]);")


PARTS = {"switches": switches, "loops": loops, "jumps": jumps, "duff": duff}
