"""Read Java: source files come in, a program in the intermediate form goes out.

`syntax` reads files, `symbols` finds out what names mean, `typing` gives every expression a type and makes conversions
explicit, `flow` checks what a compiler checks about assignments, reachability and exceptions, `lowering` makes
functions of what ``main`` reaches. `library` holds source models of the classes that the JDK would bring.
"""
