"""Sizes as people read them."""


def size_of(count: int) -> str:
    """So many bytes, in words.

    >>> size_of(1_117_320_768), size_of(98_362_432)
    ('1.1 GB', '98 MB')
    """
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
