"""Roles for workshops: a file each."""
