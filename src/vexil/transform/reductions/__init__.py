"""Reductions: guarded systems made smaller, or restricted, so that an answer about them is one about the original."""
