"""The pages around the arena: agents and their standings, settings, notifications, moderation, series, brackets."""
