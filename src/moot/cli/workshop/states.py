"""The phases of a workshop, and the states that it can be in."""

PHASES = ("dehallucination", "planning", "self_evolvement", "critique", "review", "optimization", "adversarial")
"""Those that can be left out."""
GATES = (*PHASES[:3], "proposal", *PHASES[3:], "convergence")
"""All of them, in their order; after each there may be a gate."""
ENDINGS = ("decided", "contested", "unvoted", "failed", "rejected", "gate_timed_out", "cancelled")
STATES = (*GATES, *(f"gate_after_{phase}" for phase in GATES), *ENDINGS)
