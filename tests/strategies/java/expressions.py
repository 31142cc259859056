"""Random expressions of a given type, with effects in every place where one may be."""

from __future__ import annotations

from random import Random

from strategies.java.scopes import BOXES, NUMBERS, Scope

INTEGERS = ("byte", "short", "char", "int", "long")
LITERALS = {
    "byte": ("(byte) 0", "(byte) 1", "(byte) -1", "(byte) 127", "(byte) -128", "(byte) 77"),
    "short": ("(short) 0", "(short) 3", "(short) -32768", "(short) 32767", "(short) 129"),
    "char": ("'a'", "'\\uffff'", "'0'", "(char) 1", "'\\n'"),
    "int": ("0", "1", "2", "3", "-1", "7", "31", "127", "128", "-129", "65536", "0x7fffffff", "Integer.MIN_VALUE"),
    "long": ("0L", "1L", "-1L", "3L", "33L", "128L", "0x7fffffffffffffffL", "Long.MIN_VALUE", "4294967296L"),
    "float": ("0f", "1.5f", "-2.25f", "3e9f", "Float.NaN", "1e30f"),
    "double": ("0.0", "0.5", "-3.75", "1e19", "Double.NaN", "Double.POSITIVE_INFINITY", "-0.0"),
    "boolean": ("true", "false"),
    "Integer": ("null", "5", "127", "1000", "1000"),
    "Long": ("null", "5L", "127L", "200L"),
    "String": ('"a"', '"b"', '"ab"', '""', "null", '"x7"'),
    "Object": ("null", '"a"', "5", "'c'", "7L", "new int[2]", "new A(3)", "new B(2)", "E1.Y"),
    "int[]": ("new int[]{1, 2, 3}", "new int[2]", "null"),
    "Object[]": ("new Object[]{1, null, \"a\"}", "new String[2]", "new Integer[]{4, 5}", "null", "new A[1]"),
    "A": ("new A(1)", "new B(2)", "new C(3)", "null"),
}  # fmt: skip


