"""Checks that only reject what javac rejects, in javac's words: programs without mistakes mean the same without them.

`declarations` looks at classes and their members when they have been entered, `flow` at code when it has been typed.
"""
