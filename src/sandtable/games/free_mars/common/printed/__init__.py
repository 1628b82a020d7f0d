"""The printed parts of both Free Mars games: the files of a pack, and how they are read and checked."""
