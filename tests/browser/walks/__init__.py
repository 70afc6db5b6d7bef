"""Walks: a person starts and finishes each format in a browser. Tests walk them, and so does who takes the pictures."""
