"""Evaluation: question files, measures with their uncertainty, simple rankers to compare with, and reports."""
