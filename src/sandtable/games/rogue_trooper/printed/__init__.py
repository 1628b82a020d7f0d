"""The printed parts of Rogue Trooper: the files of a pack, and how they are read and checked."""
