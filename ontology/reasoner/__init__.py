"""Runs the rules on boards: scenarios in, outcomes with proofs out."""
