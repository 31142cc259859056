"""Reading through stores: skipping those that cannot matter, and the split into cases that leaves none."""

from __future__ import annotations

from vexil.logic.factory import Terms
from vexil.logic.sorts import BOOL, ArraySort
from vexil.logic.terms import Term


def are_distinct(terms: Terms, one: Term, two: Term) -> bool:
    """Say whether two indices differ whatever their symbols stand for: by their parts, and by constant distances."""
    pending = [(one, two)]
    while pending:
        left, right = pending.pop()
        if left is right:
            continue
        if left.is_const and right.is_const:
            if left.payload != right.payload:
                return True
            continue
        if left.op == "concat" or right.op == "concat":
            cut = (left if left.op == "concat" else right).args[1].width
            width = left.width
            for high, low in ((width - 1, cut), (cut - 1, 0)):
                pending.append((terms.extract(left, high, low), terms.extract(right, high, low)))
            continue
        (base, offset), (other, distance) = terms.linear(left), terms.linear(right)
        if base is other and offset != distance:
            return True
    return False


def read(terms: Terms, array: Term, index: Term) -> Term:
    """The element at an index, found below stores to other ones."""
    current = array
    while current.op == "store":
        if current.args[1] is index:
            return current.args[2]
        if not are_distinct(terms, current.args[1], index):
            break
        current = current.args[0]
    return terms.select(current, index)


def without_stores(terms: Terms, term: Term) -> Term:
    """An equivalent term whose reads are of array symbols only, by cases on equal indices (Morris 1982).

    ``select(store(a, i, v), j)`` is v where i = j and ``select(a, j)`` elsewhere. Arrays that are selected by a
    condition are read in both cases. Equalities between arrays stay as they are.
    """
    done: dict[Term, Term] = {}
    stack = [term]
    while stack:
        current = stack[-1]
        if current in done:
            stack.pop()
            continue
        missing = [argument for argument in current.args if argument not in done]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        args = tuple(done[argument] for argument in current.args)
        if current.op == "select":
            done[current] = _cases(terms, args[0], args[1])
        elif current.op == "store" or not args or args == current.args:
            done[current] = current if args == current.args else terms.rebuild(current, args)
        else:
            done[current] = terms.rebuild(current, args)
    return _lifted(terms, done[term])


def _cases(terms: Terms, array: Term, index: Term) -> Term:
    """The element at an index, by cases over stores and selections of arrays."""
    done: dict[Term, Term] = {}
    stack = [array]
    while stack:
        current = stack[-1]
        if current in done:
            stack.pop()
        elif current.op == "store":
            below, place, value = current.args
            if place is index:
                done[current] = value
            elif below in done:
                rest = done[below]
                same = terms.false if are_distinct(terms, place, index) else terms.eq(place, index)
                done[current] = terms.ite(same, value, rest)
            else:
                stack.append(below)
        elif current.op == "ite":
            condition, first, second = current.args
            missing = [part for part in (first, second) if part not in done]
            if missing:
                stack.extend(missing)
            else:
                done[current] = terms.ite(condition, done[first], done[second])
        else:
            done[current] = terms.select(current, index)
    return done[array]


def _lifted(terms: Terms, term: Term) -> Term:
    """A formula whose comparisons have no selection directly below: ``ite(c, p(x), p(y))`` for ``p(ite(c, x, y))``.

    That is the form of a case split over predicates. It is only done where one selection is below a comparison, so
    that the size stays linear.
    """
    done: dict[Term, Term] = {}
    stack = [term]
    while stack:
        current = stack[-1]
        if current in done:
            stack.pop()
            continue
        if current.sort is not BOOL or not current.args:
            done[current] = current
            continue
        below = [argument for argument in current.args if argument.sort is BOOL]
        missing = [argument for argument in below if argument not in done]
        if missing:
            stack.extend(missing)
            continue
        args = tuple(done.get(argument, argument) for argument in current.args)
        selections = [argument for argument in args if argument.op == "ite" and argument.sort is not BOOL]
        if len(selections) == 1 and not isinstance(selections[0].sort, ArraySort):
            condition, first, second = selections[0].args
            sides = [
                terms.rebuild(current, tuple(side if argument is selections[0] else argument for argument in args))
                for side in (first, second)
            ]
            open_sides = [side for side in sides if side not in done]
            if open_sides:
                stack.extend(open_sides)
                continue
            done[current] = terms.ite(condition, done[sides[0]], done[sides[1]])
        else:
            done[current] = current if args == current.args else terms.rebuild(current, args)
        stack.pop()
    return done[term]
