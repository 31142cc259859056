"""Words that are no identifiers (JLS 3.9), and the words that are modifiers."""

from __future__ import annotations

PRIMITIVE_TYPES = frozenset({"boolean", "byte", "short", "int", "long", "char", "float", "double"})

MODIFIERS = frozenset(
    {
        "public", "protected", "private", "abstract", "static", "final", "strictfp", "default", "synchronized",
        "native", "transient", "volatile",
    }
)  # fmt: skip

RESERVED = (PRIMITIVE_TYPES | MODIFIERS) | {
    "assert", "break", "case", "catch", "class", "const", "continue", "do", "else", "enum", "extends", "finally", "for",
    "goto", "if", "implements", "import", "instanceof", "interface", "new", "package", "return", "super", "switch",
    "this", "throw", "throws", "try", "void", "while", "_", "true", "false", "null",
}  # fmt: skip
