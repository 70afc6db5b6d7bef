"""Results in, ratings out: the arena's score, Bradley-Terry with intervals, how far judges agree. Pure."""
