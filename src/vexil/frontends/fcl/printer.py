"""Prints programs in FCL's normal form: prefix operators with commas, one statement per line."""

from __future__ import annotations

from vexil.frontends.fcl import syntax


def print_program(program: syntax.Program) -> str:
    """The text of a program; parsing it gives an equal program."""
    return _layout(program, [[""] * (len(block.assignments) + 1) for block in program.blocks])


def print_annotated(program: syntax.Program) -> str:
    """The text of a program with the node identifier after each statement, as in Fig. 6 of the paper."""
    return _layout(
        program,
        [[f"[{block.label}.{number}]" for number, _ in enumerate(block.statements(), 1)] for block in program.blocks],
    )


def print_statement(statement: syntax.Statement) -> str:
    """The text of one statement, with its semicolon."""
    match statement:
        case syntax.Assign(variable, expression):
            return f"{variable} := {print_expression(expression)};"
        case syntax.Skip():
            return "skip;"
        case syntax.Goto(label):
            return f"goto {label};"
        case syntax.Return():
            return "return;"
        case syntax.If(condition, then_label, else_label):
            return f"if {print_expression(condition)} then {then_label} else {else_label};"


def print_expression(expression: syntax.Expression) -> str:
    """The text of an expression in prefix form."""
    parts: list[str] = []
    open_operators: list[int] = []  # how many operands each enclosing operator still lacks
    for node in expression.nodes:
        match node:
            case syntax.Operator(symbol):
                parts.append(f"{symbol}(")
                open_operators.append(2)
                continue
            case syntax.Coercion(source, target):
                parts.append(f"[{source} << {target}] ")
                continue
            case syntax.Constant(symbol):
                parts.append(symbol)
            case syntax.Variable(name):
                parts.append(name)
        while open_operators:
            open_operators[-1] -= 1
            if open_operators[-1]:
                parts.append(", ")
                break
            open_operators.pop()
            parts.append(")")
    return "".join(parts)


def _layout(program: syntax.Program, annotations: list[list[str]]) -> str:
    lines = [f"({' '.join(parameter.name for parameter in program.parameters)})", f"({program.initial})"]
    indent = max(len(block.label) for block in program.blocks) + 2
    column = indent + 40
    for block, block_annotations in zip(program.blocks, annotations, strict=True):
        lines.append("")
        start = f"{block.label}:".ljust(indent)
        for statement, annotation in zip(block.statements(), block_annotations, strict=True):
            line = start + print_statement(statement)
            lines.append(f"{line.ljust(column)} {annotation}" if annotation else line)
            start = " " * indent
    return "\n".join(lines) + "\n"
