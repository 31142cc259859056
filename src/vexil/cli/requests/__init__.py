"""What commands are told, as dataclasses whose fields are the options: adding an option is adding a field.

Each module is about one stage: its class declares the options of that stage, with defaults that work, and has a method
that makes the complete options of the pipeline out of them. Commands inherit the classes of the stages they run.
"""
