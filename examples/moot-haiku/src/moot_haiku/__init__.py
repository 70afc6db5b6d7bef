"""An example of all that a package can add to Moot."""
