"""How Alembic reaches the database: by the connection, and inside the transaction, that it is handed."""

from alembic import context

from moot.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
