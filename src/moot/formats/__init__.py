"""The formats, one folder each. A format is pure and knows no other."""
