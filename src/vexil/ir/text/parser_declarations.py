"""Declarations from tokens: token sets, structures, relations, classes, files, assumptions and caveats."""

from __future__ import annotations

from vexil.core.caveats import Assumption, Caveat, Effect
from vexil.core.source import AbsentFile, LineMarker
from vexil.ir.layout import LAYOUTS, DataLayout
from vexil.ir.program import (
    ClassDeclaration,
    FieldDeclaration,
    MemberDeclaration,
    Relation,
    StructDeclaration,
    TokenSet,
)
from vexil.ir.text.parser_lines import LineReader
from vexil.ir.types import Type


class DeclarationReader(LineReader):
    """Reads declarations; each method is called after the first word has been read."""

    def layout(self) -> DataLayout:
        """``NAME`` of a known layout, or ``NAME pointer WIDTH align GREATEST little`` of another one."""
        lexer = self.lexer
        start, end = lexer.start, lexer.end
        name = lexer.expect_name("the name of a data layout")
        if not self.accept("pointer"):
            if name not in LAYOUTS:
                raise lexer.error_at(
                    f"unknown data layout {name!r}", start, end,
                    expected=f"{', '.join(LAYOUTS)}, or NAME pointer WIDTH align GREATEST little",
                )  # fmt: skip
            return LAYOUTS[name]
        width = self.number("the width of a pointer in bits")
        self.word("align")
        return DataLayout(name, width, self.number("an alignment"), self.word("little", "big") == "little")

    def source_file(self) -> AbsentFile:
        """``"NAME" sha256 "DIGEST"`` and its line markers."""
        name = self.string("the name of a file")
        self.word("sha256")
        digest = self.string("a digest")
        self.end_of_line()
        markers = []
        while self.starts("marker"):
            offset, line = self.number("a byte offset"), self.number("a line number")
            markers.append(LineMarker(offset, line, self.string("the name of a file")))
            self.end_of_line()
        return AbsentFile(name, b"", tuple(markers), digest)

    def assumption(self) -> Assumption:
        """``KIND "STATEMENT"``."""
        kind = self.lexer.expect_name("the kind of assumption")
        return Assumption(kind, self.string("the assumption"))

    def caveat(self) -> Caveat:
        """``STAGE adds "REASON" edge "EDGE" @SPAN``."""
        stage = self.lexer.expect_name("the stage that made the approximation")
        effect = Effect(self.word(*(effect.value for effect in Effect)))
        reason = self.string("the reason")
        edge = self.string("an edge") if self.accept("edge") else None
        return Caveat(stage, effect, reason, edge, self.span() if self.lexer.at("@") else None)

    def token_set(self, name: str) -> TokenSet:
        """``{TOKEN, …}``."""
        return TokenSet(name, tuple(self.values.name(tree, "a token") for tree in self.braces()))

    def struct(self, name: str, union: bool) -> StructDeclaration:
        """``size SIZE align ALIGNMENT`` and the members."""
        self.word("size")
        size = self.number("a size in bytes")
        self.word("align")
        alignment = self.number("an alignment in bytes")
        self.end_of_line()
        members = []
        while self.starts("member"):
            member = self.lexer.expect_name("the name of a member")
            self.lexer.expect(":", "after the name of a member")
            kind = self.type()
            self.word("at")
            offset = self.number("an offset in bytes")
            bit = self.number("a bit offset") if self.accept("bit") else None
            width = self.number("a number of bits") if self.accept("width") else None
            members.append(MemberDeclaration(member, kind, offset, bit, width))
            self.end_of_line()
        return StructDeclaration(name, size, alignment, tuple(members), union)

    def relation(self, name: str) -> Relation:
        """``(PARAMETER, …) -> RESULT`` and the rows."""
        lexer = self.lexer
        lexer.expect("(", "before the parameters")
        parameters: list[Type] = []
        while not lexer.accept(")"):
            if parameters:
                lexer.expect(",", "or ')' after a parameter")
            parameters.append(self.type())
        lexer.expect("->", "before the type of the results")
        result = self.type()
        self.end_of_line()
        rows = []
        while self.starts("row"):
            start = lexer.start
            arguments = self.braces()
            if len(arguments) != len(parameters):
                raise lexer.error_at(
                    f"the row has {len(arguments)} arguments", start, lexer.previous_end,
                    expected=f"{len(parameters)} arguments, one for each parameter",
                )  # fmt: skip
            lexer.expect("->", "before the results of a row")
            left = tuple(self.values.token(tree, kind) for tree, kind in zip(arguments, parameters, strict=True))
            rows.append((left, tuple(self.values.token(tree, result) for tree in self.braces())))
            self.end_of_line()
        return Relation(name, tuple(parameters), result, tuple(rows))

    def class_declaration(self, name: str, interface: bool) -> tuple[ClassDeclaration, dict[str, tuple[int, int]]]:
        """``extends … implements … abstract initialiser …`` with fields and methods, and where the fields are."""
        lexer = self.lexer
        superclass = lexer.expect_name("a superclass") if self.accept("extends") else None
        interfaces = []
        if self.accept("implements"):
            interfaces.append(lexer.expect_name("an interface"))
            while lexer.accept(","):
                interfaces.append(lexer.expect_name("an interface"))
        abstract = self.accept("abstract")
        initialiser = lexer.expect_name("a function") if self.accept("initialiser") else None
        self.end_of_line()
        fields, methods = [], []
        places = {}
        while lexer.kind == "name" and lexer.text in ("field", "method"):
            if self.word("field", "method") == "field":
                at = (lexer.start, lexer.end)
                field = lexer.expect_name("the name of a field")
                places[field] = at
                lexer.expect(":", "after the name of a field")
                fields.append(FieldDeclaration(field, self.type(), self.accept("volatile")))
            else:
                signature = lexer.expect_name("the signature of a method")
                lexer.expect("=", "before the function that implements a method")
                methods.append((signature, lexer.expect_name("the name of a function")))
            self.end_of_line()
        declaration = ClassDeclaration(
            name, superclass, tuple(interfaces), tuple(fields), tuple(methods), abstract, interface, initialiser
        )
        return declaration, places
