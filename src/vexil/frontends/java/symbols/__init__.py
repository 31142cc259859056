"""Symbols of Java programs: what names stand for, how types relate, and whether declarations obey the rules.

Syntax trees come in, a `SymbolTable` goes out: the user's classes are entered and checked at once, those of the library
when a name asks for them. The rules are those of the Java Language Specification (chapters 4 to 9), the messages
javac's.
"""

from vexil.frontends.java.symbols.library import Library, LibraryFolder
from vexil.frontends.java.symbols.members import FieldMember, Members, MethodMember
from vexil.frontends.java.symbols.relations import FunctionType, Types
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.symbol_table import SymbolTable

__all__ = [
    "FieldMember",
    "FunctionType",
    "Library",
    "LibraryFolder",
    "Members",
    "MethodMember",
    "SymbolTable",
    "TypeScope",
    "Types",
]
