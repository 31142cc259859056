"""The last of some places of a function that control may have passed on its way to each location, in linear space.

Where paths with different last places meet, the location stands for all of them: a *meeting*, written as the complement
of its number. What meets there are places and other meetings, so that no location lists what many others list, too
(phi functions, Cytron et al. 1991, are used in the same way).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vexil.analysis.graphs import ControlFlow
from vexil.core.graphs import reachable

Graph = Sequence[Sequence[int]]


class PlacesBefore:
    """For every location the place that was passed last, if any was: ``last`` has nothing, a place, or a meeting."""

    def __init__(self, order: Sequence[int], following: Graph, preceding: Graph, places: Collection[int]) -> None:
        """The *order* has every location that counts, along *following* as far as there are no cycles."""
        self._preceding = preceding
        self._reached = frozenset(order)
        self._places = self._reached.intersection(places)
        self.last: list[tuple[int, ...]] = [()] * len(following)
        if self._places:
            self._solve(order, following)

    def _solve(self, order: Sequence[int], following: Graph) -> None:
        places, last = self._places, self.last
        self._behind = frozenset(reachable((at for place in places for at in following[place]), following.__getitem__))
        done: set[int] = set()
        for location in order:
            done.add(location)
            if location in self._behind:
                before = self._before(location)
                known = all(at in places or (at in done and at != location) for at in before)
                sources = {(at,) if at in places else last[at] for at in before}
                last[location] = sources.pop() if known and len(sources) == 1 else (~location,)

    def _before(self, location: int) -> list[int]:
        """The locations right before one that are places, or have places before them."""
        places, behind = self._places, self._behind
        return [at for at in self._preceding[location] if at in places or (at in behind and at in self._reached)]

    def sources(self, location: int) -> list[int]:
        """The places and meetings that meet at a location, sorted."""
        found = {(at,) if at in self._places else self.last[at] for at in self._before(location)}
        return sorted(source for sources in found for source in sources)


def places_before(flow: ControlFlow, places: Collection[int]) -> PlacesBefore:
    """The places that control may have passed last on its way from the entry."""
    if not places:
        return PlacesBefore((), flow.successors, (), ())
    return PlacesBefore(flow.reverse_postorder, flow.successors, flow.predecessors, places)


def places_after(flow: ControlFlow, places: Collection[int]) -> PlacesBefore:
    """The places that control may pass next, of those that can be reached from the entry."""
    if not places:
        return PlacesBefore((), flow.successors, (), ())
    return PlacesBefore(flow.reverse_postorder[::-1], flow.predecessors, flow.successors, places)
