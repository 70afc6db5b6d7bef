"""The pages of debates in the arena: the four tabs, a debate with its two sides, a new topic."""
