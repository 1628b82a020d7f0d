"""The server: tables over HTTP and WebSocket, people, storage, bots in processes of their own."""