class Expressions:
    """Makes expressions; ``calls`` are methods of the program that may be called from here."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.calls: list[tuple[str, str, tuple[str, ...]]] = []
        self._effects = 0
        self._fresh = 0

    def fresh(self, prefix: str) -> str:
        """A name that nothing has."""
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def expression(self, scope: Scope, kind: str, size: int) -> str:
        """An expression of exactly a type."""
        random = self.random
        if size <= 0:
            return self._leaf(scope, kind)
        common = (self._leaf, self._chosen, self._logged, self._assigned, self._called, self._switched)
        if kind in NUMBERS:
            makers = (*common, self._number, self._number, self._number, self._changed, self._changed, self._cast)
        else:
            makers = (*common, *((getattr(self, f"_{_word(kind)}"),) * 4))
        maker = random.choice(makers)
        return maker(scope, kind) if maker == self._leaf else maker(scope, kind, size - 1)

    def _leaf(self, scope: Scope, kind: str) -> str:
        name = scope.pick(self.random, kind)
        if name is not None and self.random.random() < 0.75:
            return name.text
        literal = self.random.choice(LITERALS[kind])
        return f"({literal})" if kind in NUMBERS or kind == "boolean" else f"(({kind}) {literal})"

    def _chosen(self, scope: Scope, kind: str, size: int) -> str:
        condition = self.expression(scope, "boolean", size)
        first, second = self.expression(scope, kind, size), self.expression(scope, kind, size)
        return f"({condition} ? {first} : {second})"

    def _logged(self, scope: Scope, kind: str, size: int) -> str:
        self._effects += 1
        return f"e({self._effects}, {self.expression(scope, kind, size)})"

    def _assigned(self, scope: Scope, kind: str, size: int) -> str:
        target = self.place(scope, kind, size)
        if target is None:
            return self.expression(scope, kind, size)
        return f"({target} = {self.expression(scope, kind, size)})"

    def place(self, scope: Scope, kind: str, size: int) -> str | None:
        """A variable, field or element that may be assigned."""
        random = self.random
        if kind == "int" and random.random() < 0.5:
            return random.choice((self._element, self._member))(scope, size)
        if kind == "Object" and random.random() < 0.3:
            array = self.expression(scope, "Object[]", size - 1)
            return f"k({array})[{self._index(scope, size)}]"
        name = scope.pick(random, kind, assignable=True)
        return name.text if name is not None else None

    def _index(self, scope: Scope, size: int) -> str:
        inner = self.expression(scope, "int", size - 1)
        return f"({inner}) & 1" if self.random.random() < 0.7 else inner

    def _element(self, scope: Scope, size: int) -> str:
        name = scope.pick(self.random, "int[]")
        array = name.text if name is not None and self.random.random() < 0.7 else "k(new int[]{4, 5, 6})"
        return f"{array}[{self._index(scope, size)}]"

    def _member(self, scope: Scope, size: int) -> str:
        target = self.expression(scope, "A", size - 1)
        form = self.random.choice(("k({0}).x", "k({0}).y", "((A) k({0})).x", "((B) k({0})).x", "k({0}).next().x"))
        return form.format(target)

    def _called(self, scope: Scope, kind: str, size: int) -> str:
        found = [call for call in self.calls if call[1] == kind]
        if not found:
            return self.expression(scope, kind, size)
        name, _, parameters = self.random.choice(found)
        return f"{name}({', '.join(self.expression(scope, one, size - 1) for one in parameters)})"

    def _switched(self, scope: Scope, kind: str, size: int) -> str:
        cases = []
        selector, labels = self.random.choice(
            (
                (self.expression(scope, "int", size), ("0", "1, 7", "-1")),
                (self.expression(scope, "String", size), ('"a"', '"b", "x7"', '"ab"')),
                (f"q({self.expression(scope, 'int', size)})", ("X", "Y, Z", "W")),
            )
        )
        for label in labels:
            value = self.expression(scope, kind, size - 1)
            if self.random.random() < 0.6:
                cases.append(f"case {label} -> {value};")
            else:
                name, effect = self.fresh("z"), self._effect(scope, size)
                cases.append(f"case {label} -> {{ {effect} {kind} {name} = {value}; yield {name}; }}")
        cases.append(f"default -> {self.expression(scope, kind, size - 1)};")
        made = f"switch ({selector}) {{ {' '.join(cases)} }}"
        return f"({made})" if kind not in ("byte", "short", "char") else f"(({kind}) ({made}))"

    def _effect(self, scope: Scope, size: int) -> str:
        return f"o({self.expression(scope, 'int', size - 1)});"

    # --- numbers -------------------------------------------------------------------------------------------

    def _number(self, scope: Scope, kind: str, size: int) -> str:
        random = self.random
        if kind in ("byte", "short", "char"):
            return f"(({kind}) {self._number(scope, 'int', size)})"
        pool = [one for one in NUMBERS if NUMBERS.index(one) <= NUMBERS.index(kind)]
        left, right = (kind, random.choice(pool)) if random.random() < 0.5 else (random.choice(pool), kind)
        first, second = self.expression(scope, left, size), self.expression(scope, right, size)
        if kind in ("int", "long") and random.random() < 0.3:
            amount = self.expression(scope, random.choice(INTEGERS), size)
            return f"({self.expression(scope, kind, size)} {random.choice(('<<', '>>', '>>>'))} {amount})"
        operators = ("+", "-", "*", "/", "%") + (("&", "|", "^") if kind in ("int", "long") else ())
        if random.random() < 0.1:
            sign = random.choice(("-", "~") if kind in ("int", "long") else ("-",))
            return f"({sign}{first if left == kind else second})"
        return f"({first} {random.choice(operators)} {second})"

    def _changed(self, scope: Scope, kind: str, size: int) -> str:
        random = self.random
        target = self.place(scope, kind, size)
        if target is None:
            return self.expression(scope, kind, size)
        if random.random() < 0.4:
            return random.choice(("({0}++)", "({0}--)", "(++{0})", "(--{0})")).format(target)
        if kind in INTEGERS and random.random() < 0.4:
            amount = self.expression(scope, random.choice(INTEGERS), size)
            return f"({target} {random.choice(('<<=', '>>=', '>>>=', '&=', '|=', '^='))} {amount})"
        value = self.expression(scope, random.choice(NUMBERS), size)
        return f"({target} {random.choice(('+=', '-=', '*=', '/=', '%='))} {value})"

    def _cast(self, scope: Scope, kind: str, size: int) -> str:
        random = self.random
        if kind == "int" and random.random() < 0.5:
            form = random.choice(
                ("u({Integer})", "k({String}).length()", "k({int[]}).length", "k({A}).m({int})", "k({A}).sup({int})",
                 "((Integer) {Object})", "((IntSupplier) () -> {fixed}).getAsInt()", "f(y -> y + {fixed}, {int})",
                 "g({A})", "k({A}).w({Integer})", "k({A}).<Integer>id({Integer})", "h({Object})", "v({int}, {int})",
                 "(({Object}) instanceof A z ? z.x : 3)", "new A({int}).m({int})", "q({int}).n({int})",
                 "new R({int}, {String}).a()", "new R({int}, null).t({int})")
            )  # fmt: skip
            z = self.fresh("z")
            y = self.fresh("y")
            form = (
                form.replace(" z ", f" {z} ")
                .replace(" z.x", f" {z}.x")
                .replace("y ->", f"{y} ->")
                .replace("y +", f"{y} +")
            )
            for one in ("Integer", "String", "int[]", "A", "int", "Object"):
                while f"{{{one}}}" in form:
                    form = form.replace(f"{{{one}}}", self.expression(scope, one, size - 1), 1)
            if "{fixed}" in form:
                form = form.replace("{fixed}", self.expression(scope.fixed(), "int", size - 1))
            return f"({form})"
        return f"(({kind}) {self.expression(scope, random.choice(NUMBERS), size)})"

    # --- the others ----------------------------------------------------------------------------------------

    def _boolean(self, scope: Scope, kind: str, size: int) -> str:
        random = self.random
        match random.randrange(8):
            case 0 | 1:
                one, other = random.choice(NUMBERS), random.choice(NUMBERS)
                operator = random.choice(("<", "<=", ">", ">=", "==", "!="))
                return f"({self.expression(scope, one, size)} {operator} {self.expression(scope, other, size)})"
            case 2 | 3:
                operator = random.choice(("&&", "||", "&", "|", "^", "==", "!="))
                return f"({self.expression(scope, kind, size)} {operator} {self.expression(scope, kind, size)})"
            case 4:
                return f"(!{self.expression(scope, kind, size)})"
            case 5:
                one = random.choice(("Integer", "Long", "Object", "A"))
                operator = random.choice(("==", "!="))
                return f"({self.expression(scope, one, size)} {operator} {self.expression(scope, one, size)})"
            case 6:
                tested = random.choice(
                    ("A", "B", "C", "Integer", "String", "Comparable", "int[]", "Object[]", "I", "E1")
                )
                return f"({self.expression(scope, 'Object', size)} instanceof {tested})"
            case _:
                return f"(k({self.expression(scope, 'String', size)}).equals({self.expression(scope, 'Object', size)}))"

    def _Integer(self, scope: Scope, kind: str, size: int) -> str:
        random = self.random
        box = BOXES[kind]
        target = scope.pick(random, kind, assignable=True)
        match random.randrange(5):
            case 0:
                return f"(({kind}) {self.expression(scope, box, size)})"
            case 1:
                return f"(({kind}) {self.expression(scope, 'Object', size)})"
            case 2 if target is not None:
                return random.choice(("({0}++)", "(++{0})", "({0}--)")).format(target.text)
            case 3:
                return (
                    f"(({kind}) ({self.expression(scope, 'boolean', size)} ?"
                    f" {self.expression(scope, kind, size)} : {self.expression(scope, box, size)}))"
                )
            case _:
                return f"{kind}.valueOf({self.expression(scope, box, size)})"

    _Long = _Integer

    def _String(self, scope: Scope, kind: str, size: int) -> str:
        random = self.random
        if random.random() < 0.3:
            target = scope.pick(random, kind, assignable=True)
            if target is not None:
                operand = self.expression(scope, random.choice(("int", "char", "boolean", "Integer", "long")), size)
                return f"({target.text} += {operand})"
        others = [
            random.choice(("int", "char", "byte", "boolean", "Integer", "String", "long", "String")) for _ in range(2)
        ]
        parts = [self.expression(scope, one, size) for one in others]
        return f"t({self.expression(scope, 'String', size)} + {' + '.join(parts)})"

    def _Object(self, scope: Scope, kind: str, size: int) -> str:
        random = self.random
        if random.random() < 0.3:
            return f"(k({self.expression(scope, 'Object[]', size)})[{self._index(scope, size)}])"
        one = random.choice(("int", "char", "long", "Integer", "String", "A", "int[]", "boolean", "Object[]"))
        return f"((Object) {self.expression(scope, one, size)})"

    def _ints(self, scope: Scope, kind: str, size: int) -> str:
        if self.random.random() < 0.5:
            elements = ", ".join(self.expression(scope, "int", size - 1) for _ in range(self.random.randrange(4)))
            return f"(new int[]{{{elements}}})"
        return f"(new int[{self.expression(scope, 'int', size)} % 4])"

    def _objects(self, scope: Scope, kind: str, size: int) -> str:
        elements = ", ".join(self.expression(scope, "Object", size - 1) for _ in range(self.random.randrange(3)))
        return f"(new Object[]{{{elements}}})"

    def _A(self, scope: Scope, kind: str, size: int) -> str:
        one = self.random.choice(("A", "B", "C"))
        match self.random.randrange(4):
            case 0:
                return f"((A) new {one}({self.expression(scope, 'int', size)}))"
            case 1:
                return f"((A) ({one}) {self.expression(scope, 'Object', size)})"
            case 2:
                body = self.expression(scope.fixed(), "int", size - 1)
                method = f"public int m(int p) {{ return {body} + super.m(p); }}"
                return f"((A) new {one}({self.expression(scope, 'int', size)}) {{ {method} }})"
            case _:
                return f"k({self.expression(scope, 'A', size)}).next()"


def _word(kind: str) -> str:
    return {"int[]": "ints", "Object[]": "objects"}.get(kind, kind)
