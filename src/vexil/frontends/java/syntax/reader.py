"""From a file to its syntax tree: tree-sitter parses, the readers of this package translate."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from vexil.core.source import SourceFile
from vexil.frontends.java.syntax import tree
from vexil.frontends.java.syntax.declarations import Declarations
from vexil.frontends.java.syntax.depth import with_deep_stack
from vexil.frontends.java.syntax.grammar import check_syntax
from vexil.frontends.java.syntax.grammar.tokens import Tokens
from vexil.frontends.java.syntax.places import parts
from vexil.frontends.java.syntax.statements import CLASS_NODES

if TYPE_CHECKING:
    from tree_sitter import Node


def read_unit(file: SourceFile, number: int) -> tree.CompilationUnit:
    """Read a file, whose number in spans is *number*; raises `SourceError` as javac would report the mistake.

    Bodies of methods are translated when they are asked for.
    """
    file.text  # noqa: B018 - raises if this is no text
    check_syntax(file)
    return _read(file, number)


def read_model(file: SourceFile, number: int) -> tree.CompilationUnit:
    """Read a file that is known to be Java, such as a model of the library; the same one is read once."""
    return _model(file.name, file.content, number)


@lru_cache(maxsize=1000)
def _model(name: str, content: bytes, number: int) -> tree.CompilationUnit:
    return _read(SourceFile(name, content), number)


def _read(file: SourceFile, number: int) -> tree.CompilationUnit:
    from tree_sitter import Language, Parser
    from tree_sitter_java import language

    parser = Parser(Language(language()))
    reader = Declarations(file, number)
    root = parser.parse(reader.content).root_node
    if root.has_error:
        # its grammar does not know all numbers; their values are read from the file anyway
        root = parser.parse(Tokens(file).with_plain_numbers()).root_node
    if root.has_error:
        node = _first_error(root)
        reader.refuse("this piece of Java", "tree-sitter's grammar does not know it", node)
    return with_deep_stack(lambda: _unit(reader, root), file)


def _first_error(root: Node) -> Node:
    node = root
    while not (node.is_error or node.is_missing):
        node = next(child for child in node.children if child.has_error or child.is_missing)
    return node


def _unit(reader: Declarations, root: Node) -> tree.CompilationUnit:
    package = ""
    imports: list[tree.Import] = []
    types: list[tree.ClassDeclaration] = []
    doc = ""
    for node in root.children:
        match node.type:
            case "block_comment":
                doc = reader.doc_comment(node) or doc
                continue
            case "line_comment" | ";":
                continue
            case "package_declaration":
                package = _dotted(reader, parts(node)[-2])
            case "import_declaration":
                imports.append(_import(reader, node))
            case "module_declaration":
                reader.refuse("a module declaration", "programs are read as if in the unnamed module", node)
            case kind if kind in CLASS_NODES:
                types.append(reader.class_declaration(node, doc))
            case _:
                reader.fail("class, interface, enum, or record expected", node)
        doc = ""
    return tree.CompilationUnit(reader.file, package, tuple(imports), tuple(types))


def _import(reader: Declarations, node: Node) -> tree.Import:
    inner = parts(node)
    static = any(part.type == "static" for part in inner)
    on_demand = any(part.type == "asterisk" for part in inner)
    name = next(part for part in inner if part.type in {"identifier", "scoped_identifier"})
    return tree.Import(_dotted(reader, name), static, on_demand, reader.span(node))


def _dotted(reader: Declarations, node: Node) -> str:
    return ".".join(part.name for part in reader.class_type(node).parts)
