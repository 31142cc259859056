"""The text of a program as it grows: declarations of the file, and functions whose lines are indented."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from strategies.c.checksums.choices import Choices
from strategies.c.checksums.expressions import Expressions
from strategies.c.checksums.kinds import Kind, Model
from strategies.c.checksums.literals import interesting, of_kind
from strategies.c.checksums.values import Value, variable


class Writer:
    """A program under construction; names are never used twice in a file."""

    def __init__(self, model: Model, choices: Choices) -> None:
        self.model = model
        self.choices = choices
        self.sections: list[str] = []
        self.parts: list[str] = []
        self.used = 0

    def name(self, prefix: str) -> str:
        """A name nobody has."""
        self.used += 1
        return f"{prefix}{self.used}"

    def top(self, text: str) -> None:
        """Add a declaration."""
        self.sections.append(text)

    def kind(self) -> Kind:
        """Any integer type."""
        return self.choices.pick(self.model.kinds)

    def literal(self, kind: Kind) -> str:
        """A constant expression with a value of the type."""
        return of_kind(self.model, kind, interesting(self.choices, kind))

    @contextmanager
    def function(self, header: str) -> Iterator[Body]:
        """A function with this header, whose body is what is said inside."""
        body = Body(self)
        yield body
        self.top("\n".join([f"static {header}", "{", *body.lines, "}"]))

    @contextmanager
    def part(self, prefix: str) -> Iterator[Body]:
        """A function that main calls."""
        name = self.name(prefix)
        with self.function(f"void {name}(void)") as body:
            yield body
        self.parts.append(name)


class Body:
    """The statements of a function; `places` are the integers that may be read here."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.model = writer.model
        self.choices = writer.choices
        self.lines: list[str] = []
        self.depth = 1
        self.places: list[Value] = []
        self.expressions = Expressions(self.model, self.choices, self.places)

    def say(self, line: str) -> None:
        """Add a line."""
        self.lines.append("  " * self.depth + line)

    def mix(self, text: str) -> None:
        """Let an integer count in the checksum."""
        self.say(f"mix({text});")

    @contextmanager
    def block(self, header: str, end: str = "}") -> Iterator[None]:
        """A compound statement; what is declared inside is forgotten afterwards."""
        known = len(self.places)
        self.say(f"{header} {{" if header else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self.say(end)
        del self.places[known:]

    def local(self, kind: Kind | None = None, prefix: str = "v", qualifier: str = "") -> Value:
        """Declare an integer and give it a value."""
        kind = kind or self.writer.kind()
        name = self.writer.name(prefix)
        initial = self.expressions.any(2).text if self.places else self.writer.literal(kind)
        self.say(f"{qualifier}{kind.name} {name} = {initial};")
        value = variable(name, kind)
        self.places.append(value)
        return value

    def any(self, depth: int = 3) -> str:
        """The text of some integer expression."""
        return self.expressions.any(depth).text
