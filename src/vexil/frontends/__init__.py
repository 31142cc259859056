"""Front ends turn source text into an `ir.Program`, or refuse it with a place and a reason.

There is one package per language, each with a ``load`` function. What a front end cannot model it
approximates with a caveat or refuses; it never skips anything.
"""
