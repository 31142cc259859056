"""Its presence puts this folder on the import path: tests of all folders share ``sketches`` and ``tools``."""
