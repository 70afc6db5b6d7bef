from tests.web.conftest import guarded, house, table, visitor

__all__ = ["guarded", "house", "table", "visitor"]
