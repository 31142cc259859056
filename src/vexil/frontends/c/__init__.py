"""C programs, through libclang.

Translation units come in, one `Program` in normal form goes out: no side effects in expressions, calls as operations,
short-circuits as control flow, at most one access to memory on an edge, undefined behaviour as checks (C2BP's normal
form: Ball et al. 2001). What cannot be modelled is refused with its place.
"""

from __future__ import annotations

from vexil.frontends.c.load import load
from vexil.languages.options import COptions

__all__ = ["COptions", "load"]
