"""One submission in, one result out: take in, execute apart from the checks, decide."""
