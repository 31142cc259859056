"""A native machine that runs programs as they are: threads, frames, objects, memory, locks and wait sets.

In comes a program of the intermediate form; its functions become code of the machine when they are first entered
(`vexil.engines.machine.code`), and the runtime in C executes it, numbers its states and searches them. What an
operation means is what the reference interpreter does.
"""
