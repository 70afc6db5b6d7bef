"""Whom the house can call on: models, programs, scripts and recorded debates."""
