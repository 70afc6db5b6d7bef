"""Addresses that anybody may have the house call: those of the open internet, and no others."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_UNICAST = IPv6Network("2000::/3")
_TRANSLATED = IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet: not of this machine, its network, or one that leads there.

    >>> is_public("93.184.215.14"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1"), is_public("fe80::1%eth0")
    (True, False, False, False)
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return _open(found) if isinstance(found, IPv4Address) else _open_six(found)


def _open(address: IPv4Address) -> bool:
    return address.is_global and not address.is_multicast and not address.is_reserved


def _open_six(address: IPv6Address) -> bool:
    if (inner := _inner(address)) is not None:
        return _open(inner)
    return address in _UNICAST and address.is_global and not address.is_multicast and address.teredo is None


def _inner(address: IPv6Address) -> IPv4Address | None:
    """The address of version 4 that one of version 6 leads to."""
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
