"""The database: connections, rows, migrations, and tables as they are stored."""
