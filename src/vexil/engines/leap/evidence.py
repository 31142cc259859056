"""A chain as evidence: its zones as conditions of the program."""

from __future__ import annotations

from vexil.engines.leap.chain import Chain, Visit
from vexil.engines.leap.finiteness import bounds
from vexil.engines.leap.presentation import shortened
from vexil.engines.leap.problem import Setting
from vexil.engines.leap.zones import FAILURE, START, Zone
from vexil.ir.expressions import Expr
from vexil.logic.expressing import expression_of
from vexil.logic.space import STATIC_MARK
from vexil.logic.terms import Term
from vexil.model.leaps import Bound, Inputs, Leap, MustChain, Port, Rule, Station


class Inexpressible(Exception):  # noqa: N818 - the chain is no evidence, and the search goes on
    """A condition of a chain has no expression, or it is about memory as a whole."""


def evidence_of(setting: Setting, rules: tuple[Rule, ...], chain: Chain, inputs: Inputs | None = None) -> MustChain:
    """The evidence that a chain is; raises `Inexpressible`."""
    assert chain.flip is not None
    system = setting.system
    tracked = {
        point: tuple(_variable(setting, symbol) for symbol in system.tracked_at(point))
        for point in sorted(system.points)
    }
    stations = tuple(_station(setting, visit, chain.flip, number) for number, visit in enumerate(chain.visits))[:-1]
    if START in chain.visits[0].state.parts:
        stations = stations[1:]
    if not stations:
        raise Inexpressible("there is nothing to leap over")
    last = chain.visits[-1].entry
    target = None if FAILURE in last.parts else _port(setting, last)
    return MustChain(rules, tracked, stations, chain.flip, inputs, target)


def _station(setting: Setting, visit: Visit, flip: int, number: int) -> Station:
    if START in visit.state.parts or FAILURE in visit.state.parts:
        return Station(Port(()), Port(()))
    entry, leaving = _port(setting, visit.entry), _port(setting, visit.leaving)
    if not visit.is_loop:
        return Station(entry, leaving)
    theorem = 1 if number < flip else 2
    found = tuple(
        Bound(_variable(setting, symbol), _expression(setting, low), _expression(setting, high))
        for symbol, low, high in bounds(setting.queries, visit.state) or ()
    )
    return Station(entry, leaving, Leap(_port(setting, visit.state), theorem, found))


def _port(setting: Setting, zone: Zone) -> Port:
    zone = shortened(setting.queries, zone)
    return Port(tuple((place, _expression(setting, zone.parts[place])) for place in zone))


def _expression(setting: Setting, term: Term) -> Expr:
    space = setting.system.space
    found = expression_of(space, space.program.entry, term)
    if found is None:
        raise Inexpressible(f"no expression means {term}")
    return found


def _variable(setting: Setting, symbol: Term) -> str:
    """The variable of the program that a symbol stands for."""
    name, program = str(symbol.payload), setting.program
    owner = f"{program.entry}::"
    if name.startswith(owner) and name.removeprefix(owner) in program.functions[program.entry].variables:
        return name.removeprefix(owner)
    plain = name.removeprefix(STATIC_MARK)
    if plain in program.global_variables:
        return plain
    raise Inexpressible(f"{name} is no variable")
