"""Random programs of the intermediate representation, made of its nodes or written as text."""
