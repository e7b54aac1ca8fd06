"""A second, deliberately slow implementation of the rules, to compare the project's answers with.

It is written from RULES and INTERFACES alone and imports nothing from the project. Every rule id is
a function of its own; hands are read by trying everything.
"""
