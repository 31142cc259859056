"""Checks that only reject what javac rejects, in javac's words: programs without mistakes mean the same without them.

`declarations` looks at classes and their members when they have been entered, `constructors` and `flow` at code when it
has been typed; `calls` explains why a call means no method, or more than one.
"""
