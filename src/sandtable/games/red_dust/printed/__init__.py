"""What is printed for Red Dust Rebellion: the files of a pack, reading and checking them."""
