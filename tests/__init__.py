"""Tests, laid out as `exact` is; published figures as data, properties under Hypothesis."""
