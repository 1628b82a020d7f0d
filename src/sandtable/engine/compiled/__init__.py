"""Support for compiled states and questions. In plain Python nothing of it is used."""
