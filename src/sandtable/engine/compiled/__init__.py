"""What states and questions need when they are compiled. In plain Python nothing of it is used."""
