"""Data abstractions: finite sets of tokens that stand for numbers, and what operators do to them."""
