"""The runtime in C: finding it, its structures, and its functions with types."""

from __future__ import annotations

import ctypes
import sysconfig
from ctypes import (
    CFUNCTYPE,
    POINTER,
    c_bool,
    c_char_p,
    c_int32,
    c_int64,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import Any

NAME = "_machine"

Load = CFUNCTYPE(c_int32, c_uint32)
Resolve = CFUNCTYPE(c_int32, c_uint32, c_uint32)


class InstructionStructure(ctypes.Structure):
    """``instruction`` of the runtime."""

    _fields_ = [("op", c_uint16), ("d", c_uint16), ("a", c_uint16), ("b", c_uint16), ("k", c_int64)]


class LocationStructure(ctypes.Structure):
    """``location`` of the runtime."""

    _fields_ = [
        ("pc", c_int32),
        ("ready", c_int32),
        ("choices", c_int32),
        ("touched", c_int32),
        ("blocker", c_int32),
        ("members", c_int32),
        ("kind", c_uint8),
        ("visibility", c_uint8),
        ("flags", c_uint8),
        ("unused", c_uint8),
        ("edge", c_uint32),
    ]


class BlockStructure(ctypes.Structure):
    """``variable_block`` of the runtime."""

    _fields_ = [("slot", c_uint32), ("size", c_uint32), ("store", c_int32), ("site", c_uint32)]


class LimitStructure(ctypes.Structure):
    """``parameter_limit`` of the runtime."""

    _fields_ = [("slot", c_uint32), ("bound", c_uint32), ("form", c_uint32)]


class EdgeStructure(ctypes.Structure):
    """``edge_info`` of the runtime."""

    _fields_ = [
        ("store", c_int32),
        ("target", c_int32),
        ("look", c_int32),
        ("is_taken", c_uint32),
        ("is_observed", c_uint32),
    ]


class FunctionStructure(ctypes.Structure):
    """``function`` of the runtime."""

    _fields_ = [
        ("code", c_void_p),
        ("locations", c_void_p),
        ("edges", c_void_p),
        ("catches", c_void_p),
        ("links", c_void_p),
        ("blocks", c_void_p),
        ("limits", c_void_p),
        ("registers", c_uint32),
        ("temporaries", c_uint32),
        ("parameters", c_uint32),
        ("blocks_count", c_uint32),
        ("limits_count", c_uint32),
        ("locations_count", c_uint32),
        ("entry", c_int32),
        ("exit", c_int32),
        ("exceptional", c_int32),
        ("stop", c_int32),
        ("value", c_uint32),
        ("is_ready", c_uint32),
    ]


class ClassStructure(ctypes.Structure):
    """``class_info`` of the runtime."""

    _fields_ = [
        ("words", c_uint32),
        ("links_count", c_uint32),
        ("links", c_void_p),
        ("root", c_uint32),
        ("unused", c_uint32),
    ]


class ArrayStructure(ctypes.Structure):
    """``array_info`` of the runtime."""

    _fields_ = [("family", c_uint32), ("size", c_uint8), ("is_signed", c_uint8), ("link", c_uint8), ("unused", c_uint8)]


class CallStructure(ctypes.Structure):
    """``call_info`` of the runtime."""

    _fields_ = [
        ("kind", c_uint32),
        ("function", c_uint32),
        ("targets", c_void_p),
        ("slots", c_void_p),
        ("count", c_uint32),
        ("shape", c_uint32),
        ("edge", c_int32),
        ("pointer", c_uint16),
        ("daemon", c_uint16),
    ]


class SwitchStructure(ctypes.Structure):
    """``switch_info`` of the runtime."""

    _fields_ = [("count", c_uint32), ("otherwise", c_int32), ("values", c_void_p), ("targets", c_void_p)]


class BoundStructure(ctypes.Structure):
    """``bound_info`` of the runtime."""

    _fields_ = [("low", c_int64), ("high", c_int64), ("low_top", c_int64), ("high_top", c_int64)]


class RelationStructure(ctypes.Structure):
    """``relation_info`` of the runtime."""

    _fields_ = [
        ("rows", c_uint32),
        ("arguments", c_uint32),
        ("sizes", c_void_p),
        ("starts", c_void_p),
        ("results", c_void_p),
    ]


class ProgramStructure(ctypes.Structure):
    """``program`` of the runtime."""

    _fields_ = [
        ("functions", c_void_p),
        ("functions_count", c_uint32),
        ("entry", c_uint32),
        ("classes", c_void_p),
        ("classes_count", c_uint32),
        ("arrays_count", c_uint32),
        ("arrays", c_void_p),
        ("subclass", c_void_p),
        ("choosable", c_void_p),
        ("storable", c_void_p),
        ("root_class", c_uint32),
        ("globals", c_uint32),
        ("owns", c_uint32),
        ("global_links", c_void_p),
        ("own_links", c_void_p),
        ("own_blocks", c_void_p),
        ("own_sources", c_void_p),
        ("bounds", c_void_p),
        ("pointer_size", c_uint32),
        ("big_endian", c_uint32),
        ("can_interrupt", c_uint32),
        ("asks_locked", c_uint32),
        ("checks", c_void_p),
        ("array_limit", c_int64),
        ("thread_limit", c_int64),
        ("instance_limit", c_int64),
        ("recursion_limit", c_int64),
        ("site_limits", c_void_p),
        ("has_heap", c_uint32),
        ("statics", c_uint32),
        ("fields", c_uint32),
        ("sites", c_uint32),
        ("load", Load),
        ("resolve", Resolve),
    ]


class OfferStructure(ctypes.Structure):
    """``offer`` of the runtime."""

    _fields_ = [
        ("kind", c_uint8),
        ("low", c_int64),
        ("high", c_int64),
        ("count", c_uint64),
        ("values", POINTER(c_int64)),
        ("values_capacity", c_uint64),
        ("clipped_low", c_uint32),
        ("clipped_high", c_uint32),
        ("sampled", c_uint32),
        ("is_unsigned", c_uint32),
    ]


class TriedStructure(ctypes.Structure):
    """``tried_info`` of the runtime."""

    _fields_ = [
        ("more_than", c_uint64),
        ("count", c_uint64),
        ("values", c_void_p),
        ("with_ends", c_uint32),
        ("sampled", c_uint32),
    ]


class LossStructure(ctypes.Structure):
    """``loss`` of the runtime."""

    _fields_ = [
        ("end", c_uint32),
        ("kind", c_uint32),
        ("function", c_uint32),
        ("edge", c_int32),
        ("detail", c_int64),
        ("count", c_uint64),
    ]


class StepStructure(ctypes.Structure):
    """``step_info`` of the runtime."""

    _fields_ = [
        ("thread", c_uint32),
        ("target", c_uint32),
        ("edges", c_uint64),
        ("choice", c_int64),
        ("has_choice", c_uint32),
        ("is_unsigned", c_uint32),
        ("names", c_uint32),
        ("names_count", c_uint32),
    ]


class SearchStructure(ctypes.Structure):
    """``search_info`` of the runtime."""

    _fields_ = [
        ("state_limit", c_uint64),
        ("work_limit", c_uint64),
        ("memory_limit", c_uint64),
        ("order", c_uint32),
        ("is_reduced", c_uint32),
        ("wants_violation", c_uint32),
        ("wants_deadlock", c_uint32),
        ("wants_exception", c_uint32),
        ("is_choose_free", c_uint32),
        ("hides_threads", c_uint32),
        ("is_symmetric", c_uint32),
        ("exceptions", c_void_p),
        ("run_on", c_uint64),
        ("choice_limit", c_uint64),
        ("stop", POINTER(c_int32)),
        ("seed", c_uint64),
        ("states", c_uint64),
        ("transitions", c_uint64),
        ("edges", c_uint64),
        ("work", c_uint64),
        ("depth", c_uint64),
        ("finished", c_uint64),
        ("frontier", c_uint64),
        ("bad", c_uint32),
        ("reason", c_uint32),
        ("memory", c_uint64),
        ("objects", c_uint64),
        ("threads", c_uint64),
        ("calls", c_uint64),
    ]


class AtomStructure(ctypes.Structure):
    """``atom_info`` of the runtime."""

    _fields_ = [
        ("kind", c_uint32),
        ("thread_test", c_uint32),
        ("thread", c_uint32),
        ("comparison", c_uint32),
        ("number", c_int64),
        ("places", c_void_p),
        ("functions", c_void_p),
        ("function", c_int32),
        ("pc", c_int32),
        ("value", c_uint32),
        ("is_own", c_uint32),
        ("is_denied", c_uint32),
        ("unused", c_uint32),
        ("presence", c_void_p),
    ]


class AtomsStructure(ctypes.Structure):
    """``atoms_info`` of the runtime."""

    _fields_ = [
        ("atoms", c_void_p),
        ("count", c_uint32),
        ("code", c_uint32),
        ("slots", c_uint32),
        ("unused", c_uint32),
    ]


class RunsStructure(ctypes.Structure):
    """``runs_info`` of the runtime."""

    _fields_ = [
        ("places", c_uint32),
        ("fairness", c_uint32),
        ("first", c_void_p),
        ("required", c_void_p),
        ("forbidden", c_void_p),
        ("target", c_void_p),
        ("accepting", c_void_p),
        ("lost", c_void_p),
        ("atoms", c_void_p),
        ("watched", c_void_p),
        ("returns", c_void_p),
        ("sees_unlocks", c_uint32),
        ("sees_unlocks_of_daemons", c_uint32),
        ("tracks_returns", c_uint32),
        ("unused", c_uint32),
        ("nodes", c_uint64),
        ("components", c_uint64),
        ("problem_atom", c_uint32),
        ("problem_kind", c_uint32),
        ("has_daemons", c_uint32),
        ("has_lasso", c_uint32),
        ("found", c_uint32),
        ("unused_too", c_uint32),
    ]


class RunStepStructure(ctypes.Structure):
    """``run_step`` of the runtime."""

    _fields_ = [
        ("state", c_uint32),
        ("thread", c_uint32),
        ("target", c_uint32),
        ("has_choice", c_uint32),
        ("choice", c_int64),
    ]


def library_path() -> Path | None:
    """Where the compiled runtime is, if it was built."""
    path = Path(__file__).parent / f"{NAME}{sysconfig.get_config_var('EXT_SUFFIX')}"
    return path if path.exists() else None


def missing() -> str:
    """What is missing for the machine, in a sentence; empty when it is there."""
    return "" if library_path() is not None else "the machine was not built: installing Vexil found no C compiler"


class Library:
    """The functions of the runtime."""

    def __init__(self, path: Path) -> None:
        library = ctypes.CDLL(str(path))

        def function(name: str, result: Any, *arguments: Any) -> Any:
            found = getattr(library, name)
            found.restype, found.argtypes = result, arguments
            return found

        names: bytes = function("machine_instructions", c_char_p)()
        self.operations = {name: number for number, name in enumerate(names.decode().split())}
        self.open = function("vm_open", c_void_p, POINTER(ProgramStructure), c_uint64)
        self.close = function("vm_close", None, c_void_p)
        self.clear = function("vm_clear", None, c_void_p)
        self.set_global = function("vm_global", None, c_void_p, c_uint32, c_int64)
        self.set_static = function("vm_static", c_bool, c_void_p, c_uint32, c_int64, c_uint32)
        self.set_constant = function("vm_constant", None, c_void_p, c_uint32)
        self.write = function("vm_write", c_bool, c_void_p, c_uint32, c_int64, c_char_p, c_uint32)
        self.write_identity = function(
            "vm_write_identity", c_bool, c_void_p, c_uint32, c_int64, c_uint8, c_uint8, c_int64, c_int64
        )
        self.ask_races = function("vm_races", c_bool, c_void_p, c_void_p)
        self.start = function("vm_start", c_bool, c_void_p)
        self.record = function("vm_record", c_uint32, c_void_p)
        self.restore = function("vm_restore", None, c_void_p, c_uint32)
        self.export = function("vm_export", c_uint64, c_void_p, c_uint32, POINTER(POINTER(c_int64)))
        self.enabled = function("vm_enabled", c_uint32, c_void_p, POINTER(c_uint32))
        self.choices = function("vm_choices", POINTER(OfferStructure), c_void_p, c_uint32)
        self.step = function("vm_step", None, c_void_p, c_uint32, c_bool, c_int64)
        self.end = function("vm_end", c_uint32, c_void_p, POINTER(c_uint32), POINTER(c_int64))
        self.edge = function("vm_edge", None, c_void_p, POINTER(c_uint32), POINTER(c_int32))
        self.finished = function("vm_finished", c_bool, c_void_p)
        self.bytes = function("vm_bytes", c_uint64, c_void_p)
        self.threads = function("vm_threads", c_uint32, c_void_p)
        self.search_open = function("vm_search_open", c_void_p, c_void_p, POINTER(SearchStructure))
        self.search_close = function("vm_search_close", None, c_void_p)
        self.search_initial = function("vm_search_initial", None, c_void_p)
        self.search_run = function("vm_search_run", c_uint32, c_void_p)
        self.search_losses = function("vm_search_losses", c_uint64, c_void_p, POINTER(POINTER(LossStructure)))
        self.search_path = function(
            "vm_search_path", c_uint32, c_void_p, c_uint32, POINTER(POINTER(StepStructure)), POINTER(c_uint64)
        )
        self.search_follow = function("vm_search_follow", c_bool, c_void_p, c_uint32, POINTER(StepStructure), c_uint64)
        self.search_names = function("vm_search_names", POINTER(c_uint32), c_void_p)
        self.search_steps = function(
            "vm_search_steps", c_uint64, c_void_p, c_uint32, POINTER(POINTER(StepStructure)), POINTER(c_uint32)
        )
        self.search_export = function("vm_search_export", c_uint64, c_void_p, c_uint32, POINTER(POINTER(c_int64)))
        self.search_lacks = function("vm_search_lacks", c_uint32, c_void_p, c_void_p)
        self.search_circles = function("vm_search_circles", c_uint32, c_void_p)
        self.search_again = function("vm_search_again", None, c_void_p)
        self.runs_open = function("vm_runs_open", c_void_p, c_void_p, POINTER(RunsStructure))
        self.runs_close = function("vm_runs_close", None, c_void_p)
        self.runs_initial = function("vm_runs_initial", None, c_void_p)
        self.runs_run = function("vm_runs_run", c_uint32, c_void_p)
        self.runs_again = function("vm_runs_again", None, c_void_p)
        self.runs_rank = function("vm_runs_rank", c_uint32, c_void_p, c_uint32, c_uint32)
        self.runs_node = function("vm_runs_node", None, c_void_p, c_uint32, POINTER(c_uint32), POINTER(c_uint32))
        self.runs_letter = function("vm_runs_letter", c_uint64, c_void_p, c_uint32)
        self.runs_steps = function(
            "vm_runs_steps", c_uint64, c_void_p, POINTER(POINTER(RunStepStructure)), POINTER(c_uint64)
        )
        self.runs_edges = function("vm_runs_edges", c_uint64, c_void_p, c_uint32, c_uint32, c_bool, c_int64)
