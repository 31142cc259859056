"""Guarded systems as C programs."""
