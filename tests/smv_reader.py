"""A reader of the part of NuSMV's input language that Vexil prints, and an explicit search of what it reads.

It shares nothing with the printer: words, their operators and the relation between states are written down again here,
after the NuSMV 2.6 user manual.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Value = bool | int | str
Env = dict[str, Value]
TOKEN = re.compile(
    r"\s+|--[^\n]*|(?P<word>0u?s?d(?P<width>\d+)_(?P<digits>\d+))|(?P<number>\d+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<symbol>:=|<->|->|<=|>=|!=|<<|>>|\.\.|[{}()\[\]:;,&|!=<>+\-*/?])"
)
SECTIONS = {"MODULE", "IVAR", "VAR", "DEFINE", "ASSIGN", "INIT", "TRANS", "INVARSPEC", "LTLSPEC", "CTLSPEC"}


@dataclass(frozen=True)
class Word:
    """The type of words."""

    width: int
    signed: bool

    def wrap(self, value: int) -> int:
        value %= 1 << self.width
        return value - (1 << self.width) if self.signed and value >= 1 << (self.width - 1) else value


Type = str | Word
"""``boolean``, ``integer``, ``symbol``, or a type of words."""
Typed = tuple[Type, Callable[["Scope"], Value]]


class Scope:
    """Values of variables and inputs; what is defined is computed once."""

    def __init__(self, values: Env, module: Module) -> None:
        self.values = values
        self.module = module

    def get(self, name: str) -> Value:
        if name not in self.values:
            self.values[name] = self.module.defined(name)[1](self)
        return self.values[name]


@dataclass
class Module:
    """What was read."""

    inputs: dict[str, list[Value]] = field(default_factory=dict)
    input_text: dict[str, str] = field(default_factory=dict)
    variables: dict[str, Type] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    pending: dict[str, int] = field(default_factory=dict)
    known: dict[str, Typed] = field(default_factory=dict)
    init: dict[str, Typed] = field(default_factory=dict)
    next: dict[str, Typed] = field(default_factory=dict)
    first: Typed | None = None
    relation: Typed | None = None
    invariants: list[Typed] = field(default_factory=list)
    formulas: list[tuple[str, str]] = field(default_factory=list)
    parser: Parser | None = None

    def defined(self, name: str) -> Typed:
        if name not in self.known:
            assert self.parser is not None
            assert name in self.pending, f"{name} is not declared"
            self.known[name] = self.parser.at(self.pending[name])
        return self.known[name]


class Parser:
    """Reads a module; definitions are read when they are used, as their order does not matter."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        place = 0
        while place < len(text):
            found = TOKEN.match(text, place)
            assert found, f"cannot read {text[place : place + 30]!r}"
            place = found.end()
            if found.lastgroup is not None:
                kind = "word" if found["word"] else str(found.lastgroup)
                self.tokens.append((kind, found.group()))
        self.tokens.append(("end", ""))
        self.place = 0
        self.module = Module(parser=self)

    # --- tokens ------------------------------------------------------------------------------------------

    @property
    def now(self) -> str:
        return self.tokens[self.place][1]

    def take(self, expected: str | None = None) -> str:
        text = self.now
        assert expected is None or text == expected, f"expected {expected!r}, found {text!r} at token {self.place}"
        self.place += 1
        return text

    def skip_if(self, text: str) -> bool:
        if self.now == text:
            self.place += 1
            return True
        return False

    def skip_statement(self) -> str:
        start = self.place
        depth = 0
        while depth or self.now != ";":
            depth += {"case": 1, "esac": -1}.get(self.now, 0)
            self.place += 1
        self.take(";")
        return " ".join(text for _, text in self.tokens[start : self.place - 1])

    # --- the module --------------------------------------------------------------------------------------

    def read(self) -> Module:
        module = self.module
        self.take("MODULE")
        self.take("main")
        later: list[tuple[str, str, int]] = []
        while self.now:
            section = self.take()
            assert section in SECTIONS, f"unknown section {section!r}"
            if section in ("INIT", "TRANS", "INVARSPEC"):
                later.append((section, "", self.place))
                self.skip_statement()
            elif section in ("LTLSPEC", "CTLSPEC"):
                module.formulas.append((section, self.skip_statement()))
            while self.now and self.now not in SECTIONS:
                self._entry(section, later)
        for section, name, place in later:
            typed = self.at(place)
            match section:
                case "INIT":
                    module.first = typed
                case "TRANS":
                    module.relation = typed
                case "INVARSPEC":
                    module.invariants.append(typed)
                case _:
                    assert typed[0] == module.types[name], f"{section}({name}) has type {typed[0]}"
                    (module.init if section == "init" else module.next)[name] = typed
        assert module.relation is not None
        return module

    def _entry(self, section: str, later: list[tuple[str, str, int]]) -> None:
        if section == "ASSIGN":
            which = self.take()
            self.take("(")
            name = self.take()
            self.take(")")
            self.take(":=")
            later.append((which, name, self.place))
            self.skip_statement()
            return
        name = self.take()
        if section == "DEFINE":
            self.take(":=")
            self.module.pending[name] = self.place
            self.skip_statement()
            return
        self.take(":")
        start = self.place
        kind, domain = self._type()
        assert name not in self.module.types, f"{name} is declared twice"
        self.module.types[name] = kind
        if section == "IVAR":
            self.module.inputs[name] = domain
            self.module.input_text[name] = " ".join(text for _, text in self.tokens[start : self.place])
        else:
            self.module.variables[name] = kind
        self.take(";")

    def _type(self) -> tuple[Type, list[Value]]:
        if self.skip_if("boolean"):
            return "boolean", [False, True]
        if self.now in ("signed", "unsigned"):
            signed = self.take() == "signed"
            self.take("word")
            self.take("[")
            width = int(self.take())
            self.take("]")
            return Word(width, signed), []
        if self.skip_if("{"):
            values = [self.take()]
            while self.skip_if(","):
                values.append(self.take())
            self.take("}")
            if all(value.isdigit() for value in values):
                return "integer", [int(value) for value in values]
            for value in values:
                self.module.types[value] = "symbol"
                self.module.known[value] = ("symbol", lambda _, value=value: value)  # type: ignore[misc]
            return "symbol", list(values)
        low = int(self.take())
        self.take("..")
        return "integer", list(range(low, int(self.take()) + 1))

    # --- expressions -------------------------------------------------------------------------------------

    def at(self, place: int) -> Typed:
        """The expression that begins at a token."""
        before, self.place = self.place, place
        found = self._expression(0)
        self.take(";")
        self.place = before
        return found

    LEVELS = (
        ("?",),
        ("<->",),
        ("->",),
        ("|", "xor"),
        ("&",),
        ("=", "!=", "<", ">", "<=", ">="),
        ("<<", ">>"),
        ("+", "-"),
        ("*", "/", "mod"),
    )

    def _expression(self, level: int) -> Typed:
        if level == len(self.LEVELS):
            return self._unary()
        left = self._expression(level + 1)
        if level == 0:
            if not self.skip_if("?"):
                return left
            then = self._expression(0)
            self.take(":")
            return self._if([(left, then)], self._expression(0))
        while self.now in self.LEVELS[level]:
            operator = self.take()
            right = self._expression(level if operator == "->" else level + 1)
            left = self._binary(operator, left, right)
        return left

    def _if(self, cases: list[tuple[Typed, Typed]], otherwise: Typed) -> Typed:
        kind = otherwise[0]
        assert all(condition[0] == "boolean" and value[0] == kind for condition, value in cases), "branches disagree"
        parts = [(condition[1], value[1]) for condition, value in cases]

        def run(scope: Scope) -> Value:
            for condition, value in parts:
                if condition(scope):
                    return value(scope)
            return otherwise[1](scope)

        return kind, run

    def _binary(self, operator: str, left: Typed, right: Typed) -> Typed:
        kind, other = left[0], right[0]
        a, b = left[1], right[1]
        if operator in ("<<", ">>"):
            assert isinstance(kind, Word)
            assert other == "integer" or (isinstance(other, Word) and not other.signed), "shift by an unsigned word"
            word = kind
            if operator == "<<":
                return kind, lambda scope: word.wrap(int(a(scope)) << int(b(scope)))
            return kind, lambda scope: int(a(scope)) >> int(b(scope))
        assert kind == other, f"{operator} of {kind} and {other}"
        if operator in ("&", "|", "xor", "->", "<->"):
            assert kind == "boolean" or (isinstance(kind, Word) and operator in ("&", "|", "xor")), (
                f"{operator} of {kind}"
            )
            logical: dict[str, Callable[[Scope], Value]] = {
                "&": lambda scope: a(scope) and b(scope),
                "|": lambda scope: a(scope) or b(scope),
                "xor": lambda scope: a(scope) != b(scope),
                "->": lambda scope: not a(scope) or b(scope),
                "<->": lambda scope: a(scope) == b(scope),
            }
            bits: dict[str, Callable[[Scope], Value]] = {
                "&": lambda scope: int(a(scope)) & int(b(scope)),
                "|": lambda scope: int(a(scope)) | int(b(scope)),
                "xor": lambda scope: int(a(scope)) ^ int(b(scope)),
            }
            return kind, (logical if kind == "boolean" else bits)[operator]
        if operator in ("=", "!="):
            if operator == "=":
                return "boolean", lambda scope: a(scope) == b(scope)
            return "boolean", lambda scope: a(scope) != b(scope)
        if operator in ("<", ">", "<=", ">="):
            assert kind == "integer" or isinstance(kind, Word), f"{operator} of {kind}"
            orders: dict[str, Callable[[Scope], Value]] = {
                "<": lambda scope: a(scope) < b(scope),  # type: ignore[operator]
                ">": lambda scope: a(scope) > b(scope),  # type: ignore[operator]
                "<=": lambda scope: a(scope) <= b(scope),  # type: ignore[operator]
                ">=": lambda scope: a(scope) >= b(scope),  # type: ignore[operator]
            }
            return "boolean", orders[operator]
        assert isinstance(kind, Word), f"{operator} of {kind}"
        compute = ARITHMETIC[operator]
        number = kind
        return kind, lambda scope: number.wrap(compute(int(a(scope)), int(b(scope))))

    def _unary(self) -> Typed:
        if self.skip_if("!"):
            kind, inner = self._unary()
            if kind == "boolean":
                return kind, lambda scope: not inner(scope)
            assert isinstance(kind, Word)
            word = kind
            return kind, lambda scope: word.wrap(~int(inner(scope)))
        if self.skip_if("-"):
            kind, inner = self._unary()
            assert isinstance(kind, Word)
            negative = kind
            return kind, lambda scope: negative.wrap(-int(inner(scope)))
        return self._selected(self._primary())

    def _selected(self, found: Typed) -> Typed:
        while self.skip_if("["):
            high = int(self.take())
            self.take(":")
            low = int(self.take())
            self.take("]")
            kind, inner = found
            assert isinstance(kind, Word)
            assert kind.width > high >= low, "bits that are there"
            part = Word(high - low + 1, False)
            found = part, lambda scope, inner=inner, low=low, part=part: part.wrap(int(inner(scope)) >> low)  # type: ignore[misc]
        return found

    def _primary(self) -> Typed:
        kind, text = self.tokens[self.place]
        self.place += 1
        if kind == "word":
            found = TOKEN.fullmatch(text)
            assert found
            word = Word(int(found["width"]), "s" in text)
            value = int(found["digits"])
            assert value < 1 << word.width, f"{text} has too few bits"
            return word, lambda _: value
        if kind == "number":
            number = int(text)
            return "integer", lambda _: number
        if text == "(":
            inner = self._expression(0)
            self.take(")")
            return inner
        if text in ("TRUE", "FALSE"):
            truth = text == "TRUE"
            return "boolean", lambda _: truth
        if text == "case":
            return self._case()
        if text in ("signed", "unsigned", "extend", "bool") and self.now == "(":
            return self._function(text)
        assert kind == "name", f"unexpected {text!r}"
        if text in self.module.types:
            known = self.module.known.get(text)
            return known if known is not None else (self.module.types[text], lambda scope: scope.values[text])
        return self.module.defined(text)[0], lambda scope: scope.get(text)

    def _case(self) -> Typed:
        cases = []
        while not self.skip_if("esac"):
            condition = self._expression(0)
            self.take(":")
            cases.append((condition, self._expression(0)))
            self.take(";")
        return self._if(cases[:-1], cases[-1][1])

    def _function(self, name: str) -> Typed:
        self.take("(")
        kind, inner = self._expression(0)
        assert isinstance(kind, Word)
        word = kind
        if name == "extend":
            self.take(",")
            word = Word(kind.width + int(self.take()), kind.signed)
        elif name == "bool":
            assert kind == Word(1, False), "a single bit"
            self.take(")")
            return "boolean", lambda scope: inner(scope) == 1
        else:
            assert kind.signed == (name == "unsigned"), f"{name} of {kind}"
            word = Word(kind.width, name == "signed")
        self.take(")")
        return word, lambda scope: word.wrap(int(inner(scope)))


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _truncated,
    "mod": lambda a, b: a - b * _truncated(a, b),
}


