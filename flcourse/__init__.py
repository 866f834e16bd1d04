"""Federated learning as a course: one module per lecture, and the grader that marks its exercises.

A chapter of the book and the module that computes for it share one name:
:mod:`flcourse.graph`, :mod:`flcourse.gtvmin` and so on. Arrays go in and arrays or small frozen
dataclasses come out; randomness is always an argument.
"""

__version__ = "0.1.0"
