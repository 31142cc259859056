"""What every layer shares: sources and spans, errors, caveats, limits, and a surface syntax for expressions.

Nothing in here knows about programs or properties, and it imports nothing else of Vexil.
"""
