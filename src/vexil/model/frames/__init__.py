"""The state across functions as terms: calls and returns, and the beginning of a run."""

from vexil.model.frames.beginning import Beginning
from vexil.model.frames.frames import ENTRY, Entering, Frames

__all__ = ["ENTRY", "Beginning", "Entering", "Frames"]
