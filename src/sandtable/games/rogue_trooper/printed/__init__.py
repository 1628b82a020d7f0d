"""What is printed for Rogue Trooper: the files of a pack, reading and checking them."""
