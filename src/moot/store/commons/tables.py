"""The tables of this room. See `moot.store.tables` for what all of them keep to."""
