"""The load test: how many answers a second a server can take, and whether any is lost when it is killed."""
