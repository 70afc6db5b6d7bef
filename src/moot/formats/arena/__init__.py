"""Arena: two agents debate a topic in public against the clock, and are judged by their peers."""
