"""Exact combinatorial analysis of baccarat: every number is a rational, or says how it is bounded or sampled."""

__version__ = "0.1.0"
