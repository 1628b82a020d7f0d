"""The printed parts of Surface Combat: the files of a pack, and how they are read and checked."""
