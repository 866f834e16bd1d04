"""An assignment comes into being: rules, build, the bank of answers, mutants, verdicts."""
