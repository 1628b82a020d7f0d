"""The server, through real sockets and requests on loopback."""
