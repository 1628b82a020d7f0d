"""Compile the rules with mypyc: ``python -m compiling FOLDER``, `make compiled`, `make wheel`.

The sources stay as they are. A copy of them is rewritten for mypyc, line for line, so that an error names the same line in both
builds: states, questions and throws become classes of its own kind, and constants are told to be constant.
"""
