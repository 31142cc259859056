"""Faults to plant, each with the check that must notice it: one table, for one test.

A fault is a mistake that a programmer could make: a rewriting rule that forgets overflow, a sign that is lost, a case
that is not considered. Planting goes through ``pytest.MonkeyPatch``, which takes everything back.
"""

from __future__ import annotations

from faults.dependences import DEPENDENCE_FAULTS
from faults.fault import Fault
from faults.leaps import LEAP_FAULTS
from faults.lists import LIST_FAULTS
from faults.native import NATIVE_FAULTS
from faults.orders import ORDER_FAULTS
from faults.printed import PRINTED_FAULTS
from faults.races import RACE_FAULTS
from faults.ranks import RANK_FAULTS
from faults.relations import RELATION_FAULTS
from faults.search import ENGINE_FAULTS, LOGIC_FAULTS, VACUOUS_FAULT
from faults.slices import SLICE_FAULTS
from faults.source_slices import SOURCE_SLICE_FAULTS
from faults.strings import STRING_FAULTS
from faults.tables import TABLE_FAULTS
from faults.termination import TERMINATION_FAULTS
from faults.terms import TERM_FAULTS
from faults.threads import THREAD_FAULTS

FAULTS: tuple[Fault, ...] = (
    *TERM_FAULTS,
    *LOGIC_FAULTS,
    *ENGINE_FAULTS,
    VACUOUS_FAULT,
    *TABLE_FAULTS,
    *RANK_FAULTS,
    *PRINTED_FAULTS,
    *DEPENDENCE_FAULTS,
    *SLICE_FAULTS,
    *SOURCE_SLICE_FAULTS,
    *LEAP_FAULTS,
    *LIST_FAULTS,
    *STRING_FAULTS,
    *NATIVE_FAULTS,
    *RELATION_FAULTS,
    *ORDER_FAULTS,
    *RACE_FAULTS,
    *THREAD_FAULTS,
    *TERMINATION_FAULTS,
)
IN_LOGIC = (*TERM_FAULTS, *LOGIC_FAULTS)
