"""Which options raise the bounds that a search has hit."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.analysis.chosen_values import SAMPLED

INSTANCES = "instances at"
"""How the name of a bound on objects begins."""
COUNTED = {
    "threads": "threads=N",
    INSTANCES: "instances=N",
    "recursion depth of": "recursion=N",
    "array length": "array=N",
    SAMPLED: "inputs=N",
}
"""By how the name of a bound begins the option that sets it."""
UNNAMED = ("element", "memory")
"""What has no name of its own and is bounded like every integer."""
FIXED = ("bytes at", "alternatives at", "acquisitions of", "nested atomic")
"""Bounds that no option sets."""


def how_to_raise(bounds: Iterable[str]) -> str:
    """What to do about bounds that were hit, such as ``recursion depth of f <= 8`` or ``x >= 0``."""
    options: dict[str, None] = {}
    for bound in sorted(bounds):
        counted = next((option for word, option in COUNTED.items() if bound.startswith(word)), None)
        if counted is not None:
            options[f"--bound {counted}"] = None
        elif not bound.startswith(FIXED):
            name = bound.rpartition(" ")[0].rpartition(" ")[0]
            options[f"--bound {'int' if name in UNNAMED else name}=LOW..HIGH"] = None
    return f"raise the bound with {' and '.join(options)}, or use --deepen" if options else "use --deepen"
