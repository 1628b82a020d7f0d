"""The database from its first version to this one."""
