"""The intermediate form: typed control-flow automata for C, Java and FCL.

Front ends and passes build a `Program` with the builders of `vexil.ir.builder`; the validator holds it to its
promises, `vexil.ir.text` prints and parses it, and `vexil.ir.interpreter` is its meaning.
"""
