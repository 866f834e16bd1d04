"""Fast versions of what the lectures define; each says which function it equals, and from when.

A lecture's function shows its formula. What makes it fast for many nodes, clients or classes lives
here, and tests say that both give the same numbers.
"""

__all__ = [
    "dpp",
    "fedbag",
    "fedbag_search",
    "fedknn",
    "fedopt",
    "graph",
    "gtvmin",
    "gtvmin_iterations",
    "gtvmin_problem",
]


def __dir__() -> list[str]:
    return __all__
