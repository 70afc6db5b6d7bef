from tests.support.ports import closed_port

__all__ = ["closed_port"]
