"""The decision: which product, or none; why, and on whose word."""
