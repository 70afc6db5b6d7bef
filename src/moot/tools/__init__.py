"""What workshops and their players work with beside the record: git, checks, and the tools of a turn."""
