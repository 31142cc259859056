"""Guarded systems as models for Spin."""
