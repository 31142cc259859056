"""What the nodes of a syntax tree are: libclang's cursor kinds, operators, and our names for hidden classes."""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """The cursor kinds that C programs have, by libclang's numbers."""

    STRUCT_DECL = 2
    UNION_DECL = 3
    ENUM_DECL = 5
    ENUM_CONSTANT = 7
    FUNCTION_DECL = 8
    VAR_DECL = 9
    PARAMETER = 10
    TYPEDEF_DECL = 20
    TYPE_REF = 43
    MEMBER_REF = 47
    LABEL_REF = 48
    UNEXPOSED_EXPR = 100
    DECL_REF = 101
    MEMBER = 102
    CALL = 103
    INTEGER = 106
    FLOATING = 107
    IMAGINARY = 108
    STRING = 109
    CHARACTER = 110
    PAREN = 111
    UNARY = 112
    SUBSCRIPT = 113
    BINARY = 114
    COMPOUND_ASSIGNMENT = 115
    CONDITIONAL = 116
    CAST = 117
    COMPOUND_LITERAL = 118
    INIT_LIST = 119
    ADDRESS_OF_LABEL = 120
    STATEMENT_EXPR = 121
    GENERIC = 122
    SIZE_OF = 136
    UNEXPOSED_STMT = 200
    LABEL = 201
    BLOCK = 202
    CASE = 203
    DEFAULT = 204
    IF = 205
    SWITCH = 206
    WHILE = 207
    DO = 208
    FOR = 209
    GOTO = 210
    INDIRECT_GOTO = 211
    CONTINUE = 212
    BREAK = 213
    RETURN = 214
    ASM = 215
    NULL = 230
    DECLARATION = 231
    # Classes that libclang does not expose; they are told apart by what `calibrate` learns.
    VA_ARG = 901
    CHOOSE_EXPR = 902
    BINARY_CONDITIONAL = 903
    CONSTANT = 904
    PREDEFINED = 905
    ATOMIC = 906
    DESIGNATED = 907
    IMPLICIT_CAST = 908
    SOURCE_LOCATION = 909
    UNKNOWN_EXPR = 911
    LITERALS = 912


class Unary(IntEnum):
    """Unary operators, by libclang's numbers."""

    POST_INCREMENT = 1
    POST_DECREMENT = 2
    PRE_INCREMENT = 3
    PRE_DECREMENT = 4
    ADDRESS = 5
    DEREFERENCE = 6
    PLUS = 7
    MINUS = 8
    COMPLEMENT = 9
    NOT = 10
    REAL = 11
    IMAGINARY = 12
    EXTENSION = 13


class Binary(IntEnum):
    """Binary operators, by libclang's numbers; compound assignments follow `ASSIGN` in the same order."""

    MULTIPLY = 3
    DIVIDE = 4
    REMAINDER = 5
    ADD = 6
    SUBTRACT = 7
    SHIFT_LEFT = 8
    SHIFT_RIGHT = 9
    LESS = 11
    GREATER = 12
    LESS_EQUAL = 13
    GREATER_EQUAL = 14
    EQUAL = 15
    DIFFERENT = 16
    BIT_AND = 17
    BIT_XOR = 18
    BIT_OR = 19
    AND = 20
    OR = 21
    ASSIGN = 22
    MULTIPLY_ASSIGN = 23
    DIVIDE_ASSIGN = 24
    REMAINDER_ASSIGN = 25
    ADD_ASSIGN = 26
    SUBTRACT_ASSIGN = 27
    SHIFT_LEFT_ASSIGN = 28
    SHIFT_RIGHT_ASSIGN = 29
    BIT_AND_ASSIGN = 30
    BIT_XOR_ASSIGN = 31
    BIT_OR_ASSIGN = 32
    COMMA = 33


COMPUTATION = {
    Binary.MULTIPLY_ASSIGN: Binary.MULTIPLY,
    Binary.DIVIDE_ASSIGN: Binary.DIVIDE,
    Binary.REMAINDER_ASSIGN: Binary.REMAINDER,
    Binary.ADD_ASSIGN: Binary.ADD,
    Binary.SUBTRACT_ASSIGN: Binary.SUBTRACT,
    Binary.SHIFT_LEFT_ASSIGN: Binary.SHIFT_LEFT,
    Binary.SHIFT_RIGHT_ASSIGN: Binary.SHIFT_RIGHT,
    Binary.BIT_AND_ASSIGN: Binary.BIT_AND,
    Binary.BIT_XOR_ASSIGN: Binary.BIT_XOR,
    Binary.BIT_OR_ASSIGN: Binary.BIT_OR,
}
"""The operator that a compound assignment computes with."""
