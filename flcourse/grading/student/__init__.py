"""What a student runs: open the assignments, check a notebook, hand it in."""
