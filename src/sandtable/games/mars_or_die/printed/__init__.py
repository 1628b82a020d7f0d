"""What is printed for Mars or Die: the files of a pack, reading and checking them."""
