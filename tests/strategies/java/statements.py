"""Random statements: every kind of jump out of every kind of statement."""

from __future__ import annotations

from strategies.java.expressions import Expressions
from strategies.java.scopes import TYPES, Name, Scope

CAUGHT = (
    "ArithmeticException", "NullPointerException", "ClassCastException", "ArrayIndexOutOfBoundsException",
    "NegativeArraySizeException", "ArrayStoreException", "RuntimeException", "IllegalStateException",
    "IndexOutOfBoundsException", "X1", "X2", "ArithmeticException | X1", "NullPointerException | ClassCastException",
)  # fmt: skip
THROWN = ("new X1({0})", "new X2({0})", "new IllegalStateException()", "null", 'new ArithmeticException("a" + {0})')
DEEPEST = 4


class Statements(Expressions):
    """Makes statements; blocks end in ways that Java's rules of reachability accept."""

    def block(self, scope: Scope, count: int) -> str:
        """Statements in braces, with a scope of their own."""
        inside = scope.inner()
        return "{ " + " ".join(self.statement(inside) for _ in range(count)) + " }"

    def statement(self, scope: Scope) -> str:
        """A statement; what it declares goes into the scope."""
        random = self.random
        simple = (self._observe, self._observe, self._effectful, self._declare, self._declare, self._jump)
        nested = (
            self._if,
            self._loop,
            self._try,
            self._try,
            self._switch,
            self._label,
            self._local_class,
            self._lambda,
        )
        return random.choice(simple if scope.depth >= DEEPEST or random.random() < 0.45 else nested)(scope)

    def _observe(self, scope: Scope) -> str:
        kind = self.random.choice(TYPES)
        return f"o({self.expression(scope, kind, 3)});"

    def _effectful(self, scope: Scope) -> str:
        kind = self.random.choice(TYPES)
        target = self.place(scope, kind, 2)
        return f"{target} = {self.expression(scope, kind, 3)};" if target else self._observe(scope)

    def _declare(self, scope: Scope) -> str:
        kind, name = self.random.choice(TYPES), self.fresh("v")
        text = f"{kind} {name} = {self.expression(scope, kind, 2)};"
        scope.names.append(Name(name, kind, self.random.random() < 0.6))
        return text

    def _jump(self, scope: Scope) -> str:
        random = self.random
        jumps: list[str] = []
        if scope.loops:
            jumps += ["break;", "continue;"]
            jumps += [f"{word} {label};" for label in scope.loops if label for word in ("break", "continue")]
        jumps += [f"break {label};" for label in scope.blocks]
        if scope.result is not None:
            value = "" if scope.result == "void" else f" {self.expression(scope, scope.result, 2)}"
            jumps.append(f"return{value};")
        jumps.append(f"throw {random.choice(THROWN).format(self.expression(scope, 'int', 1))};")
        return f"if ({self.expression(scope, 'boolean', 2)}) {random.choice(jumps)}"

    def _if(self, scope: Scope) -> str:
        binding = self.fresh("b")
        kind = self.random.choice(("Integer", "String", "A", "int[]"))
        if self.random.random() < 0.3:
            inside = scope.inner()
            inside.names.append(Name(binding, kind, False))
            test = f"{self.expression(scope, 'Object', 2)} instanceof {kind} {binding}"
            extra = f" && {self.expression(inside, 'boolean', 1)}" if self.random.random() < 0.5 else ""
            return f"if ({test}{extra}) {self.block(inside, 2)} else {self.block(scope, 1)}"
        return f"if ({self.expression(scope, 'boolean', 3)}) {self.block(scope, 2)} else {self.block(scope, 2)}"

    def _loop(self, scope: Scope) -> str:
        random = self.random
        label = self.fresh("l") if random.random() < 0.5 else None
        inside = scope.inner()
        inside.loops.append(label)
        counter = self.fresh("c")
        head = f"{label}: " if label else ""
        match random.randrange(5):
            case 0:
                return f"{{ int {counter} = 0; {head}while ({counter}++ < 3) {self.block(inside, 2)} }}"
            case 1:
                condition = self.expression(scope, "boolean", 2)
                return (
                    f"{{ int {counter} = 0; {head}do {self.block(inside, 2)} while ({counter}++ < 2 && {condition}); }}"
                )
            case 2:
                name = self.fresh("v")
                inside.names.append(Name(name, "int", random.random() < 0.5))
                return f"{head}for (int {name} : k({self.expression(scope, 'int[]', 2)})) {self.block(inside, 2)}"
            case 3:
                name = self.fresh("v")
                inside.names.append(Name(name, "Object", False))
                array = self.expression(scope, "Object[]", 2)
                return f"{head}for (Object {name} : {array}) {self.block(inside, 2)}"
            case _:
                updates = self.expression(scope, "int", 2)
                return (
                    f"{head}for (int {counter} = 0; {counter} < 3; {counter}++, o({updates})) {self.block(inside, 2)}"
                )

    def _try(self, scope: Scope) -> str:
        random = self.random
        text = f"try {self.block(scope, random.randrange(1, 4))}"
        if random.random() < 0.2:
            text = (
                f"try (K {self.fresh('r')} = {random.choice(('new K(1)', 'new K(2)', 'null'))}) {self.block(scope, 2)}"
            )
        caught: list[str] = []
        for _ in range(random.randrange(0, 3)):
            one = random.choice(CAUGHT)
            names = one.split(" | ")
            if any(_covered(name, caught) for name in names):
                continue
            caught += names
            name = self.fresh("x")
            seen = random.choice((f"o({name});", f"o((Throwable) {name} instanceof X1 ? 1 : 2);"))
            text += f" catch ({one} {name}) {{ {seen} {self.block(scope, random.randrange(0, 3))} }}"
        if not caught or random.random() < 0.5:
            text += f" finally {self.block(scope, random.randrange(1, 3))}"
        return text

    def _switch(self, scope: Scope) -> str:
        random = self.random
        inside = scope.inner()
        label = self.fresh("s")
        inside.blocks.append(label)
        selector, labels = random.choice(
            (
                (self.expression(scope, "int", 2), ["0", "1", "-1", "7"]),
                (self.expression(scope, "char", 2), ["'a'", "'0'", "98", "1"]),
                (self.expression(scope, "Integer", 2), ["5", "127", "0", "1"]),
                (self.expression(scope, "String", 2), ['"a"', '"b"', '"ab"', '"x7"']),
                (f"q({self.expression(scope, 'int', 2)})", ["X", "Y", "Z", "W"]),
            )
        )
        cases = [f"case {one}:" for one in labels]
        if random.random() < 0.7:
            cases.insert(random.randrange(len(cases)), "default:")
        body = ""
        for case in cases:
            body += f" {case} {self.block(inside, random.randrange(0, 3))}"
            if random.random() < 0.4:
                body += f" if ({self.expression(scope, 'boolean', 1)}) break;"
        return f"{label}: switch ({selector}) {{{body} }}"

    def _label(self, scope: Scope) -> str:
        inside = scope.inner()
        label = self.fresh("s")
        inside.blocks.append(label)
        return f"{label}: {self.block(inside, 3)}"

    def _local_class(self, scope: Scope) -> str:
        name, field = self.fresh("L"), self.fresh("w")
        inside = scope.fixed()
        inside.names.append(Name(field, "int"))
        inside.result = "int"
        above = self.random.choice(("", " extends A", " extends B"))
        constructor = f"{name}() {{ super({self.expression(scope.fixed(), 'int', 1)}); }}" if above else ""
        body = " ".join(self.statement(inside) for _ in range(2))
        first = self.expression(scope.fixed(), "int", 2)
        uses = " ".join(f"o(new {name}().run({self.expression(scope, 'int', 1)}));" for _ in range(2))
        other = f"int again(int p) {{ return p <= 0 ? {field} : new {name}().again(p - 1) + new {name}().{field}; }}"
        return (
            f"class {name}{above} {{ int {field} = {first}; {{ {field} += 2; }} {constructor}"
            f" int run(int p) {{ {body} return again(p & 1); }} {other} }} {uses}"
        )

    def _lambda(self, scope: Scope) -> str:
        name, parameter, inner = self.fresh("i"), self.fresh("p"), self.fresh("i")
        inside = scope.fixed()
        inside.names.append(Name(parameter, "int", False))
        inside.result = "int"
        body = " ".join(self.statement(inside) for _ in range(2))
        innermost = self.expression(inside.fixed(), "int", 2)
        calls = f"o({name}.applyAsInt({self.expression(scope, 'int', 1)}));"
        return (
            f"IntUnaryOperator {name} = {parameter} -> {{ {body} IntSupplier {inner} = () -> {innermost};"
            f" return {inner}.getAsInt() + {inner}.getAsInt(); }}; {calls} {calls}"
        )


ABOVE = {
    "ArithmeticException": ("RuntimeException",),
    "NullPointerException": ("RuntimeException",),
    "ClassCastException": ("RuntimeException",),
    "ArrayIndexOutOfBoundsException": ("RuntimeException", "IndexOutOfBoundsException"),
    "IndexOutOfBoundsException": ("RuntimeException",),
    "NegativeArraySizeException": ("RuntimeException",),
    "ArrayStoreException": ("RuntimeException",),
    "IllegalStateException": ("RuntimeException",),
    "X1": ("RuntimeException",),
    "X2": ("RuntimeException", "X1"),
}


def _covered(name: str, caught: list[str]) -> bool:
    return name in caught or any(above in caught for above in ABOVE.get(name, ()))
