"""Spin, run on printed models."""
