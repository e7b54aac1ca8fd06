"""What Alembic runs to migrate: on the connection, and in the transaction, it is handed."""

from alembic import context

from taipao.server.migrations import VERSION_TABLE
from taipao.server.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
