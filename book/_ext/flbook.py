"""Sphinx extension of this book."""


def setup(app):
    """Register nothing yet."""
    return {"parallel_read_safe": True, "parallel_write_safe": True}
