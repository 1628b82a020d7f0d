"""The printed parts of Mars or Die: the files of a pack, and how they are read and checked."""
