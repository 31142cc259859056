"""Random programs, formulas and structures, each language drawn in one place; what fails shrinks.

A generator is a function of a `random.Random`: tests of laws turn it into a strategy of Hypothesis with
`strategies.source.drawn`, long runs give it a seed. The packages `c` and `java` write source text, `ir` programs of
the intermediate representation, `boolean` Boolean and predicate programs; the modules beside them guarded systems,
formulas, atoms and structures.
"""
