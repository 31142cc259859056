"""Check that typed code flows as the language demands, as a Java compiler does behind typing.

Typed classes come in; mistakes in reachability (JLS 14.22), definite assignment (JLS 16), checked exceptions (JLS
11.2) and captured variables (JLS 8.1.3, 15.27.2) go out, worded and placed as javac does.
"""

from vexil.frontends.java.flow.check import check_flow
from vexil.frontends.java.flow.code import Bodies

__all__ = ["Bodies", "check_flow"]
