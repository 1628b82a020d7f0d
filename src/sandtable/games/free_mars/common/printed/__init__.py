"""What is printed for both Free Mars games: the files of a pack, reading and checking them."""
