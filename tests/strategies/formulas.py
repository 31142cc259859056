"""Random formulas of LTL, CTL and the mu-calculus, and ultimately periodic words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hypothesis import strategies as st

from vexil.spec.formulas import (
    FALSE,
    TRUE,
    And,
    Box,
    Ctl,
    Diamond,
    Equivalent,
    Exists,
    Finally,
    ForAll,
    Globally,
    Greatest,
    Implies,
    Least,
    Ltl,
    Mu,
    Next,
    Not,
    Or,
    Proposition,
    Release,
    Until,
    Variable,
    WeakUntil,
)
from vexil.spec.lasso import Lasso
from vexil.spec.ltl import parse_ltl


def propositions(*texts: str) -> list[Proposition]:
    """Atoms as formulas."""
    found = [parse_ltl(text) for text in texts]
    assert all(isinstance(formula, Proposition) for formula in found)
    return [formula for formula in found if isinstance(formula, Proposition)]


LETTERS = propositions("a", "b", "c")


def ltl_formulas(leaves: list[Proposition] = LETTERS, max_leaves: int = 6) -> st.SearchStrategy[Ltl]:
    """Random formulas over some propositions."""

    def extended(inner: st.SearchStrategy[Ltl]) -> st.SearchStrategy[Ltl]:
        pairs = st.tuples(inner, inner)
        return st.one_of(
            *(inner.map(operator) for operator in (Not, Next, Globally, Finally)),
            *(pairs.map(operator) for operator in (And, Or)),
            *(
                pairs.map(lambda pair, operator=operator: operator(*pair))
                for operator in (Implies, Equivalent, Until, WeakUntil, Release)
            ),
        )

    return st.recursive(st.sampled_from([*leaves, TRUE, FALSE]), extended, max_leaves=max_leaves)


def lassos(leaves: list[Proposition] = LETTERS, length: int = 4) -> st.SearchStrategy[Lasso]:
    """Random ultimately periodic words."""
    letter = st.frozensets(st.sampled_from([leaf.atom for leaf in leaves]))
    return st.builds(
        Lasso,
        st.lists(letter, max_size=length).map(tuple),
        st.lists(letter, min_size=1, max_size=length).map(tuple),
    )


def ctl_formulas(leaves: list[Proposition] = LETTERS) -> st.SearchStrategy[Ctl]:
    """Random CTL formulas with every operator."""

    def extended(inner: st.SearchStrategy[Ctl]) -> st.SearchStrategy[Ctl]:
        pairs = st.tuples(inner, inner)
        paths = st.one_of(
            *(inner.map(operator) for operator in (Next, Globally, Finally)),
            *(pairs.map(lambda pair, operator=operator: operator(*pair)) for operator in (Until, WeakUntil, Release)),
        )
        return st.one_of(
            inner.map(Not),
            pairs.map(And),
            pairs.map(Or),
            pairs.map(lambda pair: Implies(*pair)),
            pairs.map(lambda pair: Equivalent(*pair)),
            paths.map(ForAll),
            paths.map(Exists),
        )

    return st.recursive(st.sampled_from([*leaves, TRUE, FALSE]), extended, max_leaves=6)


@st.composite
def mu_formulas(draw: st.DrawFn) -> Mu:
    """Random closed formulas in which variables stand under an even number of negations."""

    def formula(depth: int, positive: tuple[str, ...], negative: tuple[str, ...]) -> Mu:
        kinds = ["atom", "variable"] if depth == 0 else ["atom", "variable", "not", "and", "or", "implies"]
        kinds += ["diamond", "box", "least", "greatest"] if depth else []
        match draw(st.sampled_from(kinds)):
            case "variable" if positive:
                return Variable(draw(st.sampled_from(positive)))
            case "not":
                return Not(formula(depth - 1, negative, positive))
            case "and":
                return And((formula(depth - 1, positive, negative), formula(depth - 1, positive, negative)))
            case "or":
                return Or((formula(depth - 1, positive, negative), formula(depth - 1, positive, negative)))
            case "implies":
                return Implies(formula(depth - 1, negative, positive), formula(depth - 1, positive, negative))
            case "diamond":
                return Diamond(formula(depth - 1, positive, negative))
            case "box":
                return Box(formula(depth - 1, positive, negative))
            case ("least" | "greatest") as kind:
                name = draw(st.sampled_from(["Z", "Y", "Z1"]))
                body = formula(
                    depth - 1,
                    (*(other for other in positive if other != name), name),
                    tuple(other for other in negative if other != name),
                )
                return Least(name, body) if kind == "least" else Greatest(name, body)
            case _:
                return draw(st.sampled_from(LETTERS))

    return formula(draw(st.integers(1, 5)), (), ())


def ctl_text(random: Random, depth: int, atom: Callable[[], str], *, steps: bool) -> str:
    """The text of a CTL formula over some atoms; one that counts steps only where that is allowed."""
    if depth == 0:
        return atom()

    def inner() -> str:
        return ctl_text(random, random.randint(0, depth - 1), atom, steps=steps)

    kind = random.choice(["!", "&&", "||", "E", "A", "E", "A", "EU", "AU", *(["EX", "AX"] if steps else [])])
    match kind:
        case "!":
            return f"!({inner()})"
        case "&&" | "||":
            return f"(({inner()}) {kind} ({inner()}))"
        case "EX" | "AX":
            return f"{kind} ({inner()})"
        case "EU" | "AU":
            return f"{kind[0]}[({inner()}) U ({inner()})]"
        case _:
            return f"{kind}{random.choice('FG')} ({inner()})"


def random_ctl(random: Random, atoms: Sequence[Proposition], depth: int = 3) -> Ctl:
    if depth == 0 or random.random() < 0.15:
        return random.choice(atoms)

    def inner() -> Ctl:
        return random_ctl(random, atoms, depth - 1)

    kind = random.choice(("not", "and", "or", "implies", "same", "A", "E", "A", "E", "A", "E"))
    match kind:
        case "not":
            return Not(inner())
        case "and":
            return And((inner(), inner()))
        case "or":
            return Or((inner(), inner()))
        case "implies":
            return Implies(inner(), inner())
        case "same":
            return Equivalent(inner(), inner())
    operator = random.choice((Next, Globally, Finally, Until, WeakUntil, Release))
    path = operator(inner()) if operator in (Next, Globally, Finally) else operator(inner(), inner())
    return ForAll(path) if kind == "A" else Exists(path)


def random_mu(random: Random, atoms: Sequence[Proposition], depth: int = 4, bound: tuple[str, ...] = ()) -> Mu:
    """Formulas without negations except at atoms; fixed points may depend on each other."""
    if depth == 0 or random.random() < 0.1:
        if bound and random.random() < 0.6:
            return Variable(random.choice(bound))
        atom = random.choice(atoms)
        return Not(atom) if random.random() < 0.3 else atom

    def inner(names: tuple[str, ...] = bound) -> Mu:
        return random_mu(random, atoms, depth - 1, names)

    match random.choice(("and", "or", "diamond", "box", "least", "greatest")):
        case "and":
            return And((inner(), inner()))
        case "or":
            return Or((inner(), inner()))
        case "diamond":
            return Diamond(inner())
        case "box":
            return Box(inner())
        case kind:
            name = random.choice(("X", "Y", "Z"))
            body = inner((*(item for item in bound if item != name), name))
            return Least(name, body) if kind == "least" else Greatest(name, body)