def read_smv(text: str) -> Module:
    """Read a module."""
    return Parser(text).read()


State = tuple[Value, ...]


@dataclass
class Explored:
    """What a search of a module found."""

    states: int = 0
    transitions: int = 0
    stuck: int = 0
    broken: list[int] = field(default_factory=list)
    """How many states break each invariant."""


def steps(module: Module, state: State) -> Iterator[tuple[Env, State]]:
    """The inputs that are possible in a state, and where they lead."""
    assert module.relation is not None
    names = list(module.variables)
    values = dict(zip(names, state, strict=True))
    for chosen in itertools.product(*module.inputs.values()):
        inputs = dict(zip(module.inputs, chosen, strict=True))
        scope = Scope({**values, **inputs}, module)
        if module.relation[1](scope):
            yield inputs, tuple(module.next[name][1](scope) for name in names)


def explore(module: Module) -> Explored:
    """Search all states of a module whose initial state is given by assignments or by a list of states."""
    found = Explored(broken=[0] * len(module.invariants))
    starts = _starts(module)
    seen = set(starts)
    pending = list(starts)
    names = list(module.variables)
    while pending:
        state = pending.pop()
        scope = Scope(dict(zip(names, state, strict=True)), module)
        for number, invariant in enumerate(module.invariants):
            found.broken[number] += not invariant[1](scope)
        following = list(steps(module, state))
        assert following, "the relation should be total"
        if following[0][0]["running"] == "nobody":
            assert len(following) == 1, "nobody moves only where nobody can move"
            assert following[0][1] == state, "where nobody moves nothing changes"
            found.stuck += 1
            continue
        for _, after in following:
            found.transitions += 1
            if after not in seen:
                seen.add(after)
                pending.append(after)
    found.states = len(seen)
    return found


def _starts(module: Module) -> list[State]:
    names = list(module.variables)
    if module.first is None:
        scope = Scope({}, module)
        return [tuple(module.init[name][1](scope) for name in names)]
    return _listed(module, names)


def _listed(module: Module, names: list[str]) -> list[State]:
    """The states of a disjunction of conjunctions of equations, each of which names every variable."""
    parser = module.parser
    assert parser is not None
    place = next(number for number, token in enumerate(parser.tokens) if token[1] == "INIT") + 1
    parser.place = place
    states = []
    while True:
        parser.take("(")
        values: Env = {}
        while True:
            name = parser.take()
            parser.take("=")
            values[name] = parser._expression(6)[1](Scope({}, module))
            if not parser.skip_if("&"):
                break
        parser.take(")")
        states.append(tuple(values[name] for name in names))
        assert module.first is not None
        assert module.first[1](Scope(values, module)), "a listed state is initial"
        if not parser.skip_if("|"):
            return list(dict.fromkeys(states))
