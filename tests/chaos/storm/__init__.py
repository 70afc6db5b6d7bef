"""Storms: a house of real processes, those who use it, and a seeded chance that does to it what can be done."""
