"""Full-text search: every word asked for must begin a word of the text. An index of each database's own kind."""

from dataclasses import dataclass

from sqlalchemy import TextClause, text

from moot.store.database import Dialect, Prepared, Transaction
from moot.store.words import words

_ASKED = 32
"""How many words of a query count: full-text engines refuse endless ones."""


@dataclass(frozen=True, slots=True)
class Index:
    """The words of the rows of one table, by their numbers."""

    found: TextClause
    """The condition that a row has all the words of `:match`."""
    put: Prepared
    drop: Prepared
    dialect: Dialect

    async def file(self, tx: Transaction, number: int, *texts: str) -> None:
        """Makes a row findable by these texts."""
        await tx.run(self.put, {"number": number, "words": " ".join(words(" ".join(texts)))})

    async def refile(self, tx: Transaction, number: int, *texts: str) -> None:
        """Makes a row findable by these texts, and no longer by those before."""
        await tx.run(self.drop, {"number": number})
        await self.file(tx, number, *texts)

    def asked(self, query: str) -> str | None:
        """What to bind to `:match`; None where the query has no words, so that nothing can match."""
        asked = list(words(query))[:_ASKED]
        if not asked:
            return None
        if self.dialect == "sqlite":
            return " ".join(f'"{word}"*' for word in asked)
        return " & ".join(f"'{word}':*" for word in asked)


def index(table: str, dialect: Dialect) -> Index:
    """The full-text index of a table with numbered rows."""
    name, number = f"{table}_words", f"{table}.number"
    if dialect == "sqlite":
        found = f"{number} IN (SELECT rowid FROM {name} WHERE {name} MATCH :match)"
        put = f"INSERT INTO {name} (rowid, words) VALUES (:number, :words)"
        drop = f"DELETE FROM {name} WHERE rowid = :number"
    else:
        asked = "CAST(CAST(:match AS text) AS tsquery)"
        found = f"{number} IN (SELECT number FROM {name} WHERE words @@ {asked})"
        put = f"INSERT INTO {name} (number, words) VALUES (:number, {_VECTOR})"
        drop = f"DELETE FROM {name} WHERE number = :number"
    return Index(text(found), Prepared(text(put)), Prepared(text(drop)), dialect)


_VECTOR = "array_to_tsvector(string_to_array(CAST(:words AS text), ' '))"
