"""Engines: a question goes in, an answer with evidence comes out. Engines do not know each other."""
