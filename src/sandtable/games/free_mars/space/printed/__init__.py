"""What is printed for Space Combat: the files of a pack, reading and checking them."""
