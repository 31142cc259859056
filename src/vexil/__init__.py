"""Vexil proves or refutes properties of C and concurrent Java programs by abstraction."""

__version__ = "0.1.0"
