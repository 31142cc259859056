"""Guarded systems as modules for NuSMV."""
