"""The printed parts of Red Dust Rebellion: the files of a pack, and how they are read and checked."""
