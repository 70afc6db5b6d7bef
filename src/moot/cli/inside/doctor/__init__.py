"""The doctor in this process: looks at everything that a house needs, and changes nothing."""

from moot.cli.inside.doctor.round import examined

__all__ = ["examined"]
