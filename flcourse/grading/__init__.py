"""Grading: checks for test cells, and the build that turns text into notebooks."""
