"""Data sets of the course."""
