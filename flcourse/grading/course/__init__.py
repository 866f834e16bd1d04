"""A course and its records: folder, roster, release, collection, gradebook, archive."""
