"""Typing of Java code: the syntax tree and the symbols come in, the typed tree goes out.

Every expression gets its type, every name its symbol and every conversion its node, following the Java Language
Specification (chapters 5, 6, 14, 15 and 18); mistakes are worded and placed as javac does. Bodies are typed on demand.
"""

from vexil.frontends.java.typing.typing import Typing

__all__ = ["Typing"]
