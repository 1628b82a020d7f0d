"""What is printed for Surface Combat: the files of a pack, reading and checking them."""
