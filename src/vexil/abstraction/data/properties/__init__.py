"""Abstract properties from properties: what an abstract program must satisfy so that the program does."""

from vexil.abstraction.data.properties.assertions import whole_conditions
from vexil.abstraction.data.properties.property import AbstractedProperty, abstracted_property, criterion

__all__ = ["AbstractedProperty", "abstracted_property", "criterion", "whole_conditions"]
