"""16 The Operations, a module each, and how an Operation runs."""
