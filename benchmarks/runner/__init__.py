"""Runs ``vexil check`` over verification tasks and says how good the answers are.

In come a folder of tasks with expected verdicts and the limits of one run; out go one row per task in a CSV file,
tables, a cactus plot, and a comparison with earlier runs. How to measure follows Beyer, Löwe and Wendler, "Reliable
benchmarking" (STTT 2019), as far as that is possible without control groups.
"""
