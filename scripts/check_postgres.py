"""Tells whether a PostgreSQL server can be started for the tests."""

from tests.support.postgres import PostgresServer, PostgresUnavailable


def main() -> None:
    """Start one and stop it; say why if that does not work."""
    try:
        with PostgresServer.started():
            pass
    except PostgresUnavailable as reason:
        print(reason)


if __name__ == "__main__":
    main()
