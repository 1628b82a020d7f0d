"""The printed parts of Space Combat: the files of a pack, and how they are read and checked."""
