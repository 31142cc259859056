"""The state across functions as terms: calls and returns, and the beginning of a run."""

from vexil.model.frames.frames import ENTRY, Frames
from vexil.model.frames.initial_state import InitialState

__all__ = ["ENTRY", "Frames", "InitialState"]
